import type { SmsProvider } from '../../adapters/sms/provider.ts';
import { refuse } from '../../http/refusal.ts';
import type { MessageEvent } from './events.ts';
import type { OutcomeRecorder } from './worker/record.ts';

/** What a customer has texted back. */
interface Reply {
  readonly sid: string;
  /** E.164. */
  readonly from: string;
  readonly words: string;
  /** As the provider has understood it; undefined when it doesn't say. */
  readonly understoodAs: string | undefined;
}

type Meaning = Extract<MessageEvent, { type: 'ReplyReceived' }>['data']['meaning'];

/** Single words that carriers have agreed on. */
const WORDS: ReadonlyMap<string, Meaning> = new Map([
  ['STOP', 'stop'],
  ['STOPALL', 'stop'],
  ['UNSUBSCRIBE', 'stop'],
  ['END', 'stop'],
  ['QUIT', 'stop'],
  ['CANCEL', 'stop'],
  ['REVOKE', 'stop'],
  ['OPTOUT', 'stop'],
  ['START', 'start'],
  ['UNSTOP', 'start'],
  ['HELP', 'help'],
  ['INFO', 'help'],
]);

/** What a customer means by a text. */
export const meaningOf = ({ words, understoodAs }: Pick<Reply, 'words' | 'understoodAs'>): Meaning =>
  WORDS.get((understoodAs ?? words).trim().toUpperCase()) ?? 'other';

interface Deps {
  readonly recorder: OutcomeRecorder;
  readonly provider: Pick<SmsProvider, 'receivedAt'>;
  /** The booking that the number was last texted about. */
  lastBookingOf(number: string): Promise<string | undefined>;
  hashNumber(number: string): string;
  now(): Date;
}

/**
 * Takes what customers text back. STOP and START change whether their number takes texts, in the order of the provider's
 * clock: without it, a STOP counts from now, and a START has to come again. The provider answers them itself.
 */
export function createReplies({ recorder, provider, lastBookingOf, hashNumber, now }: Deps) {
  async function changeNumber({ sid, from }: Reply, type: 'NumberOptedOut' | 'NumberOptedIn'): Promise<void> {
    const at = await provider.receivedAt(sid).catch(() => {
      if (type === 'NumberOptedIn') throw refuse('unavailable');
      return now();
    });
    await recorder.recordOnNumber(hashNumber(from), { type, data: { source: sid, at: at.toISOString() } });
  }

  return async (reply: Reply): Promise<void> => {
    const meaning = meaningOf(reply);
    if (meaning === 'stop') await changeNumber(reply, 'NumberOptedOut');
    if (meaning === 'start') await changeNumber(reply, 'NumberOptedIn');
    // The words belong to a booking, so that they are erased with it. A stranger's are kept nowhere.
    const bookingId = await lastBookingOf(reply.from);
    if (bookingId !== undefined) await recorder.recordReply(bookingId, { ...reply, meaning });
  };
}

export type ReceiveReply = ReturnType<typeof createReplies>;

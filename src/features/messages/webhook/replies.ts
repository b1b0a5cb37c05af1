import type { SmsProvider } from '../../../adapters/sms/provider.ts';
import { refuse } from '../../../http/refusal.ts';
import type { MessageEvent } from '../events.ts';
import type { OutcomeRecorder } from '../ledger/record-outcome.ts';

/** A text from a customer. */
interface Reply {
  readonly sid: string;
  /** E.164. */
  readonly from: string;
  readonly text: string;
  /** The keyword that the provider recognized; undefined when it doesn't say. */
  readonly understoodAs: string | undefined;
}

type Meaning = Extract<MessageEvent, { type: 'ReplyReceived' }>['data']['meaning'];

/** Keywords that carriers have agreed on. */
const KEYWORDS: ReadonlyMap<string, Meaning> = new Map([
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
export const meaningOf = ({ text, understoodAs }: Pick<Reply, 'text' | 'understoodAs'>): Meaning =>
  KEYWORDS.get((understoodAs ?? text).trim().toUpperCase()) ?? 'other';

interface Deps {
  readonly recorder: OutcomeRecorder;
  readonly provider: Pick<SmsProvider, 'receivedAt'>;
  /** The booking that the number was last texted about. */
  lastBookingOf(number: string): Promise<string | undefined>;
  hashNumber(number: string): string;
  now(): Date;
}

/**
 * Receives texts from customers. STOP and START change whether their number takes texts, ordered by the provider's clock. When the
 * provider can't tell the time, a STOP counts from now, and a START is answered with 503 so that it is delivered again. The provider
 * itself replies to the customer.
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
    // The text belongs to a booking, so that it is erased with it. A stranger's text is kept nowhere.
    const bookingId = await lastBookingOf(reply.from);
    if (bookingId !== undefined) await recorder.recordReply(bookingId, { ...reply, meaning }, now());
  };
}

export type ReceiveReply = ReturnType<typeof createReplies>;

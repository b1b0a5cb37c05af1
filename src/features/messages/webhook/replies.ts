import type { SmsProvider } from '../../../adapters/sms/provider.ts';
import type { EventStore } from '../../../eventsourcing/event-store.ts';
import { refuse } from '../../../http/refusal.ts';
import { numberStream } from '../events.ts';
import type { OutcomeRecorder, ReplyContent } from '../ledger/record-outcome.ts';
import { takesTexts } from '../numbers.ts';
import { isYes, mayMeanCancel, meaningOf } from './keywords.ts';

/** A text from a customer. */
interface Reply extends ReplyContent {
  readonly sid: string;
  /** E.164. */
  readonly from: string;
  /** The keyword that the provider recognized; undefined when it doesn't say. */
  readonly understoodAs: string | undefined;
}

interface Deps {
  readonly recorder: OutcomeRecorder;
  readonly provider: Pick<SmsProvider, 'receivedAt'>;
  readonly store: Pick<EventStore, 'read'>;
  /** The booking that the number was last texted about. */
  lastBookingOf(number: string): Promise<string | undefined>;
  hashNumber(number: string): string;
  now(): Date;
}

/**
 * Receives texts from customers. STOP and START, and YES after a STOP, change whether their number takes texts, ordered by the provider's clock. When the
 * provider can't tell the time, a STOP counts from now, and a START is answered with 503 so that it is delivered again. The provider
 * itself replies to the customer.
 */
export function createReplies({ recorder, provider, store, lastBookingOf, hashNumber, now }: Deps) {
  async function changeNumber({ sid, from }: Reply, type: 'NumberOptedOut' | 'NumberOptedIn'): Promise<void> {
    const at = await provider.receivedAt(sid).catch(() => {
      if (type === 'NumberOptedIn') throw refuse('unavailable');
      return now();
    });
    await recorder.recordOnNumber(hashNumber(from), { type, data: { source: sid, at: at.toISOString() } });
  }

  /** Whether a number takes no texts, apart from what this reply has changed: a repeated call must find the same. */
  async function hasOptedOut({ sid, from }: Reply): Promise<boolean> {
    const recorded = await store.read(numberStream(hashNumber(from)));
    return !takesTexts(recorded.filter(({ data }) => data.source !== sid));
  }

  return async (reply: Reply): Promise<void> => {
    const meaning = meaningOf(reply, isYes(reply.text) && (await hasOptedOut(reply)));
    if (meaning === 'stop') await changeNumber(reply, 'NumberOptedOut');
    if (meaning === 'start') await changeNumber(reply, 'NumberOptedIn');
    // The text belongs to a booking, so that it is erased with it. A stranger's text is kept nowhere.
    const bookingId = await lastBookingOf(reply.from);
    if (bookingId === undefined) return;
    const isUnsure = meaning === 'stop' && mayMeanCancel(reply.text);
    await recorder.recordReply(bookingId, { ...reply, meaning, isUnsure }, now());
  };
}

export type ReceiveReply = ReturnType<typeof createReplies>;

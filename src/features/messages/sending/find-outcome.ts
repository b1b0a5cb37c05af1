import type { SmsProvider } from '../../../adapters/sms/provider.ts';
import type { EventStore } from '../../../eventsourcing/event-store.ts';
import { ERASED } from '../../../eventsourcing/event-types.ts';
import type { Channel } from '../channels.ts';
import type { MessageEvent } from '../events.ts';
import { type Attempt, type ReadLedger, readLedger, statusOf } from '../ledger/ledger.ts';
import type { MessageLimits } from '../texts/text-limits.ts';

interface FindOutcomeDeps {
  /** Opens personal parts. */
  readonly store: Pick<EventStore, 'read'>;
  readonly provider: Pick<SmsProvider, 'find'>;
  readonly limits: Pick<MessageLimits, 'bookingsOf'>;
  readonly channel: Pick<Channel, 'streamOf' | 'readSending'>;
}

/** How far the provider's clock may differ from ours. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

/** The provider may have accepted it, though nobody has recorded that. */
const mayBeSent = (attempt: Attempt): boolean => ['open', 'unknown'].includes(statusOf(attempt));

/**
 * Finds out what became of an attempt without an outcome, from the provider's list of texts. A text is taken for that of the attempt only
 * when it can't belong to another one: it is the only one that no attempt has recorded, and no other attempt without an outcome has that
 * number and text. If there is none, that proves nothing, since the provider's lists lag.
 *
 * @throws when the provider can't be asked
 */
export function createFindOutcome({ store, provider, limits, channel }: FindOutcomeDeps) {
  return async (open: Attempt, { claims }: ReadLedger): Promise<MessageEvent> => {
    const attemptId = open.id;
    const unknown: MessageEvent = { type: 'MessageOutcomeUnknown', data: { attemptId, why: 'no-answer' } };
    const claim = claims.get(attemptId);
    if (!claim || claim.data.personal === ERASED) return unknown;
    const { to, text } = claim.data.personal;
    const earliest = Date.parse(claim.metadata.at) - CLOCKS_DIFFER_MS;
    // Texts from before the watermark may belong to attempts that a restored log has lost.
    const { watermarkAt } = await channel.readSending();
    const since = new Date(Math.max(earliest, watermarkAt.getTime()));
    const found = await provider.find({ to, text, since });
    // Ledgers are read after the provider's list: every text on the list was claimed before it was sent.
    const others = await Promise.all(
      (await limits.bookingsOf(to)).map(async (id) => readLedger(await store.read(channel.streamOf(id)))),
    );
    const attempts = others.flatMap(({ ledger, claims: theirs }) =>
      [...ledger.attempts.values()].map((attempt) => ({
        attempt,
        personal: theirs.get(attempt.id)?.data.personal,
      })),
    );
    const taken = new Set(attempts.map(({ attempt }) => attempt.sid));
    const isRival = attempts.some(
      ({ attempt, personal }) =>
        attempt.id !== attemptId &&
        mayBeSent(attempt) &&
        // The text of an erased one is unknown.
        (personal === undefined || personal === ERASED || (personal.to === to && personal.text === text)),
    );
    const [sid, ...more] = found.filter((one) => !taken.has(one));
    if (sid === undefined || more.length > 0 || isRival) return unknown;
    return { type: 'MessageSent', data: { attemptId, sid } };
  };
}

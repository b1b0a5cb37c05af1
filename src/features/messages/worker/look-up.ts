import type { SmsProvider } from '../../../adapters/sms/provider.ts';
import type { EventStore } from '../../../eventsourcing/event-store.ts';
import { ERASED } from '../../../eventsourcing/event-types.ts';
import type { MessageEvent } from '../events.ts';
import { type Attempt, statusOf } from '../ledger.ts';
import { type ReadLedger, readLedger } from '../read-streams.ts';
import type { TextCounts } from '../sending/tables.ts';
import type { Sending } from '../what-to-send.ts';
import type { Channel } from './facts.ts';

interface LookUpDeps {
  /** Opens personal parts. */
  readonly store: Pick<EventStore, 'read'>;
  readonly provider: Pick<SmsProvider, 'find'>;
  readonly counts: Pick<TextCounts, 'bookingsOf'>;
  readonly sending: { read(): Promise<Sending> };
  readonly channel: Pick<Channel, 'streamOf'>;
}

/** How far the provider's clock may differ from ours. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

/** May yet turn out to be any text with its words. */
const isUnsettled = (attempt: Attempt): boolean => ['open', 'unknown'].includes(statusOf(attempt));

/**
 * What an attempt that nobody has heard of came to. The provider's text is taken for it only when it can be no other's:
 * it is the only one that no attempt has, and no other unsettled attempt has that number and text. Absence proves
 * nothing, since the provider's lists lag.
 *
 * @throws when the provider can't say
 */
export function createLookUp({ store, provider, counts, sending, channel }: LookUpDeps) {
  return async (open: Attempt, { claims }: ReadLedger): Promise<MessageEvent> => {
    const attemptId = open.id;
    const unknown: MessageEvent = { type: 'MessageOutcomeUnknown', data: { attemptId, why: 'no-answer' } };
    const claim = claims.get(attemptId);
    if (!claim || claim.data.personal === ERASED) return unknown;
    const { to, text } = claim.data.personal;
    const earliest = Date.parse(claim.metadata.at) - CLOCKS_DIFFER_MS;
    // Texts from before the line may be of attempts that a restored log has lost.
    const { lineAt } = await sending.read();
    const since = new Date(Math.max(earliest, lineAt.getTime()));
    const found = await provider.find({ to, text, since });
    // The ledgers after the provider's list: whose text is on it has claimed it before.
    const others = await Promise.all(
      (await counts.bookingsOf(to)).map(async (id) => readLedger(await store.read(channel.streamOf(id)))),
    );
    const attempts = others.flatMap(({ ledger, claims: theirs }) =>
      [...ledger.attempts.values()].map((attempt) => ({
        attempt,
        said: theirs.get(attempt.id)?.data.personal,
      })),
    );
    const taken = new Set(attempts.map(({ attempt }) => attempt.sid));
    const isRival = attempts.some(
      ({ attempt, said }) =>
        attempt.id !== attemptId &&
        isUnsettled(attempt) &&
        // Of an erased one nobody can say what it said.
        (said === undefined || said === ERASED || (said.to === to && said.text === text)),
    );
    const [sid, ...more] = found.filter((one) => !taken.has(one));
    if (sid === undefined || more.length > 0 || isRival) return unknown;
    return { type: 'MessageSent', data: { attemptId, sid } };
  };
}

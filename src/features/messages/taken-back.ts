import type { Position, RecordedEvent } from '../../eventsourcing/event-store.ts';
import { type BookingEvent, UNCOUNTED_EVENTS } from '../booking/appointment/events.ts';
import { type BookingView, type Cause, viewBooking } from './booking-view.ts';
import { statusOf } from './ledger.ts';
import type { ReadLedger } from './read-streams.ts';

/** What the last message of a booking told its customer of. */
export interface LastTold extends Pick<BookingView, 'slot' | 'status'> {
  /** Where the message is in the log. */
  readonly position: Position;
  /** When the booking first changed since; undefined where it hasn't. */
  readonly changedAt: Date | undefined;
  /** Whether its customer has changed anything since. */
  readonly isChangedByCustomer: boolean;
}

const CHANGES_NOTHING_TOLD: readonly BookingEvent['type'][] = [...UNCOUNTED_EVENTS, 'SmsConsentChanged'];

const isChange = ({ type }: RecordedEvent) => !CHANGES_NOTHING_TOLD.includes(type as BookingEvent['type']);

/**
 * What the customer was last told, where that is certain: the last message that may have left was taken, hasn't failed, and went where
 * the customer is reached now.
 *
 * @param events the whole stream of the booking
 */
export function lastTold(
  events: readonly RecordedEvent[],
  { ledger, claims }: ReadLedger,
): LastTold | undefined {
  const last = [...ledger.attempts.values()].findLast((attempt) => statusOf(attempt) !== 'reopened');
  const claim = last && claims.get(last.id);
  if (!claim || !['sent', 'delivered', 'no-receipt'].includes(statusOf(last))) return undefined;
  const { bookingRevision } = claim.data;
  const since = events.filter(({ revision }) => Number(revision) > bookingRevision);
  // It went to somebody else, maybe.
  if (since.some(({ type }) => type === 'BookingContactCorrected')) return undefined;
  const { slot, status } = viewBooking(events.filter(({ revision }) => Number(revision) <= bookingRevision));
  const changes = since.filter(isChange);
  const [first] = changes;
  return {
    slot,
    status,
    position: claim.position,
    changedAt: first && new Date(first.metadata.at),
    isChangedByCustomer: changes.some(({ metadata: { actor } }) => actor.kind === 'customer'),
  };
}

interface Changed {
  readonly booking: Pick<BookingView, 'slot' | 'status'>;
  readonly told: LastTold | undefined;
  /** Those that nothing has closed, in the order of the log. */
  readonly causes: readonly Cause[];
  /** When what is told before it may have been said in a time that the log has lost. */
  readonly line: Position;
  readonly windowMs: number;
}

/**
 * Whether all is as the customer knows it, since staff have taken back what they changed. Whoever changed something themselves waits
 * for an answer. What staff changed silently longer before they may have said by telephone.
 */
export function isTakenBack({ booking, told, causes, line, windowMs }: Changed): boolean {
  const [first] = causes;
  if (!first || !told?.changedAt || told.isChangedByCustomer) return false;
  if (told.position <= line || told.position >= first.position) return false;
  if (causes.some(({ type }) => type === 'MessageRequested')) return false;
  if (first.at.getTime() - told.changedAt.getTime() > windowMs) return false;
  const { slot, status } = booking;
  return status === told.status && slot?.date === told.slot?.date && slot?.start === told.slot?.start;
}

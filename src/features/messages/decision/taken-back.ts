import type { Position, RecordedEvent } from '../../../eventsourcing/event-store.ts';
import { type BookingEvent, changes } from '../../booking/appointment/events.ts';
import type { ReadLedger } from '../ledger/ledger.ts';
import { statusOf } from '../ledger/ledger.ts';
import { type BookingView, type Cause, viewBooking } from './booking-view.ts';

/** The state of a booking that its customer was last told. */
export interface LastMessage extends Pick<BookingView, 'slot' | 'status'> {
  /** Position of the message in the log. */
  readonly position: Position;
  /** When the booking first changed after the message; undefined where it hasn't. */
  readonly changedAt: Date | undefined;
  /** Whether the customer has changed anything since. */
  readonly isChangedByCustomer: boolean;
}

/** Whether an event changes what customers are told. */
function isChange(recorded: RecordedEvent): boolean {
  const event = recorded as RecordedEvent & BookingEvent;
  return changes(event, 'slot claimed') || changes(event, 'slot given up') || changes(event, 'status');
}

/**
 * The last message to the customer, where it is certain: the provider accepted the last message, it hasn't failed, the customer's
 * contact is still the same, and it wasn't an answer, which may say anything.
 *
 * @param events the whole stream of the booking
 */
export function lastMessageOf(
  events: readonly RecordedEvent[],
  { ledger, claims }: ReadLedger,
): LastMessage | undefined {
  const last = [...ledger.attempts.values()].findLast((attempt) => statusOf(attempt) !== 'reopened');
  const claim = last && claims.get(last.id);
  if (!claim || last.kind === 'answer' || !['sent', 'delivered', 'no-receipt'].includes(statusOf(last)))
    return undefined;
  const { bookingRevision } = claim.data;
  const since = events.filter(({ revision }) => Number(revision) > bookingRevision);
  // The message may have gone to somebody else.
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
  readonly lastMessage: LastMessage | undefined;
  /** The open causes, in the order of the log. */
  readonly causes: readonly Cause[];
  /** Messages up to here may have been sent in a time that a restored log has lost. */
  readonly watermark: Position;
  readonly windowMs: number;
}

/**
 * Whether staff have undone their changes, so that the booking is again as the customer was last told. False when the customer changed
 * something, as they expect an answer, or when the first change is older than the window: staff may have announced it by telephone.
 */
export function isTakenBack({ booking, lastMessage, causes, watermark, windowMs }: Changed): boolean {
  const [first] = causes;
  if (!first || !lastMessage?.changedAt || lastMessage.isChangedByCustomer) return false;
  if (lastMessage.position <= watermark || lastMessage.position >= first.position) return false;
  if (causes.some(({ type }) => type === 'MessageRequested')) return false;
  if (first.at.getTime() - lastMessage.changedAt.getTime() > windowMs) return false;
  const { slot, status } = booking;
  return (
    status === lastMessage.status &&
    slot?.date === lastMessage.slot?.date &&
    slot?.start === lastMessage.slot?.start
  );
}

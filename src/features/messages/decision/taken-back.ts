import type { Position, RecordedEvent } from '../../../eventsourcing/event-store.ts';
import { type BookingEvent, changes } from '../../booking/appointment/events.ts';
import type { Ledger, ReadLedger } from '../ledger/ledger.ts';
import { statusOf } from '../ledger/ledger.ts';
import { type BookingView, type Cause, isSameList, viewBooking } from './booking-view.ts';

/** The state of a booking that its customer was last told. */
export interface LastMessage extends Pick<BookingView, 'slot' | 'status' | 'services'> {
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
  return (
    changes(event, 'slot claimed') ||
    changes(event, 'slot given up') ||
    changes(event, 'services') ||
    changes(event, 'status')
  );
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
  last = lastAttempt(ledger),
): LastMessage | undefined {
  const claim = last && claims.get(last.id);
  if (!claim || last.kind === 'answer' || !['sent', 'delivered', 'no-receipt'].includes(statusOf(last)))
    return undefined;
  const { bookingRevision } = claim.data;
  const since = events.filter(({ revision }) => Number(revision) > bookingRevision);
  // The message may have gone to somebody else.
  if (since.some(({ type }) => type === 'BookingContactCorrected')) return undefined;
  const { slot, status, services } = viewBooking(
    events.filter(({ revision }) => Number(revision) <= bookingRevision),
  );
  const changes = since.filter(isChange);
  const [first] = changes;
  return {
    slot,
    status,
    services,
    position: claim.position,
    changedAt: first && new Date(first.metadata.at),
    isChangedByCustomer: changes.some(({ metadata: { actor } }) => actor.kind === 'customer'),
  };
}

/** The attempt by which a channel last told the customer something, or may have. @param apart causes whose attempts don't count */
const lastAttempt = (
  { attempts }: Ledger,
  but: readonly string[] = ['reopened'],
  apart: readonly string[] = [],
) =>
  [...attempts.values()].findLast(
    (one) => !but.includes(statusOf(one)) && !one.causes.some((cause) => apart.includes(cause)),
  );

/** Attempts after which the customer knows what they knew before. */
const TOLD_NOTHING = ['reopened', 'failed'];

/**
 * The last message to the customer in whichever channel was the last one to tell them anything.
 *
 * @param ledgers of all channels
 */
export function lastToldOf(
  events: readonly RecordedEvent[],
  ledgers: readonly ReadLedger[],
): LastMessage | undefined {
  const last = ledgers.flatMap((read) => {
    const attempt = lastAttempt(read.ledger, TOLD_NOTHING);
    return attempt ? [{ read, attempt, position: read.claims.get(attempt.id)?.position }] : [];
  });
  // One that is known only by its outcome may have told anything.
  if (last.some(({ position }) => position === undefined)) return undefined;
  const [latest] = last.toSorted((a, b) => ((a.position ?? '') > (b.position ?? '') ? -1 : 1));
  return latest && lastMessageOf(events, latest.read, latest.attempt);
}

/**
 * Where nothing was ever to be told of the booking: the booking as it was before what is to be told now, since nothing has to be said
 * about a change that nobody heard of and that was undone. Undefined if the booking itself is to be told.
 *
 * @param open what is to be told
 */
export function neverToldOf(
  events: readonly RecordedEvent[],
  ledgers: readonly ReadLedger[],
  [first]: readonly Cause[],
): LastMessage | undefined {
  const before = events.filter(({ position }) => first !== undefined && position < first.position);
  const last = before.at(-1);
  const isUntold = ledgers.every(({ ledger }) => ledger.attempts.size === 0 && ledger.suppressed.size === 0);
  if (!first || !last || !isUntold) return undefined;
  const { slot, status, services } = viewBooking(before);
  const since = events.filter(({ position }) => position >= first.position);
  return {
    slot,
    status,
    services,
    position: last.position,
    changedAt: first.at,
    isChangedByCustomer: since.filter(isChange).some(({ metadata: { actor } }) => actor.kind === 'customer'),
  };
}

/**
 * The causes that a silent cancellation has closed before anything was told of them. If the booking is reinstated, the customer is to
 * hear of them after all. An answer to a reply isn't about the booking, so it stays closed.
 */
export function untoldOf(
  { causes }: Pick<BookingView, 'causes'>,
  { ledger, claims, requests }: ReadLedger,
): readonly Cause[] {
  const late = requests.filter(({ isLate }) => isLate).map(({ id }) => id);
  const attempt = lastAttempt(ledger, undefined, late);
  const toldAt = (attempt && claims.get(attempt.id)?.position) ?? '';
  return [...causes, ...requests]
    .filter(({ id, position, type, customText }) => {
      const isAnswer = type === 'MessageRequested' && customText !== undefined;
      // A cancellation that nobody has heard of needs no word, and neither does its end.
      const isOver = type === 'BookingCancelled' || type === 'BookingReinstated';
      return ledger.suppressed.get(id) === 'silent' && position > toldAt && !isAnswer && !isOver;
    })
    .sort((a, b) => (a.position < b.position ? -1 : 1));
}

/**
 * The causes that are to be told: after a reinstatement also those that its cancellation kept from being told; nothing of one that is told
 * in another channel only.
 *
 * @param open in the order of the log
 * @param untold what silent cancellations have kept from being told
 */
export function toTell(open: readonly Cause[], untold: readonly Cause[]): readonly Cause[] {
  if (untold.length === 0 || !open.some(({ type }) => type === 'BookingReinstated'))
    return open.filter(({ isQuiet }) => !isQuiet);
  return [...untold, ...open.filter(({ type }) => type !== 'BookingReinstated')];
}

/** Whether the booking is as a message says. */
const isAsTold = (
  { slot, status, services }: Pick<BookingView, 'slot' | 'status' | 'services'>,
  told: Pick<LastMessage, 'slot' | 'status' | 'services'>,
): boolean =>
  status === told.status &&
  isSameList(services, told.services) &&
  slot?.date === told.slot?.date &&
  slot?.start === told.slot?.start &&
  slot?.end === told.slot?.end;

interface Changed {
  readonly booking: Pick<BookingView, 'slot' | 'status' | 'services'>;
  readonly lastMessage: LastMessage | undefined;
  /** The causes that are to be told, in the order of the log. */
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
  return isAsTold(booking, lastMessage);
}

import type { Position, RecordedEvent } from '../../../eventsourcing/event-store.ts';
import { stylistOf } from '../../../salon/parts.ts';
import { type BookingEvent, changes } from '../../booking/appointment/events.ts';
import type { Attempt, Ledger, ReadLedger } from '../ledger/ledger.ts';
import { statusOf } from '../ledger/ledger.ts';
import { type BookingView, type Cause, isSameList, viewBooking } from './booking-view.ts';

/** The state of a booking that its customer was last told, or may have been. */
export interface LastMessage extends Pick<BookingView, 'slot' | 'status' | 'services'> {
  /** Position of the message in the log. */
  readonly position: Position;
  /** Position of the last event of the booking that it knew of. */
  readonly knowsUntil: Position;
  /** Whether it certainly reached the customer and told them this. In an answer, and when they are late, staff may say anything. */
  readonly isCertain: boolean;
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

/** The state that an attempt told, or may have; undefined where it may have gone to somebody else. */
function toldBy(
  events: readonly RecordedEvent[],
  { claims }: ReadLedger,
  attempt: Attempt,
): LastMessage | undefined {
  const claim = claims.get(attempt.id);
  if (!claim) return undefined;
  const { bookingRevision } = claim.data;
  const since = events.filter(({ revision }) => Number(revision) > bookingRevision);
  if (since.some(({ type }) => type === 'BookingContactCorrected')) return undefined;
  const known = events.filter(({ revision }) => Number(revision) <= bookingRevision);
  const { slot, status, services } = viewBooking(known);
  const later = since.filter(isChange);
  const [first] = later;
  return {
    slot,
    status,
    services,
    position: claim.position,
    knowsUntil: known.at(-1)?.position ?? '',
    isCertain:
      !['answer', 'late'].includes(attempt.kind) &&
      ['sent', 'delivered', 'no-receipt'].includes(statusOf(attempt)),
    changedAt: first && new Date(first.metadata.at),
    isChangedByCustomer: later.some(({ metadata: { actor } }) => actor.kind === 'customer'),
  };
}

/**
 * The last message of a channel to the customer, where it is certain.
 *
 * @param events the whole stream of the booking
 */
export function lastMessageOf(events: readonly RecordedEvent[], read: ReadLedger): LastMessage | undefined {
  const last = lastAttempt(read.ledger);
  const told = last && toldBy(events, read, last);
  return told?.isCertain ? told : undefined;
}

/** The attempt by which a channel last told the customer something, or may have. Attempts with these statuses or causes don't count. */
const lastAttempt = (
  { attempts }: Ledger,
  {
    statuses = ['reopened'],
    causes = [],
  }: { readonly statuses?: readonly string[]; readonly causes?: readonly string[] } = {},
) =>
  [...attempts.values()].findLast(
    (one) => !statuses.includes(statusOf(one)) && !one.causes.some((cause) => causes.includes(cause)),
  );

/** Attempts after which the customer knows what they knew before. */
const TOLD_NOTHING = ['reopened', 'failed'];

/**
 * The last message to the customer in whichever channel was the last one to tell them anything, or may have been.
 *
 * @param ledgers of all channels
 */
export function lastToldOf(
  events: readonly RecordedEvent[],
  ledgers: readonly ReadLedger[],
): LastMessage | undefined {
  const last = ledgers.flatMap((read) => {
    const attempt = lastAttempt(read.ledger, { statuses: TOLD_NOTHING });
    return attempt ? [{ read, attempt, position: read.claims.get(attempt.id)?.position }] : [];
  });
  // One that is known only by its outcome may have told anything.
  if (last.some(({ position }) => position === undefined)) return undefined;
  const [latest] = last.toSorted((a, b) => ((a.position ?? '') > (b.position ?? '') ? -1 : 1));
  return latest && toldBy(events, latest.read, latest.attempt);
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
    knowsUntil: last.position,
    isCertain: true,
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
  const late = requests.filter(({ isAlone }) => isAlone).map(({ id }) => id);
  const attempt = lastAttempt(ledger, { causes: late });
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
  const isWordless = ({ type, customText }: Cause) =>
    type === 'BookingReinstated' && customText === undefined;
  return [...untold, ...open.filter((cause) => !isWordless(cause))];
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
  slot?.end === told.slot?.end &&
  (slot && stylistOf(slot)) === (told.slot && stylistOf(told.slot));

interface Changed {
  readonly booking: Pick<BookingView, 'slot' | 'status' | 'services'>;
  /** The causes that are to be told, in the order of the log. */
  readonly causes: readonly Cause[];
  /** Messages up to here may have been sent in a time that a restored log has lost. */
  readonly watermark: Position;
  readonly windowMs: number;
}

/**
 * Whether staff have undone their changes, so that the booking is again as a message told the customer. False when the customer changed
 * something, as they expect an answer, or when the first change is older than the window: staff may have announced it by telephone.
 */
function isAsBefore({ booking, causes, watermark, windowMs }: Changed, message: LastMessage): boolean {
  const [first] = causes;
  if (!first || !message.isCertain || !message.changedAt || message.isChangedByCustomer) return false;
  if (message.position <= watermark || message.position >= first.position) return false;
  if (causes.some(({ type }) => type === 'MessageRequested')) return false;
  if (first.at.getTime() - message.changedAt.getTime() > windowMs) return false;
  return isAsTold(booking, message);
}

/**
 * Whether there is nothing to tell in a channel, as staff have undone their changes before anybody heard of them. Where the channel's own
 * last message isn't true any more, it tells how things are. If the last message of all is another channel's, and isn't true, so it does,
 * provided that staff have chosen it for a change of which that message didn't know: one that has waited since before, such as for the
 * morning, was overtaken by it.
 */
export function isTakenBack(
  changed: Changed,
  { lastMessage, lastTold }: Readonly<Record<'lastMessage' | 'lastTold', LastMessage | undefined>>,
): boolean {
  const { booking, causes } = changed;
  if (lastMessage && !isAsTold(booking, lastMessage)) return false;
  if (
    lastTold &&
    !isAsTold(booking, lastTold) &&
    causes.some(({ position }) => position > lastTold.knowsUntil)
  )
    return false;
  return [lastMessage, lastTold].some((message) => message && isAsBefore(changed, message));
}

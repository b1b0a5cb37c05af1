import type { Actor } from '../../../contracts/history/actor.ts';
import type { RecordedEvent } from '../../../eventsourcing/event-store.ts';
import { ERASED, upcast } from '../../../eventsourcing/event-types.ts';
import type { CommandRun } from '../../../eventsourcing/streams/event-streams.ts';
import { refuse } from '../../../http/refusal.ts';
import {
  type BookedService,
  bookingEventTypes,
  changes,
  idOfBooking,
  type Slot,
  type Time,
} from '../../booking/appointment/events.ts';
import { type Notices, noticesOf } from '../../booking/notice/events.ts';
import { type Done, latestValue, type Undoing } from './compensation.ts';

type Run = CommandRun<Actor>;

/** The commands on bookings by which others are undone. */
export interface BookingUndoCommands {
  unconfirm(bookingId: string, run: Run): Promise<Done>;
  reopen(bookingId: string, time: Time | null, run: Run): Promise<Done>;
  changeBack(
    bookingId: string,
    to: {
      readonly time: Time | null;
      readonly offered: { readonly services: readonly BookedService[]; readonly totalAmount: string } | null;
      readonly told: Notices;
    },
    run: Run,
  ): Promise<Done>;
  reinstate(bookingId: string, run: Run): Promise<Done>;
  moveBack(bookingId: string, to: { readonly time: Time; readonly told: Notices }, run: Run): Promise<Done>;
  recordArrival(bookingId: string, isHere: boolean, run: Run): Promise<Done>;
  noteVisit(bookingId: string, text: string | null, run: Run): Promise<Done>;
}

/** The slot that a booking had after these events of it. */
const slotAfter = (events: readonly RecordedEvent[]): Slot | undefined =>
  latestValue(events, bookingEventTypes, (event) =>
    changes(event, 'slot claimed') ? event.data : undefined,
  );

/** The note on the visit after these events; null if there was none, or if it is erased. */
function noteAfter(events: readonly RecordedEvent[]): string | null {
  const noted = latestValue(events, bookingEventTypes, (event) =>
    changes(event, 'note') ? event.data : undefined,
  );
  return !noted || noted.personal === ERASED ? null : noted.personal.text;
}

/** The services and the total of a booking after these events of it. */
const offeredAfter = (events: readonly RecordedEvent[]) =>
  latestValue(events, bookingEventTypes, (event) =>
    changes(event, 'services') || event.type === 'BookingRequested' ? event.data : undefined,
  );

/** The slot before the command, if the command changed the length. */
const slotBefore = ({ command }: Undoing): Slot | null =>
  latestValue(command, bookingEventTypes, (event) =>
    event.type === 'BookingLengthChanged' ? event.data.from : undefined,
  ) ?? null;

/** The time that a booking takes again when a command on it is undone; undefined if it needs none. */
export function timeTakenAgain(undoing: Undoing): Slot | undefined {
  const event = upcast(undoing.command[0], bookingEventTypes);
  if (event.type === 'BookingRescheduled' || event.type === 'BookingLengthChanged') return event.data.from;
  return event.type === 'BookingCancelled' ? slotAfter(undoing.before) : undefined;
}

/**
 * Undoes a command on a booking, or a note on the visit. In the channels in which a move is told, moving back leads to the usual
 * message, too; it isn't sent if the first one hasn't left.
 */
export function undoOnBooking(commands: BookingUndoCommands, undoing: Undoing): Promise<Done> {
  const { stream, command, run } = undoing;
  const bookingId = idOfBooking(stream);
  const [event, second] = command.map((recorded) => upcast(recorded, bookingEventTypes));
  const isCompletion = second?.type === 'BookingCompleted';
  switch (event?.type) {
    case 'BookingConfirmed':
      return commands.unconfirm(bookingId, run);
    case 'BookingRescheduled': {
      const back = { time: event.data.from, told: noticesOf(event.data) };
      return commands.moveBack(bookingId, back, run);
    }
    case 'BookingCancelled':
      return commands.reinstate(bookingId, run);
    case 'BookingLengthChanged':
    case 'BookingServicesChanged': {
      const time = slotBefore(undoing);
      if (isCompletion) return commands.reopen(bookingId, time, run);
      const changesServices = [event, second].some((one) => one?.type === 'BookingServicesChanged');
      const before = changesServices ? offeredAfter(undoing.before) : undefined;
      const offered = before ? { services: before.services, totalAmount: before.totalAmount } : null;
      return commands.changeBack(bookingId, { time, offered, told: noticesOf(event.data) }, run);
    }
    case 'BookingCompleted':
      return commands.reopen(bookingId, null, run);
    case 'CustomerArrived':
      return commands.recordArrival(bookingId, false, run);
    case 'VisitNoted':
      return commands.noteVisit(bookingId, noteAfter(undoing.before), run);
    default:
      throw refuse('not-undoable');
  }
}

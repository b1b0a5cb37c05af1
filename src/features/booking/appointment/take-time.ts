import { DeadlineExceeded, retryingConflicts } from '../../../eventsourcing/deadline.ts';
import {
  alreadyApplied,
  type CommandRun,
  type EventStreams,
  type Outcome,
} from '../../../eventsourcing/event-streams.ts';
import { derivedId } from '../../../eventsourcing/identity.ts';
import type { Minutes, SalonDate } from '../../../salon/salon-time.ts';
import { type BookingCommand, type BookingState, bookingDecider } from './decider.ts';
import { type BookingEvent, bookingStream } from './events.ts';

export type BookingStreams = EventStreams<BookingCommand, BookingEvent, BookingState>;

/** Where an appointment shall lie. */
export interface Time {
  readonly date: SalonDate;
  readonly start: Minutes;
  readonly end: Minutes;
}

/** The agenda's side of it, as `features/agenda/take-slot.ts` provides. */
export type TakeSlot = (
  request: Time & {
    readonly slotId: string;
    readonly bookingId: string;
    readonly terms: 'public' | 'staff' | 'reinstate';
    readonly fromHold?: string | undefined;
  },
  run: CommandRun,
) => Promise<boolean>;

/** A command that needs time: where it wants to lie in the booking as read, and what it then decides. */
export interface TimedCommand {
  readonly terms: 'public' | 'staff' | 'reinstate';
  readonly fromHold?: string | undefined;
  /** Asked only when the command is new, so a retry is answered whatever the catalogue says by then. */
  plan(state: BookingState): Promise<{ time: Time; decide(slotId: string): BookingCommand }>;
}

/** So many claims that lapse under one run mean that the log is too slow to go on (protocol: Commands). */
const MAX_LAPSES = 2;

interface Told {
  readonly event: BookingEvent;
  readonly position: string;
  readonly state: BookingState;
}

function told({ event, position, state }: Outcome<BookingEvent, BookingState>): Told {
  if (!event || position === null) throw new Error('a command that takes time always leads to an event');
  return { event, position, state };
}

/**
 * Runs a command that takes time (protocol: Commands): booking stream first, then the agenda, then the
 * booking's own event at the revision read. Killed at any point, a retry of the same command goes on where it
 * stopped, and a slot that nobody claims in the end is released by the slot keeper.
 */
export function takeTime(
  bookings: BookingStreams,
  takeSlot: TakeSlot,
  bookingId: string,
  command: TimedCommand,
  run: CommandRun,
): Promise<Told> {
  const stream = bookingStream(bookingId);
  let lapsesBefore: number | undefined;
  return bookings.inTurn(stream, () =>
    retryingConflicts(run, async () => {
      for (;;) {
        const booking = await bookings.load(stream);
        const applied = alreadyApplied(booking, run);
        if (applied) return told(await bookings.answerOf(booking, applied));
        const lapses = booking.state.lapsed.size;
        lapsesBefore ??= lapses;
        if (lapses - lapsesBefore >= MAX_LAPSES || performance.now() >= run.deadline) {
          throw new DeadlineExceeded(`gave up after ${lapses - lapsesBefore} lapsed claims`);
        }
        const { time, decide } = await command.plan(booking.state);
        const slotId = derivedId('slot', run.context.commandId, time.date, time.start, time.end, lapses);
        const decision = bookingDecider.decide(decide(slotId), booking.state);
        const { terms, fromHold } = command;
        const taken = await takeSlot({ ...time, slotId, bookingId, terms, fromHold }, run);
        if (!taken) continue;
        const { position, state } = await bookings.append(booking, decision, run.context);
        return told({ position, state, event: decision[0] });
      }
    }),
  );
}

import type { Actor } from '../../../contracts/history/actor.ts';
import { DeadlineExceeded } from '../../../eventsourcing/async/deadline.ts';
import { WrongExpectedRevision } from '../../../eventsourcing/event-store.ts';
import { derivedId } from '../../../eventsourcing/identity.ts';
import type { CommandRun, Handled } from '../../../eventsourcing/streams/event-streams.ts';
import { retryingConflicts } from '../../../eventsourcing/streams/retrying-conflicts.ts';
import { alreadyApplied, type Loaded } from '../../../eventsourcing/streams/stream-fold.ts';
import { stretchOf } from '../../../salon/parts.ts';
import { broken } from '../../rule-broken.ts';
import type { AgendaStreams } from '../agenda/decider.ts';
import { agendaStream } from '../agenda/events.ts';
import type { LoadedDay, SlotRequest, SlotTaking } from '../agenda/take-slot.ts';
import type { AskedTime } from '../candidates.ts';
import { type BookingCommand, type BookingOutcome, type BookingStreams, bookingDecider } from './decider.ts';
import { bookingStream, type Slot } from './events.ts';
import { type Booked, type BookingState, isBooked } from './state.ts';

/** The result of a command on a booking. It is the same for the first try and for every retry. */
export interface BookingResult extends BookingOutcome {
  readonly bookingId: string;
  /** How many decisions the booking has after the command; the ETag. */
  readonly version: number;
  readonly position: string;
}

export type Run = CommandRun<Actor>;
export type LoadedBooking = Loaded<BookingState, BookingOutcome>;
type WithoutSlot<Command> = Command extends unknown ? Omit<Command, 'slot'> : never;

/** A command that gives a booking another slot. */
type Claim = WithoutSlot<
  Extract<
    BookingCommand,
    {
      kind:
        | 'RescheduleBooking'
        | 'ReinstateBooking'
        | 'ChangeLength'
        | 'ChangeServices'
        | 'CompleteBooking'
        | 'ReopenBooking';
    }
  >
>;

/** If so many slots of one run were released before the booking claimed them, the log is too slow, and the run gives up. */
const MAX_LAPSES = 2;

export function bookingResult(bookingId: string, handled: Handled<BookingOutcome>): BookingResult {
  const { position, version, result } = handled;
  if (position === null) throw broken('booking-not-found');
  return { bookingId, version, position, ...result };
}

/**
 * The slot for a time. The id says what was asked for, and never what is chosen, so that tries that ask for something else take something
 * else. It is another one after each lapsed claim, since no slot id is taken or claimed twice.
 */
export function slotFor(
  { state: { lapsed } }: LoadedBooking,
  { date, start, end, candidates, words }: AskedTime,
  { context: { commandId } }: Run,
): Pick<SlotRequest, 'slotId' | 'date' | 'candidates'> {
  return {
    slotId: derivedId('slot', commandId, date, start, end, lapsed.size, ...words),
    date,
    candidates,
  };
}

/** The slot as it would be with the first candidate, by which the booking's own rules are asked before time is taken. */
export function firstSlot({ slotId, date, candidates }: ReturnType<typeof slotFor>): Slot {
  const [first] = candidates;
  if (!first) throw new Error('a time is wanted of nobody');
  return { slotId, date, ...stretchOf(first) };
}

export function appointmentOf({ state }: LoadedBooking): Booked {
  if (!isBooked(state)) throw broken('booking-not-found');
  return state;
}

export interface ClaimsDeps extends SlotTaking {
  readonly bookings: BookingStreams;
  readonly agendas: Pick<AgendaStreams, 'load' | 'read'>;
}

/** The steps by which a booking takes a slot on its day's agenda and claims it (docs/event-model.md, "How time is given out"). */
export function createClaims({ bookings, agendas, takeSlot }: ClaimsDeps) {
  /**
   * Runs a command that takes time (docs/event-model.md, "How time is given out") on the booking as it is now, and again when the booking
   * has changed meanwhile. If the process is killed at any point, a retry of the same command goes on where it stopped. If no booking
   * claims the slot in the end, the slot keeper releases it.
   *
   * @throws DeadlineExceeded
   */
  function claiming(
    bookingId: string,
    run: Run,
    decide: (booking: LoadedBooking) => Promise<Handled<BookingOutcome>>,
  ): Promise<BookingResult> {
    const stream = bookingStream(bookingId);
    let lapsesBefore: number | undefined;
    const handled = bookings.runExclusive(stream, () =>
      retryingConflicts(run, async () => {
        const booking = await bookings.load(stream);
        const applied = alreadyApplied(booking, run);
        if (applied) return applied;
        const lapses = booking.state.lapsed.size;
        lapsesBefore ??= lapses;
        if (lapses - lapsesBefore >= MAX_LAPSES)
          throw new DeadlineExceeded(`gave up after ${MAX_LAPSES} lapsed claims`);
        return decide(booking);
      }),
    );
    return handled.then((done) => bookingResult(bookingId, done));
  }

  /** Takes the slot. @throws WrongExpectedRevision if the booking's claim on it has lapsed, which the booking as loaded doesn't know */
  async function taken(
    request: SlotRequest,
    day: LoadedDay,
    booking: LoadedBooking,
    run: Run,
  ): Promise<Slot> {
    const slot = await takeSlot(request, day, run);
    if (slot === 'released') throw new WrongExpectedRevision(booking.stream, booking.expected);
    return slot;
  }

  /**
   * Takes a time for a booking that exists, and claims it by the command's events in one append.
   *
   * @throws RuleBroken when the booking can't take a time so, or the time isn't free
   */
  async function claim(
    booking: LoadedBooking,
    bookingId: string,
    {
      time,
      terms,
      command,
    }: { readonly time: AskedTime; readonly terms: SlotRequest['terms']; readonly command: Claim },
    run: Run,
  ): Promise<Handled<BookingOutcome>> {
    const wanted = slotFor(booking, time, run);
    bookingDecider.decide({ ...command, slot: firstSlot(wanted) }, booking.state);
    const day = await agendas.load(agendaStream(wanted.date));
    const slot = await taken({ ...wanted, bookingId, terms }, day, booking, run);
    return bookings.append(booking, bookingDecider.decide({ ...command, slot }, booking.state), run.context);
  }

  return { claiming, taken, claim };
}

export type Claims = ReturnType<typeof createClaims>;

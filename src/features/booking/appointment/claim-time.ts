import type { BookingStatus } from '../../../contracts/bookings.ts';
import { DeadlineExceeded, retryingConflicts } from '../../../eventsourcing/deadline.ts';
import type { CommandRun, EventStreams, Handled } from '../../../eventsourcing/event-streams.ts';
import { derivedId } from '../../../eventsourcing/identity.ts';
import { alreadyApplied, type Loaded } from '../../../eventsourcing/stream-fold.ts';
import type { RecordedSlot, SlotRequest, TakeSlot, Time } from '../agenda/take-slot.ts';
import { type BookingCommand, bookingDecider } from './decider.ts';
import { type BookingEvent, bookingStream, idOfBooking } from './events.ts';
import type { BookingState } from './state.ts';

export type BookingStreams = EventStreams<BookingCommand, BookingEvent, BookingState, BookingStatus>;
type LoadedBooking = Loaded<BookingState, BookingStatus>;

/** So many claims that lapse under one run mean that the log is too slow to go on (protocol: Commands). */
const MAX_LAPSES = 2;

/** Where an appointment is wanted, and how freely time is given out to it. */
export interface TimeWanted extends Pick<SlotRequest, 'terms' | 'fromHold'> {
  readonly time: Time;
  /** Called when the time is found free, right before it is taken. */
  readonly onFree?: () => void;
}

/**
 * How the commands that take time keep to the protocol (protocol: Commands): booking stream first, then the agenda, then
 * the booking's own event at the revision read. Killed at any point, a retry of the same command goes on where it
 * stopped, and a slot that nobody claims in the end is released by the slot keeper.
 */
export function createTimeClaims({
  bookings,
  takeSlot,
}: {
  readonly bookings: BookingStreams;
  readonly takeSlot: TakeSlot;
}) {
  /**
   * Runs a command that takes time, unless it was applied before. A claim that lapsed, or another process's append to
   * the booking, starts it over from the booking stream.
   *
   * @param attempt ends in `claimTime`
   * @throws DeadlineExceeded
   */
  function runTimed(
    bookingId: string,
    run: CommandRun,
    attempt: (booking: LoadedBooking) => Promise<Handled<BookingStatus> | 'lapsed'>,
  ): Promise<Handled<BookingStatus>> {
    const stream = bookingStream(bookingId);
    let lapsesBefore: number | undefined;
    return bookings.runExclusive(stream, () =>
      retryingConflicts(run, async () => {
        for (;;) {
          const booking = await bookings.load(stream);
          const applied = alreadyApplied(booking, run);
          if (applied) return applied;
          const lapses = booking.state.lapsed.size;
          lapsesBefore ??= lapses;
          if (lapses - lapsesBefore >= MAX_LAPSES || performance.now() >= run.deadline) {
            throw new DeadlineExceeded(`gave up after ${lapses - lapsesBefore} lapsed claims`);
          }
          const outcome = await attempt(booking);
          if (outcome !== 'lapsed') return outcome;
        }
      }),
    );
  }

  /**
   * Takes the time and appends what the booking makes of it.
   *
   * @param commandOf what the booking is to decide about a slot; asked once with the slot as wanted, so that nothing is
   *   taken for a command that will be refused, and once with the slot as the agenda recorded it
   */
  async function claimTime(
    booking: LoadedBooking,
    { time, terms, fromHold, onFree }: TimeWanted,
    run: CommandRun,
    commandOf: (slot: RecordedSlot) => BookingCommand,
  ): Promise<Handled<BookingStatus> | 'lapsed'> {
    const { date, start, end } = time;
    const { commandId } = run.context;
    const slotId = derivedId('slot', commandId, date, start, end, booking.state.lapsed.size);
    const wanted = { slotId, date, start, end };
    bookingDecider.decide(commandOf(wanted), booking.state);
    const request = { ...wanted, bookingId: idOfBooking(booking.stream), terms, fromHold };
    const slot = await takeSlot(request, run, onFree);
    if (slot === 'released') return 'lapsed';
    return bookings.append(booking, bookingDecider.decide(commandOf(slot), booking.state), run.context);
  }

  return { runTimed, claimTime };
}

import type { BookingStatus } from '../../../contracts/bookings.ts';
import { DeadlineExceeded } from '../../../eventsourcing/deadline.ts';
import { RuleBroken } from '../../../eventsourcing/decider.ts';
import type { CommandRun, EventStreams, Handled } from '../../../eventsourcing/event-streams.ts';
import { derivedId } from '../../../eventsourcing/identity.ts';
import { retryingConflicts } from '../../../eventsourcing/retrying-conflicts.ts';
import { alreadyApplied } from '../../../eventsourcing/stream-fold.ts';
import type { Admitted } from '../admission/admission.ts';
import type { CheckTime, SlotRequest, TakeSlot, Time } from '../agenda/take-slot.ts';
import { type BookingCommand, bookingDecider } from './decider.ts';
import { type BookingEvent, bookingStream, type Slot } from './events.ts';
import type { BookingState } from './state.ts';

export type BookingStreams = EventStreams<BookingCommand, BookingEvent, BookingState, BookingStatus>;

/** The time that a command wants for an appointment. */
export interface TimeWanted extends Pick<SlotRequest, 'terms' | 'fromHold'> {
  readonly time: Time;
  /**
   * What the booking decides about a slot. Asked once with the slot as wanted, so that nothing is taken for a command
   * that will be refused, and once with the slot as the agenda recorded it and what `admit` returned.
   */
  commandFor(slot: Slot, admitted?: Admitted): BookingCommand;
  /**
   * Called once the time is known to be free, and before it is taken. What it has counted is refunded when a rule refuses the command
   * after all; after any other error the booking may exist, so it stays counted.
   *
   * @param isRepeated an earlier try of the command had taken its time
   * @throws to take nothing
   */
  admit?(isRepeated: boolean): Promise<Admitted>;
}

/**
 * Runs a command that takes time (docs/event-model.md, "How time is given out"): reads the booking, takes the slot in the agenda, and appends the
 * booking's event at the revision that was read. Killed at any point, a retry of the same command goes on where it
 * stopped; a slot that no booking claims in the end is released by the slot keeper.
 *
 * @param wants what to take, decided on the booking as it is; asked again when the booking has changed meanwhile
 * @throws RuleBroken when the agenda or the booking refuses
 * @throws DeadlineExceeded
 */
export type ClaimTime = (
  bookingId: string,
  run: CommandRun,
  wants: (booking: BookingState) => TimeWanted | Promise<TimeWanted>,
) => Promise<Handled<BookingStatus>>;

/** When so many slots of one run were released before its booking claimed them, the log is too slow to go on. */
const MAX_LAPSES = 2;

export function createClaimTime({
  bookings,
  checkTime,
  takeSlot,
  prepareSealing = () => {},
}: {
  readonly bookings: BookingStreams;
  readonly checkTime: CheckTime;
  readonly takeSlot: TakeSlot;
  /** Called for a new stream whose first event will soon be sealed, so that its key is made while the slot is taken. */
  readonly prepareSealing?: ((stream: string) => void) | undefined;
}): ClaimTime {
  return (bookingId, run, wants) => {
    const stream = bookingStream(bookingId);
    let lapsesBefore: number | undefined;
    let admitted: Admitted | undefined;

    async function claim(): Promise<Handled<BookingStatus>> {
      for (;;) {
        const booking = await bookings.load(stream);
        const applied = alreadyApplied(booking, run);
        if (applied) return applied;
        const lapses = booking.state.lapsed.size;
        lapsesBefore ??= lapses;
        if (lapses - lapsesBefore >= MAX_LAPSES || performance.now() >= run.deadline) {
          throw new DeadlineExceeded(`gave up after ${lapses - lapsesBefore} lapsed claims`);
        }

        const { time, terms, fromHold, commandFor, admit } = await wants(booking.state);
        const { date, start, end } = time;
        const slotId = derivedId('slot', run.context.commandId, date, start, end, lapses);
        const wanted = { slotId, date, start, end };
        bookingDecider.decide(commandFor(wanted), booking.state);

        const request = { ...wanted, bookingId, terms, fromHold };
        if (admit) {
          const isTaken = await checkTime(request);
          admitted = await admit(isTaken || lapses > 0);
        }
        if (booking.expected === 'no-stream') prepareSealing(stream);
        const slot = await takeSlot(request, run);
        if (slot === 'released') continue;
        const decision = bookingDecider.decide(commandFor(slot, admitted), booking.state);
        return bookings.append(booking, decision, run.context);
      }
    }

    return bookings
      .runExclusive(stream, () => retryingConflicts(run, claim))
      .catch(async (error: unknown) => {
        if (error instanceof RuleBroken) await admitted?.refund();
        throw error;
      });
  };
}

import type { BookingStatus } from '../../../contracts/bookings/bookings.ts';
import { DeadlineExceeded } from '../../../eventsourcing/async/deadline.ts';
import { derivedId } from '../../../eventsourcing/identity.ts';
import { RuleBroken } from '../../../eventsourcing/streams/decider.ts';
import type { CommandRun, EventStreams, Handled } from '../../../eventsourcing/streams/event-streams.ts';
import { retryingConflicts } from '../../../eventsourcing/streams/retrying-conflicts.ts';
import { alreadyApplied } from '../../../eventsourcing/streams/stream-fold.ts';
import type { Admission } from '../admission/admission.ts';
import type { Admitted, BookingAttempt } from '../admission/attempts.ts';
import type { SlotRequest, SlotTaking } from '../agenda/take-slot.ts';
import { type BookingCommand, bookingDecider } from './decider.ts';
import { type BookingEvent, bookingStream, type Slot } from './events.ts';
import type { BookingState } from './state.ts';

export type BookingStreams = EventStreams<BookingCommand, BookingEvent, BookingState, BookingStatus>;

type WithSlot = Extract<BookingCommand, { readonly slot: Slot }>;
type WithoutSlot<Command> = Command extends WithSlot ? Omit<Command, 'slot'> : never;

/** A time that a booking needs, and the command to run on the booking once the time is taken. */
export interface WantedTime extends Pick<SlotRequest, 'terms' | 'fromHold'> {
  readonly time: Omit<Slot, 'slotId'>;
  readonly command: WithoutSlot<WithSlot>;
  /** For a new booking, which must be admitted before it takes time. */
  readonly attempt?: Omit<BookingAttempt, 'isRepeated'>;
}

/**
 * Runs a command that takes time (docs/event-model.md, "How time is given out"): reads the booking, takes the slot on the agenda, and
 * appends the booking's event at the revision that was read. If the process is killed at any point, a retry of the same command goes
 * on where it stopped. If no booking claims the slot in the end, the slot keeper releases it.
 *
 * @param wants decides on the present state of the booking which time to take; called again if the booking has changed meanwhile
 * @throws RuleBroken when the agenda or the booking refuses
 * @throws DeadlineExceeded
 */
export type TakeAndClaim = (
  bookingId: string,
  run: CommandRun,
  wants: (booking: BookingState) => WantedTime | Promise<WantedTime>,
) => Promise<Handled<BookingStatus>>;

interface Deps extends SlotTaking {
  readonly bookings: BookingStreams;
  readonly admission: Pick<Admission, 'admitBooking'>;
  /** Called for a new stream whose first event will soon be sealed. The stream's key is then made while the slot is taken. */
  readonly prepareSealing?: ((stream: string) => void) | undefined;
}

/** If so many slots of one run were released before the booking claimed them, the log is too slow, and the run gives up. */
const MAX_LAPSES = 2;

export function createTakeAndClaim({
  bookings,
  admission,
  checkSlot,
  takeSlot,
  prepareSealing = () => {},
}: Deps): TakeAndClaim {
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

        const { time, terms, fromHold, command, attempt } = await wants(booking.state);
        const { date, start, end } = time;
        const slotId = derivedId('slot', run.context.commandId, date, start, end, lapses);
        const wanted = { slotId, date, start, end };
        const decide = (slot: Slot) =>
          bookingDecider.decide(
            command.kind === 'RequestBooking'
              ? { ...command, slot, provenContacts: admitted?.provenContacts }
              : { ...command, slot },
            booking.state,
          );
        // A command that the booking would refuse fails here, before anything is taken.
        decide(wanted);
        const request = { ...wanted, bookingId, terms, fromHold };
        if (attempt) {
          const isTaken = await checkSlot(request);
          admitted = await admission.admitBooking({ ...attempt, isRepeated: isTaken || lapses > 0 });
        }
        if (booking.expected === 'no-stream') prepareSealing(stream);
        const slot = await takeSlot(request, run);
        if (slot === 'released') continue;
        return bookings.append(booking, decide(slot), run.context);
      }
    }

    return bookings
      .runExclusive(stream, () => retryingConflicts(run, claim))
      .catch(async (error: unknown) => {
        // After any other error the booking may exist, so it stays counted.
        if (error instanceof RuleBroken) await admitted?.refund();
        throw error;
      });
  };
}

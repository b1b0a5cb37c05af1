import type { BookingStatus } from '../../contracts/bookings.ts';
import { DeadlineExceeded } from '../../eventsourcing/deadline.ts';
import { RuleBroken } from '../../eventsourcing/decider.ts';
import type { CommandRun, EventStreams, Handled } from '../../eventsourcing/event-streams.ts';
import { derivedId } from '../../eventsourcing/identity.ts';
import { retryingConflicts } from '../../eventsourcing/retrying-conflicts.ts';
import { alreadyApplied, type Loaded } from '../../eventsourcing/stream-fold.ts';
import { dayOfWeek, type Minutes, type SalonDate } from '../../salon/salon-time.ts';
import type { Interval } from '../../salon/slots.ts';
import type { Admitted } from './admission/admission.ts';
import type { AgendaDeps } from './agenda/commands.ts';
import { agendaDecider, type BookingTerms, type HeldTime } from './agenda/decider.ts';
import { type AgendaEvent, agendaStream } from './agenda/events.ts';
import type { AgendaState } from './agenda/state.ts';
import { type BookingCommand, bookingDecider } from './appointment/decider.ts';
import { type BookingEvent, bookingStream, type Slot } from './appointment/events.ts';
import type { BookingState } from './appointment/state.ts';

type LoadedAgenda = Loaded<AgendaState, HeldTime | null>;

/** When an appointment takes place. */
interface Time {
  readonly date: SalonDate;
  readonly start: Minutes;
  readonly end: Minutes;
}

interface SlotRequest extends Time {
  readonly slotId: string;
  readonly bookingId: string;
  readonly terms: BookingTerms['kind'];
  readonly fromHold?: string | undefined;
}

/**
 * Takes a time for a booking, unless an earlier try of the same command has taken it.
 *
 * @returns the recorded slot, which the booking's event must repeat; or `released` when an earlier try took the slot and
 *   it was released since: the claim has lapsed, so the caller must load the booking again, which holds the lapse now, and
 *   derive a new slot id
 * @throws RuleBroken when the time is taken, blocked, past, too far ahead or not offered
 */
export type TakeSlot = (request: SlotRequest, run: CommandRun) => Promise<Slot | 'released'>;

/**
 * Refuses a time that can't be taken now, and takes nothing. A slot that an earlier try has taken passes.
 *
 * @returns whether an earlier try has taken it
 * @throws RuleBroken as `TakeSlot` does
 */
type CheckTime = (request: SlotRequest) => Promise<boolean>;

interface TimeTakingDeps extends AgendaDeps {
  /** Open windows of a weekday, 0 for Sunday. */
  windowsOn(dayOfWeek: number): readonly Interval[];
}

export type BookingStreams = EventStreams<BookingCommand, BookingEvent, BookingState, BookingStatus>;

/** The time that a command wants for an appointment. */
interface TimeWanted extends Pick<SlotRequest, 'terms' | 'fromHold'> {
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

const isUsed = ({ state }: LoadedAgenda, slotId: string) =>
  state.taken.has(slotId) || state.released.has(slotId);

/** The two steps of giving a time to a booking; only the second takes it. */
export function createTimeTaking({ agendas, windowsOn, timeZone, now }: TimeTakingDeps): {
  readonly checkTime: CheckTime;
  readonly takeSlot: TakeSlot;
} {
  function decide({ date, terms, ...slot }: SlotRequest, { state }: LoadedAgenda): readonly AgendaEvent[] {
    const windowed: BookingTerms =
      terms === 'public' || terms === 'staff'
        ? { kind: terms, windows: windowsOn(dayOfWeek(date)) }
        : { kind: terms };
    const clock = { date, timeZone, now: now() };
    return agendaDecider.decide({ kind: 'TakeSlot', ...slot, terms: windowed, clock }, state);
  }

  /**
   * Decides on the cached agenda, which saves a read: if the cache is stale, the append conflicts, and the next try
   * loads the agenda. Undefined when the cache would refuse or add nothing: only a fresh read may do that.
   */
  function decideOnCached(request: SlotRequest): readonly [LoadedAgenda, readonly AgendaEvent[]] | undefined {
    const agenda = agendas.cached(agendaStream(request.date));
    if (!agenda || isUsed(agenda, request.slotId)) return undefined;
    try {
      return [agenda, decide(request, agenda)];
    } catch (error) {
      if (error instanceof RuleBroken) return undefined;
      throw error;
    }
  }

  async function checkTime(request: SlotRequest): Promise<boolean> {
    if (decideOnCached(request)) return false;
    const agenda = await agendas.load(agendaStream(request.date));
    if (isUsed(agenda, request.slotId)) return true;
    decide(request, agenda);
    return false;
  }

  const takeSlot: TakeSlot = (request, run) => {
    const { slotId, date } = request;
    const stream = agendaStream(date);

    async function take(agenda: LoadedAgenda, decision: readonly AgendaEvent[]): Promise<Slot> {
      await agendas.append(agenda, decision, run.context);
      return recordedSlot(date, decision);
    }

    let isFirstTry = true;
    return agendas.runExclusive(stream, () =>
      retryingConflicts(run, async () => {
        const decided = isFirstTry ? decideOnCached(request) : undefined;
        isFirstTry = false;
        if (decided) return take(...decided);
        const agenda = await agendas.load(stream);
        const { taken, released } = agenda.state;
        const earlier = taken.get(slotId);
        if (earlier) return { slotId, date, start: earlier.start, end: earlier.end };
        if (released.has(slotId)) return 'released';
        return take(agenda, decide(request, agenda));
      }),
    );
  };

  return { checkTime, takeSlot };
}

function recordedSlot(date: SalonDate, [event]: readonly AgendaEvent[]): Slot {
  if (event?.type !== 'SlotTaken') throw new Error('the decision to take a slot has no SlotTaken');
  const { slotId, start, end } = event.data;
  return { slotId, date, start, end };
}

import type { CommandRun } from '../../../eventsourcing/streams/event-streams.ts';
import { retryingConflicts } from '../../../eventsourcing/streams/retrying-conflicts.ts';
import type { Loaded } from '../../../eventsourcing/streams/stream-fold.ts';
import { stretchOf } from '../../../salon/parts.ts';
import { dayOfWeek, type SalonDate } from '../../../salon/salon-time.ts';
import type { Slot } from '../appointment/events.ts';
import type { BookingTerms } from './checks.ts';
import {
  type AgendaAndHours,
  type AgendaStreams,
  agendaDecider,
  type GivenUp,
  type HeldTime,
  type WantedTime,
} from './decider.ts';
import type { AgendaEvent } from './events.ts';
import type { AgendaState } from './state.ts';

/** A salon day as it was read. */
export type LoadedDay = Loaded<AgendaState, HeldTime | null>;

/**
 * Takes time on a day, for bookings and holds: decides and appends in turn with this process's other commands on the day. The first try
 * uses the day as it was read, if that is still current; after another process's append, the day is read again.
 */
export function onDay<T>(
  agendas: AgendaStreams,
  day: LoadedDay,
  run: CommandRun,
  decideAndAppend: (day: LoadedDay) => Promise<T>,
): Promise<T> {
  let read: LoadedDay | undefined = day;
  return agendas.runExclusive(day.stream, () =>
    retryingConflicts(run, async () => {
      const now = read?.isCurrent ? read : await agendas.load(day.stream);
      read = undefined;
      return decideAndAppend(now);
    }),
  );
}

/** A slot that a booking wants to take on its day's agenda. */
export interface SlotRequest extends Pick<WantedTime, 'candidates'> {
  readonly slotId: string;
  readonly date: SalonDate;
  readonly bookingId: string;
  readonly terms: BookingTerms['kind'];
  readonly fromHold?: string | undefined;
  readonly givenUp?: GivenUp | undefined;
}

/** The two steps by which a booking gets a slot. Only the second one takes the slot. */
export interface SlotTaking {
  /**
   * Refuses a time that can't be taken on the day as it was read, and takes nothing.
   *
   * @returns whether an earlier try of the same command has already taken the slot, and the hold that ends when it is taken
   * @throws RuleBroken when the time is taken, blocked, past, too far ahead or not offered
   */
  checkSlot(
    request: SlotRequest,
    day: LoadedDay,
  ): { readonly isTaken: boolean; readonly endsHold: string | undefined };
  /**
   * Takes a slot for a booking, unless an earlier try of the same command has already taken it.
   *
   * @returns the recorded slot, from which the booking's event is built; or `released` if an earlier try took the slot and the slot
   *   keeper has released it since. The booking's claim has lapsed then: the caller must load the booking again, which now contains
   *   the lapse, and derive a new slot id.
   * @throws RuleBroken when `checkSlot` does
   */
  takeSlot(request: SlotRequest, day: LoadedDay, run: CommandRun): Promise<Slot | 'released'>;
}

export function createSlotTaking({
  agendas,
  windowsOn,
  startRules,
  stylistChoice,
  timeZone,
  now,
}: AgendaAndHours): SlotTaking {
  function decide({ date, terms, ...wanted }: SlotRequest, { state }: LoadedDay): readonly AgendaEvent[] {
    const windows = windowsOn(dayOfWeek(date));
    const windowed: BookingTerms =
      terms === 'public' || terms === 'staff'
        ? { kind: terms, windows, rules: startRules() }
        : { kind: terms, windows };
    const clock = { date, timeZone, now: now() };
    const choice = stylistChoice();
    return agendaDecider.decide({ kind: 'TakeSlot', ...wanted, choice, terms: windowed, clock }, state);
  }

  return {
    checkSlot(request, day) {
      const { slotId, fromHold } = request;
      const isTaken = day.state.taken.has(slotId) || day.state.released.has(slotId);
      if (isTaken) return { isTaken, endsHold: fromHold };
      return { isTaken, endsHold: takenBy(decide(request, day)).fromHold };
    },

    takeSlot: (request, day, run) =>
      onDay(agendas, day, run, async (current) => {
        const { slotId, date } = request;
        const { taken, released } = current.state;
        const earlier = taken.get(slotId);
        if (earlier) return { slotId, date, ...stretchOf(earlier) };
        if (released.has(slotId)) return 'released';
        const decision = decide(request, current);
        await agendas.append(current, decision, run.context);
        return { slotId, date, ...stretchOf(takenBy(decision)) };
      }),
  };
}

function takenBy(events: readonly AgendaEvent[]) {
  const event = events.at(-1);
  if (event?.type !== 'SlotTaken') throw new Error('the decision to take a slot has no SlotTaken');
  return event.data;
}

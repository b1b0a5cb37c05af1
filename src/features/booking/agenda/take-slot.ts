import { RuleBroken } from '../../../eventsourcing/streams/decider.ts';
import type { CommandRun } from '../../../eventsourcing/streams/event-streams.ts';
import { retryingConflicts } from '../../../eventsourcing/streams/retrying-conflicts.ts';
import type { Loaded } from '../../../eventsourcing/streams/stream-fold.ts';
import { dayOfWeek, type SalonDate } from '../../../salon/salon-time.ts';
import type { Slot } from '../appointment/events.ts';
import type { BookingTerms } from './checks.ts';
import { type AgendaAndHours, agendaDecider, type HeldTime } from './decider.ts';
import { type AgendaEvent, agendaStream } from './events.ts';
import type { AgendaState } from './state.ts';

/** A slot that a booking wants to take on its day's agenda. */
export interface SlotRequest extends Slot {
  readonly bookingId: string;
  readonly terms: BookingTerms['kind'];
  readonly fromHold?: string | undefined;
}

/** The two steps by which a booking gets a slot. Only the second one takes the slot. */
export interface SlotTaking {
  /**
   * Refuses a time that can't be taken now, and takes nothing. A slot that an earlier try has already taken isn't refused.
   *
   * @returns whether an earlier try has taken the slot
   * @throws RuleBroken when the time is taken, blocked, past, too far ahead or not offered
   */
  checkSlot(request: SlotRequest): Promise<boolean>;
  /**
   * Takes a slot for a booking, unless an earlier try of the same command has already taken it.
   *
   * @returns the recorded slot, whose data the booking's event must repeat; or `released` if an earlier try took the slot and the
   *   slot keeper has released it since. The booking's claim has lapsed then: the caller must load the booking again, which now
   *   contains the lapse, and derive a new slot id.
   * @throws RuleBroken when `checkSlot` does
   */
  takeSlot(request: SlotRequest, run: CommandRun): Promise<Slot | 'released'>;
}

type LoadedAgenda = Loaded<AgendaState, HeldTime | null>;

const isUsed = ({ state }: LoadedAgenda, slotId: string) =>
  state.taken.has(slotId) || state.released.has(slotId);

export function createSlotTaking({ agendas, windowsOn, timeZone, now }: AgendaAndHours): SlotTaking {
  function decide({ date, terms, ...slot }: SlotRequest, { state }: LoadedAgenda): readonly AgendaEvent[] {
    const windowed: BookingTerms =
      terms === 'public' || terms === 'staff'
        ? { kind: terms, windows: windowsOn(dayOfWeek(date)) }
        : { kind: terms };
    const clock = { date, timeZone, now: now() };
    return agendaDecider.decide({ kind: 'TakeSlot', ...slot, terms: windowed, clock }, state);
  }

  /**
   * Decides on the cached agenda, which saves a read. If the cached agenda is stale, the append conflicts, and the next try loads the
   * agenda. Undefined if the cached agenda would refuse the slot or lead to no event, since only a fresh read may decide that.
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

  async function checkSlot(request: SlotRequest): Promise<boolean> {
    if (decideOnCached(request)) return false;
    const agenda = await agendas.load(agendaStream(request.date));
    if (isUsed(agenda, request.slotId)) return true;
    decide(request, agenda);
    return false;
  }

  const takeSlot: SlotTaking['takeSlot'] = (request, run) => {
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

  return { checkSlot, takeSlot };
}

function recordedSlot(date: SalonDate, [event]: readonly AgendaEvent[]): Slot {
  if (event?.type !== 'SlotTaken') throw new Error('the decision to take a slot has no SlotTaken');
  const { slotId, start, end } = event.data;
  return { slotId, date, start, end };
}

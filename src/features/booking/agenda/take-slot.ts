import { retryingConflicts } from '../../../eventsourcing/deadline.ts';
import { RuleBroken } from '../../../eventsourcing/decider.ts';
import type { CommandRun, EventStreams } from '../../../eventsourcing/event-streams.ts';
import type { Loaded } from '../../../eventsourcing/stream-fold.ts';
import { dayOfWeek, type Minutes, type SalonDate } from '../../../salon/salon-time.ts';
import type { Interval } from '../../../salon/slots.ts';
import { type AgendaCommand, agendaDecider, type BookingTerms, type HeldTime } from './decider.ts';
import { type AgendaEvent, agendaStream } from './events.ts';
import type { AgendaState } from './state.ts';

export type AgendaStreams = EventStreams<AgendaCommand, AgendaEvent, AgendaState, HeldTime | null>;

type LoadedAgenda = Loaded<AgendaState, HeldTime | null>;

/** When an appointment takes place. */
export interface Time {
  readonly date: SalonDate;
  readonly start: Minutes;
  readonly end: Minutes;
}

export interface SlotRequest extends Time {
  readonly slotId: string;
  readonly bookingId: string;
  readonly terms: BookingTerms['kind'];
  readonly fromHold?: string | undefined;
}

/** A slot as the agenda has recorded it. */
export interface RecordedSlot extends Time {
  readonly slotId: string;
}

/**
 * Takes time on a day for a booking, or finds it taken by an earlier try of the same command.
 *
 * @returns the slot as recorded, which the booking's own event must repeat; or `released` when it was taken and has been
 *   released again: the claim lapsed, so the caller must start over from the booking stream, where it finds the lapse and
 *   derives a new slot id
 * @throws RuleBroken when the time is taken, blocked, past, too far ahead or not offered
 */
export type TakeSlot = (
  request: SlotRequest,
  run: CommandRun,
  /** Called when the time is found free, right before it is taken. */
  onFree?: () => void,
) => Promise<RecordedSlot | 'released'>;

export interface TakeSlotDeps {
  readonly agendas: AgendaStreams;
  /** Open windows of a weekday, 0 for Sunday. */
  windowsOn(dayOfWeek: number): readonly Interval[];
  readonly timeZone: string;
  now(): Date;
}

export function createTakeSlot({ agendas, windowsOn, timeZone, now }: TakeSlotDeps): TakeSlot {
  return ({ date, terms, ...slot }, run, onFree = () => {}) => {
    const { slotId } = slot;
    const stream = agendaStream(date);

    const taking = ({ state }: LoadedAgenda) => {
      const windowed: BookingTerms =
        terms === 'public' ? { kind: terms, windows: windowsOn(dayOfWeek(date)) } : { kind: terms };
      const clock = { date, timeZone, now: now() };
      return agendaDecider.decide({ kind: 'TakeSlot', ...slot, terms: windowed, clock }, state);
    };

    /** On a remembered agenda, whose append tells whether it is behind; undefined where that decides nothing. */
    function takingFromMemory(): readonly [LoadedAgenda, readonly AgendaEvent[]] | undefined {
      const agenda = agendas.remembered(stream);
      if (!agenda || agenda.state.taken.has(slotId) || agenda.state.released.has(slotId)) return undefined;
      try {
        return [agenda, taking(agenda)];
      } catch (error) {
        if (error instanceof RuleBroken) return undefined;
        throw error;
      }
    }

    async function take(agenda: LoadedAgenda, decision: readonly AgendaEvent[]): Promise<RecordedSlot> {
      onFree();
      await agendas.append(agenda, decision, run.context);
      return recordedSlot(date, decision);
    }

    let isFirstTry = true;
    return agendas.runExclusive(stream, () =>
      retryingConflicts(run, async () => {
        const fromMemory = isFirstTry ? takingFromMemory() : undefined;
        isFirstTry = false;
        if (fromMemory) return take(...fromMemory);
        const agenda = await agendas.load(stream);
        const { taken, released } = agenda.state;
        const earlier = taken.get(slotId);
        if (earlier) return { slotId, date, start: earlier.start, end: earlier.end };
        if (released.has(slotId)) return 'released';
        return take(agenda, taking(agenda));
      }),
    );
  };
}

function recordedSlot(date: SalonDate, [event]: readonly AgendaEvent[]): RecordedSlot {
  if (event?.type !== 'SlotTaken') throw new Error('taking a slot begins with a slot taken');
  const { slotId, start, end } = event.data;
  return { slotId, date, start, end };
}

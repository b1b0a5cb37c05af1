import { retryingConflicts } from '../../../eventsourcing/deadline.ts';
import type { CommandRun, EventStreams } from '../../../eventsourcing/event-streams.ts';
import { dayOfWeek, type Minutes, type SalonDate } from '../../../salon/salon-time.ts';
import type { Interval } from '../../../salon/slots.ts';
import { type AgendaCommand, type AgendaState, agendaDecider } from './decider.ts';
import { type AgendaEvent, agendaStream } from './events.ts';

export type AgendaStreams = EventStreams<AgendaCommand, AgendaEvent, AgendaState>;

export interface SlotRequest {
  readonly date: SalonDate;
  readonly slotId: string;
  readonly bookingId: string;
  readonly start: Minutes;
  readonly end: Minutes;
  readonly terms: 'public' | 'staff' | 'reinstate';
  readonly fromHold?: string | undefined;
}

/**
 * Takes time on a day for a booking, or finds it taken by an earlier try of the same command.
 *
 * @returns false when the slot was taken and has been released again: the claim lapsed, so the caller must
 *   start over from the booking stream, where it finds the lapse and derives a new slot id
 * @throws RuleBroken when the time is taken, blocked, past, too far ahead or not offered
 */
export type TakeSlot = (request: SlotRequest, run: CommandRun) => Promise<boolean>;

export interface TakeSlotDeps {
  readonly agendas: AgendaStreams;
  /** Open windows of a weekday, 0 for Sunday. */
  windowsOn(dayOfWeek: number): readonly Interval[];
  readonly timeZone: string;
  now(): Date;
}

export function createTakeSlot({ agendas, windowsOn, timeZone, now }: TakeSlotDeps): TakeSlot {
  return async ({ date, terms, ...slot }, run) => {
    const stream = agendaStream(date);
    return agendas.inTurn(stream, () =>
      retryingConflicts(run, async () => {
        const agenda = await agendas.load(stream);
        const earlier = agenda.state.slots.get(slot.slotId);
        if (earlier) return !earlier.released;
        const decision = agendaDecider.decide(
          {
            kind: 'TakeSlot',
            ...slot,
            terms:
              terms === 'public' ? { kind: terms, windows: windowsOn(dayOfWeek(date)) } : { kind: terms },
            clock: { date, timeZone, now: now() },
          },
          agenda.state,
        );
        await agendas.append(agenda, decision, run.context);
        return true;
      }),
    );
  };
}

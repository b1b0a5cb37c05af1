import { ERASED } from '../src/eventsourcing/event-types.ts';
import { type AgendaEvent, isDayDecision, parseAgendaId } from '../src/features/booking/agenda/events.ts';
import type { SalonDate } from '../src/salon/salon-time.ts';
import type { ProjectedEvent } from './engine/projection.ts';

type DayEvent = ProjectedEvent<AgendaEvent>;

/** How often staff have decided something about a date, which is the version that clients name. */
export type DayVersion = {
  readonly version: number;
  /** Of the last decision that was counted. */
  readonly revision: number;
};

/** The date that staff decide about; null for an event about customers' times. */
export const decidedDate = ({ type, stream }: DayEvent): SalonDate | null =>
  isDayDecision(type) ? parseAgendaId(stream).date : null;

/** The version after a decision; null if that has been counted already. */
export function versionAfter(row: DayVersion | undefined, event: DayEvent): DayVersion | null {
  const revision = Number(event.revision);
  return row && revision <= row.revision ? null : { version: (row?.version ?? 0) + 1, revision };
}

/** The reason that staff typed for a block; null once it was erased. */
export const reasonIn = ({ personal }: { personal: typeof ERASED | { reason: string } }): string | null =>
  personal === ERASED ? null : personal.reason;

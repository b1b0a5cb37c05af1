import { idOfStylist, type StylistEvent } from '../src/features/team/events.ts';
import { FIRST_STYLIST, type Stylist, type StylistWeek } from '../src/salon/team.ts';

/** The facts of a stylist by which time is given out, as rows have them. */
export type StylistFacts = {
  readonly id: string;
  /** Null for all that the salon offers. */
  readonly services: Stylist['services'];
  /** The place in the salon's order. */
  readonly place: number;
  readonly online: boolean;
  readonly active: boolean;
  /** Null where the salon's hours count. */
  readonly week: StylistWeek | null;
};

export const FACTS_COLUMNS = {
  id: 'text',
  services: 'json',
  place: 'double precision',
  online: 'boolean',
  active: 'boolean',
  week: 'json',
} as const;

/** Those of a stylist of whom nothing is recorded yet. @param stream the stylist's */
export function factsBefore(stream: string): StylistFacts {
  const { services, order: place, isOnline: online, isActive: active, week } = FIRST_STYLIST;
  return { id: idOfStylist(stream), services, place, online, active, week };
}

/** A row with these facts as they are after the event. */
export function factsAfter<Row extends StylistFacts>(row: Row, { type, data }: StylistEvent): Row {
  switch (type) {
    case 'StylistAdded':
    case 'StylistChanged':
      return { ...row, services: data.services, place: data.order, online: data.online };
    case 'StylistHoursSet':
      return { ...row, week: data.week };
    case 'StylistActivated':
      return { ...row, active: true };
    case 'StylistDeactivated':
    case 'StylistErased':
      return { ...row, active: false };
  }
}

import { ERASED } from '../../src/eventsourcing/event-types.ts';
import {
  idOfStylist,
  type RecordedCard,
  STYLIST,
  stylistEventTypes,
} from '../../src/features/team/events.ts';
import { FIRST_STYLIST, type StylistWeek } from '../../src/salon/team.ts';
import { defineTable, type Projection, sqlName } from '../engine/projection.ts';

export type StylistRow = {
  readonly id: string;
  /** Null for all that the salon offers. */
  readonly services: RecordedCard['services'];
  /** The place in the salon's order. */
  readonly place: number;
  readonly online: boolean;
  readonly active: boolean;
  readonly erased: boolean;
  /** Null where the salon's hours count. */
  readonly week: StylistWeek | null;
  readonly version: number;
};

/** A stylist of whom nothing is recorded yet. */
export const unrecorded = (id: string): StylistRow => ({
  id,
  services: null,
  place: FIRST_STYLIST.order,
  online: FIRST_STYLIST.isOnline,
  active: FIRST_STYLIST.isActive,
  erased: false,
  week: null,
  version: 0,
});

/** What each stylist does, and when, with their earlier states; none is ever removed. */
export const STYLISTS = defineTable({
  name: 'stylists',
  streams: `${STYLIST}-`,
  eventTypes: stylistEventTypes,
  key: 'id',
  columns: {
    id: 'text',
    services: 'json',
    place: 'double precision',
    online: 'boolean',
    active: 'boolean',
    erased: 'boolean',
    week: 'json',
    version: 'integer',
  },
  versioned: { indexes: [] },
  keyOf: ({ stream }) => idOfStylist(stream),
  evolve(row: StylistRow | undefined, event): StylistRow {
    const before = row ?? unrecorded(idOfStylist(event.stream));
    const next = { ...before, version: Number(event.revision) + 1 };
    switch (event.type) {
      case 'StylistAdded':
      case 'StylistChanged': {
        const { services, order: place, online } = event.data;
        return { ...next, services, place, online };
      }
      case 'StylistHoursSet':
        return { ...next, week: event.data.week };
      case 'StylistActivated':
      case 'StylistDeactivated':
        return { ...next, active: event.type === 'StylistActivated' };
      case 'StylistErased':
        return { ...next, erased: true };
    }
  },
});

type StylistNameRow = {
  readonly id: string;
  /** Null as long as the first stylist goes by the salon's name. */
  readonly name: string | null;
  readonly title: string;
};

/** What they are called: apart, since no erasure reaches the earlier states of a versioned table. */
const names = defineTable({
  name: 'stylist_names',
  streams: `${STYLIST}-`,
  eventTypes: stylistEventTypes,
  key: 'id',
  rowPerStream: true,
  columns: { id: 'text', name: 'text', title: 'text' },
  keyOf: ({ stream }) => idOfStylist(stream),
  evolve(row: StylistNameRow | undefined, event): StylistNameRow | null {
    if (event.type === 'StylistErased') return null;
    if (event.type !== 'StylistAdded' && event.type !== 'StylistChanged') return row ?? null;
    const { personal } = event.data;
    return personal === ERASED ? null : { id: idOfStylist(event.stream), ...personal };
  },
});

/** The salon's stylists. */
export const team: Projection = { name: 'team', version: 1, readsPersonal: true, tables: [STYLISTS, names] };

/** Names of the live tables. */
export const STYLISTS_TABLE = sqlName(team, STYLISTS);
export const STYLIST_NAMES_TABLE = sqlName(team, names);

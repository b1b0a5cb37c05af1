import { ERASED } from '../../src/eventsourcing/event-types.ts';
import { idOfStylist, STYLIST, stylistEventTypes } from '../../src/features/team/events.ts';
import { defineTable, type Projection, sqlName } from '../engine/projection.ts';
import { FACTS_COLUMNS, factsAfter, factsBefore, type StylistFacts } from '../stylist-facts.ts';

export type StylistRow = StylistFacts & { readonly erased: boolean; readonly version: number };

/** A stylist of whom nothing is recorded yet. @param stream the stylist's */
export const unrecorded = (stream: string): StylistRow => ({
  ...factsBefore(stream),
  erased: false,
  version: 0,
});

/** The services and the hours of each stylist, with their earlier states; none is ever removed. */
export const STYLISTS = defineTable({
  name: 'stylists',
  streams: `${STYLIST}-`,
  eventTypes: stylistEventTypes,
  key: 'id',
  columns: { ...FACTS_COLUMNS, erased: 'boolean', version: 'integer' },
  versioned: { indexes: [] },
  keyOf: ({ stream }) => idOfStylist(stream),
  evolve(row: StylistRow | undefined, event): StylistRow {
    const after = factsAfter(row ?? unrecorded(event.stream), event);
    const erased = after.erased || event.type === 'StylistErased';
    return { ...after, erased, version: Number(event.revision) + 1 };
  },
});

type StylistNameRow = {
  readonly id: string;
  /** Null as long as the first stylist goes by the salon's name. */
  readonly name: string | null;
  readonly title: string;
};

/** The names are in a table of their own, since no erasure reaches the earlier states of a versioned one. */
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

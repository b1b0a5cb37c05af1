import { defineTable, type Projection } from '../engine/projection.ts';

type ClockRow = {
  readonly id: typeof CLOCK;
  /** The latest `metadata.at` so far: ISO-8601 UTC instant. */
  readonly at: string;
};

/** Key of the only row. */
export const CLOCK = 'log';

/**
 * The time at each position of the log. The clocks of several processes differ a little, so that the instants of events may go backwards;
 * the time of a position is the latest instant up to there, which never does.
 *
 * @param projections their versioned tables are read as of an instant
 */
export function clockOf(projections: readonly Projection[]): Projection {
  const versioned = projections.flatMap(({ tables }) => tables.filter((table) => table.versioned));
  const table = defineTable({
    name: 'clock',
    streams: [...new Set(versioned.flatMap(({ streams }) => streams))],
    eventTypes: Object.assign({}, ...versioned.map(({ eventTypes }) => eventTypes)),
    key: 'id',
    columns: { id: 'text', at: 'text' },
    versioned: { indexes: ['at'] },
    keyOf: () => CLOCK,
    evolve: (row: ClockRow | undefined, { metadata: { at } }): ClockRow =>
      row && row.at >= at ? row : { id: CLOCK, at },
  });
  return { name: 'clock', version: 1, tables: [table] };
}

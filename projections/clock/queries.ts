import type { Pool } from 'pg';
import { batcher } from '../../src/adapters/postgres/batcher.ts';
import { LOG_START, type Position } from '../../src/eventsourcing/event-store.ts';
import { clock } from '../all.ts';
import { sqlName, type Table } from '../engine/projection.ts';
import { pastOf, SINCE } from '../engine/stored-tables.ts';
import { CLOCK } from './projection.ts';

const [table] = clock.tables as readonly [Table];
const LIVE = sqlName(clock, table);
const PAST = sqlName(clock, pastOf(table));

/** Finds the instant of a position, and the position of an instant. Instants are ISO-8601 texts in UTC with milliseconds. */
export function createClockReader(pool: Pool) {
  const instantOf = batcher<Position, string | null>(
    async (positions) => {
      const { rows } = await pool.query<{ at: string | null }>({
        name: 'clock-instants-of',
        // The earlier states are as many as events: each part reads one entry of an index.
        text: `select (
            select at from (
              select at, ${SINCE} from ${LIVE} where id = '${CLOCK}' and ${SINCE} <= asked.position
              union all
              (select at, ${SINCE} from ${PAST} where id = '${CLOCK}' and ${SINCE} <= asked.position
                order by ${SINCE} desc limit 1)) states
            order by ${SINCE} desc limit 1) as at
          from unnest($1::text[]) with ordinality as asked (position, n) order by n`,
        values: [positions],
      });
      return rows.map(({ at }) => at);
    },
    { concurrency: 2 },
  );
  return {
    /**
     * The latest instant that an event up to the position is recorded with; null if there is none. Those that are asked for at the same
     * time share a query.
     */
    instantOf,
    /** Positions, one for each instant: that of the first event recorded as later; `LOG_START` if there is none yet. */
    async firstAfter(instants: readonly string[]): Promise<readonly Position[]> {
      const { rows } = await pool.query<{ position: Position | null }>({
        name: 'clock-first-after',
        text: `select coalesce(
            (select ${SINCE} from ${PAST} where at > instant order by at limit 1),
            (select ${SINCE} from ${LIVE} where at > instant)) as position
          from unnest($1::text[]) with ordinality as asked (instant, n) order by n`,
        values: [instants],
      });
      return rows.map(({ position }) => position ?? LOG_START);
    },
  };
}

export type ClockReader = ReturnType<typeof createClockReader>;

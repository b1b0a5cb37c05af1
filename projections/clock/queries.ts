import type { Pool } from 'pg';
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
  return {
    /** The latest instant that an event up to the position is recorded with; null if there is none. */
    async instantOf(position: Position): Promise<string | null> {
      const { rows } = await pool.query<{ at: string }>({
        name: 'clock-instant-of',
        // The earlier states are as many as events: each part reads one entry of an index.
        text: `select at from (
            select at, ${SINCE} from ${LIVE} where id = '${CLOCK}' and ${SINCE} <= $1
            union all
            (select at, ${SINCE} from ${PAST} where id = '${CLOCK}' and ${SINCE} <= $1
              order by ${SINCE} desc limit 1)) states
          order by ${SINCE} desc limit 1`,
        values: [position],
      });
      return rows[0]?.at ?? null;
    },
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

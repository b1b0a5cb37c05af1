import type { Pool } from 'pg';
import type { OwnSince } from '../../src/http/operation/sight.ts';
import type { ProjectedPositions } from '../engine/positions/projected-positions.ts';
import { sqlName } from '../engine/projection.ts';
import { pastOf, UNTIL } from '../engine/stored-tables.ts';
import { STYLIST_OF } from '../stylist-of.ts';
import { APPOINTMENTS, appointments } from './projection.ts';

const OWN = `id = any($2::uuid[]) and ${STYLIST_OF} = $1`;

export function createOwnSince(pool: Pool, positions: Pick<ProjectedPositions, 'reached'>): OwnSince {
  return async (stylistId, ids, since, upTo) => {
    if ((await positions.reached(appointments.name, upTo)) < upTo) return null;
    const { rows } = await pool.query<{ id: string }>({
      name: 'appointments-own-since',
      text: `select id from ${sqlName(appointments, APPOINTMENTS)} where ${OWN}
        union select id from ${sqlName(appointments, pastOf(APPOINTMENTS))} where ${OWN} and ${UNTIL} > $3`,
      values: [stylistId, ids, since],
    });
    return new Set(rows.map(({ id }) => id));
  };
}

import type { Pool } from 'pg';
import type { LiveChange } from '../../../src/contracts/live.ts';
import type { Position } from '../../../src/eventsourcing/event-store.ts';
import { HISTORY_MERGES_TABLE, HISTORY_TABLE } from '../projection.ts';

/** More events than this aren't told one by one: it takes less to load again whatever is shown. */
const MOST_EVENTS = 1_000;

/** Holds of visitors come and go by the hundred, and no screen shows them. */
const EVENTS = `
  select kind, thing, customer_id, other_customer_id, merge_id, position from ${HISTORY_TABLE}
  where position > $1 and position <= $2 and type not in ('SlotHeld', 'SlotHoldDropped')
  order by position limit ${MOST_EVENTS + 1}`;

/** A split is about those whom its merge was about. */
const CHANGES = `
  with events as (${EVENTS}),
  things as (
    select kind, thing as id, position from events where merge_id is null
    union all select 'customer', customer_id::text, position from events where customer_id is not null
    union all select 'customer', other_customer_id::text, position from events where other_customer_id is not null
    union all select 'customer', from_id::text, position from events e join ${HISTORY_MERGES_TABLE} m on m.id = e.merge_id
    union all select 'customer', into_id::text, position from events e join ${HISTORY_MERGES_TABLE} m on m.id = e.merge_id)
  select (select count(*)::int from events) as events,
    coalesce((select json_agg(changed order by position) from (
      select kind, id, max(position) as position from things group by kind, id) changed), '[]') as changes`;

/** The changes after one position, up to another, each thing once; null when there are too many. */
export type ChangesBetween = (after: Position, upTo: Position) => Promise<readonly LiveChange[] | null>;

export function createChangesBetween(pool: Pool): ChangesBetween {
  return async (after, upTo) => {
    const { rows } = await pool.query<{ events: number; changes: readonly LiveChange[] }>({
      name: 'history-changes',
      text: CHANGES,
      values: [after, upTo],
    });
    const [{ events, changes } = { events: 0, changes: [] }] = rows;
    return events > MOST_EVENTS ? null : changes;
  };
}

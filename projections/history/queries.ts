import type { Pool } from 'pg';
import type { SalonDate } from '../../src/salon/salon-time.ts';
import { HISTORY_MERGES_TABLE, HISTORY_TABLE, type HistoryRow } from './projection.ts';

/** Which events make a history. */
export type HistoryOf =
  | { readonly kind: 'stream'; readonly stream: string }
  /** The booking's own stream, and that of its messages. */
  | { readonly kind: 'booking'; readonly stream: string; readonly messages: string }
  /** The day's own stream, and those of the bookings that were ever on it. */
  | { readonly kind: 'day'; readonly stream: string; readonly date: SalonDate }
  /** The customer's own stream, and whatever is about them elsewhere. */
  | { readonly kind: 'customer'; readonly stream: string; readonly customerId: string };

const othersOf = (of: HistoryOf): readonly string[] => {
  switch (of.kind) {
    case 'stream':
      return [];
    case 'booking':
      return [of.messages];
    case 'day':
      return [of.date];
    case 'customer':
      return [of.customerId];
  }
};

interface HistoryPart {
  /** Events before this position only. */
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** A split is about those whom its merge was about. */
const ROWS = `
  select h.id, h.stream, h.revision, h.position, h.type, h.at, h.actor, h.correlation_id, h.causation_id, h.kind,
    coalesce(m.from_id::text, h.thing) as thing, h.day, coalesce(m.from_id, h.customer_id) as customer_id,
    coalesce(m.into_id, h.other_customer_id) as other_customer_id, h.merge_id
  from ${HISTORY_TABLE} h left join ${HISTORY_MERGES_TABLE} m on m.id = h.merge_id`;
const PART = `and ($2::text is null or h.position < $2) order by h.position desc limit $3`;
const listed = (rows: string) => `select coalesce(json_agg(e), '[]') as rows from (${rows}) e`;

const CONDITIONS = {
  stream: 'h.stream = $1',
  booking: 'h.stream in ($1, $4)',
  day: `h.stream in (select $1 union select stream from ${HISTORY_TABLE} where day = $4)`,
  customer: `h.id in (
    select id from ${HISTORY_TABLE} where stream = $1
    union select id from ${HISTORY_TABLE} where customer_id = $4
    union select id from ${HISTORY_TABLE} where other_customer_id = $4
    union select id from ${HISTORY_TABLE} where merge_id in (
      select id from ${HISTORY_MERGES_TABLE} where from_id = $4 or into_id = $4))`,
} as const;

/** Events of a history, the newest first. */
export function createHistoryRows(pool: Pool) {
  return async (of: HistoryOf, { cursor, limit }: HistoryPart): Promise<readonly HistoryRow[]> => {
    const { rows } = await pool.query<{ rows: readonly HistoryRow[] }>({
      name: `history-of-${of.kind}`,
      text: listed(`${ROWS} where ${CONDITIONS[of.kind]} ${PART}`),
      values: [of.stream, cursor, limit, ...othersOf(of)],
    });
    return rows[0]?.rows ?? [];
  };
}

/** Events by their ids; those that aren't events of this log are missing. */
export function createEventsById(pool: Pool) {
  return async (ids: readonly string[]): Promise<ReadonlyMap<string, HistoryRow>> => {
    if (ids.length === 0) return new Map();
    const { rows } = await pool.query<{ rows: readonly HistoryRow[] }>({
      name: 'history-by-id',
      text: listed(`${ROWS} where h.id = any($1::uuid[])`),
      values: [ids],
    });
    return new Map((rows[0]?.rows ?? []).map((row) => [row.id, row]));
  };
}

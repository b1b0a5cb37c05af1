import type { Pool } from 'pg';
import type { ActivityQuery } from '../../src/contracts/history/activity.ts';
import { type HistoryKind, MESSAGE_HISTORIES } from '../../src/contracts/history/history.ts';
import type { MessageReason } from '../../src/contracts/messages/messages.ts';
import type { Position } from '../../src/eventsourcing/event-store.ts';
import { TIME_EVENTS } from '../../src/features/booking/agenda/events.ts';
import type { NamesOf } from '../../src/http/operation/caller.ts';
import { addSalonDays, type SalonDate, startOfDay } from '../../src/salon/salon-time.ts';
import { isoInstant, readAsJson } from '../engine/json-rows.ts';
import { actorsOf } from './actors.ts';
import { HISTORY_MERGES_TABLE, HISTORY_TABLE, type HistoryRow, textList } from './projection.ts';

/** Which events make a history. */
export type HistoryOf =
  | { readonly kind: 'stream'; readonly stream: string }
  /** The salon's own stream, and those of reviews and stylists. */
  | { readonly kind: 'settings' }
  /** The booking's own stream, and those of its texts and mails. */
  | {
      readonly kind: 'booking';
      readonly stream: string;
      readonly messages: string;
      readonly mails: string;
    }
  /** The day's own stream, and those of the bookings that were ever on it. */
  | { readonly kind: 'day'; readonly stream: string; readonly date: SalonDate }
  /** The customer's own stream, and whatever is about them elsewhere. */
  | { readonly kind: 'customer'; readonly stream: string; readonly customerId: string };

const othersOf = (of: HistoryOf): readonly string[] => {
  switch (of.kind) {
    case 'stream':
    case 'settings':
      return [];
    case 'booking':
      return [of.messages, of.mails];
    case 'day':
      return [of.date];
    case 'customer':
      return [of.customerId];
  }
};

interface AskedPage {
  /** Events before this position only. */
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** An event as another one names it: what led to it. */
type Cause = Pick<HistoryRow, 'id' | 'type' | 'at' | 'kind' | 'thing'>;

/** An event as histories read it. */
export type ListedEvent = Cause &
  Pick<HistoryRow, 'stream' | 'position' | 'actor' | 'correlation_id'> & {
    /** The event that led to it, as its metadata says; null where that was a request. */
    readonly cause: Cause | null;
  };

/** A split is about those whom its merge was about. */
const thingOf = (event: string, merge: string) => `coalesce(${merge}.from_id::text, ${event}.thing) as thing`;
/** The form of an event's id. The cause of an event may be something else, such as a request. */
const UUID = "'^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'";

/** The events with what led to each, so that a history takes one query. */
const listed = (events: string) => `
  select h.id, h.stream, h.position, h.type, h.at, h.actor, h.correlation_id, h.kind, ${thingOf('h', 'm')},
    case when c.id is not null then json_build_object(
      'id', c.id, 'type', c.type, 'at', c.at, 'kind', c.kind, 'thing', coalesce(cm.from_id::text, c.thing)) end as cause
  from (${events}) h
  left join ${HISTORY_MERGES_TABLE} m on m.id = h.merge_id
  left join ${HISTORY_TABLE} c on c.id = case when h.causation_id ~ ${UUID} then h.causation_id::uuid end
  left join ${HISTORY_MERGES_TABLE} cm on cm.id = c.merge_id
  order by h.position desc`;
const PART = `and ($2::text is null or h.position < $2) order by h.position desc limit $3`;

const CONDITIONS = {
  stream: 'h.stream = $1',
  settings: "h.kind = 'settings' and $1::text is not null",
  booking: 'h.stream in ($1, $4, $5)',
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
  return (of: HistoryOf, { cursor, limit }: AskedPage) =>
    readAsJson<ListedEvent>(pool, {
      name: `history-of-${of.kind}`,
      text: listed(`select h.* from ${HISTORY_TABLE} h where ${CONDITIONS[of.kind]} ${PART}`),
      values: [of.kind === 'settings' ? of.kind : of.stream, cursor, limit, ...othersOf(of)],
    });
}

/** The ids of all bookings that were ever linked to one of some customers. */
export function createBookingsEverOf(pool: Pool) {
  return async (customerIds: readonly string[]): Promise<readonly string[]> => {
    const { rows } = await pool.query<{ id: string }>({
      name: 'bookings-ever-of',
      text: `select distinct thing as id from ${HISTORY_TABLE} where customer_id = any($1::uuid[]) and kind = 'booking'`,
      values: [customerIds],
    });
    return rows.map(({ id }) => id);
  };
}

/** The events at some positions, by position; those that no history has are missing. */
export function createEventsAt(pool: Pool) {
  return async (
    positions: readonly string[],
  ): Promise<ReadonlyMap<string, Pick<HistoryRow, 'id' | 'position' | 'type' | 'at'>>> => {
    const { rows } = await pool.query<Pick<HistoryRow, 'id' | 'position' | 'type' | 'at'>>({
      name: 'history-at',
      text: `select id, position, type, to_json(at) #>> '{}' as at from ${HISTORY_TABLE}
        where position = any($1::text[])`,
      values: [positions],
    });
    return new Map(rows.map((row) => [row.position, row]));
  };
}

/** Times of a day come and go with bookings, whose own entries say so, and with visitors who look at the calendar. */
const NO_ACTIVITY = `(${TIME_EVENTS.map((type) => `'${type}'`).join(', ')})`;

/** Processes that only draw the consequences of what people did, which has entries itself. */
const FOLLOWING = ['registrar', 'shredder', 'slot-keeper'];

/** Finds the first position that is recorded as later than an instant (ISO-8601, UTC), for each; empty if there is none yet. */
export type FirstAfter = (instants: readonly string[]) => Promise<readonly Position[]>;

/** Everything that happened, the newest first. */
export function createActivityRows(pool: Pool, firstAfter: FirstAfter, timeZone: string) {
  const startOf = (day: SalonDate, later: number) => startOfDay(addSalonDays(day, later), timeZone);

  /** The first position that is later than the start of a day, counted from another day; undefined if there is none yet. */
  async function positionOf(day: SalonDate | undefined, later: number): Promise<Position | undefined> {
    if (day === undefined) return undefined;
    const [position] = await firstAfter([startOf(day, later).toISOString()]);
    return position || undefined;
  }

  return async ({
    cursor,
    limit,
    actor,
    kind,
    without_messages,
    without_automatic,
    from,
    to,
  }: Omit<ActivityQuery, 'limit'> & AskedPage): Promise<readonly ListedEvent[]> => {
    // Events of these days are read from the stretch of the log that has a day more at each end, since the clocks of processes differ.
    const [first, end] = await Promise.all([positionOf(from, -1), positionOf(to, 2)]);
    const values: unknown[] = [cursor, limit];
    const shape: string[] = [];
    // Has only the conditions that are asked for: Postgres would make one plan for a statement with all of them.
    const where = (name: string, condition: (parameter: string) => string, value: unknown): string => {
      if (value === undefined) return '';
      shape.push(name);
      return `and ${condition(`$${values.push(value)}`)}`;
    };
    const isKind = actor === 'customer' || actor === 'admin' || actor === 'system';
    const conditions = [
      // A reply is the customer's, whichever process has recorded it.
      where(
        'by-kind',
        (one) => `case h.type when 'ReplyReceived' then 'customer' else h.actor ->> 'kind' end = ${one}`,
        isKind ? actor : undefined,
      ),
      where('by-user', (one) => `h.actor ->> 'userId' = ${one}`, isKind ? undefined : actor),
      kind === undefined ? '' : `and h.kind = ${textList([kind])}`,
      where('no-messages', (one) => `h.kind <> all(${one})`, without_messages && MESSAGE_HISTORIES),
      where(
        'no-automatic',
        (one) => `coalesce(h.actor ->> 'process', '') <> all(${one})`,
        without_automatic && FOLLOWING,
      ),
      where('from', (one) => `h.at >= ${one}`, from && startOf(from, 0)),
      where('to', (one) => `h.at < ${one}`, to && startOf(to, 1)),
      where('first', (one) => `h.position >= ${one}`, first),
      where('end', (one) => `h.position < ${one}`, end),
    ].join(' ');
    return readAsJson<ListedEvent>(pool, {
      name: `activity-${kind ?? ''}-${shape.join('-')}`,
      text: listed(`select h.* from ${HISTORY_TABLE} h where h.type not in ${NO_ACTIVITY} ${conditions}
        and ($1::text is null or h.position < $1) order by h.position desc limit $2`),
      values,
    });
  };
}

/** The entry of an event: its stream, and what it happened to; undefined for an id of no event. */
export function createEntryOf(pool: Pool) {
  return async (id: string) => {
    const { rows } = await pool.query<Pick<HistoryRow, 'stream' | 'kind' | 'thing'>>({
      name: 'history-entry',
      text: `select h.stream, h.kind, ${thingOf('h', 'm')} from ${HISTORY_TABLE} h
        left join ${HISTORY_MERGES_TABLE} m on m.id = h.merge_id where h.id = $1`,
      values: [id],
    });
    const [row] = rows;
    return row && { stream: row.stream, thing: { kind: row.kind, id: row.thing } };
  };
}

/** The position of an event in the log; undefined for an id of no event. */
export function createPositionOf(pool: Pool) {
  return async (id: string): Promise<string | undefined> => {
    const { rows } = await pool.query<{ position: string }>({
      name: 'history-position',
      text: `select position from ${HISTORY_TABLE} where id = $1`,
      values: [id],
    });
    return rows[0]?.position;
  };
}

/** Events by their ids; those that aren't events of this log are missing. */
export function createEventsById(pool: Pool) {
  return async (ids: readonly string[]): Promise<ReadonlyMap<string, Cause & Pick<HistoryRow, 'actor'>>> => {
    if (ids.length === 0) return new Map();
    const { rows } = await pool.query<Cause & Pick<HistoryRow, 'actor'>>({
      name: 'history-by-id',
      text: `select h.id, h.type, to_json(h.at) #>> '{}' as at, h.kind, ${thingOf('h', 'm')}, h.actor
        from ${HISTORY_TABLE} h left join ${HISTORY_MERGES_TABLE} m on m.id = h.merge_id
        where h.id = any($1::uuid[])`,
      values: [ids],
    });
    return new Map(rows.map((row) => [row.id, row]));
  };
}

/** Whether staff have ever changed any thing of these kinds. */
export const createChangedByStaff =
  (pool: Pool) =>
  async (...kinds: readonly HistoryKind[]): Promise<boolean> => {
    const { rowCount } = await pool.query({
      name: `history-changed-by-staff-${kinds.join('-')}`,
      text: `select from ${HISTORY_TABLE} where kind in (${textList(kinds)}) and actor->>'kind' = 'admin' limit 1`,
    });
    return rowCount !== 0;
  };

/** Finds the events that asked for messages, by their ids, with who caused them. Ids of no event are missing. */
export function createReasons(pool: Pool, namesOf: NamesOf) {
  const eventsById = createEventsById(pool);
  return async (ids: readonly string[]): Promise<ReadonlyMap<string, MessageReason>> => {
    const rows = await eventsById(ids);
    const actorOf = await actorsOf(rows.values(), namesOf);
    return new Map(
      [...rows].map(([id, row]) => [id, { id, type: row.type, at: isoInstant(row.at), actor: actorOf(row) }]),
    );
  };
}

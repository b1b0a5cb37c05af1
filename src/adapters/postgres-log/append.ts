import pg, { type Pool } from 'pg';
import { type EventJson, eventJson } from '../../eventsourcing/event-json.ts';
import {
  type AppendResult,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
  type Position,
  type RecordedEvent,
  WrongExpectedRevision,
} from '../../eventsourcing/event-store.ts';
import { batcher } from '../postgres/batcher.ts';
import { storeError } from '../postgres/outage.ts';
import { positionOf } from './rows.ts';

type AppendedRow = [key: string];
type StoredRow = [...AppendedRow, id: string];

/** A prepared statement, sent in one round trip. */
interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
  readonly rowMode: 'array';
}

/**
 * Transaction, position and revision, joined in one column. Describing and parsing three columns took a tenth of an append's
 * whole time.
 */
const KEY = "tx || '/' || global_position || '/' || revision";

const COLUMNS = 'log.events (stream, revision, event_id, type, data, metadata)';

/**
 * The common case, one event, has a statement of its own that is little more than a bare insert. If the stream is longer than
 * expected, the primary key refuses the insert. If it is shorter, the condition does.
 */
const APPEND_ONE = `
  insert into ${COLUMNS}
  select $1, $2::bigint + 1, $3, $4, $5, $6
  where $2::bigint = -1 or exists (select from log.events where stream = $1 and revision = $2::bigint)
  on conflict (stream, revision) do nothing
  returning ${KEY}`;

/**
 * Many appends of one event each to different streams. They share a commit, but each one succeeds or conflicts by itself. They
 * are inserted in the order of their streams, so that two processes can't deadlock. The condition is a subquery and not
 * `exists`, since for `exists` Postgres may first hash the whole table.
 */
const APPEND_EACH = `
  insert into ${COLUMNS}
  select a.stream, a.before + 1, a.id, a.type, a.data, a.metadata
  from unnest($1::text[], $2::bigint[], $3::uuid[], $4::text[], $5::json[], $6::json[])
    as a (stream, before, id, type, data, metadata)
  where a.before = -1
    or (select true from log.events e where e.stream = a.stream and e.revision = a.before)
  order by a.stream
  on conflict (stream, revision) do nothing
  returning ${KEY}, event_id`;

const EVENTS =
  'unnest($3::uuid[], $4::text[], $5::json[], $6::json[]) with ordinality as e (id, type, data, metadata, n)';
const LAST =
  'coalesce((select revision from log.events where stream = $1 order by revision desc limit 1), -1)';

/** Has no "on conflict do nothing": that would write the later events of an append although its first one conflicts. */
const APPEND_MANY = `
  insert into ${COLUMNS}
  select $1, $2::bigint + e.n, e.id, e.type, e.data, e.metadata from ${EVENTS}
  where ${LAST} = $2::bigint
  order by e.n
  returning ${KEY}`;

const APPEND_ANYWHERE = `
  insert into ${COLUMNS}
  select $1, stream_end.revision + e.n, e.id, e.type, e.data, e.metadata
  from (select ${LAST} as revision) as stream_end, ${EVENTS}
  where not exists (select from log.events where stream = $1 and event_id = $2::uuid)
  order by e.n
  returning ${KEY}`;

const STORED_AFTER = `
  select ${KEY}, event_id from log.events
  where stream = $1 and revision > $2::bigint order by revision limit $3::bigint`;

const STORED_FROM_EVENT = `
  select ${KEY}, event_id from log.events
  where stream = $1
    and revision >= (select min(revision) from log.events where stream = $1 and event_id = $2::uuid)
  order by revision limit $3::bigint`;

/** The revision that the first event must follow, as text. Undefined if it may follow any. */
const revisionBefore = (expected: ExpectedRevision): string | undefined => {
  if (expected === 'any') return undefined;
  return expected === 'no-stream' ? '-1' : expected.toString();
};

/** The parameters of `APPEND_ONE`. */
type OneEvent = readonly [
  stream: string,
  before: string,
  id: string,
  type: string,
  data: string,
  metadata: string,
];

/** Appends of one event each that wait at the same time share a statement. The result is undefined for an append that conflicts. */
const oneAppender = (pool: Pool) =>
  batcher<OneEvent, AppendedRow | undefined>(
    async (events) => {
      const [only] = events;
      if (only && events.length === 1) {
        return insert(pool, {
          name: 'log-append-one',
          text: APPEND_ONE,
          values: [...only],
          rowMode: 'array',
        });
      }
      const columns = [0, 1, 2, 3, 4, 5].map((column) => events.map((event) => event[column]));
      const rows = await insert<StoredRow>(pool, {
        name: 'log-append-each',
        text: APPEND_EACH,
        values: columns,
        rowMode: 'array',
      });
      const byId = new Map<string, AppendedRow>(rows.map(([key, id]) => [id, [key]]));
      return events.map(([, , id]) => byId.get(id));
    },
    { concurrency: 3 },
  );

const statementFor = (
  stream: string,
  before: string | undefined,
  events: readonly [NewEvent, ...NewEvent[]],
  json: readonly EventJson[],
): Statement => {
  const [first] = events;
  const columns = [
    events.map((event) => event.id),
    events.map((event) => event.type),
    json.map((payload) => payload.data),
    json.map((payload) => payload.metadata),
  ];
  return before === undefined
    ? {
        name: 'log-append-anywhere',
        text: APPEND_ANYWHERE,
        values: [stream, first.id, ...columns],
        rowMode: 'array',
      }
    : { name: 'log-append-many', text: APPEND_MANY, values: [stream, before, ...columns], rowMode: 'array' };
};

const resultOf = ([key]: AppendedRow | StoredRow): AppendResult => {
  const [tx = '', globalPosition = '', revision = ''] = key.split('/');
  return { revision: BigInt(revision), position: positionOf(tx, globalPosition) };
};

/** Whether a row with the same key is there already. */
const isUniqueViolation = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505';

/** Whether the connection that reported the error can't be used any more. */
const endsConnection = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) || error.severity === 'FATAL' || error.severity === 'PANIC';

/**
 * Runs the insert. After a unique violation it returns no row, as after any other conflict, and keeps the connection. The
 * pool's own `query` would close the connection after every error.
 */
const insert = async <Row extends unknown[] = AppendedRow>(
  pool: Pool,
  statement: Statement,
): Promise<readonly Row[]> => {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<Row>(statement);
    client.release();
    return rows;
  } catch (error) {
    client.release(endsConnection(error));
    if (isUniqueViolation(error)) return [];
    throw error;
  }
};

/** The events that are stored at the revisions that this append wanted for its own events. */
const storedInstead = async (
  pool: Pool,
  stream: string,
  before: string | undefined,
  events: readonly [NewEvent, ...NewEvent[]],
): Promise<readonly StoredRow[]> => {
  const { rows } = await pool.query<StoredRow>({
    ...(before === undefined
      ? {
          name: 'log-stored-from-event',
          text: STORED_FROM_EVENT,
          values: [stream, events[0].id, events.length],
        }
      : { name: 'log-stored-after', text: STORED_AFTER, values: [stream, before, events.length] }),
    rowMode: 'array',
  });
  return rows;
};

const APPEND_COPIES = `
  insert into ${COLUMNS}
  select e.stream, e.revision, e.id, e.type, e.data, e.metadata
  from unnest($1::text[], $2::bigint[], $3::uuid[], $4::text[], $5::json[], $6::json[])
    with ordinality as e (stream, revision, id, type, data, metadata, n)
  order by e.n`;

/** Appends events that were recorded elsewhere, in this order. */
export async function appendCopies(
  pool: Pool,
  events: readonly Omit<RecordedEvent, 'position'>[],
): Promise<void> {
  const values = [
    events.map(({ stream }) => stream),
    events.map(({ revision }) => revision.toString()),
    events.map(({ id }) => id),
    events.map(({ type }) => type),
    events.map(({ data }) => JSON.stringify(data)),
    events.map(({ metadata }) => JSON.stringify(metadata)),
  ];
  await pool.query({ name: 'log-append-copies', text: APPEND_COPIES, values });
}

/** Appends to the log's table; `appended` is called after the commit of each append that wrote something. */
export const appender = (
  pool: Pool,
  appended: (stream: string, position: Position) => void,
): EventStore['append'] => {
  const appendOne = oneAppender(pool);

  return async (stream, expected, events) => {
    const json = eventJson(stream, events);
    const before = revisionBefore(expected);
    const [first] = events;
    const [firstJson] = json;
    const insertAll = async () => {
      if (before !== undefined && events.length === 1 && firstJson) {
        return appendOne([stream, before, first.id, first.type, firstJson.data, firstJson.metadata]);
      }
      return (await insert(pool, statementFor(stream, before, events, json))).at(-1);
    };
    try {
      for (;;) {
        const last = await insertAll();
        if (last !== undefined) {
          const result = resultOf(last);
          appended(stream, result.position);
          return result;
        }
        const stored = await storedInstead(pool, stream, before, events);
        const end = stored[events.length - 1];
        if (end && events.every((event, index) => event.id === stored[index]?.[1])) return resultOf(end);
        // With `any`: another append took the revision meanwhile, and no event of this append is stored. So try again.
        if (before !== undefined || stored.length > 0) throw new WrongExpectedRevision(stream, expected);
      }
    } catch (error) {
      throw error instanceof WrongExpectedRevision ? error : storeError(error);
    }
  };
};

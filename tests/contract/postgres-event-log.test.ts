import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type PostgresEventStore, postgresEventStore } from '../../src/adapters/postgres-log/log.ts';
import {
  type EventBatch,
  type NewEvent,
  type Position,
  type RecordedEvent,
  StoreUnavailable,
} from '../../src/eventsourcing/event-store.ts';
import { postgresTarget, startTcpProxy, throughProxy } from '../support/network/tcp-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../support/server/postgres.ts';
import {
  caughtUpBatch,
  deliveredSince,
  deliveryUntil,
  event,
  freshStream,
  ids,
  nextBatch,
} from './log-probe.ts';

let database: TestDatabase;
let store: PostgresEventStore;
beforeAll(async () => {
  database = await createTestDatabase();
  store = postgresEventStore({ url: database.url });
  await store.migrate();
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

const KILLS = 25;

const INSERT = `
  insert into log.events (stream, revision, event_id, type, data, metadata) values ($1, 0, $2, 'Slow', '{}', '{}')`;

/** Appends as a slow process would: the event is there, its transaction open until `finish`. */
const openAppend = async () => {
  const client = await database.pool.connect();
  const id = randomUUID();
  await client.query('begin');
  await client.query(INSERT, [freshStream(), id]);
  const finish = async () => {
    await client.query('commit');
    client.release();
  };
  return { id, finish };
};

const OWN_SESSIONS = `datname = current_database() and application_name like 'salon event log%'`;

const sessions = async (condition: string): Promise<number[]> => {
  const { rows } = await database.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where ${OWN_SESSIONS} and ${condition}`,
  );
  return rows.map(({ pid }) => pid);
};

/** Waits for a state of the server that it shows itself. */
const eventually = async <T>(look: () => Promise<T | undefined>): Promise<T> => {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
  }
};

/** Waits until a look at the feed has begun and ended from now on. */
const nextLook = async (): Promise<void> => {
  const { rows } = await database.pool.query<{ now: string }>('select clock_timestamp()::text as now');
  const looked = `application_name = 'salon event log feed' and state = 'idle' and query_start > '${rows[0]?.now}'`;
  await eventually(async () => (await sessions(looked))[0]);
};

/** Runs it again for as long as the store is lost. */
const persistently = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    return persistently(work);
  }
};

describe('a transaction that began earlier and commits later', () => {
  test('keeps later appends back, and is then delivered before them', async () => {
    const abort = new AbortController();
    const from = await store.head();
    const live = store.subscribe({ from, signal: abort.signal })[Symbol.asyncIterator]();
    await caughtUpBatch(live);
    const slow = await openAppend();
    const quick = event();
    await store.append(freshStream(), 'no-stream', [quick]);
    let early: EventBatch | undefined;
    const next = nextBatch(live).then((batch) => {
      early = batch;
      return batch;
    });
    await nextLook();
    expect(early).toBeUndefined();
    await slow.finish();
    const delivered: RecordedEvent[] = [...(await next).events];
    while (delivered.length < 2) delivered.push(...(await nextBatch(live)).events);
    expect(ids(delivered)).toEqual([slow.id, quick.id]);
    abort.abort();
  });

  test('is shown as lag for as long as it is open', async () => {
    const from = await store.head();
    const slow = await openAppend();
    await store.append(freshStream(), 'no-stream', [event(), event()]);
    const held = await store.deliveryLag();
    expect(held.heldBackEvents).toBeGreaterThanOrEqual(2);
    expect(held.oldestTransactionSeconds).toBeGreaterThan(0);
    await slow.finish();
    const { events } = await deliveryUntil(store, { from }, (delivery) => delivery.events.length === 3);
    expect(events[0]?.id).toBe(slow.id);
    await deliveredSince(store, from);
    expect((await store.deliveryLag()).heldBackEvents).toBe(0);
  });

  test('lets an append to the same place wait, and then refuses it', async () => {
    const client = await database.pool.connect();
    const stream = freshStream();
    await client.query('begin');
    await client.query(INSERT, [stream, randomUUID()]);
    const refused = expect(store.append(stream, 'no-stream', [event()])).rejects.toThrow('expected revision');
    await eventually(async () => (await sessions(`wait_event_type = 'Lock'`))[0]);
    await client.query('commit');
    client.release();
    await refused;
    expect(await store.read(stream)).toHaveLength(1);
  });
});

describe('notifications', () => {
  test('come after the commit, from a connection that appends nothing', async () => {
    const observer = new Client({ connectionString: database.url });
    await observer.connect();
    await observer.query('listen log_events');
    onTestFinished(() => observer.end());
    const notices: { payload?: string | undefined; processId: number }[] = [];
    observer.on('notification', (notice) => notices.push(notice));
    const { position } = await store.append(freshStream(), 'no-stream', [event()]);
    // Notices of earlier tests may still arrive.
    const own = () => notices.find(({ payload }) => payload === `${position} contract`);
    await expect.poll(own).toBeDefined();
    const sender = await sessions(`application_name = 'salon event log listener'`);
    expect(sender).toEqual([own()?.processId]);
  });

  test('carry the news to another process', async () => {
    const other = postgresEventStore({ url: database.url, connections: 2 });
    const abort = new AbortController();
    const live = other.subscribe({ from: await store.head(), signal: abort.signal })[Symbol.asyncIterator]();
    await caughtUpBatch(live);
    const sent = event();
    await store.append(freshStream(), 'no-stream', [sent]);
    expect(ids((await nextBatch(live)).events)).toEqual([sent.id]);
    abort.abort();
    await other.close();
  });

  test('come from a new connection after the network has silently lost the old one', async () => {
    const network = await startTcpProxy(postgresTarget(database.url));
    const url = throughProxy(database.url, network);
    const remote = postgresEventStore({ url, connections: 1 });
    const senders = () => sessions(`application_name = 'salon event log listener'`);
    const ours = await senders();
    const append = () => remote.append(freshStream(), 'no-stream', [event()]);
    await append();
    const [first] = await eventually(async () => {
      const others = (await senders()).filter((pid) => !ours.includes(pid));
      return others.length > 0 ? others : undefined;
    });
    network.silence();
    const lost = append();
    network.restore();
    await expect(lost).rejects.toThrow(StoreUnavailable);
    await append();
    await eventually(async () => (await senders()).find((pid) => !ours.includes(pid) && pid !== first));
    await remote.close();
    await network.close();
  });
});

describe('a lost database', () => {
  test('ends a subscription with StoreUnavailable, and a new one from its position loses nothing', async () => {
    const from = await store.head();
    const first = event();
    await store.append(freshStream(), 'no-stream', [first]);
    const live = store.subscribe({ from, signal: new AbortController().signal })[Symbol.asyncIterator]();
    const batch = await nextBatch(live);
    expect(ids(batch.events)).toEqual([first.id]);

    const blocker = await database.pool.connect();
    await blocker.query('begin; lock table log.events in access exclusive mode');
    const failed = expect(live.next()).rejects.toThrow(StoreUnavailable);
    const looking = await eventually(async () => (await sessions(`wait_event_type = 'Lock'`))[0]);
    await blocker.query('select pg_terminate_backend($1)', [looking]);
    await failed;
    await blocker.query('rollback');
    blocker.release();

    const second = event();
    await store.append(freshStream(), 'no-stream', [second]);
    const resumed = await deliveredSince(store, batch.position);
    expect(ids(resumed.events)).toEqual([second.id]);
  });

  test('loses and doubles nothing while every connection is killed again and again', async () => {
    const from = await store.head();
    const stream = freshStream();
    const sent: NewEvent[] = [];
    let killed = 0;
    const killAll = async () => {
      for (let round = 0; round < KILLS; round++) {
        const pids = await eventually(async () => {
          const found = await sessions('true');
          return found.length > 0 ? found : undefined;
        });
        await database.pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [pids]);
        killed += pids.length;
      }
    };
    const killing = killAll();
    let over = false;
    const writeAll = async () => {
      while (!over) {
        const own = event();
        const expected = sent.length === 0 ? 'no-stream' : BigInt(sent.length - 1);
        sent.push(own);
        await persistently(() => store.append(stream, expected, [own]));
      }
    };
    const seen: RecordedEvent[] = [];
    const follow = async (from: Position, done: () => boolean): Promise<void> => {
      let position = from;
      await persistently(async () => {
        const abort = new AbortController();
        if (done()) return;
        for await (const batch of store.subscribe({ from: position, maxBatch: 7, signal: abort.signal })) {
          seen.push(...batch.events);
          position = batch.position;
          if (done()) abort.abort();
        }
      });
    };
    const writing = writeAll();
    const last = event({}, 'Last');
    const following = follow(from, () => seen.at(-1)?.id === last.id);
    await killing;
    over = true;
    await writing;
    await persistently(() => store.append(freshStream(), 'no-stream', [last]));
    await following;
    expect(killed).toBeGreaterThanOrEqual(KILLS);
    expect(ids(seen.filter((delivered) => delivered.stream === stream))).toEqual(ids(sent));
    expect(ids(await persistently(() => store.read(stream)))).toEqual(ids(sent));
  });

  test('is StoreUnavailable for every operation when there is no server', async () => {
    const nowhere = postgresEventStore({ url: 'postgres://nobody@127.0.0.1:1/none' });
    const from = await store.head();
    await expect(nowhere.append(freshStream(), 'any', [event()])).rejects.toThrow(StoreUnavailable);
    await expect(nowhere.read(freshStream())).rejects.toThrow(StoreUnavailable);
    await expect(nowhere.head()).rejects.toThrow(StoreUnavailable);
    await expect(nowhere.deliveryLag()).rejects.toThrow(StoreUnavailable);
    await expect(deliveryUntil(nowhere, { from }, () => true)).rejects.toThrow(StoreUnavailable);
    await nowhere.close();
  });
});

test('several processes may create the log at once', async () => {
  const empty = await createTestDatabase();
  const stores = Array.from({ length: 6 }, () => postgresEventStore({ url: empty.url, connections: 1 }));
  await Promise.all(stores.map((each) => each.migrate()));
  expect(await stores[0]?.head()).toBe('');
  await Promise.all(stores.map((each) => each.close()));
  await empty.drop();
});

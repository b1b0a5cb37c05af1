import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openEmbedded } from '../../src/adapters/embedded-postgres/server.ts';
import { type PostgresEventStore, postgresEventStore } from '../../src/adapters/postgres-log/log.ts';
import type { Position, RecordedEvent } from '../../src/eventsourcing/event-store.ts';
import { createTestDatabase, type TestDatabase } from '../support/server/postgres.ts';
import { caughtUpBatch, deliveryUntil, event, freshStream, ids, nextBatch } from './log-probe.ts';

let database: TestDatabase;
let elsewhere: TestDatabase;
let store: PostgresEventStore;
beforeAll(async () => {
  [database, elsewhere] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  store = postgresEventStore({ url: database.url });
  await store.migrate();
});
afterAll(async () => {
  await store.close();
  await Promise.all([database.drop(), elsewhere.drop()]);
});

interface OpenTransaction {
  /** Id of the event that it appends; undefined in another database. */
  readonly id?: string;
  end(how?: 'commit' | 'rollback'): Promise<void>;
}

/** A transaction that has an id and stays open. */
async function openIn({ pool }: TestDatabase, begin: (client: pg.PoolClient) => Promise<void>) {
  const client = await pool.connect();
  await client.query('begin');
  await begin(client);
  return {
    async end(how: 'commit' | 'rollback' = 'commit') {
      await client.query(how);
      client.release();
    },
  };
}

const idleElsewhere = (): Promise<OpenTransaction> =>
  openIn(elsewhere, async (client) => void (await client.query('select pg_current_xact_id()')));

async function slowAppend(before = 'select'): Promise<OpenTransaction & { readonly id: string }> {
  const id = randomUUID();
  const transaction = await openIn(database, async (client) => {
    await client.query(before);
    await client.query(
      `insert into log.events (stream, revision, event_id, type, data, metadata) values ($1, 0, $2, 'Slow', '{}', '{}')`,
      [freshStream(), id],
    );
  });
  return { id, ...transaction };
}

async function append(): Promise<string> {
  const one = event();
  await store.append(freshStream(), 'no-stream', [one]);
  return one.id;
}

/** A subscription that stands at the end of the log. */
async function givenReader(streamPrefixes?: readonly string[]) {
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  const from = await store.head();
  const batches = store
    .subscribe({ from, signal: abort.signal, ...(streamPrefixes && { streamPrefixes, lazyPosition: true }) })
    [Symbol.asyncIterator]();
  await caughtUpBatch(batches);
  return {
    async next(): Promise<readonly string[]> {
      for (;;) {
        const { events } = await nextBatch(batches);
        if (events.length > 0) return ids(events);
      }
    },
  };
}

describe('an idle transaction of another database', () => {
  test.each([
    ['every stream', undefined],
    ['some streams', ['contract-']],
  ])('keeps nothing from a reader of %s', async (_what, prefixes) => {
    const idle = await idleElsewhere();
    const reader = await givenReader(prefixes);
    const [first, second] = [await append(), await append()];
    const got = [...(await reader.next())];
    expect(got).toContain(first);
    const more = await append();
    while (!got.includes(more)) got.push(...(await reader.next()));
    expect(got.filter((id) => [first, second, more].includes(id))).toEqual([first, second, more]);
    await idle.end();
  });

  test('keeps nothing from a reader that begins at the start of the log', async () => {
    const idle = await idleElsewhere();
    const one = await append();
    const { events } = await deliveryUntil(store, { from: '', maxBatch: 7 }, (delivery) =>
      ids(delivery.events).includes(one),
    );
    expect(ids(events)).toContain(one);
    await idle.end();
  });

  test('is not named as what is waited for', async () => {
    const idle = await idleElsewhere();
    const reader = await givenReader();
    await append();
    await reader.next();
    expect(await store.deliveryLag()).toEqual({
      heldBackEvents: 0,
      oldestTransactionSeconds: 0,
      waitingFor: null,
    });
    await idle.end();
  });

  test('that is prepared keeps nothing back either', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'salon-prepared-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const first = await openEmbedded({ dataDir }, { durable: false });
    const ask = async (url: string, ...statements: readonly string[]) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      for (const statement of statements) await client.query(statement);
      await client.end();
    };
    await ask(first.ownerUrl, 'create database other', 'alter system set max_prepared_transactions = 4');
    await first.stop();
    const server = await openEmbedded({ dataDir }, { durable: false });
    onTestFinished(() => server.stop());
    const own = postgresEventStore({ url: server.url });
    onTestFinished(() => own.close());
    await own.migrate();
    const inOther = server.ownerUrl.replace('/salon?', '/other?').replace(/\/salon$/, '/other');
    expect(inOther).not.toBe(server.ownerUrl);
    const prepare = (name: string) => [
      'begin',
      'select pg_current_xact_id()',
      `prepare transaction '${name}'`,
    ];

    await ask(inOther, ...prepare('foreign'));
    const one = event();
    await own.append(freshStream(), 'no-stream', [one]);
    await deliveryUntil(own, { from: '' }, ({ events }) => ids(events).includes(one.id));

    await ask(server.ownerUrl, ...prepare('ours'));
    const { position } = await own.append(freshStream(), 'no-stream', [event()]);
    await expect
      .poll(async () => (await own.deliveryLag()).waitingFor)
      .toMatchObject({ database: 'salon', state: 'prepared', pid: null });
    await ask(server.ownerUrl, `rollback prepared 'ours'`);
    await deliveryUntil(own, { from: '' }, (delivery) => delivery.position >= position);
    await ask(inOther, `rollback prepared 'foreign'`);
  });
});

describe('an open transaction of the same database', () => {
  test.each([
    ['has appended', 'select'],
    ['has appended within a savepoint', 'savepoint one'],
    ['has a lower id than it needs', 'select pg_current_xact_id()'],
  ])('that %s is waited for beside a foreign one, and then comes first', async (_what, before) => {
    const foreign = await idleElsewhere();
    const slow = await slowAppend(before);
    const reader = await givenReader();
    const late = await idleElsewhere();
    const quick = await append();
    const next = reader.next();
    let early: readonly string[] | undefined;
    next.then((delivered) => {
      early = delivered;
    });
    // By then the reader has looked for foreign transactions, found both, and read on.
    await expect.poll(async () => (await store.deliveryLag()).waitingFor).not.toBeNull();
    expect(early).toBeUndefined();
    await slow.end();
    const delivered = [...(await next)];
    while (delivered.length < 2) delivered.push(...(await reader.next()));
    expect(delivered).toEqual([slow.id, quick]);
    await foreign.end();
    await late.end();
  });

  test('is named after some seconds: which, since when, and whose, but not what it does', async () => {
    const url = new URL(database.url);
    url.searchParams.set('application_name', 'a report');
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    await client.query('begin');
    const [held] = (
      await client.query<{ id: string; began: Date; pid: number }>(
        `select pg_current_xact_id()::text as id, now() as began, pg_backend_pid() as pid, 'a secret' as what`,
      )
    ).rows;
    await append();
    await expect
      .poll(async () => (await store.deliveryLag()).waitingFor)
      .toEqual({
        transaction: held?.id,
        since: held?.began.toISOString(),
        database: url.pathname.slice(1),
        application: 'a report',
        pid: held?.pid,
        state: 'idle in transaction',
      });
    expect(JSON.stringify(await store.deliveryLag())).not.toContain('secret');
    await client.query('rollback');
    await client.end();
    await expect.poll(async () => (await store.deliveryLag()).waitingFor).toBeNull();
  });
});

/** Every event after a position in the log's own order. */
async function logFrom(from: Position): Promise<readonly string[]> {
  const { rows } = await database.pool.query<{ event_id: string }>(
    'select event_id from log.events e order by e.tx, e.global_position',
  );
  const before = from === '' ? 0 : (await readAll('')).findIndex(({ position }) => position === from) + 1;
  return rows.map(({ event_id }) => event_id).slice(before);
}

async function readAll(from: Position): Promise<readonly RecordedEvent[]> {
  const head = await store.head();
  return (await deliveryUntil(store, { from }, ({ position }) => position >= head)).events;
}

test('in any order of beginnings and ends, every append is delivered once, in the order of the log', async () => {
  const Step = fc.constantFrom('foreign', 'slow', 'append', 'end the first', 'end the last', 'undo the last');
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const from = await store.head();
      const abort = new AbortController();
      const seen: string[] = [];
      const open: OpenTransaction[] = [];
      const last = event({}, 'Last');
      const reading = (async () => {
        for await (const { events } of store.subscribe({ from, signal: abort.signal })) {
          seen.push(...ids(events));
          if (seen.includes(last.id)) abort.abort();
        }
      })();
      for (const step of steps) {
        if (step === 'foreign') open.push(await idleElsewhere());
        else if (step === 'slow') open.push(await slowAppend());
        else if (step === 'append') await append();
        else if (step === 'end the first') await open.shift()?.end();
        else await open.pop()?.end(step === 'end the last' ? 'commit' : 'rollback');
      }
      // The foreign ones stay open until all is read.
      await Promise.all(open.map((one) => (one.id === undefined ? undefined : one.end())));
      await store.append(freshStream(), 'no-stream', [last]);
      await reading;
      expect(seen).toEqual(await logFrom(from));
      await Promise.all(open.map((one) => (one.id === undefined ? one.end() : undefined)));
    }),
    { numRuns: 40 },
  );
});

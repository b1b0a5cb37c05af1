import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appender } from '../../src/adapters/postgres-log/append.ts';
import { type PostgresEventStore, postgresEventStore } from '../../src/adapters/postgres-log/log.ts';
import {
  type Position,
  StoreUnavailable,
  WrongExpectedRevision,
} from '../../src/eventsourcing/event-store.ts';
import { createTestDatabase, type TestDatabase } from '../support/server/postgres.ts';
import { event, freshStream, ids } from './log-probe.ts';

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

describe('appends of one event each to many streams at once', () => {
  const streams = Array.from({ length: 40 }, () => freshStream());
  /** The number of the transaction that wrote there. */
  const transactionOf = (position: Position) => position.slice(0, 16);

  test.each([
    ['the first events', 'no-stream' as const],
    ['the next ones', 0n],
  ])('share commits, and each is told of once it is written: %s', async (_, expected) => {
    const told: (readonly [stream: string, position: Position])[] = [];
    const append = appender(database.pool, (stream, position) => told.push([stream, position]));
    const results = await Promise.all(streams.map((stream) => append(stream, expected, [event()])));
    const written = results.map(({ position }, index) => [streams[index], position]);
    expect(told.toSorted()).toEqual(written.toSorted());
    expect(new Set(results.map(({ position }) => transactionOf(position))).size).toBeLessThan(20);
  });
});

describe('an append that accepts any revision', () => {
  test('is answered from where its ids came first, though the stream holds them twice', async () => {
    const stream = freshStream();
    const one = event();
    const first = await store.append(stream, 'no-stream', [one]);
    await store.append(stream, 0n, [one]);
    expect(await store.append(stream, 'any', [one])).toEqual(first);
    expect(await store.read(stream)).toHaveLength(2);
  });

  test('is refused when only a part of it is there', async () => {
    const stream = freshStream();
    const one = event();
    await store.append(stream, 'any', [one]);
    await expect(store.append(stream, 'any', [one, event()])).rejects.toThrow(WrongExpectedRevision);
    expect(ids(await store.read(stream))).toEqual([one.id]);
  });
});

test.each([
  ['of one event', 'no-stream' as const, 1],
  ['of several', 'no-stream' as const, 2],
  ['that accepts any revision', 'any' as const, 1],
])('an append %s to a database that is away fails with StoreUnavailable', async (_, expected, length) => {
  const nowhere = postgresEventStore({ url: 'postgres://nobody@127.0.0.1:1/none' });
  const [first, ...more] = [event(), ...Array.from({ length: length - 1 }, () => event())];
  await expect(nowhere.append(freshStream(), expected, [first ?? event(), ...more])).rejects.toThrow(
    StoreUnavailable,
  );
  await nowhere.close();
});

test('an append that the database refuses fails with what it said', async () => {
  const unprepared = await createTestDatabase();
  const without = postgresEventStore({ url: unprepared.url });
  for (const events of [[event()], [event(), event()]] as const)
    await expect(without.append(freshStream(), 'no-stream', [...events])).rejects.toThrow('"log.events"');
  await without.close();
  await unprepared.drop();
});

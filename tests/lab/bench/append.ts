import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { postgresEventStore } from '../../../src/adapters/postgres-log/log.ts';
import { eventOf } from './new-event.ts';
import { inTurns, type Row, rowOf } from './row.ts';

const ROUND_MS = 600;
const ROUNDS = 9;
const REQUIRED = 0.9;

const slotTaken = () =>
  eventOf(
    'SlotTaken',
    { slotId: randomUUID(), bookingId: randomUUID(), start: 540, end: 630 },
    '2026-11-20T09:00:00.000Z',
    { kind: 'customer' },
  );

/** A twin of the log's table, so that both sides keep the same columns, indexes and durability. */
const TWIN = `
  drop table if exists raw_events;
  create table raw_events (like log.events including all)`;

const INSERT = `
  insert into raw_events (stream, revision, event_id, type, data, metadata) values ($1, 0, $2, $3, $4, $5)`;

const rawInsert = (client: Client): Promise<unknown> => {
  const { id, type, data, metadata } = slotTaken();
  const values = [`booking-${randomUUID()}`, id, type, JSON.stringify(data), JSON.stringify(metadata)];
  return client.query({ name: 'raw-insert', text: INSERT, values });
};

/** Has so many writers repeat the work for one round; how often a second it was done. */
const rate = async (writers: number, work: (writer: number) => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  let done = 0;
  const write = async (number: number) => {
    for (; performance.now() - began < ROUND_MS; done++) await work(number);
  };
  await Promise.all(Array.from({ length: writers }, (_, number) => write(number)));
  return (done * 1_000) / (performance.now() - began);
};

const compare = async (url: string, connections: number): Promise<Row> => {
  const store = postgresEventStore({ url, connections });
  const clients = Array.from({ length: connections }, () => new Client({ connectionString: url }));
  await Promise.all(clients.map((client) => client.connect()));
  const sides = {
    limit: () => rate(connections, (writer) => rawInsert(clients[writer] as Client)),
    ours: () => rate(connections, () => store.append(`booking-${randomUUID()}`, 'no-stream', [slotTaken()])),
  };
  try {
    // The first round of each connects, prepares and warms up.
    await inTurns(1, sides);
    const name = `append of one event, ${connections} connections`;
    return rowOf({ name, unit: 'events/s', required: REQUIRED }, await inTurns(ROUNDS, sides));
  } finally {
    await Promise.all([store.close(), ...clients.map((client) => client.end())]);
  }
};

/**
 * Appends of one event to a new stream, against a bare prepared insert on as many connections.
 *
 * @param url of an empty database.
 */
export const benchAppend = async (url: string): Promise<Row[]> => {
  const store = postgresEventStore({ url });
  await store.migrate();
  await store.close();
  const setUp = new Client({ connectionString: url });
  await setUp.connect();
  await setUp.query(TWIN);
  await setUp.end();
  return [await compare(url, 8), await compare(url, 32)];
};

if (import.meta.main) console.table(await benchAppend(process.argv[2] ?? ''));

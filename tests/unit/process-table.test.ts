import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresProcessTable } from '../../src/adapters/postgres/process-table.ts';
import { LOG_START, StoreUnavailable } from '../../src/eventsourcing/event-store.ts';
import { memoryProcessTable } from '../../src/eventsourcing/process-table.ts';
import { bookingIdOf } from '../../src/features/booking/appointment/commands.ts';
import type { OpenSlot } from '../../src/features/booking/slot-keeper/keeper.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

const KEY = 'the-first-key-0123456789';
const BOOKING = bookingIdOf(KEY);

describe('the memory of a process', () => {
  let database: TestDatabase;
  const name = { process: 'slot-keeper', items: 'slot_keeper_slots' };

  beforeAll(async () => {
    database = await createTestDatabase();
    await database.migrate();
  });
  afterAll(() => database.drop());

  const slot = (date: string): OpenSlot => ({ bookingId: BOOKING, date, seenAt: '2026-11-20T18:00:00.000Z' });
  const position = (n: number) => n.toString(16).padStart(32, '0');

  it.each([
    ['in memory', async () => memoryProcessTable<OpenSlot>()],
    [
      'in Postgres',
      async () => {
        await database.pool.query('truncate slot_keeper_slots, process_checkpoints');
        return postgresProcessTable<OpenSlot>(database.pool, name);
      },
    ],
  ])('%s keeps items and checkpoint together and never goes back', async (_, open) => {
    const table = await open();
    expect(await table.load()).toEqual({ position: LOG_START, items: new Map() });
    const items = new Map([
      ['a', slot('2026-11-24')],
      ['b', slot('2026-11-25')],
    ]);
    await table.save({ position: position(10), put: items, removed: [] });
    expect(await table.load()).toEqual({ position: position(10), items });
    await table.save({ position: position(9), put: new Map([['b', slot('1999-01-01')]]), removed: ['a'] });
    expect(await table.load()).toEqual({
      position: position(10),
      items: new Map([['b', slot('2026-11-25')]]),
    });
  });

  it('in Postgres says that the store is unavailable when it is', async () => {
    const gone = await createTestDatabase();
    await gone.drop();
    const table = postgresProcessTable<OpenSlot>(gone.pool, name);
    await expect(table.load()).rejects.toThrow(StoreUnavailable);
  });
});

import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { postgresSourceSalts } from '../../src/adapters/postgres/source-salts.ts';
import { sweepRegularly } from '../../src/app/worker/housekeeping.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import { memorySealingKeys } from '../support/log/memory-sealing-keys.ts';
import { givenDatabase } from '../support/server/postgres.ts';

const database = givenDatabase();
beforeEach(() => database.pool.query('truncate source_salts'));

const process = () => postgresSourceSalts(database.pool);
const NOVEMBER = new Date('2026-11-20T18:00:00Z');
const DECEMBER = new Date('2026-12-01T00:00:00Z');
const JANUARY = new Date('2027-01-31T23:59:59Z');
const months = async () => {
  const { rows } = await database.pool.query<{ month: string }>('select month from source_salts order by 1');
  return rows.map(({ month }) => month);
};

describe("a month's salt", () => {
  it('is 32 random bytes, and there is none before it in the first month', async () => {
    const { current, previous } = await process().saltsAt(NOVEMBER);
    expect(current).toHaveLength(32);
    expect(new Set(current).size).toBeGreaterThan(8);
    expect(previous).toBeUndefined();
  });

  it('is the same for all processes, though they make it at once, and after a restart', async () => {
    const salts = await Promise.all(Array.from({ length: 8 }, () => process().saltsAt(NOVEMBER)));
    const later = await process().saltsAt(NOVEMBER);
    expect(new Set([...salts, later].map(({ current }) => current.toString('hex'))).size).toBe(1);
  });

  it('changes with the month, in UTC, and the one before is kept beside it', async () => {
    const running = process();
    const november = await running.saltsAt(new Date(DECEMBER.getTime() - 1));
    const december = await running.saltsAt(DECEMBER);
    expect(december.previous).toEqual(november.current);
    expect(december.current).not.toEqual(november.current);
    expect(await months()).toEqual(['2026-11', '2026-12']);
  });

  it('is found again across the turn of the year', async () => {
    const running = process();
    const december = await running.saltsAt(DECEMBER);
    expect((await running.saltsAt(JANUARY)).previous).toEqual(december.current);
  });

  it('is forgotten after the month that follows it, by every process', async () => {
    const running = process();
    const other = process();
    await running.saltsAt(NOVEMBER);
    await other.saltsAt(NOVEMBER);
    await running.saltsAt(DECEMBER);
    await running.saltsAt(JANUARY);
    expect(await months()).toEqual(['2026-12', '2027-01']);
    expect((await other.saltsAt(JANUARY)).previous).toEqual((await running.saltsAt(JANUARY)).previous);
  });

  it('is forgotten after the month that follows it, also when nobody books any more', async () => {
    await process().saltsAt(NOVEMBER);
    const sweepAt = async (now: Date) => {
      const stop = new AbortController();
      const swept = sweepRegularly(
        { pool: database.pool, log: memoryEventStore(), keys: memorySealingKeys(), now: () => now },
        pino({ level: 'silent' }),
        stop.signal,
      );
      stop.abort();
      await swept;
    };
    await sweepAt(DECEMBER);
    expect(await months()).toEqual(['2026-11']);
    await sweepAt(JANUARY);
    expect(await months()).toEqual([]);
  });

  it('is no salt of two months before when nobody came in between', async () => {
    const running = process();
    await running.saltsAt(NOVEMBER);
    expect((await running.saltsAt(JANUARY)).previous).toBeUndefined();
    expect(await months()).toEqual(['2027-01']);
  });

  it('is read once a month', async () => {
    const running = process();
    const first = await running.saltsAt(NOVEMBER);
    await database.pool.query('truncate source_salts');
    expect(await running.saltsAt(new Date('2026-11-30T23:59:59Z'))).toEqual(first);
  });

  it('is asked for again after an outage', async () => {
    await database.pool.query('alter table source_salts rename to away');
    const running = process();
    await expect(running.saltsAt(NOVEMBER)).rejects.toThrow();
    await database.pool.query('alter table away rename to source_salts');
    expect((await running.saltsAt(NOVEMBER)).current).toHaveLength(32);
  });
});

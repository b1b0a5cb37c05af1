import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { availability } from '../../projections/availability/projection.ts';
import { bookings } from '../../projections/bookings/projection.ts';
import { LIVE_SCHEMA, type Projection } from '../../projections/engine/projection.ts';
import { applyTogether, createProjector, type Projector } from '../../projections/engine/projector.ts';
import { CheckpointMoved, createTables, registeredModel } from '../../projections/engine/registry.ts';
import type { RecordedEvent } from '../../src/eventsourcing/event-store.ts';
import { createTestDatabase, type TestDatabase } from '../support/server/postgres.ts';
import {
  booked,
  bookingRequested,
  HAIRCUT,
  hoursAdded,
  MARIA,
  onBooking,
  recorded,
  serviceAdded,
  slotAt,
  slotReleased,
  slotTaken,
  unsealed,
} from './events.ts';
import { faultyPool } from './faulty-pool.ts';
import { rowsIn } from './rows.ts';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  ({ pool } = database);
});
afterAll(() => database.drop());

async function projectorOf(projection: Projection, from: Pool = pool): Promise<Projector> {
  const registered = await createTables(pool, LIVE_SCHEMA, projection);
  return createProjector({ pool: from, open: unsealed }, LIVE_SCHEMA, projection, registered);
}

async function apply(projector: Projector, events: readonly RecordedEvent[]): Promise<void> {
  await projector.apply(await projector.workIn(events), events.at(-1)?.position ?? '');
}

beforeEach(async () => {
  await pool.query('drop schema if exists read cascade');
  await database.migrate();
});

const [moving, staying] = [slotAt('2026-11-27', 540, 585), slotAt('2026-11-27', 600, 645)];
const moved = { ...slotAt('2026-11-28', 600, 645), bookingId: moving.bookingId };
const history = recorded([
  serviceAdded('mens-haircut'),
  hoursAdded(5, 540, 1140),
  ...booked(moving),
  ...booked(staying),
  slotTaken(moved),
  onBooking(moving.bookingId, 'BookingRescheduled', {
    slotId: moved.slotId,
    date: moved.date,
    start: moved.start,
    end: moved.end,
    from: { slotId: moving.slotId, date: moving.date, start: moving.start, end: moving.end },
    notice: 'template',
  }),
  slotReleased(moving),
  onBooking(staying.bookingId, 'BookingDeleted', { slotId: staying.slotId }),
  slotReleased(staying),
]);

describe('a projector', () => {
  it('ends in the same rows with any batches', async () => {
    await apply(await projectorOf(bookings), history);
    await apply(await projectorOf(availability), history);
    const [oneBatch, oneBatchDays] = [await rowsIn(pool, bookings), await rowsIn(pool, availability)];
    await pool.query('drop schema read cascade');
    await database.migrate();
    for (const projection of [bookings, availability]) {
      const projector = await projectorOf(projection);
      for (const event of history) await apply(projector, [event]);
    }
    expect(await rowsIn(pool, bookings)).toEqual(oneBatch);
    expect(await rowsIn(pool, availability)).toEqual(oneBatchDays);
    expect(oneBatch.bookings).toMatchObject([{ id: moving.bookingId, appointment_date: '2026-11-28' }]);
    expect(oneBatchDays.availability_days).toMatchObject([{ date: '2026-11-28' }]);
  });

  it('ends in the same rows when it is killed at any statement and started again', async () => {
    await apply(await projectorOf(availability), history);
    const whole = await rowsIn(pool, availability);
    for (const moment of ['before', 'after'] as const) {
      let killed = true;
      for (let at = 1; killed; at += 1) {
        await pool.query('drop schema read cascade');
        await database.migrate();
        const victim = await projectorOf(availability, faultyPool(pool, at, moment));
        const [first, second] = [history.slice(0, 6), history.slice(6)];
        killed = await apply(victim, first)
          .then(() => apply(victim, second))
          .then(
            () => false,
            () => true,
          );
        const survivor = await projectorOf(availability);
        for (const part of [first, second]) {
          if ((part.at(-1)?.position ?? '') > survivor.checkpoint.position) await apply(survivor, part);
        }
        expect(await rowsIn(pool, availability), `killed ${moment} statement ${at}`).toEqual(whole);
        expect(survivor.checkpoint.position).toBe(history.at(-1)?.position);
      }
    }
  });

  it('does not trust the rows it remembers once a write has failed', async () => {
    const [before, after] = [history.slice(0, 4), history.slice(4)];
    const projector = await projectorOf(availability, faultyPool(pool, 5, 'before'));
    await apply(projector, before);
    await expect(apply(projector, after)).rejects.toThrow();
    const survivor = await projectorOf(availability);
    await apply(survivor, after);
    await expect(apply(projector, after)).rejects.toThrow();
    expect((await rowsIn(pool, availability)).availability_days).toMatchObject([{ date: '2026-11-28' }]);
  });

  it('passes over what its checkpoint has behind it', async () => {
    const projector = await projectorOf(bookings);
    await apply(projector, history.slice(0, 5));
    const rows = await rowsIn(pool, bookings);
    expect((await projector.workIn(history.slice(0, 5))).rows.size).toBe(0);
    expect(await rowsIn(pool, bookings)).toEqual(rows);
  });

  it('writes nothing once another projector has moved the checkpoint', async () => {
    const [first, second] = [await projectorOf(bookings), await projectorOf(bookings)];
    await apply(first, history.slice(0, 4));
    const rows = await rowsIn(pool, bookings);
    await expect(apply(second, history)).rejects.toThrow(CheckpointMoved);
    const nothing = { events: 0, rows: new Map() };
    await expect(second.apply(nothing, history.at(-1)?.position ?? '')).rejects.toThrow(CheckpointMoved);
    expect(await rowsIn(pool, bookings)).toEqual(rows);
    expect((await registeredModel(pool, LIVE_SCHEMA, 'bookings'))?.position).toBe(history[3]?.position);
  });

  it('writes nothing when any row of a batch is refused', async () => {
    const projector = await projectorOf(bookings);
    const bad = recorded([
      ...booked(slotAt('2026-11-27', 540, 585)),
      ...booked({ ...slotAt('2026-11-27', 540, 585), slotId: `not-a-uuid-${randomUUID()}` }),
    ]);
    await expect(apply(projector, bad)).rejects.toThrow();
    expect(await rowsIn(pool, bookings)).toEqual({ bookings: [] });
    expect((await registeredModel(pool, LIVE_SCHEMA, 'bookings'))?.position).toBe('');
  });

  it('leaves out a stream whose name only begins like that of a single stream', async () => {
    const projector = await projectorOf(availability);
    const [event] = recorded([{ ...hoursAdded(5, 540, 1140), stream: 'hours-old' }]);
    if (event) await apply(projector, [event]);
    expect(projector.checkpoint.events).toBe(0);
    expect((await rowsIn(pool, availability)).availability_hours).toEqual([]);
  });

  it('counts the events of its streams', async () => {
    const projector = await projectorOf(bookings);
    await apply(projector, history);
    expect((await registeredModel(pool, LIVE_SCHEMA, 'bookings'))?.events).toBe(4);
    expect(projector.checkpoint.events).toBe(4);
  });

  it('writes no row of a read model whose checkpoint another projector has moved, and those of the others', async () => {
    const [first, second] = [await projectorOf(bookings), await projectorOf(bookings)];
    const days = await projectorOf(availability);
    await apply(first, history.slice(0, 4));
    const before = await rowsIn(pool, bookings);
    const shares = [
      { projector: second, work: await second.workIn(history) },
      { projector: days, work: await days.workIn(history) },
    ];
    const end = history.at(-1)?.position ?? '';
    await expect(applyTogether(pool, LIVE_SCHEMA, shares, end)).rejects.toThrow(CheckpointMoved);
    expect(await rowsIn(pool, bookings)).toEqual(before);
    expect((await registeredModel(pool, LIVE_SCHEMA, 'availability'))?.position).toBe(end);
    expect((await rowsIn(pool, availability)).availability_days).toMatchObject([{ date: '2026-11-28' }]);
  });

  it('writes nothing of any read model when a row of one is refused', async () => {
    const bad = recorded([
      ...booked(slotAt('2026-11-27', 540, 585)),
      ...booked({ ...slotAt('2026-11-27', 600, 645), slotId: `not-a-uuid-${randomUUID()}` }),
    ]);
    const both = [await projectorOf(bookings), await projectorOf(availability)];
    const shares = await Promise.all(
      both.map(async (projector) => ({ projector, work: await projector.workIn(bad) })),
    );
    await expect(applyTogether(pool, LIVE_SCHEMA, shares, bad.at(-1)?.position ?? '')).rejects.toThrow();
    expect((await rowsIn(pool, availability)).availability_days).toEqual([]);
    // A failed batch leaves nothing prepared in either projector, so that each can go on from its checkpoint.
    const good = bad.slice(0, 2);
    for (const projector of both) await apply(projector, good);
    expect((await rowsIn(pool, bookings)).bookings).toHaveLength(1);
    expect((await rowsIn(pool, availability)).availability_days).toMatchObject([{ date: '2026-11-27' }]);
  });

  it.each([
    { shared: 'share few lists', lists: 3 },
    { shared: 'have a list each', lists: 300 },
  ])('writes the same rows whether few or many, which $shared', async ({ lists }) => {
    const many = recorded(
      Array.from({ length: 300 }, (_, index) => {
        const slot = slotAt('2026-11-27', 540, 585);
        const person = {
          ...MARIA,
          name: `O'Neil "{${index},\\}"`,
          notes: index % 2 === 0 ? null : 'line\nbreak',
        };
        const requested = bookingRequested(slot, person);
        const services = [{ ...HAIRCUT, title: `"{${index % lists},\\}"` }];
        return { ...requested, data: { ...requested.data, services } };
      }),
    );
    await apply(await projectorOf(bookings), many);
    const atOnce = await rowsIn(pool, bookings);
    await pool.query('drop schema read cascade');
    await database.migrate();
    const projector = await projectorOf(bookings);
    for (const event of many) await apply(projector, [event]);
    expect(await rowsIn(pool, bookings)).toEqual(atOnce);
    expect(atOnce.bookings).toHaveLength(300);
    expect(new Set(atOnce.bookings?.map(({ services }) => JSON.stringify(services))).size).toBe(lists);
    expect(atOnce.bookings).toContainEqual(
      expect.objectContaining({ customer_name: `O'Neil "{1,\\}"`, notes: 'line\nbreak', sms_consent: true }),
    );
  });
});

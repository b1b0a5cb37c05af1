import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { APPOINTMENTS, appointments } from '../../projections/appointments/projection.ts';
import { clockOf } from '../../projections/clock/projection.ts';
import {
  LIVE_SCHEMA,
  type ProjectedEvent,
  type Projection,
  type StoredRow,
  sqlName,
  type Table,
} from '../../projections/engine/projection.ts';
import { createProjector } from '../../projections/engine/projector.ts';
import { createTables } from '../../projections/engine/registry.ts';
import { pastOf, tableAt } from '../../projections/engine/stored-tables.ts';
import type { RecordedEvent } from '../../src/eventsourcing/event-store.ts';
import { upcast } from '../../src/eventsourcing/event-types.ts';
import { createTestDatabase, type TestDatabase } from '../support/server/postgres.ts';
import { bookingRequested, type Fact, onBooking, recorded, slotAt, unsealed } from './events.ts';

/** Every state of a row is kept, so that a table can be read as it stood at any position. */

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  ({ pool } = database);
});
afterAll(() => database.drop());

const clock = clockOf([appointments]);

/** A change to one of three appointments. One that doesn't exist yet is requested. */
const step = fc.record({
  booking: fc.nat(2),
  what: fc.constantFrom(
    'BookingConfirmed',
    'BookingRescheduled',
    'BookingCancelled',
    'BookingReinstated',
    'BookingCompleted',
    'SmsConsentChanged',
    'BookingContactCorrected',
    'CustomerArrived',
    'ArrivalTakenBack',
    'VisitNoted',
    'BookingLinked',
    'BookingErased',
    'SlotClaimLapsed',
    'BookingDeleted',
  ),
  day: fc.integer({ min: 10, max: 28 }),
  /** Seconds after the event before; the clocks of processes differ. */
  later: fc.integer({ min: -3, max: 5 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const IDS = ['1', '2', '3'].map((digit) => `${digit.repeat(8)}-1111-4111-8111-111111111111` as const);

function factsOf(steps: readonly Step[]): readonly RecordedEvent[] {
  const exists = new Set<string>();
  let at = Date.parse('2026-11-20T18:00:00.000Z');
  const facts = steps.map(({ booking, what, day, later }): Fact => {
    at += later * 1_000;
    const id = IDS[booking] ?? randomUUID();
    const { bookingId, ...slot } = slotAt(`2026-11-${day}`, 540, 585, id);
    const data: Record<Step['what'], Fact['data']> = {
      BookingConfirmed: {},
      BookingRescheduled: { ...slot, from: slot, notice: 'none' },
      BookingCancelled: { slotId: slot.slotId, reason: 'customer_request', notice: 'none' },
      BookingReinstated: { ...slot, status: 'confirmed' },
      BookingCompleted: { amountCents: day % 2 === 0 ? null : day },
      SmsConsentChanged: { smsConsent: day % 2 === 0 },
      BookingContactCorrected: { personal: { email: null, phone: '', phoneE164: null, name: 'Wanda' } },
      CustomerArrived: {},
      ArrivalTakenBack: {},
      VisitNoted: { personal: { text: `Formula ${day}` } },
      BookingLinked: { customerId: IDS[day % 3] },
      BookingErased: {},
      SlotClaimLapsed: { slotId: slot.slotId },
      BookingDeleted: { slotId: slot.slotId },
    };
    const fact = exists.has(id)
      ? onBooking(id, what, data[what])
      : bookingRequested({ bookingId: id, ...slot });
    if (!exists.has(id)) exists.add(id);
    else if (what === 'BookingDeleted') exists.delete(id);
    return { ...fact, at: new Date(at).toISOString() };
  });
  return recorded(facts);
}

function folded(table: Table, events: readonly RecordedEvent[]): readonly StoredRow[] {
  const rows = new Map<string, StoredRow>();
  for (const recordedEvent of events) {
    const event: ProjectedEvent = upcast(recordedEvent, table.eventTypes);
    const key = table.keyOf(event);
    if (key === null) continue;
    const row = table.evolve(rows.get(key), event);
    if (row) rows.set(key, row);
    else rows.delete(key);
  }
  return [...rows].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
}

async function project(projection: Projection, batches: readonly (readonly RecordedEvent[])[]) {
  const registered = await createTables(pool, LIVE_SCHEMA, projection);
  const projector = createProjector({ pool, open: unsealed }, LIVE_SCHEMA, projection, registered);
  for (const events of batches)
    await projector.apply(await projector.workIn(events), events.at(-1)?.position ?? '');
}

const at = async (projection: Projection, table: Table, position: string) => {
  const { rows } = await pool.query<{ row: StoredRow }>(
    `select to_jsonb(t) as row from ${tableAt(projection, table, '$1')} t order by ${table.key}`,
    [position],
  );
  return rows.map(({ row }) => row);
};

const pastIn = async (projection: Projection, table: Table) =>
  (await pool.query(`select * from ${sqlName(projection, pastOf(table))} order by ${table.key}, since`)).rows;

function inBatches(events: readonly RecordedEvent[], sizes: readonly number[]) {
  const batches: (readonly RecordedEvent[])[] = [];
  for (let from = 0, n = 0; from < events.length; n += 1) {
    const size = sizes[n % sizes.length] ?? 1;
    batches.push(events.slice(from, from + size));
    from += size;
  }
  return batches;
}

it('a table can be read as it stood at any position, whichever batches its events came in', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 25 }),
      fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 5 }),
      async (steps, sizes) => {
        const events = factsOf(steps);
        const pasts: unknown[] = [];
        for (const batches of [inBatches(events, sizes), inBatches(events, [1])]) {
          await pool.query('drop schema if exists read cascade');
          await database.migrate();
          for (const projection of [appointments, clock]) {
            await project(projection, batches);
            for (const table of projection.tables) {
              pasts.push(await pastIn(projection, table));
              for (const [index, { position }] of events.entries())
                expect(await at(projection, table, position)).toEqual(
                  folded(table, events.slice(0, index + 1)),
                );
            }
          }
        }
        expect(pasts.slice(0, 2)).toEqual(pasts.slice(2));
      },
    ),
    { numRuns: 25 },
  );
});

it('keeps no state for an event that changes nothing', async () => {
  await pool.query('drop schema if exists read cascade');
  await database.migrate();
  const slot = slotAt('2026-11-27', 540, 585);
  const erased = onBooking(slot.bookingId, 'BookingErased');
  const events = recorded([bookingRequested(slot), erased, onBooking(slot.bookingId, 'BookingConfirmed')]);
  await project(appointments, [events]);
  const [requested, , confirmed] = events.map(({ position }) => position);
  expect(await pastIn(appointments, APPOINTMENTS)).toMatchObject([
    { status: 'pending', since: requested, until: confirmed },
  ]);
});

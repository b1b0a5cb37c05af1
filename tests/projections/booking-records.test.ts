import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BOOKINGS_TABLE, bookings } from '../../projections/bookings/projection.ts';
import { createBookingRecords } from '../../projections/bookings/records.ts';
import { LIVE_SCHEMA } from '../../projections/engine/projection.ts';
import { createProjector } from '../../projections/engine/projector.ts';
import { createTables } from '../../projections/engine/registry.ts';
import { ERASED } from '../../src/eventsourcing/event-types.ts';
import { createTestDatabase, type TestDatabase } from '../support/server/postgres.ts';
import { bookingRequested, type Fact, MARIA, onBooking, recorded, slotAt, unsealed } from './events.ts';

/** The salon's clock still shows Friday. */
const NOW = new Date('2026-11-21T07:30:00Z');
const [YESTERDAY, TODAY, LATER] = ['2026-11-19', '2026-11-20', '2026-12-04'];
const source = (name: string) => name.padEnd(22, '-');
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000).toISOString();

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  ({ pool } = database);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await pool.query('drop schema if exists read cascade');
  await database.migrate();
});

const newRecords = (from = pool) =>
  createBookingRecords({ pool: from, timeZone: 'America/Los_Angeles', now: () => NOW });

interface Made {
  readonly date?: string;
  readonly from?: string;
  readonly person?: unknown;
  readonly at?: string;
  readonly minutes?: number;
  readonly afterwards?: (bookingId: string) => readonly Fact[];
}

/** Somebody else's contacts. */
const person = (index: number) => ({
  ...MARIA,
  name: `Person ${index}`,
  email: `Person${index}@Example.com`,
  phoneE164: `+1925555${String(index).padStart(4, '0')}`,
});

/** Projects bookings and returns their ids. */
async function given(...made: readonly Made[]): Promise<readonly string[]> {
  const ids: readonly string[] = made.map(() => randomUUID());
  const facts = made.flatMap(
    ({ date = LATER, from, person: contacts = person(9), at, minutes = 45, afterwards }, index) => {
      const id = ids[index] ?? '';
      const fact = bookingRequested({ ...slotAt(date, 540, 540 + minutes), bookingId: id }, contacts);
      const request = {
        ...fact,
        data: { ...fact.data, ...(from && { source: { address: from } }) },
        at: at ?? hoursAgo(2),
      };
      return [request, ...(afterwards?.(id) ?? [])];
    },
  );
  const registered = await createTables(pool, LIVE_SCHEMA, bookings);
  const projector = createProjector({ pool, open: unsealed }, LIVE_SCHEMA, bookings, registered);
  const events = recorded(facts);
  await projector.apply(await projector.workIn(events), events.at(-1)?.position ?? '');
  return ids;
}

const confirmed = (id: string) => [onBooking(id, 'BookingConfirmed')];
const cancelled = (id: string) => [
  onBooking(id, 'BookingCancelled', { slotId: randomUUID(), reason: 'other', notice: 'none' }),
];
/** Renames a column, so that asking for it fails. */
const rename = (from: string, to: string) =>
  pool.query(`alter table ${BOOKINGS_TABLE} rename column ${from} to ${to}`);
const idsOf = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id).sort();

describe('the records of a booking', () => {
  it('say its state, its minutes, where it came from and whose it is', async () => {
    const [id, byStaff] = await given(
      { from: source('ann'), person: { ...MARIA, email: 'Maria@Example.com' }, minutes: 75 },
      { person: { ...MARIA, email: null }, date: YESTERDAY, afterwards: confirmed },
    );
    const records = await newRecords().of({ sources: [], ids: [id ?? '', byStaff ?? ''] });
    expect(records.toSorted((a, b) => b.minutes - a.minutes)).toEqual([
      {
        id,
        status: 'pending',
        minutes: 75,
        isUpcoming: true,
        madeAt: new Date(hoursAgo(2)),
        source: source('ann'),
        email: 'maria@example.com',
        phoneE164: MARIA.phoneE164,
      },
      {
        id: byStaff,
        status: 'confirmed',
        minutes: 45,
        isUpcoming: false,
        madeAt: new Date(hoursAgo(2)),
        source: null,
        email: null,
        phoneE164: MARIA.phoneE164,
      },
    ]);
  });

  it('are found by the phone and by the e-mail, however its letters are written', async () => {
    const [byPhone, byEmail] = await given(
      { person: { ...person(1), phoneE164: MARIA.phoneE164 } },
      { person: { ...person(2), email: 'MARIA@example.com' } },
      { person: person(3) },
    );
    const contacts = { phoneE164: MARIA.phoneE164, email: 'Maria@Example.COM' };
    const found = await newRecords().of({ contacts, sources: [], ids: [] });
    expect(idsOf(found)).toEqual(idsOf([{ id: byPhone ?? '' }, { id: byEmail ?? '' }]));
    const withoutEmail = await newRecords().of({
      contacts: { ...contacts, email: null },
      sources: [],
      ids: [],
    });
    expect(idsOf(withoutEmail)).toEqual([byPhone]);
  });

  it('are found by each of the sources', async () => {
    const ids = await given(
      { from: source('this-month') },
      { from: source('last-month') },
      { from: source('nobody') },
      {},
    );
    const sources = [source('this-month'), source('last-month')];
    expect(idsOf(await newRecords().of({ sources, ids: [] }))).toEqual(ids.slice(0, 2).toSorted());
  });

  it('are upcoming from today in the salon on, pending or confirmed, unless they are asked for by their id', async () => {
    const from = source('ann');
    const ids = await given(
      { from, date: TODAY },
      { from, afterwards: confirmed },
      { from, date: YESTERDAY },
      { from, afterwards: cancelled },
    );
    const [today = '', later = '', before = '', gone = ''] = ids;
    expect(idsOf(await newRecords().of({ sources: [from], ids: [] }))).toEqual([today, later].sort());
    const all = await newRecords().of({ sources: [from], ids: [before, gone, randomUUID()] });
    expect(idsOf(all)).toEqual(ids.toSorted());
    const states = Object.fromEntries(all.map(({ id, status, isUpcoming }) => [id, [status, isUpcoming]]));
    expect(states[before]).toEqual(['pending', false]);
    expect(states[gone]).toEqual(['cancelled', true]);
    expect(states[today]).toEqual(['pending', true]);
  });

  it('name no person after an erasure, and are still found by their source', async () => {
    await given({ from: source('ann'), person: ERASED });
    expect(await newRecords().of({ sources: [source('ann')], ids: [] })).toMatchObject([
      { email: null, phoneE164: null, status: 'pending' },
    ]);
    expect(
      await newRecords().of({ contacts: { phoneE164: MARIA.phoneE164, email: null }, sources: [], ids: [] }),
    ).toEqual([]);
  });

  it("begin with the sender's own, where there are more than are looked at", async () => {
    const contacts = { phoneE164: MARIA.phoneE164, email: null };
    const others = Array.from({ length: 1_001 }, () => ({ person: MARIA, from: source('others') }));
    const ids = await given(...others, { from: source('ann') });
    const found = await newRecords().of({ contacts, sources: [source('ann')], ids: [] });
    expect(found).toHaveLength(1_000);
    expect(found[0]?.id).toBe(ids.at(-1));
  });
});

describe('the whole site', () => {
  it('has the public bookings of the last hour, in any status', async () => {
    const from = source('ann');
    const [second, first, cancelledOne] = await given(
      { from, at: hoursAgo(0.1), minutes: 60 },
      { from: source('bo'), at: hoursAgo(0.9), afterwards: confirmed },
      { from, at: hoursAgo(0.5), afterwards: cancelled },
      { from, at: hoursAgo(1.1) },
      { at: hoursAgo(0.1) },
    );
    const recent = await newRecords().lastHour();
    expect(new Set(recent)).toEqual(
      new Set([
        { id: first, status: 'confirmed', minutes: 45, source: source('bo') },
        { id: cancelledOne, status: 'cancelled', minutes: 45, source: from },
        { id: second, status: 'pending', minutes: 60, source: from },
      ]),
    );
  });

  it('is quiet before anything was booked', async () => {
    await given();
    expect(await newRecords().lastHour()).toEqual([]);
  });
});

describe('while the table is missing', () => {
  it('nothing is known, so that nobody is refused for it', async () => {
    await pool.query('drop schema read cascade');
    expect(await newRecords().of({ sources: [source('ann')], ids: [randomUUID()] })).toEqual([]);
    expect(await newRecords().lastHour()).toEqual([]);
  });

  it('other faults are told', async () => {
    await given();
    await rename('source', 'away');
    await expect(newRecords().of({ sources: [], ids: [] })).rejects.toThrow('source');
    await expect(newRecords().lastHour()).rejects.toThrow('source');
  });
});

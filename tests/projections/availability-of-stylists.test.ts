import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOutlook } from '../../projections/availability/outlook.ts';
import { availability } from '../../projections/availability/projection.ts';
import { type AvailabilityReader, createAvailabilityReader } from '../../projections/availability/queries.ts';
import { createStaffTimes } from '../../projections/availability/staff-times.ts';
import { LIVE_SCHEMA } from '../../projections/engine/projection.ts';
import { createProjector } from '../../projections/engine/projector.ts';
import { createTables } from '../../projections/engine/registry.ts';
import type { StaffTimes } from '../../src/contracts/bookings/staff-times.ts';
import { formatTime } from '../../src/salon/salon-time.ts';
import { USUAL_STARTS } from '../support/salon/usual-starts.ts';
import { createTestDatabase, type TestDatabase } from '../support/server/postgres.ts';
import { type Fact, hoursAdded, recorded, serviceAdded, slotAt, slotTaken, unsealed } from './events.ts';

const ZONE = 'America/Los_Angeles';
/** A Friday, 10:10 AM in the salon. */
const NOW = new Date('2026-11-20T18:10:00Z');
const FRIDAY = '2026-11-20';
const SATURDAY = '2026-11-21';

let database: TestDatabase;
let pool: Pool;
let rules = USUAL_STARTS;
const startRules = () => rules;
let reader: AvailabilityReader;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ pool } = database);
  reader = createAvailabilityReader({ pool, timeZone: ZONE, startRules, now: () => NOW });
});
afterAll(() => database.drop());
beforeEach(async () => {
  rules = USUAL_STARTS;
  await pool.query('drop schema if exists read cascade');
  await database.migrate();
});

/** Friday and Saturday 9 AM to 12 noon, a 45-minute and a 60-minute service. */
const salon = [
  hoursAdded(5, 540, 720),
  hoursAdded(6, 540, 720),
  serviceAdded('cut'),
  serviceAdded('color', { durationMinutes: 60 }),
];

async function given(...facts: readonly Fact[]): Promise<void> {
  const registered = await createTables(pool, LIVE_SCHEMA, availability);
  const projector = createProjector({ pool, open: unsealed }, LIVE_SCHEMA, availability, registered);
  const events = recorded([...salon, ...facts]);
  await projector.apply(await projector.workIn(events), events.at(-1)?.position ?? '');
}

describe('stylists', () => {
  const [ann, bea] = [randomUUID(), randomUUID()];
  const added = (id: string, order: number, more: Fact['data'] = {}): Fact => ({
    stream: `stylist-${id}`,
    type: 'StylistAdded',
    data: { personal: { name: 'Ann', title: '' }, services: null, order, online: true, ...more },
  });
  /** Ann works on Saturdays from ten and cuts in half an hour, Bea isn't online, and the first stylist has Saturday off. */
  const team: readonly Fact[] = [
    added(ann, 1, { services: [{ id: 'cut', minutes: 30 }] }),
    {
      stream: `stylist-${ann}`,
      type: 'StylistHoursSet',
      data: { week: [{ dayOfWeek: 6, windows: [{ start: 600, end: 840 }] }] },
    },
    added(bea, 2, { online: false }),
    {
      stream: `agenda-${SATURDAY}`,
      type: 'TimeBlocked',
      data: { blockId: randomUUID(), resource: 'first', start: 0, end: 1440, personal: { reason: '' } },
    },
  ];
  const of = async (stylistId: string | undefined, date = SATURDAY, serviceIds = ['cut']) => {
    const { starts, closed } = await reader.forServices(date, { serviceIds, stylistId });
    return closed ? 'closed' : starts.map(formatTime);
  };

  it('have times of their own, and anyone has all of them', async () => {
    const slot = { ...slotAt(SATURDAY, 630, 660), parts: [{ resource: ann, start: 630, end: 660 }] };
    await given(...team, slotTaken(slot));
    const free = ['10:00 AM', '11:00 AM', '11:30 AM'];
    expect(await Promise.all([of(undefined), of(ann), of('first'), of(bea)])).toEqual([
      free,
      free,
      [],
      'closed',
    ]);
    expect(await Promise.all([of(undefined, FRIDAY), of(ann, FRIDAY)])).toEqual([
      ['10:30 AM', '11:00 AM'],
      'closed',
    ]);
    // Ann doesn't color, and nobody else is there.
    expect(await of(undefined, SATURDAY, ['cut', 'color'])).toEqual([]);
    expect(await of(ann, SATURDAY, ['cut', 'color'])).toBe('closed');
    const statusOf = async (stylistId?: string, isPublic = true) =>
      (await reader.days(FRIDAY, SATURDAY, { serviceIds: ['cut'], stylistId, isPublic })).map(
        ({ status }) => status,
      );
    expect(await Promise.all([statusOf(), statusOf(ann), statusOf('first'), statusOf(bea)])).toEqual([
      ['open', 'open'],
      ['closed', 'open'],
      ['open', 'full'],
      ['closed', 'closed'],
    ]);
    // Staff may book Bea, too.
    expect(await statusOf(bea, false)).toEqual(['open', 'open']);
    const unknown = randomUUID();
    await expect(of(unknown)).rejects.toMatchObject({ code: 'unknown-stylist' });
  });

  it('keep a time that is held of one of them for that one', async () => {
    const own = randomUUID();
    const parts = [{ resource: ann, start: 600, end: 630 }];
    const expiresAt = '2026-11-20T18:20:00.000Z';
    const held: Fact = {
      stream: `agenda-${SATURDAY}`,
      type: 'SlotHeld',
      data: { holdId: own, start: 600, end: 630, parts, expiresAt },
    };
    await given(...team, held);
    expect(await of(undefined)).toEqual(['10:30 AM', '11:00 AM', '11:30 AM']);
    // Nobody else can be booked for it, and its visitor keeps it without notice.
    rules = { ...USUAL_STARTS, notice_minutes: 60 * 24 };
    expect((await reader.forServices(SATURDAY, { serviceIds: ['cut'] }, own)).starts).toContain(600);
  });

  it('each have a next free time, and open minutes of their own, which the week’s are the sum of', async () => {
    const outlook = createOutlook({ pool, timeZone: ZONE, startRules });
    await given(...team);
    expect(await outlook(NOW)).toMatchObject({
      // The first on Friday, Ann from ten on Saturday, and Bea on both.
      week: { openMinutes: 180 + 120 + 360 },
      nextFree: { date: FRIDAY, start: 630, duration: 45 },
    });
    expect((await outlook(NOW, ann)).nextFree).toEqual({ date: SATURDAY, start: 600, duration: 30 });
    expect((await outlook(NOW, bea)).nextFree).toBeNull();
    await expect(outlook(NOW, randomUUID())).rejects.toMatchObject({ code: 'unknown-stylist' });
  });

  it('keep the appointments that customers move, and take none as long as they aren’t online', async () => {
    const slotOf = (resource: string) => ({
      slotId: randomUUID(),
      start: 600,
      end: 630,
      parts: [{ resource, start: 600, end: 630 }],
    });
    await given(...team);
    const times = await reader.forBooking(SATURDAY, slotOf(ann));
    expect(times).toMatchObject({ isStylistUnavailable: false, starts: [600, 630, 660, 690] });
    expect(await reader.forBooking(SATURDAY, slotOf(bea))).toEqual({
      blocked: false,
      closed: false,
      starts: [],
      isStylistUnavailable: true,
    });
  });

  it('are chosen by staff, even if they aren’t online, and each time says whose it is', async () => {
    const unknown = randomUUID();
    const ofBea = { ...slotAt(SATURDAY, 600, 645), parts: [{ resource: bea, start: 600, end: 645 }] };
    await given(...team, slotTaken(ofBea));
    const staffTimes = createStaffTimes({ pool, timeZone: ZONE, startRules, now: () => NOW });
    const at = async (time: string, times: Promise<StaffTimes>) =>
      (await times).times.find((one) => one.time === time);
    const stylists = [bea];
    expect(await at('9:00 AM', staffTimes.forServices(SATURDAY, ['cut']))).toEqual({
      time: '9:00 AM',
      state: 'free',
      stylists,
    });
    expect(await at('10:00 AM', staffTimes.forServices(SATURDAY, ['cut']))).toMatchObject({
      state: 'free',
      stylists: [ann],
    });
    const annTimes = await staffTimes.forServices(SATURDAY, ['cut'], { stylistId: ann });
    expect(annTimes).toMatchObject({ duration: 30, windows: [{ start_time: '10:00', end_time: '12:00' }] });
    expect(await at('9:00 AM', Promise.resolve(annTimes))).toMatchObject({ state: 'outside_hours' });
    await expect(staffTimes.forServices(SATURDAY, ['cut'], { stylistId: unknown })).rejects.toMatchObject({
      code: 'unknown-stylist',
    });

    const { slotId, start, end, parts } = ofBea;
    const slot = { slotId, start, end, parts };
    const stays = staffTimes.forBooking(SATURDAY, slot);
    expect(await at('10:30 AM', stays)).toEqual({ time: '10:30 AM', state: 'free', stylists });
    const handedOver = staffTimes.forBooking(SATURDAY, slot, { stylistId: 'first' });
    expect(await at('10:30 AM', handedOver)).toEqual({ time: '10:30 AM', state: 'taken' });
    const anyone = staffTimes.forBooking(SATURDAY, slot, { anyone: true });
    expect(await at('10:30 AM', anyone)).toMatchObject({ state: 'free', stylists: [ann, bea] });
    const anyoneElse = staffTimes.forBooking(SATURDAY, slot, { anyone: true, isOwnDay: true });
    expect(await at('10:00 AM', anyoneElse)).toMatchObject({ state: 'free', stylists: [ann] });
    expect(await at('10:30 AM', anyoneElse)).toMatchObject({ state: 'free', stylists: [ann, bea] });
  });

  it('may take an appointment over at its own time, also one that has begun and lies between the usual starts', async () => {
    const own = { ...slotAt(FRIDAY, 605, 650), parts: [{ resource: bea, start: 605, end: 650 }] };
    await given(...team, slotTaken(own));
    const staffTimes = createStaffTimes({ pool, timeZone: ZONE, startRules, now: () => NOW });
    const { slotId, start, end, parts } = own;
    const slot = { slotId, start, end, parts };
    const own605 = async (stylistId: string, isOwnDay = true) =>
      (await staffTimes.forBooking(FRIDAY, slot, { stylistId, isOwnDay })).times.find(
        ({ time }) => time === '10:05 AM',
      );
    expect(await own605('first')).toEqual({ time: '10:05 AM', state: 'free', stylists: ['first'] });
    expect(await own605('first', false)).toBeUndefined();
    expect(await own605(bea)).toBeUndefined();
    // Of anyone, it is with those to whom it can go.
    const ofAnyone = await staffTimes.forBooking(FRIDAY, slot, { anyone: true, isOwnDay: true });
    expect(ofAnyone.times.find(({ time }) => time === '10:05 AM')).toMatchObject({ stylists: ['first'] });
  });

  it('are free from no time in which they are blocked, until the next that is taken', async () => {
    const blocked = { resource: bea, start: 540, end: 600, personal: { reason: '' } };
    const taken = { ...slotAt(SATURDAY, 660, 705), parts: [{ resource: bea, start: 660, end: 705 }] };
    await given(
      ...team,
      { stream: `agenda-${SATURDAY}`, type: 'TimeBlocked', data: { blockId: randomUUID(), ...blocked } },
      slotTaken(taken),
    );
    const staffTimes = createStaffTimes({ pool, timeZone: ZONE, startRules, now: () => NOW });
    const { times } = await staffTimes.forServices(SATURDAY, ['cut'], { stylistId: bea });
    expect(times.filter(({ time }) => ['9:00 AM', '10:30 AM'].includes(time))).toEqual([
      { time: '9:00 AM', state: 'taken' },
      { time: '10:30 AM', state: 'taken', free_minutes: 30 },
    ]);
  });
});

import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOutlook } from '../../projections/availability/outlook.ts';
import { availability } from '../../projections/availability/projection.ts';
import { type AvailabilityReader, createAvailabilityReader } from '../../projections/availability/queries.ts';
import { createSalonClock } from '../../projections/availability/salon-clock.ts';
import { LIVE_SCHEMA } from '../../projections/engine/projection.ts';
import { createProjector } from '../../projections/engine/projector.ts';
import { createTables } from '../../projections/engine/registry.ts';
import {
  addSalonDays,
  formatTime,
  instantOf,
  lastBookableDate,
  salonDate,
} from '../../src/salon/salon-time.ts';
import { USUAL_STARTS } from '../support/salon/usual-starts.ts';
import { createTestDatabase, type TestDatabase } from '../support/server/postgres.ts';
import { type Fact, hoursAdded, recorded, serviceAdded, slotAt, slotTaken, unsealed } from './events.ts';

const ZONE = 'America/Los_Angeles';
/** A Friday, 10:10 AM in the salon. */
const NOW = new Date('2026-11-20T18:10:00Z');
const FRIDAY = '2026-11-20';
const SATURDAY = '2026-11-21';
const SUNDAY = '2026-11-22';

let database: TestDatabase;
let pool: Pool;
let now = NOW;
let rules = USUAL_STARTS;
const startRules = () => rules;
let reader: AvailabilityReader;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ pool } = database);
  reader = createAvailabilityReader({ pool, timeZone: ZONE, startRules, now: () => now });
});
afterAll(() => database.drop());
beforeEach(async () => {
  now = NOW;
  rules = USUAL_STARTS;
  await pool.query('drop schema if exists read cascade');
  await database.migrate();
});

/** Friday and Saturday 9 AM to 12 noon, a 45-minute and a 60-minute service. */
const week = [
  hoursAdded(5, 540, 720),
  hoursAdded(6, 540, 720),
  serviceAdded('cut'),
  serviceAdded('color', { durationMinutes: 60 }),
];

async function given(...facts: readonly Fact[]): Promise<void> {
  const registered = await createTables(pool, LIVE_SCHEMA, availability);
  const projector = createProjector({ pool, open: unsealed }, LIVE_SCHEMA, availability, registered);
  const events = recorded([...week, ...facts]);
  await projector.apply(await projector.workIn(events), events.at(-1)?.position ?? '');
}

const times = async (date: string, services = ['cut'], hold?: string) =>
  (await reader.forServices(date, { serviceIds: services }, hold)).starts.map(formatTime);
const held = (holdId: string, start: number, end: number, expiresAt: string): Fact => ({
  stream: `agenda-${SATURDAY}`,
  type: 'SlotHeld',
  data: { holdId, start, end, expiresAt },
});

const lunch = (start: number, end: number): Fact => ({
  stream: `agenda-${SATURDAY}`,
  type: 'TimeBlocked',
  data: { blockId: randomUUID(), start, end, personal: { reason: 'Lunch' } },
});
const hoursSet = (date: string, ...windows: readonly (readonly [start: number, end: number])[]): Fact => ({
  stream: `agenda-${date}`,
  type: 'DayHoursSet',
  data: { windows: windows.map(([start, end]) => ({ start, end })) },
});

describe('free times', () => {
  it('are every half hour at which the services together fit before closing', async () => {
    await given();
    expect(await times(SATURDAY)).toEqual(['9:00 AM', '9:30 AM', '10:00 AM', '10:30 AM', '11:00 AM']);
    expect(await times(SATURDAY, ['cut', 'color'])).toEqual(['9:00 AM', '9:30 AM', '10:00 AM']);
  });

  it('leave out what overlaps a taken slot, but not what touches it', async () => {
    await given(slotTaken(slotAt(SATURDAY, 585, 630)));
    expect(await times(SATURDAY)).toEqual(['9:00 AM', '10:30 AM', '11:00 AM']);
  });

  it('leave out what others hold until the hold runs out', async () => {
    const own = randomUUID();
    await given(held(own, 540, 600, '2026-11-20T18:20:00.000Z'));
    expect(await times(SATURDAY)).toEqual(['10:00 AM', '10:30 AM', '11:00 AM']);
    expect(await times(SATURDAY, ['cut'], own)).toContain('9:00 AM');
    now = new Date('2026-11-20T18:20:00Z');
    expect(await times(SATURDAY)).toContain('9:00 AM');
  });

  it('lie after now', async () => {
    await given();
    expect(await times(FRIDAY)).toEqual(['10:30 AM', '11:00 AM']);
    now = new Date('2026-11-20T18:30:00Z');
    expect(await times(FRIDAY)).toEqual(['11:00 AM']);
  });

  it('begin by the salon’s rules and leave customers’ notice, and a day within the notice is over', async () => {
    rules = { ...USUAL_STARTS, start_every_minutes: 15, last_start_offered: true, notice_minutes: 60 };
    await given(hoursSet(SATURDAY, [540, 635]));
    expect(await times(FRIDAY)).toEqual(['11:15 AM']);
    expect(await times(SATURDAY)).toEqual(['9:00 AM', '9:15 AM', '9:30 AM', '9:45 AM', '9:50 AM']);
    const outlook = createOutlook({ pool, timeZone: ZONE, startRules });
    expect((await outlook(NOW)).nextFree).toMatchObject({ date: FRIDAY, start: 675 });
    // Staff needn't give notice.
    expect((await reader.nearest({ date: FRIDAY, start: 600 }, [{ start: 0, end: 45 }])).after).toEqual({
      date: FRIDAY,
      start: 615,
    });
    rules = { ...rules, notice_minutes: 120 };
    expect(await reader.days(FRIDAY, SATURDAY, { serviceIds: ['cut'] })).toEqual([
      { date: FRIDAY, status: 'closed' },
      { date: SATURDAY, status: 'open' },
    ]);
  });

  it('are none on days that are past, closed, blocked or too far ahead', async () => {
    const blockedOn = (date: string): Fact => ({
      stream: `agenda-${date}`,
      type: 'DateBlocked',
      data: { blockId: randomUUID(), personal: { reason: 'Wedding' } },
    });
    const [past, tooFar] = ['2026-11-13', '2027-05-28'];
    await given(blockedOn(SATURDAY), blockedOn(past), blockedOn(tooFar), hoursSet('2026-11-14'));
    // Visitors must not learn which days staff have blocked: a day that can't be booked is only closed.
    for (const date of [past, '2026-11-14', '2026-11-12', tooFar, '2027-05-29', '2027-05-30']) {
      const closed = { blocked: false, closed: true, starts: [] };
      expect(await reader.forServices(date, { serviceIds: ['cut'] }), date).toEqual(closed);
      expect(await reader.forBooking(date, { slotId: randomUUID(), start: 0, end: 45 }), date).toEqual({
        ...closed,
        isStylistUnavailable: false,
      });
    }
    expect(await reader.forServices(SUNDAY, { serviceIds: ['cut'] })).toEqual({
      blocked: false,
      closed: true,
      starts: [],
    });
    expect(await reader.forServices(SATURDAY, { serviceIds: ['cut'] })).toEqual({
      blocked: true,
      closed: false,
      starts: [],
    });
    now = new Date('2026-11-21T20:00:00Z');
    expect(await times('2027-05-21')).not.toEqual([]);
    expect(await times('2027-05-22')).toEqual([]);
  });

  it('leave out what overlaps a blocked time, also for a booking that is there', async () => {
    const own = slotAt(SATURDAY, 600, 645);
    await given(slotTaken(own), lunch(600, 660));
    expect(await times(SATURDAY)).toEqual(['9:00 AM', '11:00 AM']);
    const { starts } = await reader.forBooking(SATURDAY, { slotId: own.slotId, start: 0, end: 45 });
    expect(starts.map(formatTime)).toEqual(['9:00 AM', '11:00 AM']);
  });

  it('are those of the date’s own hours, and not of the weekly ones', async () => {
    await given(hoursSet(SATURDAY, [600, 690]), hoursSet(SUNDAY, [540, 600]), hoursSet('2026-11-27'));
    expect(await times(SATURDAY)).toEqual(['10:00 AM', '10:30 AM']);
    expect(await times(SUNDAY)).toEqual(['9:00 AM']);
    expect(await reader.forServices('2026-11-27', { serviceIds: ['cut'] })).toEqual({
      blocked: false,
      closed: true,
      starts: [],
    });
    expect(await times('2026-11-28')).toContain('9:00 AM');
  });

  it('are refused for a service that is unknown or switched off', async () => {
    await given({ stream: 'service-color', type: 'ServiceDeactivated', data: { serviceId: 'color' } });
    await expect(times(SATURDAY, ['color'])).rejects.toThrow('unknown-service');
    await expect(times(SATURDAY, ['cut', 'nothing'])).rejects.toThrow('unknown-service');
    await expect(reader.days(FRIDAY, SATURDAY, { serviceIds: ['color'] })).rejects.toThrow('unknown-service');
  });

  it('for moving a booking count its own slot as free, from 9 AM to 5 PM', async () => {
    const own = slotAt(SATURDAY, 540, 585);
    await given(slotTaken(own), slotTaken(slotAt(SATURDAY, 600, 720)), hoursAdded(6, 1020, 1200));
    const { starts } = await reader.forBooking(SATURDAY, { slotId: own.slotId, start: 0, end: 45 });
    expect(starts.map(formatTime)).toEqual(['9:00 AM', '5:00 PM']);
  });
});

describe('days', () => {
  it('are open, full, blocked or closed', async () => {
    const block = { blockId: randomUUID(), personal: { reason: 'Wedding' } };
    await given(slotTaken(slotAt(SATURDAY, 540, 700)), {
      stream: 'agenda-2026-11-27',
      type: 'DateBlocked',
      data: block,
    });
    expect(await reader.days('2026-11-19', '2026-11-28', { serviceIds: ['cut'] })).toEqual([
      { date: '2026-11-19', status: 'closed' },
      { date: FRIDAY, status: 'open' },
      { date: SATURDAY, status: 'full' },
      { date: SUNDAY, status: 'closed' },
      ...['23', '24', '25', '26'].map((day) => ({ date: `2026-11-${day}`, status: 'closed' })),
      { date: '2026-11-27', status: 'blocked' },
      { date: '2026-11-28', status: 'open' },
    ]);
  });

  it('go by the date’s own hours and its blocked times', async () => {
    await given(lunch(540, 720), hoursSet(FRIDAY), hoursSet(SUNDAY, [540, 600]));
    expect(await reader.days(FRIDAY, SUNDAY, { serviceIds: ['cut'] })).toEqual([
      { date: FRIDAY, status: 'closed' },
      { date: SATURDAY, status: 'full' },
      { date: SUNDAY, status: 'open' },
    ]);
  });

  it('are full when time is left but not enough, and closed once they are over', async () => {
    await given();
    now = new Date('2026-11-20T19:31:00Z');
    expect(await reader.days(FRIDAY, FRIDAY, { serviceIds: ['cut'] })).toEqual([
      { date: FRIDAY, status: 'full' },
    ]);
    now = new Date('2026-11-20T20:00:00Z');
    expect(await reader.days(FRIDAY, FRIDAY, { serviceIds: ['cut'] })).toEqual([
      { date: FRIDAY, status: 'closed' },
    ]);
  });
});

describe('the nearest free start', () => {
  const near = async (date: string, start: number, own?: Parameters<AvailabilityReader['nearest']>[2]) => {
    const { before, after } = await reader.nearest({ date, start }, [{ start: 0, end: 45 }], own);
    return [before, after].map((free) => free && `${free.date} ${formatTime(free.start)}`);
  };

  it('is on the same day, or the nearest other one', async () => {
    await given(slotTaken(slotAt(SATURDAY, 600, 660)));
    expect(await near(SATURDAY, 600)).toEqual([`${SATURDAY} 9:00 AM`, `${SATURDAY} 11:00 AM`]);
    expect(await near(SATURDAY, 540)).toEqual([`${FRIDAY} 11:00 AM`, `${SATURDAY} 11:00 AM`]);
    expect(await near(SUNDAY, 600)).toEqual([`${SATURDAY} 11:00 AM`, '2026-11-27 9:00 AM']);
  });

  it('is none before today, and none after the last day that can be booked', async () => {
    await given();
    expect(await near('2026-01-01', 600)).toEqual([null, `${FRIDAY} 10:30 AM`]);
    expect(await near(FRIDAY, 630)).toEqual([null, `${FRIDAY} 11:00 AM`]);
    expect(await near('2027-12-31', 600)).toEqual(['2027-05-15 11:00 AM', null]);
  });

  it('is followed by the next ones', async () => {
    await given(slotTaken(slotAt(SATURDAY, 600, 660)));
    const later = async (date: string, start: number) =>
      (await reader.nearest({ date, start }, [{ start: 0, end: 45 }])).later.map(
        (free) => `${free.date} ${formatTime(free.start)}`,
      );
    expect(await later(FRIDAY, 600)).toEqual([`${FRIDAY} 11:00 AM`, `${SATURDAY} 9:00 AM`]);
    expect(await later(SATURDAY, 600)).toEqual(['2026-11-27 9:00 AM', '2026-11-27 9:30 AM']);
    expect(await later('2027-12-31', 600)).toEqual([]);
  });

  it('may overlap the present time of an appointment that is moved, but never equals it', async () => {
    const own = slotAt(SATURDAY, 570, 615);
    await given(slotTaken(own));
    expect(await near(SATURDAY, 600)).toEqual([`${FRIDAY} 11:00 AM`, `${SATURDAY} 10:30 AM`]);
    const where = { date: SATURDAY, start: 570, slotId: own.slotId };
    expect(await near(SATURDAY, 570, where)).toEqual([`${SATURDAY} 9:00 AM`, `${SATURDAY} 10:00 AM`]);
    expect(await near(SATURDAY, 600, where)).toEqual([`${SATURDAY} 9:00 AM`, `${SATURDAY} 10:30 AM`]);
  });
});

it('the next and the nearest free time may be months away', async () => {
  const closed = Array.from({ length: 90 }, (_, ahead) => hoursSet(addSalonDays(FRIDAY, ahead)));
  await given(...closed);
  const next = { date: '2027-02-19', start: 540 };
  const outlook = createOutlook({ pool, timeZone: ZONE, startRules });
  expect((await outlook(NOW)).nextFree).toMatchObject(next);
  expect(await reader.nextByStylist(['cut'])).toEqual([{ stylistId: 'first', next }]);
  const { before, after } = await reader.nearest({ date: SATURDAY, start: 600 }, [{ start: 0, end: 45 }]);
  expect([before, after]).toEqual([null, next]);
});

it('the week’s open minutes are those of the dates, without blocked dates and times', async () => {
  const outlook = createOutlook({ pool, timeZone: ZONE, startRules });
  await given(lunch(600, 660), lunch(630, 800), hoursSet(FRIDAY, [540, 600], [660, 720]));
  expect(await outlook(NOW)).toMatchObject({
    week: { from: '2026-11-15', to: SATURDAY, openMinutes: 120 + 60 },
    // Friday's second hours begin at eleven.
    nextFree: { date: FRIDAY, start: 660 },
  });
});

describe("the salon's clock", () => {
  const everyHour = Array.from({ length: 24 }, (_, hour) => hour * 60);

  it('agrees with salon-time on every kind of day', () => {
    const clock = createSalonClock(ZONE);
    const at = new Date('2026-03-08T05:00:00Z');
    for (const date of ['2026-03-07', '2026-03-08', '2026-03-09', '2026-10-31', '2026-11-01']) {
      const expected = everyHour.filter((minutes) => {
        const instant = instantOf(date, minutes, ZONE);
        return instant !== null && instant > at;
      });
      expect(clock.upcoming(date, everyHour, at), date).toEqual(expected);
    }
  });

  it('does not offer the hour that the change to daylight saving skips', () => {
    const clock = createSalonClock(ZONE);
    expect(clock.upcoming('2027-03-14', [60, 120, 150, 180], NOW)).toEqual([60, 180]);
  });

  it('moves on at midnight in the salon, on short and long days too', () => {
    for (const start of ['2026-03-08T07:30:00Z', '2026-11-01T06:30:00Z', '2026-11-20T07:30:00Z']) {
      const clock = createSalonClock(ZONE);
      for (let hour = 0; hour < 60; hour += 1) {
        const instant = new Date(Date.parse(start) + hour * 3_600_000);
        const date = salonDate(instant, ZONE);
        expect(clock.today(instant)).toMatchObject({ date, lastBookable: lastBookableDate(date) });
      }
    }
  });
});

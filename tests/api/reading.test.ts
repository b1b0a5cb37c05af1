import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Availability, AvailabilityDays } from '../../src/contracts/bookings/availability.ts';
import { ShortLink } from '../../src/contracts/bookings/bookings.ts';
import { getPage } from '../../src/contracts/salon/pages.ts';
import { Salon } from '../../src/contracts/salon/salon.ts';
import { ServiceList } from '../../src/contracts/salon/services.ts';
import { expectProblem } from '../support/network/http.ts';
import {
  bookingRequest,
  givenSalon,
  givenSalonForThisTest,
  type TestSalon,
} from '../support/server/server.ts';
import { blockDate, deactivateService } from '../support/staff/server-staff.ts';

let salon: TestSalon;
beforeAll(async () => {
  salon = await givenSalon();
});
afterAll(() => salon.stop());

const freeTimes = async (date: string, services = 'scalp-treatment', after?: string) =>
  Availability.strict().parse(
    (await salon.get(`/api/availability?date=${date}&services=${services}${after ? `&after=${after}` : ''}`))
      .json,
  );

describe('GET /api/salon', () => {
  // Spec: 9.opening-hours
  it('says who the salon is and when it is open', async () => {
    const answer = await salon.get('/api/salon');
    const { time_zone, opening_hours } = Salon.strict().parse(answer.json);
    expect(time_zone).toBe('America/Los_Angeles');
    expect(opening_hours).toEqual([
      { day_of_week: 2, start_time: '09:00', end_time: '21:00' },
      { day_of_week: 3, start_time: '09:00', end_time: '21:00' },
      { day_of_week: 4, start_time: '09:00', end_time: '21:00' },
      { day_of_week: 5, start_time: '09:00', end_time: '19:00' },
      { day_of_week: 6, start_time: '09:00', end_time: '19:00' },
    ]);
  });
});

describe('GET /api/pages', () => {
  it.each(Object.entries(getPage))('says what the %s page shows', async (name, operation) => {
    const answer = await salon.get(`/api/pages/${name}`);
    expect(answer.status).toBe(200);
    expect(operation.answer.body.strict().safeParse(answer.json).error).toBeUndefined();
    expect(answer.text).not.toMatch(/\{\w*\}/);
  });

  it('answers a page that the browser has already without its body', async () => {
    const { headers } = await salon.get('/api/pages/home');
    const again = await salon.get('/api/pages/home', { headers: { 'If-None-Match': String(headers.etag) } });
    expect(again).toMatchObject({ status: 304, text: '' });
    expect(headers['cache-control']).toBe('no-cache');
  });

  it('knows no other pages', async () => {
    expectProblem(await salon.get('/api/pages/cellar'), 'not-found');
  });
});

describe('GET /api/services', () => {
  // Spec: 7.services, 3.service-list
  it('lists the active services by category, then name', async () => {
    const services = ServiceList.parse((await salon.get('/api/services')).json);
    expect(services).toHaveLength(14);
    const order = services.map(({ category, name }) => `${category}: ${name}`);
    expect(order).toEqual([...order].sort());
    expect(services.find(({ id }) => id === 'full-color')).toMatchObject({
      duration: 150,
      durationText: '2h 30min',
    });
  });
});

describe('GET /api/availability', () => {
  // Spec: 5.availability, 9.slots, 7.availability
  it('offers every half hour that the chosen services fit in before closing', async () => {
    const date = salon.freshDay();
    expect((await freeTimes(date)).slots).toHaveLength(24);
    const long = await freeTimes(date, 'perm,full-color');
    expect(long).toMatchObject({ date, blocked: false, closed: false });
    expect(long.slots.at(0)).toBe('9:00 AM');
    expect(long.slots.at(-1)).toBe('4:30 PM');
  });

  // Spec: 5.availability, 7.availability
  it('leaves out times that are taken', async () => {
    const date = salon.freshDay();
    const { position } = await salon.booked({ appointment_date: date, services: ['mens-haircut'] });
    const { slots } = await freeTimes(date, 'womens-haircut', position);
    expect(slots).not.toEqual(expect.arrayContaining(['9:30 AM', '10:00 AM', '10:30 AM']));
    expect(slots.slice(0, 2)).toEqual(['9:00 AM', '11:00 AM']);
  });

  // Spec: 5.availability
  it('leaves out times that are over today', async () => {
    expect((await freeTimes('2026-11-20')).slots[0]).toBe('10:30 AM');
    expect((await freeTimes('2026-11-19')).slots).toEqual([]);
  });

  it('says that a weekday is closed', async () => {
    expect(await freeTimes('2026-11-23')).toEqual({
      date: '2026-11-23',
      blocked: false,
      closed: true,
      slots: [],
    });
  });

  it('says that a date is blocked and never why; a booking on it is refused', async () => {
    const date = salon.freshDay();
    const { position } = await blockDate(salon, date, 'Family matters of Ms Reason');
    const answer = await salon.get(`/api/availability?date=${date}&services=perm&after=${position}`);
    expect(answer.json).toMatchObject({ blocked: true, slots: [] });
    expect(answer.text).not.toContain('Reason');
    const taking = salon.booked({ appointment_date: date });
    await expect(taking).rejects.toThrow('date-blocked');
  });

  // Spec: 9.booking-window
  it('offers nothing beyond six months', async () => {
    expect((await freeTimes('2027-05-20')).slots).not.toEqual([]);
    expect((await freeTimes('2027-05-21')).slots).toEqual([]);
  });

  it('refuses a service that is not offered, or not any more', async () => {
    const own = await givenSalonForThisTest();
    expectProblem(
      await own.get('/api/availability?date=2026-11-24&services=perm,nothing'),
      'unknown-service',
    );
    const { position } = await deactivateService(own, 'updo');
    const services = ServiceList.parse((await own.get(`/api/services?after=${position}`)).json);
    expect(services.map(({ id }) => id)).not.toContain('updo');
    const days = `from=2026-11-24&to=2026-11-30&after=${position}`;
    expectProblem(
      await own.get(`/api/availability?date=2026-11-24&services=updo&after=${position}`),
      'unknown-service',
    );
    expectProblem(await own.get(`/api/availability/days?services=updo&${days}`), 'unknown-service');
    // The commands follow the catalogue on their own and may learn of the change later.
    const request = bookingRequest({ appointment_date: own.freshDay(), services: ['updo'] });
    await expect
      .poll(async () => (await own.post('/api/bookings', request)).json)
      .toMatchObject({ code: 'unknown-service' });
  });
});

describe('GET /api/availability/days', () => {
  const days = async (from: string, to: string, after = '') =>
    AvailabilityDays.parse(
      (
        await salon.get(
          `/api/availability/days?from=${from}&to=${to}&services=brazilian-treatment,full-color,full-highlights&${after}`,
        )
      ).json,
    );

  it('returns of each day whether it is open, closed, blocked or full', async () => {
    const full = await salon.booked({
      appointment_date: '2026-11-24',
      appointment_time: '1:00 PM',
      services: ['perm'],
    });
    const { position } = await blockDate(salon, '2026-11-26', 'Holiday');
    expect(full.position < position).toBe(true);
    expect(await days('2026-11-22', '2026-11-27', `after=${position}`)).toEqual([
      { date: '2026-11-22', status: 'closed' },
      { date: '2026-11-23', status: 'closed' },
      { date: '2026-11-24', status: 'full' },
      { date: '2026-11-25', status: 'open' },
      { date: '2026-11-26', status: 'blocked' },
      { date: '2026-11-27', status: 'open' },
    ]);
  });

  it('answers at most 200 days, in order', async () => {
    const most = await days('2026-11-20', '2027-06-07');
    expect(most).toHaveLength(200);
    expect(most.at(-1)).toMatchObject({ date: '2027-06-07' });
    const more = await salon.get('/api/availability/days?from=2026-11-20&to=2027-06-08&services=perm');
    expectProblem(more, 'validation-failed');
    expectProblem(
      await salon.get('/api/availability/days?from=2026-11-21&to=2026-11-20&services=perm'),
      'validation-failed',
    );
  });
});

describe('GET /api/short-links', () => {
  // Spec: 3.short-link, 7.short-link
  it('leads from the short code to the booking', async () => {
    const { id, management_token, short_code, position } = await salon.booked({
      appointment_date: salon.freshDay(),
    });
    const answer = await salon.get(`/api/short-links?code=${short_code}&after=${position}`);
    expect(ShortLink.strict().parse(answer.json)).toEqual({
      success: true,
      booking_id: id,
      management_token,
    });
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  });

  it.each(['000000000000', 'short', 'with-sign-in', ''])('does not know the code "%s"', async (code) => {
    expectProblem(await salon.get(`/api/short-links?code=${code}`), 'short-link-not-found');
  });
});

describe('reading one’s own writes', () => {
  it('answers no earlier than the asked position has been reached, and says how far it is', async () => {
    for (let round = 0; round < 20; round += 1) {
      const date = salon.freshDay();
      const { position } = await salon.booked({ appointment_date: date });
      const answer = await salon.get(
        `/api/availability?date=${date}&services=scalp-treatment&after=${position}`,
      );
      expect(String(answer.headers['x-projected-position']) >= position).toBe(true);
      expect(Availability.parse(answer.json).slots).not.toContain('10:00 AM');
    }
  });

  it.each(['/api/salon', '/api/services', '/api/availability?date=2026-11-24&services=perm'])(
    'always says how far %s is',
    async (path) => {
      expect((await salon.get(path)).headers['x-projected-position']).toMatch(/^[0-9a-f]{32}$/);
    },
  );

  it('answers with what it has when asked for a position beyond the end of the log', async () => {
    const answer = await salon.http.send({ path: `/api/services?after=${'f'.repeat(32)}` });
    expect(answer.status).toBe(200);
    expect(String(answer.headers['x-projected-position']) <= (await salon.log.head())).toBe(true);
  });

  it('refuses a position that is none', async () => {
    expectProblem(await salon.get('/api/services?after=12'), 'validation-failed');
  });
});

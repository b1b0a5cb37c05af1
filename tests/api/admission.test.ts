import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BOOKINGS_TABLE } from '../../projections/bookings/projection.ts';
import { bookingStream } from '../../src/features/booking/appointment/events.ts';
import { bookingVisitors, type KnownMinutes, shown } from '../support/booking/booking-visitors.ts';
import { expectProblem } from '../support/network/http.ts';
import { givenSalon, givenSalonForThisTest, type TestSalon } from '../support/server/server.ts';
import { confirmBooking } from '../support/staff/server-staff.ts';

/** The service has the limits of a salon's defaults. */
const SETTINGS = { BOOKING_LIMIT_PER_HOUR: '5', TRUST_PROXY: '1' };

let salon: TestSalon;
beforeAll(async () => {
  salon = await givenSalon({ settings: SETTINGS });
});
// The bookings of one test must not make those of the next one need a code.
beforeEach(async () => {
  await salon.idle();
  await salon.database.pool.query('truncate usage_counts');
  await salon.database.pool.query(
    `update ${BOOKINGS_TABLE} set created_at = created_at - interval '2 hours'`,
  );
});
afterAll(() => salon.stop());

const somebody = bookingVisitors(() => salon);

describe('one sender', () => {
  it('makes five bookings in an hour without noticing anything, and no sixth, even with other contacts', async () => {
    const { book } = somebody();
    for (let time = 0; time < 5; time += 1) expect((await book()).status).toBe(201);
    const sixth = await book();
    expectProblem(sixth, 'rate-limit-exceeded');
    expect(sixth.text).toContain('Rate limit exceeded');
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(3_500);
    expect((await somebody().book()).status).toBe(201);
  });

  it('makes no more than five when all its requests come at once', async () => {
    const { book } = somebody();
    const answers = await Promise.all(Array.from({ length: 20 }, () => book()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    for (const answer of answers) if (answer.status !== 201) expectProblem(answer, 'rate-limit-exceeded');
  });

  it('never has more than 720 unconfirmed minutes, however its requests race', async () => {
    const visitor = somebody();
    // The minutes are used up by fewer than five bookings, however many of these are accepted.
    const wishes: readonly KnownMinutes[] = [240, 480, 240, 240, 480, 240, 240, 480];
    const answers = await Promise.all(wishes.map((minutes) => visitor.book({ minutes })));
    for (const answer of answers) if (answer.status !== 201) expectProblem(answer, 'suspicious-booking');
    let minutes = wishes.reduce<number>(
      (total, one, index) => total + (answers[index]?.status === 201 ? one : 0),
      0,
    );
    expect(minutes).toBeLessThanOrEqual(720);
    // The rest of the 720 minutes is still to be had: refusals of a race count for nothing afterwards.
    for (; minutes < 720; minutes += 240) expect((await visitor.book({ minutes: 240 })).status).toBe(201);
    expectProblem(await visitor.book({ minutes: 30 }), 'suspicious-booking');
  });

  it('has the minutes back that staff have confirmed', async () => {
    const visitor = somebody();
    const first = await shown(salon, await visitor.book({ minutes: 480 }));
    await visitor.book({ minutes: 240 });
    expectProblem(await visitor.book(), 'suspicious-booking');
    const position = await confirmBooking(salon, first.id);
    await salon.get(`/api/manage?after=${position}`, { token: first.management_token });
    expect((await visitor.book({ minutes: 240 })).status).toBe(201);
  });

  it('books at most 480 minutes at once', async () => {
    const { book } = somebody();
    const before = await salon.log.head();
    expectProblem(await book({ minutes: 510 }), 'booking-too-long');
    expect(await salon.causedByPeopleSince(before)).toEqual([]);
    expect((await book({ minutes: 480 })).status).toBe(201);
  });

  it('is answered when it asks again with the same key, in spite of the limits', async () => {
    const { newRequest, send, book } = somebody();
    const [request, key] = [newRequest({ minutes: 480 }), randomUUID()];
    const first = await send(request, key);
    expect(first.status).toBe(201);
    await book({ minutes: 240 });
    expectProblem(await book(), 'suspicious-booking');
    for (let time = 0; time < 20; time += 1) expect((await send(request, key)).json).toEqual(first.json);
  });

  it('is known to a booking by a hash alone', async () => {
    const address = '198.51.100.77';
    const booking = await shown(salon, await somebody(address).book());
    const again = await shown(salon, await somebody(address).book());
    const elsewhere = await shown(salon, await somebody().book());
    const sourceIn = async (id: string) => (await salon.log.read(bookingStream(id)))[0]?.data.source;
    expect(await sourceIn(booking.id)).toEqual({ address: expect.stringMatching(/^[\w-]{22}$/) });
    expect(await sourceIn(again.id)).toEqual(await sourceIn(booking.id));
    expect(await sourceIn(elsewhere.id)).not.toEqual(await sourceIn(booking.id));
    const tables = ['usage_counts', 'source_salts', BOOKINGS_TABLE, 'log.events'];
    for (const table of tables) {
      const { rows } = await salon.database.pool
        .query(`select count(*)::int as count from ${table} t where t::text like '%198.51.100.77%'`)
        .catch(() => ({ rows: [{ count: 0 }] }));
      expect(rows).toEqual([{ count: 0 }]);
    }
    expect(salon.logged.join('')).not.toContain(address);
  });
});

describe('a household of IPv6', () => {
  it('is one sender', async () => {
    const household = (host: string) => somebody(`2001:db8:7:${host}`);
    expect((await household('100::1').book({ minutes: 480 })).status).toBe(201);
    expectProblem(await household('1ff::99').book({ minutes: 480 }), 'suspicious-booking');
    expect((await household('200::1').book({ minutes: 480 })).status).toBe(201);
  });
});

describe('a family in the salon’s own Wi-Fi', () => {
  it('books on a busy Saturday, each with a hold, as staff confirm what has come', async () => {
    const visitor = somebody();
    for (let person = 0; person < 5; person += 1) {
      const [request, key] = [visitor.newRequest({ minutes: 240 }), randomUUID()];
      const { appointment_date: date, appointment_time: time } = request;
      const wish = { date, time, services: ['full-color', 'color-treatment'] };
      const held = await salon.post('/api/holds', wish, { key: randomUUID(), headers: visitor.from });
      const { hold_id } = held.json as { readonly hold_id: string };
      const booked = await shown(salon, await visitor.send({ ...request, hold_id }, key));
      const position = await confirmBooking(salon, booked.id);
      await salon.get(`/api/manage?after=${position}`, { token: booked.management_token });
    }
  });
});

describe('a victim whose phone and e-mail somebody else uses', () => {
  const VICTIM = { customer_phone: '(925) 555-0188', customer_email: 'victim@example.com' };

  it('still books five times in an hour', async () => {
    const attackers = Array.from({ length: 3 }, () => somebody());
    for (const { book } of attackers)
      for (let time = 0; time < 5; time += 1) await shown(salon, await book(VICTIM));
    const victim = somebody();
    for (let time = 0; time < 5; time += 1) expect((await victim.book(VICTIM)).status).toBe(201);
  });
});

describe('all visitors together', () => {
  it('need a code above 1 440 unconfirmed minutes in an hour, of which one sender takes 360 at most', async () => {
    for (let sender = 0; sender < 3; sender += 1) {
      const { book } = somebody();
      for (const minutes of [480, 240] as const) expect((await book({ minutes })).status).toBe(201);
    }
    expect((await somebody().book({ minutes: 180 })).status).toBe(201);
    expect((await somebody().book({ minutes: 180 })).status).toBe(201);
    expectProblem(await somebody().book(), 'code-required');
  });
});

describe('holds', () => {
  it('and unconfirmed bookings together take no more than 720 minutes from one sender', async () => {
    const visitor = somebody();
    await shown(salon, await visitor.book({ minutes: 480 }));
    const date = salon.freshDay();
    const hold = (time: string, services: readonly string[]) =>
      salon.post('/api/holds', { date, time, services }, { key: randomUUID(), headers: visitor.from });
    expect((await hold('9:00 AM', ['brazilian-treatment'])).status).toBe(201);
    expectProblem(await hold('1:00 PM', ['color-treatment']), 'too-many-requests');
    expect((await hold('1:00 PM', ['womens-haircut'])).status).toBe(201);
  });

  it('of more than 480 minutes are refused', async () => {
    const services = ['full-color', 'full-highlights', 'brazilian-treatment', 'scalp-treatment'];
    const wish = { date: salon.freshDay(), time: '9:00 AM', services };
    const { from: headers } = somebody();
    expectProblem(await salon.post('/api/holds', wish, { key: randomUUID(), headers }), 'booking-too-long');
  });
});

describe('BOOKING_LIMIT_PER_HOUR=0', () => {
  it('switches all limits off but the field that people never see', async () => {
    const open = await givenSalonForThisTest({ settings: { ...SETTINGS, BOOKING_LIMIT_PER_HOUR: '0' } });
    const { book, from } = bookingVisitors(() => open)();
    const contact = { customer_phone: '925-555-0161', customer_email: 'one@example.com' };
    for (let time = 0; time < 25; time += 1)
      expect((await book({ ...contact, minutes: 180 })).status).toBe(201);
    expectProblem(await book({ subject: 'Cheap watches' }), 'suspicious-booking');
    const date = open.freshDay();
    for (const time of ['9:00 AM', '10:00 AM', '11:00 AM', '12:00 PM', '1:00 PM']) {
      const wish = { date, time, services: ['scalp-treatment'] };
      expect((await open.post('/api/holds', wish, { key: randomUUID(), headers: from })).status).toBe(201);
    }
  });
});

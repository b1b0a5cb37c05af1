import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectProblem } from '../support/network/http.ts';
import type { Answer } from '../support/network/http-client.ts';
import {
  bookingRequest,
  givenSalon,
  givenSalonForThisTest,
  type TestSalon,
} from '../support/server/server.ts';

describe('the booking limit', () => {
  let salon: TestSalon;
  beforeAll(async () => {
    salon = await givenSalon({ settings: { BOOKING_LIMIT_PER_HOUR: '2', TRUST_PROXY: '1' } });
  });
  afterAll(() => salon.stop());
  let tests = 0;
  /** Each test's visitor comes from an address of their own. */
  beforeEach(() => {
    tests += 1;
  });
  const from = () => ({ 'X-Forwarded-For': `203.0.113.${tests}` });

  let people = 0;
  const somebody = () => {
    people += 1;
    return {
      customer_email: `person${people}@example.com`,
      customer_phone: `925555${String(people).padStart(4, '0')}`,
    };
  };
  const book = (changes: Readonly<Record<string, unknown>>, key: string = randomUUID()) =>
    salon.post('/api/bookings', bookingRequest({ appointment_date: salon.freshDay(), ...changes }), {
      key,
      headers: from(),
    });

  const expectLimited = (answer: Answer) => {
    expectProblem(answer, 'rate-limit-exceeded');
    const seconds = Number(answer.headers['retry-after']);
    expect(seconds).toBeGreaterThan(3_500);
    expect(seconds).toBeLessThanOrEqual(3_600);
    expect(answer.text).toContain('Rate limit exceeded');
  };

  // Spec: 9.booking-limit
  it('stops the third booking of an hour for one e-mail, however it is written', async () => {
    const { customer_email } = somebody();
    const other = () => somebody().customer_phone;
    expect((await book({ customer_email, customer_phone: other() })).status).toBe(201);
    expect(
      (await book({ customer_email: customer_email.toUpperCase(), customer_phone: other() })).status,
    ).toBe(201);
    expectLimited(await book({ customer_email, customer_phone: other() }));
  });

  it('stops it for one phone, however it is written', async () => {
    const email = () => somebody().customer_email;
    expect((await book({ customer_email: email(), customer_phone: '(925) 555-9876' })).status).toBe(201);
    expect((await book({ customer_email: email(), customer_phone: '+1 925 555 9876' })).status).toBe(201);
    expectLimited(await book({ customer_email: email(), customer_phone: '925.555.9876' }));
  });

  it('lets no more through when they race', async () => {
    const person = somebody();
    const answers = await Promise.all(Array.from({ length: 12 }, () => book(person)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    for (const answer of answers.filter(({ status }) => status !== 201)) expectLimited(answer);
  });

  it('counts neither retries nor refusals', async () => {
    const person = somebody();
    const [date, key] = [salon.freshDay(), randomUUID()];
    const first = await book({ ...person, appointment_date: date }, key);
    for (let retry = 0; retry < 3; retry += 1) {
      expect((await book({ ...person, appointment_date: date }, key)).json).toEqual(first.json);
    }
    for (let refused = 0; refused < 3; refused += 1) {
      expectProblem(await book({ ...person, appointment_date: date }), 'slot-taken');
    }
    expect((await book(person)).status).toBe(201);
    expectLimited(await book(person));
    expect((await book({ ...person, appointment_date: date }, key)).json).toEqual(first.json);
  });

  it('does not hold one sender’s bookings against another', async () => {
    const person = somebody();
    await Promise.all([book(person), book(person)]);
    tests += 1;
    expect((await book(person)).status).toBe(201);
  });
});

describe('the limit per address', () => {
  it('stops writes and look-ups of secrets together, with its own words, and leaves reading alone', async () => {
    const salon = await givenSalonForThisTest({ settings: { RATE_LIMIT_PER_MINUTE: '5' } });
    const answers = [
      await salon.get('/api/short-links?code=000000000000'),
      await salon.get('/api/manage', { token: 'x' }),
      await salon.post('/api/manage/cancel', {}),
      await salon.post('/api/manage/reschedule', {}),
      await salon.post('/api/bookings', {}),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 401, 401, 401, 400]);
    for (const refused of [
      await salon.post('/api/bookings', bookingRequest()),
      await salon.get('/api/short-links?code=000000000000'),
      await salon.get('/api/manage', { token: 'x' }),
    ]) {
      expectProblem(refused, 'too-many-requests');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
      expect(refused.text).not.toContain('Rate limit exceeded');
    }
    expect((await salon.get('/api/services')).status).toBe(200);
    expect((await salon.get('/healthz')).status).toBe(200);
  });

  it('counts queries of many days apart from writes, so that neither stops the other', async () => {
    const salon = await givenSalonForThisTest({ settings: { RATE_LIMIT_PER_MINUTE: '3' } });
    const days = () =>
      salon.get('/api/availability/days?from=2026-11-20&to=2027-05-20&services=scalp-treatment');
    for (let asked = 0; asked < 3; asked += 1) expect((await days()).status).toBe(200);
    expectProblem(await days(), 'too-many-requests');
    const one = await salon.get('/api/availability?date=2026-11-24&services=scalp-treatment');
    expect(one.status).toBe(200);
    expect((await salon.post('/api/bookings', bookingRequest())).status).toBe(201);
  });

  it('believes a proxy about the address only when there is one', async () => {
    const settings = { RATE_LIMIT_PER_MINUTE: '1' };
    const ask = (salon: TestSalon, address: string) =>
      salon.get('/api/short-links?code=000000000000', { headers: { 'X-Forwarded-For': address } });
    const direct = await givenSalonForThisTest({ settings });
    expect((await ask(direct, '203.0.113.1')).status).toBe(404);
    expect((await ask(direct, '203.0.113.2')).status).toBe(429);
    const proxied = await givenSalonForThisTest({ settings: { ...settings, TRUST_PROXY: '1' } });
    expect((await ask(proxied, '203.0.113.1')).status).toBe(404);
    expect((await ask(proxied, '203.0.113.2')).status).toBe(404);
    expect((await ask(proxied, '203.0.113.1')).status).toBe(429);
  });
});

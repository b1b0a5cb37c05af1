import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CreatedBooking } from '../../src/contracts/bookings/bookings.ts';
import type { ProblemCode } from '../../src/contracts/problem.ts';
import { expectProblem } from '../support/network/http.ts';
import { bookingRequest, FRIDAY_MORNING, givenSalon, type TestSalon } from '../support/server/server.ts';

let salon: TestSalon;
beforeAll(async () => {
  salon = await givenSalon();
});
afterAll(() => salon.stop());

const book = (changes: Readonly<Record<string, unknown>>, key?: string) =>
  salon.post('/api/bookings', bookingRequest(changes), key === undefined ? {} : { key });

describe('POST /api/bookings', () => {
  // Spec: 6.visitor, 7.create-booking
  it('books a free time and answers with the private link', async () => {
    const appointment_date = salon.freshDay();
    const answer = await book({ appointment_date, appointment_time: '09:30 AM' });

    expect(answer.status).toBe(201);
    const booking = CreatedBooking.strict().parse(answer.json);
    expect(booking.status).toBe('pending');
    expect(booking.short_code).toMatch(/^[0-9A-Za-z]{12}$/);
    expect(booking.manage_url).toMatch(new RegExp(`^http://.*/m/${booking.management_token}$`));
    expect(answer.headers).toMatchObject({ etag: '"1"', 'cache-control': 'no-store' });
    const view = await salon.get(`/api/manage?after=${booking.position}`, {
      token: booking.management_token,
    });
    expect(view.json).toMatchObject({ id: booking.id, appointment_date, appointment_time: '9:30 AM' });
  });

  // Spec: 3.booking
  it('takes names, prices and lengths from the catalogue, and not from the request', async () => {
    const services = [{ id: 'perm', name: 'Gold', price: '$1', duration: 5 }, { id: 'microblading' }];
    const booking = await salon.booked({
      appointment_date: salon.freshDay(),
      services,
      total_amount: '$2.00',
    });
    const view = await salon.get(`/api/manage?after=${booking.position}`, {
      token: booking.management_token,
    });
    expect(view.json).toMatchObject({
      duration: 240,
      total_amount: 'Price Varies - Determined at Consultation',
      services: [
        { id: 'perm', name: 'Perm', price: 'Price Varies', duration: 120 },
        { id: 'microblading', name: 'Eyebrow Microblading', price: '$350+', duration: 120 },
      ],
    });
  });

  // Spec: 5.notes-null
  it('accepts services as bare ids and blank notes as none', async () => {
    const booking = await salon.booked({
      appointment_date: salon.freshDay(),
      services: ['perm'],
      notes: '  ',
    });
    const view = await salon.get(`/api/manage?after=${booking.position}`, {
      token: booking.management_token,
    });
    expect(view.json).toMatchObject({ notes: null, services: [{ id: 'perm' }] });
  });

  it.each<[string, Readonly<Record<string, unknown>>, ProblemCode]>([
    ['a name of one letter', { customer_name: ' A ' }, 'invalid-name'],
    ['a name of 101 letters', { customer_name: 'x'.repeat(101) }, 'invalid-name'],
    ['an e-mail without a domain', { customer_email: 'ada@' }, 'invalid-email'],
    ['a phone of nine digits', { customer_phone: '925-555-01' }, 'invalid-phone'],
    ['a phone with a digit too many', { customer_phone: '(925) 555-01000' }, 'invalid-phone'],
    ['a phone of a country that does not exist', { customer_phone: '+999 123 456 7890' }, 'invalid-phone'],
    ['no consent to messages', { sms_consent: false }, 'sms-consent-required'],
    ['a service that is not offered', { services: ['no-such-service'] }, 'unknown-service'],
    ['no service', { services: [] }, 'validation-failed'],
    ['the same service twice', { services: ['perm', 'perm'] }, 'validation-failed'],
    ['a date that does not exist', { appointment_date: '2026-02-30' }, 'validation-failed'],
    ['a time in 24 hours', { appointment_time: '14:00' }, 'validation-failed'],
    ['a day that is over', { appointment_date: '2026-11-19' }, 'in-the-past'],
    [
      'a time of today that is over',
      { appointment_date: '2026-11-20', appointment_time: '9:30 AM' },
      'in-the-past',
    ],
    ['this very minute', { appointment_date: '2026-11-20', appointment_time: '10:00 AM' }, 'in-the-past'],
    ['a day beyond six months', { appointment_date: '2027-05-21' }, 'too-far-ahead'],
    ['a closed day', { appointment_date: '2026-11-23' }, 'not-offered'],
    ['a time before opening', { appointment_time: '8:30 AM' }, 'not-offered'],
    ['a time off the half hours', { appointment_time: '10:15 AM' }, 'off-grid'],
    ['an end after closing', { appointment_time: '8:00 PM', services: ['perm'] }, 'not-offered'],
    [
      'the hour that daylight saving skips',
      { appointment_date: '2027-03-14', appointment_time: '2:30 AM' },
      'time-skipped',
    ],
  ])('refuses %s', async (_, changes, code) => {
    const before = await salon.log.head();
    expectProblem(await book({ appointment_date: '2026-11-24', ...changes }), code);
    expect(await salon.causedByPeopleSince(before)).toEqual([]);
  });

  it('says at its field that a phone number can not be one', async () => {
    const { errors } = expectProblem(await book({ customer_phone: '9'.repeat(14) }), 'invalid-phone');
    expect(errors).toEqual([{ path: 'customer_phone', message: expect.stringContaining('Invalid phone') }]);
  });

  it('accepts the phone of another country, and one with an extension', async () => {
    for (const customer_phone of ['+44 20 7946 0958', '925-555-0142 x12'])
      await salon.booked({ customer_phone, appointment_date: salon.freshDay() });
  });

  it('names every field that is wrong', async () => {
    const answer = await book({
      appointment_date: '2026-02-30',
      appointment_time: 'noon',
      services: [{ id: 7 }],
    });
    const { errors = [] } = expectProblem(answer, 'validation-failed');
    expect(errors.map(({ path }) => path.split('.')[0])).toEqual([
      'appointment_date',
      'appointment_time',
      'services',
    ]);
  });

  it('books the last day of the six months and the first half hour to come', async () => {
    await salon.booked({ appointment_date: '2027-05-20' });
    await salon.booked({ appointment_date: '2026-11-20', appointment_time: '10:30 AM' });
  });

  it('books both sides of the nights on which the clocks change, at the times the salon shows', async () => {
    const spring = await salon.booked({ appointment_date: '2027-03-13', appointment_time: '6:30 PM' });
    const after = await salon.booked({ appointment_date: '2027-03-16', appointment_time: '9:00 AM' });
    const ics = async ({ management_token: token, position }: CreatedBooking) =>
      (await salon.get(`/api/manage/calendar.ics?after=${position}`, { token })).text;
    expect(await ics(spring)).toContain('DTSTART:20270314T023000Z');
    expect(await ics(after)).toContain('DTSTART:20270316T160000Z');
  });

  it('refuses a booking that overlaps another and takes the ones that only touch it', async () => {
    const appointment_date = salon.freshDay();
    await salon.booked({ appointment_date, appointment_time: '11:00 AM', services: ['womens-haircut'] });
    const overlapping = { appointment_date, appointment_time: '11:30 AM' };
    expectProblem(await book(overlapping), 'slot-taken');
    expectProblem(
      await book({ ...overlapping, appointment_time: '10:30 AM', services: ['mens-haircut'] }),
      'slot-taken',
    );
    await salon.booked({ appointment_date, appointment_time: '10:30 AM' });
    await salon.booked({ appointment_date, appointment_time: '12:00 PM' });
  });
});

describe('Idempotency-Key', () => {
  it('answers a repeated request as the first time and books once', async () => {
    const key = randomUUID();
    const changes = { appointment_date: salon.freshDay() };
    const [first, second] = [await book(changes, key), await book(changes, key)];
    expect(second.status).toBe(201);
    expect(second.json).toEqual(first.json);
    const { id } = CreatedBooking.parse(first.json);
    expect(await salon.historyByPeople(id)).toHaveLength(1);
  });

  it('answers it the same even after the booking has been cancelled', async () => {
    const key = randomUUID();
    const changes = { appointment_date: salon.freshDay() };
    const first = await book(changes, key);
    const { id, management_token: token } = CreatedBooking.parse(first.json);
    await salon.post('/api/manage/cancel', {}, { token });
    expect((await book(changes, key)).json).toEqual(first.json);
    expect(await salon.historyByPeople(id)).toHaveLength(2);
  });

  it('refuses the same key with another body and reveals nothing of the first', async () => {
    const key = randomUUID();
    const appointment_date = salon.freshDay();
    const { id } = await salon.booked({ appointment_date }, { key });
    const answer = await book({ appointment_date, appointment_time: '4:00 PM' }, key);
    expectProblem(answer, 'idempotency-key-reused');
    expect(answer.text).not.toContain(id);
  });

  it('decides a refused command again when it is repeated', async () => {
    const key = randomUUID();
    const appointment_date = salon.freshDay();
    const { management_token: token } = await salon.booked({ appointment_date });
    expectProblem(await book({ appointment_date }, key), 'slot-taken');
    const { position } = (await salon.post('/api/manage/cancel', {}, { token })).json as { position: string };
    await expect
      .poll(
        async () =>
          (
            await salon.get(
              `/api/availability?date=${appointment_date}&services=scalp-treatment&after=${position}`,
            )
          ).json,
      )
      .toMatchObject({ slots: expect.arrayContaining(['10:00 AM']) });
    expect((await book({ appointment_date }, key)).status).toBe(201);
  });

  it.each([
    ['too short', 'x'.repeat(15)],
    ['too long', 'x'.repeat(201)],
    ['with a space', 'a key with some spaces'],
  ])('refuses a key that is %s', async (_, key) => {
    const { errors } = expectProblem(
      await book({ appointment_date: salon.freshDay() }, key),
      'validation-failed',
    );
    expect(errors).toMatchObject([{ path: 'Idempotency-Key' }]);
  });

  it('makes two bookings of two requests without a key', async () => {
    const appointment_date = salon.freshDay();
    const [one, other] = [
      CreatedBooking.parse((await book({ appointment_date, appointment_time: '9:00 AM' })).json),
      CreatedBooking.parse((await book({ appointment_date, appointment_time: '9:30 AM' })).json),
    ];
    expect(other.id).not.toBe(one.id);
  });
});

describe('the clock', () => {
  it('decides anew at each request what is past and what is too far', async () => {
    const today = { appointment_date: '2026-11-20', appointment_time: '3:00 PM' };
    salon.setClock(new Date('2026-11-20T23:00:00Z'));
    expectProblem(await book(today), 'in-the-past');
    salon.setClock(new Date('2026-11-20T22:59:59Z'));
    await salon.booked(today);
    expectProblem(await book({ appointment_date: '2027-05-21' }), 'too-far-ahead');
    salon.setClock(new Date('2026-11-21T08:00:00Z'));
    await salon.booked({ appointment_date: '2027-05-21' });
    salon.setClock(FRIDAY_MORNING);
  });
});

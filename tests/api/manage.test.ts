import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedBooking } from '../../src/contracts/bookings/bookings.ts';
import { ManageAnswer, ManagedBooking } from '../../src/contracts/bookings/manage.ts';
import { expectProblem } from '../support/network/http.ts';
import { FRIDAY_MORNING, givenSalon, type TestSalon } from '../support/server/server.ts';

let salon: TestSalon;
beforeAll(async () => {
  salon = await givenSalon();
});
afterAll(() => salon.stop());

const view = async ({ management_token: token }: CreatedBooking, after: string) =>
  salon.get(`/api/manage?after=${after}`, { token });
const cancel = ({ management_token: token }: CreatedBooking, ask = {}) =>
  salon.post('/api/manage/cancel', {}, { token, ...ask });
const move = ({ management_token: token }: CreatedBooking, new_date: string, new_time: string, ask = {}) =>
  salon.post('/api/manage/reschedule', { new_date, new_time }, { token, ...ask });
const freeOn = async (date: string, after: string) =>
  (await salon.get(`/api/availability?date=${date}&services=scalp-treatment&after=${after}`)).json;

describe('the private link', () => {
  // Spec: 3.manage-view, 7.manage-booking
  it('shows its booking, and forbids caching and referrers', async () => {
    const booking = await salon.booked({ appointment_date: salon.freshDay(), notes: 'Left side shorter' });
    const answer = await view(booking, booking.position);
    expect(answer.status).toBe(200);
    expect(ManagedBooking.strict().parse(answer.json)).toMatchObject({
      id: booking.id,
      short_code: booking.short_code,
      customer_name: 'Ada Lovelace',
      notes: 'Left side shorter',
      status: 'pending',
      self_service: true,
    });
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      etag: '"1"',
    });
    expect(answer.text).not.toMatch(/example\.com|555-0100/);
  });

  it('shows what was booked a moment ago, also to a client that names no position', async () => {
    const day = salon.freshDay();
    for (const appointment_time of ['9:00 AM', '10:00 AM', '11:00 AM', '1:00 PM', '2:00 PM', '3:00 PM']) {
      const { management_token: token } = await salon.booked({ appointment_date: day, appointment_time });
      const paths = ['/api/manage', '/api/manage/calendar.ics', `/api/manage/availability?date=${day}`];
      const answers = await Promise.all(paths.map((path) => salon.get(path, { token })));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    }
  });

  // Spec: 6.link-holder
  it('opens for its own booking id and for no other', async () => {
    const [own, other] = [
      await salon.booked({ appointment_date: salon.freshDay() }),
      await salon.booked({ appointment_date: salon.freshDay() }),
    ];
    const token = own.management_token;
    const path = (id: string) => `/api/manage?booking_id=${id}&after=${other.position}`;
    expect((await salon.get(path(own.id), { token })).status).toBe(200);
    expectProblem(await salon.get(path(other.id), { token }), 'booking-not-found');
    expectProblem(
      await salon.post(`/api/manage/cancel?booking_id=${other.id}`, {}, { token }),
      'booking-not-found',
    );
    const to = { new_date: salon.freshDay(), new_time: '11:00 AM' };
    expectProblem(
      await salon.post(`/api/manage/reschedule?booking_id=${other.id}`, to, { token }),
      'booking-not-found',
    );
  });

  it('opens for nobody without the whole token', async () => {
    const [own, other] = [
      await salon.booked({ appointment_date: salon.freshDay() }),
      await salon.booked({ appointment_date: salon.freshDay() }),
    ];
    const token = Buffer.from(own.management_token, 'base64url');
    const foreign = Buffer.from(other.management_token, 'base64url');
    const forged = [
      Buffer.concat([token.subarray(0, 16), foreign.subarray(16)]).toString('base64url'),
      Buffer.from(token.map((byte, at) => (at === 47 ? byte ^ 1 : byte))).toString('base64url'),
      own.management_token.slice(0, -1),
      `${own.management_token}A`,
      '',
    ];
    for (const bad of forged) expectProblem(await salon.get('/api/manage', { token: bad }), 'unauthorized');
    const to = { new_date: salon.freshDay(), new_time: '11:00 AM' };
    expectProblem(await salon.get('/api/manage'), 'unauthorized');
    expectProblem(await salon.get('/api/manage/availability?date=2026-12-01'), 'unauthorized');
    expectProblem(await salon.get('/api/manage/calendar.ics'), 'unauthorized');
    expectProblem(await salon.post('/api/manage/cancel', {}), 'unauthorized');
    expectProblem(await salon.post('/api/manage/reschedule', to), 'unauthorized');
  });

  it('does not take the token from the address', async () => {
    const { management_token } = await salon.booked({ appointment_date: salon.freshDay() });
    expectProblem(await salon.get(`/api/manage?token=${management_token}`), 'unauthorized');
  });

  it('hands over a calendar file that grows with the booking', async () => {
    const booking = await salon.booked({ appointment_date: '2026-12-01', appointment_time: '2:00 PM' });
    const file = (after: string) =>
      salon.get(`/api/manage/calendar.ics?after=${after}`, { token: booking.management_token });
    const first = await file(booking.position);
    expect(first.headers['content-type']).toMatch(/^text\/calendar; ?charset=utf-8/i);
    expect(first.headers['cache-control']).toBe('no-store');
    expect(first.text).toContain('DTSTART:20261201T220000Z\r\nDTEND:20261201T223000Z');
    const { position } = ManageAnswer.parse((await cancel(booking)).json);
    const second = await file(position);
    const sequence = (text: string) => Number(/SEQUENCE:(\d+)/.exec(text)?.[1]);
    expect(second.text).toContain('STATUS:CANCELLED');
    expect(sequence(second.text)).toBeGreaterThan(sequence(first.text));
  });
});

describe('POST /api/manage/cancel', () => {
  // Spec: 4.cancelled, 7.manage-booking
  it('cancels, and the time is offered again within a second', async () => {
    const date = salon.freshDay();
    const booking = await salon.booked({ appointment_date: date });
    expect(await freeOn(date, booking.position)).not.toMatchObject({
      slots: expect.arrayContaining(['10:00 AM']),
    });
    const answer = ManageAnswer.strict().parse((await cancel(booking)).json);
    expect(answer).toMatchObject({ id: booking.id, status: 'cancelled' });
    expect((await view(booking, answer.position)).json).toMatchObject({
      status: 'cancelled',
      self_service: false,
    });
    await expect
      .poll(() => freeOn(date, answer.position))
      .toMatchObject({ slots: expect.arrayContaining(['10:00 AM']) });
  });

  // Spec: 4.cancelled-is-final
  it('refuses a second time, but answers a retry of the first as it did', async () => {
    const booking = await salon.booked({ appointment_date: salon.freshDay() });
    const key = randomUUID();
    const first = await cancel(booking, { key });
    expect((await cancel(booking, { key })).json).toEqual(first.json);
    expectProblem(await cancel(booking), 'already-cancelled');
    expectProblem(await move(booking, salon.freshDay(), '11:00 AM'), 'already-cancelled');
  });

  it('refuses what was meant for an earlier version', async () => {
    const booking = await salon.booked({ appointment_date: salon.freshDay() });
    expect(
      (await move(booking, salon.freshDay(), '11:00 AM', { headers: { 'If-Match': '"1"' } })).status,
    ).toBe(200);
    expectProblem(await cancel(booking, { headers: { 'If-Match': '"1"' } }), 'stale');
    const { position } = ManageAnswer.parse(
      (await cancel(booking, { headers: { 'If-Match': 'W/"2"' } })).json,
    );
    expect((await view(booking, position)).headers.etag).toBe('"3"');
  });
});

describe('POST /api/manage/reschedule', () => {
  // Spec: 4.reschedule-keeps-status, 7.manage-booking
  it('moves the appointment, keeps its status and frees the old time', async () => {
    const [from, to] = [salon.freshDay(), salon.freshDay()];
    const booking = await salon.booked({ appointment_date: from });
    const answer = ManageAnswer.parse((await move(booking, to, '3:30 PM')).json);
    expect(answer.status).toBe('pending');
    expect((await view(booking, answer.position)).json).toMatchObject({
      appointment_date: to,
      appointment_time: '3:30 PM',
    });
    expect(await freeOn(to, answer.position)).not.toMatchObject({
      slots: expect.arrayContaining(['3:30 PM']),
    });
    await expect
      .poll(() => freeOn(from, answer.position))
      .toMatchObject({ slots: expect.arrayContaining(['10:00 AM']) });
  });

  it('may overlap the time it has, and nobody else’s', async () => {
    const date = salon.freshDay();
    const booking = await salon.booked({ appointment_date: date, services: ['womens-haircut'] });
    await salon.booked({ appointment_date: date, appointment_time: '11:30 AM' });
    const offered = await salon.get(`/api/manage/availability?date=${date}&after=${booking.position}`, {
      token: booking.management_token,
    });
    expect(offered.json).toMatchObject({
      slots: expect.arrayContaining(['9:30 AM', '10:00 AM', '10:30 AM']),
    });
    expect((await move(booking, date, '10:30 AM')).status).toBe(200);
    expectProblem(await move(booking, date, '11:00 AM'), 'slot-taken');
  });

  // Spec: 5.customer-reschedule, 9.lists-of-times
  it('keeps to the hours that customers may move to', async () => {
    const date = salon.freshDay();
    const booking = await salon.booked({ appointment_date: date, appointment_time: '6:00 PM' });
    expectProblem(await move(booking, date, '5:30 PM'), 'outside-move-times');
    const { position } = ManageAnswer.parse((await move(booking, date, '5:00 PM')).json);
    const { json } = await salon.get(`/api/manage/availability?date=${date}&after=${position}`, {
      token: booking.management_token,
    });
    expect((json as { slots: string[] }).slots.at(-1)).toBe('5:00 PM');
  });

  it('answers a retry as the first time and refuses its key for another move', async () => {
    const booking = await salon.booked({ appointment_date: salon.freshDay() });
    const [date, key] = [salon.freshDay(), randomUUID()];
    const first = await move(booking, date, '11:00 AM', { key });
    expect((await move(booking, date, '11:00 AM', { key })).json).toEqual(first.json);
    expectProblem(await move(booking, date, '11:30 AM', { key }), 'idempotency-key-reused');
  });

  it('refuses the past, what lies too far ahead, closed days and times off the half hours', async () => {
    const booking = await salon.booked({ appointment_date: salon.freshDay() });
    expectProblem(await move(booking, '2026-11-19', '11:00 AM'), 'in-the-past');
    expectProblem(await move(booking, '2027-05-21', '11:00 AM'), 'too-far-ahead');
    expectProblem(await move(booking, '2026-11-23', '11:00 AM'), 'not-offered');
    expectProblem(await move(booking, '2026-11-24', '11:10 AM'), 'off-grid');
    expectProblem(await move(booking, '2026-02-30', '11:00 AM'), 'validation-failed');
  });
});

describe('the cut-off', () => {
  // Spec: 9.cancellation
  it('closes self-service four hours before the start', async () => {
    const booking = await salon.booked({ appointment_date: '2026-11-25', appointment_time: '2:00 PM' });
    const later = salon.freshDay();
    salon.setClock(new Date('2026-11-25T18:00:00.001Z'));
    expect((await view(booking, booking.position)).json).toMatchObject({ self_service: false });
    expectProblem(await cancel(booking), 'self-service-closed');
    expectProblem(await move(booking, later, '11:00 AM'), 'self-service-closed');
    salon.setClock(new Date('2026-11-25T18:00:00Z'));
    expect((await view(booking, booking.position)).json).toMatchObject({ self_service: true });
    expect((await cancel(booking)).status).toBe(200);
    salon.setClock(FRIDAY_MORNING);
  });
});

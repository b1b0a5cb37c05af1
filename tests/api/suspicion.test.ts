import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CreatedBooking } from '../../src/contracts/bookings/bookings.ts';
import { MOST_UPCOMING } from '../../src/features/booking/admission/policy.ts';
import { formatTime } from '../../src/salon/salon-time.ts';
import { expectProblem } from '../support/network/http.ts';
import {
  bookingRequest,
  givenSalon,
  givenSalonForThisTest,
  type TestSalon,
} from '../support/server/server.ts';

let salon: TestSalon;
beforeAll(async () => {
  salon = await givenSalon({ settings: { BOOKING_LIMIT_PER_HOUR: '1000', TRUST_PROXY: '1' } });
});
afterAll(() => salon.stop());
let tests = 0;
/** Each test's visitor comes from an address of their own. */
beforeEach(() => {
  tests += 1;
});
const from = () => ({ 'X-Forwarded-For': `203.0.113.${tests}` });

let people = 0;
const newPhone = () => `925555${String(people++).padStart(4, '0')}`;
const newEmail = () => `person${people++}@example.com`;

let half = 0;
let day = '';
/** A half hour that nobody has taken. */
function freeTime() {
  if (half % 24 === 0) day = salon.freshDay();
  return { appointment_date: day, appointment_time: formatTime(540 + 30 * (half++ % 24)) };
}

/** Books half an hour, and waits until the read model has seen it. */
async function book(changes: Readonly<Record<string, unknown>>, key: string = randomUUID()) {
  const body = bookingRequest({
    customer_email: newEmail(),
    customer_phone: newPhone(),
    ...freeTime(),
    ...changes,
  });
  const answer = await salon.post('/api/bookings', body, { key, headers: from() });
  if (answer.status === 201) {
    const { position, management_token: token } = CreatedBooking.parse(answer.json);
    await salon.get(`/api/manage?after=${position}`, { token });
  }
  return { answer, body };
}

async function bookMany(changes: (index: number) => Readonly<Record<string, unknown>>, count: number) {
  for (let index = 0; index < count; index += 1) {
    expect((await book(changes(index))).answer.status).toBe(201);
  }
}

describe('a suspicious booking', () => {
  it('is one more for a phone with many upcoming bookings, however it is written, until one is cancelled', async () => {
    const phone = newPhone();
    const { answer: first } = await book({ customer_phone: phone });
    await bookMany(() => ({ customer_phone: `+1 ${phone}` }), MOST_UPCOMING - 1);
    const { answer } = await book({ customer_phone: phone });
    expectProblem(answer, 'suspicious-booking');
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('Suspicious booking pattern');
    const { management_token: token } = CreatedBooking.parse(first.json);
    const cancelled = await salon.post('/api/manage/cancel', {}, { token });
    const { position } = cancelled.json as { position: string };
    await salon.get(`/api/manage?after=${position}`, { token });
    expect((await book({ customer_phone: phone })).answer.status).toBe(201);
  });

  it('is one more for an e-mail with many upcoming bookings, however it is written', async () => {
    const email = newEmail();
    await bookMany(() => ({ customer_email: email }), MOST_UPCOMING);
    expectProblem((await book({ customer_email: email.toUpperCase() })).answer, 'suspicious-booking');
  });

  it('is never a retry of one that was made', async () => {
    const [customer_phone, key] = [newPhone(), randomUUID()];
    const { answer: first, body } = await book({ customer_phone }, key);
    await bookMany(() => ({ customer_phone }), MOST_UPCOMING - 1);
    expectProblem((await book({ customer_phone })).answer, 'suspicious-booking');
    expect((await salon.post('/api/bookings', body, { key, headers: from() })).json).toEqual(first.json);
  });

  it('costs nothing of the booking limit and records nothing', async () => {
    const before = await salon.log.head();
    const { answer } = await book({ subject: 'Cheap watches' });
    expectProblem(answer, 'suspicious-booking');
    expect(await salon.causedByPeopleSince(before)).toEqual([]);
    expect(salon.logged.join('')).not.toMatch(/Cheap watches|person\d+@|Somebody New/);
  });
});

describe('nobody is suspected', () => {
  it('for a name that many have', async () => {
    await bookMany(() => ({ customer_name: 'Maria Garcia' }), MOST_UPCOMING + 4);
  });

  it('where the booking limit is off, except a sender who fills in the field that people never see', async () => {
    const open = await givenSalonForThisTest({ settings: { BOOKING_LIMIT_PER_HOUR: '0' } });
    for (let index = 0; index <= MOST_UPCOMING; index += 1) {
      await open.booked({
        appointment_date: open.freshDay(),
        customer_name: `Name ${'a'.repeat(index + 1)}`,
      });
    }
    const filled = bookingRequest({ appointment_date: open.freshDay(), subject: 'x' });
    expectProblem(await open.post('/api/bookings', filled), 'suspicious-booking');
    expect((await open.post('/api/bookings', { ...filled, subject: ' ' })).status).toBe(201);
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countMessages } from '../../src/contracts/messages/message-count.ts';
import { eventually } from '../support/machine/eventually.ts';
import { textsIn } from '../support/messages/text-files.ts';
import { expectProblem } from '../support/network/http.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import { bookedByStaff } from '../support/staff/staff-bookings.ts';

// Tuesday, 11:52 in the salon.
const NOW = new Date('2026-11-24T19:52:00Z');
const TODAY = '2026-11-24';
const BOOKINGS = '/api/admin/bookings';
const text = 'We are running about 15 minutes late. Sorry!';

let salon: TestSalon;
let staff: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: NOW });
  staff = await givenStaff(salon);
});
afterAll(() => salon.stop());

const lateIn = async (id: string) => {
  const { json } = await staff.get('/api/admin/messages/attention');
  return countMessages.answer.body.parse(json).late.find(({ booking_id }) => booking_id === id);
};

it('is told in staff’s own words, once for each request, and the appointment says so from the ledger', async () => {
  const { id } = await bookedByStaff(staff, { appointment_date: TODAY, appointment_time: '3:00 PM' });
  const key = randomUUID();
  const tell = () => staff.post(`${BOOKINGS}/${id}/late`, { minutes: 15, text }, { key });
  const first = await tell();
  expect(first.status, first.text).toBe(200);
  expect((await tell()).json).toMatchObject({ id, queued: true });
  await eventually(async () =>
    expect((await textsIn(salon.dataDir)).filter((one) => one.text.includes(text))).toHaveLength(1),
  );
  await eventually(async () => expect(await lateIn(id)).toMatchObject({ minutes: 15, status: 'kept' }));
});

it('is refused where no text reaches the customer, and without words', async () => {
  const { id } = await bookedByStaff(staff, {
    appointment_date: TODAY,
    appointment_time: '4:00 PM',
    sms_consent: false,
  });
  const tell = (body: object) => staff.post(`${BOOKINGS}/${id}/late`, body);
  expectProblem(await tell({ minutes: 15, text }), 'no-text-wanted');
  expectProblem(await tell({ minutes: 15, text: ' ' }), 'validation-failed');
  expectProblem(await tell({ minutes: 0, text }), 'validation-failed');
  expect(await lateIn(id)).toBeUndefined();
});

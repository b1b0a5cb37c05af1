import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AdminMessage } from '../../src/contracts/messages/messages.ts';
import { eventually } from '../support/machine/eventually.ts';
import { startTwilioDouble, type TwilioDouble, twilioSettings } from '../support/messages/twilio-double.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import { bookedByStaff, change } from '../support/staff/staff-bookings.ts';

/** Attacks by strangers on other people's texts, at the default limits. */

let salon: TestSalon;
let staff: StaffApi;
let double: TwilioDouble;
beforeAll(async () => {
  double = await startTwilioDouble();
  salon = await givenSalon({
    settings: {
      MESSAGE_WINDOW_SECONDS: '0',
      TRUST_PROXY: 'loopback',
      ...twilioSettings(double.url),
    },
  });
  staff = await givenStaff(salon);
});
afterAll(async () => {
  await salon.stop();
  await double.stop();
});

const from = (address: string) => ({ 'X-Forwarded-For': address });
async function bookedFrom(address: string, customer_phone: string) {
  const wish = { appointment_date: salon.freshDay(), customer_phone };
  return { ...(await salon.booked(wish, { headers: from(address) })), ...wish };
}
async function asCustomer(address: string, token: string, path: 'cancel' | 'reschedule', body: unknown = {}) {
  const answer = await salon.post(`/api/manage/${path}`, body, { token, headers: from(address) });
  expect(answer.status, answer.text).toBe(200);
}
const ledger = async (id: string) =>
  (await salon.log.read(`messages-${id}`)).map(({ type, data }) =>
    type === 'MessageSuppressed' ? `suppressed, ${data.why}` : type,
  );
const textsTo = (number: string) => double.messages.filter(({ to }) => to === number).length;
/** An attempt whose answer got lost is only looked for after two minutes. */
const PATIENCE = { timeout: 240_000 };
/** Waits until each of the booking's causes has an end. An attempt that wasn't made in time is none: another one follows. */
const isTold = (id: string, times: number) =>
  eventually(async () => {
    const events = await ledger(id);
    const outcomes = events.filter((one) => !/Attempted|Requested|NotSent/.test(one));
    expect(outcomes.length, events.join('; ')).toBeGreaterThanOrEqual(times);
    return outcomes;
  }, PATIENCE);
const sending = async () => (await staff.get('/api/admin/sending')).json;

const TIMES = ['11:00 AM', '11:30 AM', '12:00 PM', '12:30 PM', '1:00 PM', '1:30 PM'];
/**
 * Books, and moves the booking as often; each time it waits for the text about the change before, or for the decision
 * to send none. @returns texts to that number
 */
async function bookedAndMoved(address: string, number: string, moves: number): Promise<number> {
  const booking = await bookedFrom(address, number);
  await isTold(booking.id, 1);
  await moved(address, booking, moves, 1);
  return textsTo(`+1${number}`);
}
async function moved(
  address: string,
  of: Awaited<ReturnType<typeof bookedFrom>>,
  moves: number,
  told: number,
) {
  const { id, management_token, appointment_date: new_date } = of;
  for (const [move, new_time] of TIMES.slice(0, moves).entries()) {
    await asCustomer(address, management_token, 'reschedule', { new_date, new_time });
    await isTold(id, told + move + 1);
  }
}

it('one network of 56 bits pauses nothing, and keeps nobody else from getting texts', async () => {
  const texts = await Promise.all(
    Array.from({ length: 16 }, (_, n) => bookedAndMoved(`2001:db8:77:${n % 4}::1`, `92566${10_000 + n}`, 3)),
  );
  const sent = texts.reduce((sum, some) => sum + some, 0);
  // 40, but two texts that are counted at the same moment may see one too many or too few.
  expect(sent).toBeGreaterThan(30);
  expect(sent).toBeLessThan(45);
  expect(await sending()).toMatchObject({ paused: false });
  const { id } = await bookedFrom('203.0.113.51', '(925) 555-0188');
  expect(await isTold(id, 1)).toEqual(['MessageSent']);
});

it('one booking that nobody has confirmed causes four texts at most, however often it is moved', async () => {
  const texts = await bookedAndMoved('203.0.113.53', '9255550190', 6);
  expect(texts).toBeGreaterThan(2);
  expect(texts).toBeLessThan(5);
});

it('the holder of a confirmed appointment’s link uses up at most half of its number’s texts, and staff always reach it', async () => {
  const phone = '(925) 555-0166';
  const booking = await bookedFrom('198.51.100.9', phone);
  await isTold(booking.id, 1);
  expect((await change(staff, booking.id, 'confirm')).status).toBe(200);
  await isTold(booking.id, 2);
  await moved('198.51.100.9', booking, TIMES.length, 2);
  expect((await isTold(booking.id, 8)).slice(2)).toEqual([
    ...Array(5).fill('MessageSent'),
    'suppressed, over-cap',
  ]);

  await Promise.all(
    Array.from({ length: 9 }, async () => {
      const wish = { appointment_date: salon.freshDay(), customer_phone: phone, customer_email: null };
      expect(await isTold((await bookedByStaff(staff, wish)).id, 1)).toEqual(['MessageSent']);
    }),
  );
});

it("somebody who books with another's number keeps none of that customer's own texts back", async () => {
  const [phone, number] = ['(925) 555-0177', '+19255550177'];
  const stranger = await Promise.all([1, 2, 3, 4, 5].map(() => bookedFrom('198.51.100.7', phone)));
  for (const { id } of stranger) await isTold(id, 1);
  for (const { id, management_token } of stranger) {
    await asCustomer('198.51.100.7', management_token, 'cancel');
    await isTold(id, 2);
  }
  expect(textsTo(number)).toBeLessThan(8);

  const own = await bookedFrom('203.0.113.52', phone);
  expect(await isTold(own.id, 1)).toEqual(['MessageSent']);
  expect((await change(staff, own.id, 'confirm')).status).toBe(200);
  expect(await isTold(own.id, 2)).toEqual(['MessageSent', 'MessageSent']);

  // Staff themselves reach the number's limit: they are told what its owner didn't hear, and can send it all the same.
  const byStaff = () =>
    bookedByStaff(staff, {
      appointment_date: salon.freshDay(),
      customer_phone: phone,
      customer_email: null,
    });
  await Promise.all(
    Array.from({ length: 9 }, async () => {
      const { id } = await byStaff();
      expect(await isTold(id, 1)).toEqual(['MessageSent']);
    }),
  );
  const last = await byStaff();
  expect(await isTold(last.id, 1)).toEqual(['suppressed, over-cap']);
  await eventually(async () => {
    const { json } = await staff.get(`/api/admin/messages?state=attention&booking_id=${last.id}`);
    const { messages } = json as { messages: readonly AdminMessage[] };
    expect(messages).toMatchObject([{ status: 'suppressed', needs_staff: true, can_resend: false }]);
  });
  expect((await staff.post(`/api/admin/bookings/${last.id}/messages`, {})).status).toBe(200);
  expect(await isTold(last.id, 2)).toEqual(['suppressed, over-cap', 'MessageSent']);
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countMessages } from '../../src/contracts/messages/message-count.ts';
import { listMessages } from '../../src/contracts/messages/messages.ts';
import { eventually } from '../support/machine/eventually.ts';
import { startMailServer } from '../support/messages/mail-server.ts';
import { textsIn } from '../support/messages/text-files.ts';
import { accepts, refuses, startTwilioDouble, twilioSettings } from '../support/messages/twilio-double.ts';
import { expectProblem } from '../support/network/http.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import { bookedByStaff, changed } from '../support/staff/staff-bookings.ts';

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

const lateIn = async (id: string, by = staff) => {
  const { json } = await by.get('/api/admin/messages/attention');
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

it('is told to nobody whose appointment is cancelled', async () => {
  const { id } = await bookedByStaff(staff, { appointment_date: TODAY, appointment_time: '5:00 PM' });
  await changed(staff, id, 'cancel', { reason: 'other' });
  expectProblem(await staff.post(`${BOOKINGS}/${id}/late`, { minutes: 15, text }), 'already-cancelled');
});

it('is refused where nothing reaches the customer, and without words', async () => {
  const { id } = await bookedByStaff(staff, {
    appointment_date: TODAY,
    appointment_time: '4:00 PM',
    sms_consent: false,
    customer_email: null,
  });
  const tell = (body: object) => staff.post(`${BOOKINGS}/${id}/late`, body);
  expectProblem(await tell({ minutes: 15, text }), 'no-text-wanted');
  expectProblem(await tell({ minutes: 15, text: ' ' }), 'validation-failed');
  expectProblem(await tell({ minutes: 0, text }), 'validation-failed');
  expectProblem(await tell({ minutes: 15, text, tell: { sms: false, email: false } }), 'validation-failed');
  expect(await lateIn(id)).toBeUndefined();
});

describe('where texts and mails are set up', () => {
  const LATE_BY_ALL = { minutes: 15, text };
  let texts: Awaited<ReturnType<typeof startTwilioDouble>>;
  let mails: Awaited<ReturnType<typeof startMailServer>>;
  let other: TestSalon;
  let ada: StaffApi;
  beforeAll(async () => {
    [texts, mails] = await Promise.all([startTwilioDouble(), startMailServer()]);
    const mailing = { SMTP_URL: mails.url, MAIL_FROM: 'Lumière Hair Studio <hello@salon.example>' };
    other = await givenSalon({
      now: NOW,
      settings: { MESSAGE_WINDOW_SECONDS: '0', ...mailing, ...twilioSettings(texts.url) },
    });
    ada = await givenStaff(other);
  });
  afterAll(async () => {
    await other.stop();
    await Promise.all([texts.stop(), mails.stop()]);
  });

  let hour = 0;
  /** A customer of this afternoon, who is told that the salon runs late. */
  async function late(customer: object, body: object = LATE_BY_ALL) {
    hour += 1;
    const email = `late${hour}@example.com`;
    const when = { appointment_date: TODAY, appointment_time: `${hour}:00 PM` };
    // A number gets only so many texts a day.
    const own = { customer_email: email, customer_phone: `(925) 555-016${hour}` };
    const { id } = await bookedByStaff(ada, { ...own, ...when, ...customer });
    // A text that meets the confirmation on its way waits for two minutes of the salon's clock, which stands still here.
    await other.idle();
    await eventually(async () => {
      const underWay = `select from sent where booking_id = $1 and ended_at is null and waits_for is distinct from 'receipt'`;
      expect((await other.database.pool.query(underWay, [id])).rows).toEqual([]);
    });
    const key = randomUUID();
    const tell = () => ada.post(`${BOOKINGS}/${id}/late`, body, { key });
    const heard = () => ({
      texts: texts.messages.filter((one) => one.callback?.includes(id) && one.body.includes(text)).length,
      mails: mails.got.filter((one) => one.to?.[0]?.address === email && one.text?.includes(text)),
    });
    return { id, tell, heard, answer: await tell() };
  }
  const isTold = (id: string) =>
    eventually(async () =>
      expect(await lateIn(id, ada)).toMatchObject({
        minutes: 15,
        status: expect.stringMatching(/^(sent|delivered)$/),
      }),
    );

  it('tells by both, once for each request, and the mail leaves the calendar alone', async () => {
    const { id, answer, tell, heard } = await late({});
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json).toMatchObject({ told: ['sms', 'email'], notified: true });
    await eventually(() => expect([heard().texts, heard().mails.length]).toEqual([1, 1]));
    expect((await tell()).json).toMatchObject({ id, told: ['sms', 'email'] });
    await isTold(id);
    await other.idle();
    expect([heard().texts, heard().mails.length]).toEqual([1, 1]);
    expect(heard().mails[0]?.attachments).toEqual([]);
    const [asked] = (await other.log.read(`mails-${id}`)).filter(({ type }) => type === 'MessageRequested');
    expect(asked?.data).toMatchObject({ lateMinutes: 15, sealed: expect.any(String) });
    expect(JSON.stringify(asked?.data)).not.toContain('Sorry');
  });

  it('tells by text alone, by mail alone, or not at all', async () => {
    const texted = await late({}, { ...LATE_BY_ALL, tell: { sms: true, email: false } });
    expect(texted.answer.json).toMatchObject({ told: ['sms'] });
    const mailed = await late({ sms_consent: false });
    expect(mailed.answer.json).toMatchObject({ told: ['email'], notified: false, departure: null });
    await eventually(() => {
      expect([texted.heard().texts, texted.heard().mails.length]).toEqual([1, 0]);
      expect([mailed.heard().texts, mailed.heard().mails.length]).toEqual([0, 1]);
    });
    await isTold(texted.id);
    await isTold(mailed.id);
    const nobody = await late({ sms_consent: false, customer_email: null });
    expectProblem(nobody.answer, 'no-text-wanted');
    expect(await lateIn(nobody.id, ada)).toBeUndefined();
  });

  it('needs staff where it failed, also while the visit is under way, until that is over', async () => {
    texts.answers(refuses(400, 30_007));
    const underWay = { appointment_time: '11:30 AM' };
    const { id, answer } = await late(underWay, { ...LATE_BY_ALL, tell: { sms: true, email: false } });
    expect(answer.status, answer.text).toBe(200);
    const listed = async () => {
      const { json } = await ada.get('/api/admin/messages?state=attention');
      return listMessages.answer.body.parse(json).messages.filter(({ booking_id }) => booking_id === id);
    };
    await eventually(async () =>
      expect(await listed()).toMatchObject([{ kind: 'late', status: 'failed', can_resend: false }]),
    );
    await changed(ada, id, 'complete');
    await eventually(async () => expect(await listed()).toEqual([]));
    texts.answers(accepts);
  });
});

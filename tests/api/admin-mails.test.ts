import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HistoryPage } from '../../src/contracts/history/history.ts';
import type { AdminMessage } from '../../src/contracts/messages/messages.ts';
import { eventually } from '../support/machine/eventually.ts';
import { type MailServer, startMailServer } from '../support/messages/mail-server.ts';
import { expectProblem } from '../support/network/http.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import { bookedByStaff } from '../support/staff/staff-bookings.ts';

/** Mails to customers as staff see them. */

let salon: TestSalon;
let server: MailServer;
let staff: StaffApi;
beforeAll(async () => {
  server = await startMailServer();
  salon = await givenSalon({ settings: { MESSAGE_WINDOW_SECONDS: '0', SMTP_URL: server.url } });
  staff = await givenStaff(salon);
});
afterAll(async () => {
  await salon.stop();
  await server.stop();
});

const listed = async (query: string) =>
  ((await staff.get(`/api/admin/messages?${query}`)).json as { readonly messages: readonly AdminMessage[] })
    .messages;
const attention = async () =>
  ((await staff.get('/api/admin/messages/attention')).json as { readonly count: number }).count;

it('see each mail with its reason, its tries and the answer of the server, and send one again once', async () => {
  const before = await attention();
  server.mood = { at: 'recipient', code: 550 };
  const to = 'ada.mailed@example.com';
  const { id } = await salon.booked({ customer_email: to, appointment_date: salon.freshDay() });
  const failed = await eventually(async () => {
    const [message] = await listed(`booking_id=${id}&channel=email&state=failed`);
    if (!message) throw new Error('no failed mail');
    return message;
  });
  expect(failed).toMatchObject({
    channel: 'email',
    kind: 'booked',
    to,
    text: expect.stringContaining('We have your booking'),
    code: 550,
    explanation: 'There is no such mailbox, or it takes no mail from here.',
    reasons: [{ type: 'BookingRequested', actor: { kind: 'customer' } }],
    steps: [{ type: 'MailFailed' }],
    needs_staff: true,
    can_resend: true,
  });
  expect(await attention()).toBeGreaterThan(before);
  expect((await listed(`booking_id=${id}&channel=sms`)).map(({ channel }) => channel)).not.toContain('email');

  server.mood = 'takes';
  const resend = `/api/admin/messages/${failed.id}/resend`;
  expect((await staff.post(resend, {})).status).toBe(200);
  await eventually(() =>
    expect(server.got.map((mail) => mail.to?.map(({ address }) => address))).toContainEqual([to]),
  );
  const [again] = await eventually(async () => {
    const found = await listed(`booking_id=${id}&channel=email&state=delivered`);
    expect(found).toHaveLength(1);
    return found;
  });
  expect(again).toMatchObject({
    reasons: [{ type: 'MessageRequested', actor: { kind: 'admin' } }],
    steps: [{ type: 'MailFailed' }, { type: 'MessageRequested' }, { type: 'MailSent' }],
  });
  expect(await attention()).toBe(before);
  expectProblem(await staff.post(resend, {}), 'not-resendable');
  // No text was asked for.
  expect((await salon.log.read(`messages-${id}`)).map(({ type }) => type)).not.toContain('MessageRequested');
  await eventually(async () => {
    const history = await staff.get(`/api/admin/bookings/${id}/history`);
    expect((history.json as HistoryPage).entries).toContainEqual(
      expect.objectContaining({ type: 'MailSent', thing: { kind: 'mail', id } }),
    );
  });
  // A scrape leaves out what couldn't be read in time.
  await eventually(async () => {
    const metrics = await salon.get('/metrics');
    for (const outcome of ['accepted', 'refused'])
      expect(metrics.text).toMatch(
        new RegExp(`salon_messages_total\\{channel="email",outcome="${outcome}"\\} [1-9]`),
      );
    expect(metrics.text).toMatch(/salon_messages_waiting\{channel="email"\} \d/);
    expect(metrics.text).toMatch(/salon_messages_oldest_seconds\{channel="email"\} \d/);
    expect(metrics.text).not.toContain(to);
  });
});

it('find by its kind what was not sent, and look at no mails of those who gave no address', async () => {
  const { id } = await bookedByStaff(staff, {
    customer_email: null,
    appointment_date: salon.freshDay(),
  });
  await eventually(async () =>
    expect(await listed(`booking_id=${id}&state=suppressed&kind=confirmed`)).toMatchObject([
      { channel: 'email', explanation: 'Not sent: there is no mail address.' },
    ]),
  );
  expect((await listed(`booking_id=${id}`)).filter(({ channel }) => channel === 'email')).toEqual([]);
});

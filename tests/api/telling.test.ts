import ICAL from 'ical.js';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ToldChange } from '../../src/contracts/bookings/admin-bookings.ts';
import type { HistoryPage } from '../../src/contracts/history/history.ts';
import { eventually } from '../support/machine/eventually.ts';
import { type MailServer, startMailServer } from '../support/messages/mail-server.ts';
import { startTwilioDouble, type TwilioDouble, twilioSettings } from '../support/messages/twilio-double.ts';
import { expectProblem } from '../support/network/http.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, positionOf, type StaffApi } from '../support/staff/staff-api.ts';
import { bookedByStaff, change } from '../support/staff/staff-bookings.ts';

/** Staff tell a customer of a change by text, by mail, or by both. */

let salon: TestSalon;
let staff: StaffApi;
let double: TwilioDouble;
let server: MailServer;
beforeAll(async () => {
  [double, server] = await Promise.all([startTwilioDouble(), startMailServer()]);
  salon = await givenSalon({
    settings: {
      MESSAGE_WINDOW_SECONDS: '0',
      SMTP_URL: server.url,
      MAIL_FROM: 'Lumière Hair Studio <hello@salon.example>',
      ...twilioSettings(double.url),
    },
  });
  staff = await givenStaff(salon);
});
afterAll(async () => {
  await salon.stop();
  await Promise.all([double.stop(), server.stop()]);
});

let people = 0;
const BY_MAIL = { sms: false, email: true };
const BY_TEXT = { sms: true, email: false };

const mailsTo = (address: string) =>
  server.got.filter(({ to }) => to?.some((one) => one.address === address));
const textsAbout = (id: string) => double.messages.filter(({ callback }) => callback?.includes(id));
/** Waits until nothing is to be sent about a booking any more. */
const settled = (id: string) =>
  eventually(async () => {
    const { rows } = await salon.database.pool.query(
      `select from sent where booking_id = $1 and ended_at is null and waits_for is distinct from 'receipt'
        and look_at < now() + interval '1 minute'`,
      [id],
    );
    await salon.idle();
    expect(rows).toEqual([]);
  });

/** A customer who agrees to texts and has an address, and was told of an appointment by both. */
async function told(body: object = {}) {
  const address = `teller${++people}@example.com`;
  const { id } = await bookedByStaff(staff, {
    customer_email: address,
    appointment_date: salon.freshDay(),
    sms_consent: true,
    ...body,
  });
  const heard = async (texts: number, mails: number) => {
    await eventually(() => {
      expect([textsAbout(id).length, mailsTo(address).length]).toEqual([texts, mails]);
    });
    return mailsTo(address);
  };
  return { id, address, heard };
}

/** The calendar part of a mail. */
function entryOf(mail: Email | undefined) {
  const part = mail?.attachments.find(({ mimeType }) => mimeType === 'text/calendar');
  const file = typeof part?.content === 'string' ? part.content : new TextDecoder().decode(part?.content);
  const [entry] = new ICAL.Component(ICAL.parse(file)).getAllSubcomponents('vevent');
  const value = (name: string) => entry?.getFirstPropertyValue(name);
  return { method: part?.method, uid: String(value('uid')), sequence: Number(value('sequence')) };
}

const move = (id: string, body: object = {}) =>
  change(staff, id, 'reschedule', { new_date: salon.freshDay(), new_time: '1:00 PM', ...body });
const pause = (paused: boolean) => staff.post('/api/admin/sending', { paused });

async function undo(id: string, event: string, { json }: { readonly json: unknown }) {
  const page = await staff.get(`/api/admin/bookings/${id}/history?after=${positionOf({ json })}`);
  const entry = (page.json as HistoryPage).entries.find(({ type }) => type === event);
  const undone = await staff.post('/api/admin/undo', { event_id: entry?.id });
  expect(undone.status, undone.text).toBe(200);
}

it('a move and a cancellation by mail alone move the calendar entry and take it away, and no text leaves', async () => {
  const { id, heard } = await told();
  await heard(1, 1);
  const moved = await move(id, { tell: BY_MAIL });
  expect(ToldChange.strict().parse(moved.json)).toMatchObject({ told: ['email'], notified: false });
  await heard(1, 2);
  const words = 'The roof leaks.';
  const cancelled = await change(staff, id, 'cancel', { reason: 'emergency', message: words, tell: BY_MAIL });
  expect(cancelled.json).toMatchObject({ told: ['email'], notified: false, departure: null });
  const [first, second, third] = await heard(1, 3);
  expect(second?.subject).toMatch(/^Moved: .* at 1:00 PM$/);
  expect(third?.text).toContain(words);
  const [booked, later, gone] = [entryOf(first), entryOf(second), entryOf(third)];
  expect([booked.method, later.method, gone.method]).toEqual(['REQUEST', 'REQUEST', 'CANCEL']);
  expect(new Set([booked.uid, later.uid, gone.uid]).size).toBe(1);
  expect(later.sequence).toBeGreaterThan(booked.sequence);
  expect(gone.sequence).toBeGreaterThan(later.sequence);
});

it('a change by text alone leaves the mailbox alone, and both are told where nothing is said of channels', async () => {
  const { id, heard } = await told();
  await heard(1, 1);
  expect((await move(id, { notify: true, tell: BY_TEXT })).json).toMatchObject({
    told: ['sms'],
    notified: true,
  });
  await heard(2, 1);
  expect((await move(id, { notify: true })).json).toMatchObject({ told: ['sms', 'email'] });
  await heard(3, 2);
  expect((await move(id)).json).toMatchObject({ told: [], notified: false });
  await settled(id);
  await heard(3, 2);
  expectProblem(await move(id, { tell: { sms: 'yes', email: true } }), 'validation-failed');
});

it('several changes are one mail about the last state, and none if they are taken back', async () => {
  const [{ id, heard }, other] = [await told(), await told()];
  await heard(1, 1);
  await other.heard(1, 1);
  await pause(true);
  await move(id, { tell: BY_MAIL });
  await move(id, { new_time: '2:30 PM', tell: BY_MAIL });
  const moved = await move(other.id, { tell: BY_MAIL });
  await undo(other.id, 'BookingRescheduled', moved);
  await pause(false);
  const [, last] = await heard(1, 2);
  expect(last?.subject).toMatch(/at 2:30 PM$/);
  await settled(other.id);
  await other.heard(1, 1);
});

it('an undone cancellation is told where it was told, and what it kept from being told is told then', async () => {
  const { id, heard } = await told();
  await heard(1, 1);
  const cancelled = await change(staff, id, 'cancel', { reason: 'other', tell: BY_MAIL });
  await heard(1, 2);
  await undo(id, 'BookingCancelled', cancelled);
  await heard(1, 3);
  await settled(id);
  await pause(true);
  const another = await told();
  const away = await change(staff, another.id, 'cancel', { reason: 'other' });
  await undo(another.id, 'BookingCancelled', away);
  await pause(false);
  const [confirmed] = await another.heard(1, 1);
  expect(confirmed?.subject).toMatch(/^Confirmed: /);
  await heard(1, 3);
});

it('a booking by staff is told in their own words, in the channel that they choose', async () => {
  const { id, heard } = await told({ message: 'Ring the second bell.', tell: BY_MAIL });
  const [mail] = await heard(0, 1);
  expect(mail?.text).toContain('Ring the second bell.');
  expect(entryOf(mail).method).toBe('REQUEST');
  const [event] = await salon.historyByPeople(id);
  expect(event?.data).toMatchObject({ notice: 'none', mail: 'custom' });
  expect(JSON.stringify(event?.data)).not.toContain('second bell');
  const silent = await told({ tell: { sms: false, email: false } });
  await settled(silent.id);
  await silent.heard(0, 0);
});

it('never says that a customer is told whom no message reaches', async () => {
  const { id } = await told({ customer_email: null, sms_consent: false });
  expect((await move(id, { notify: true })).json).toMatchObject({
    told: [],
    notified: false,
    departure: null,
  });
});

it('tells a visitor by which ways messages leave that confirm the booking', async () => {
  const booked = () => salon.booked({ appointment_date: salon.freshDay(), customer_email: 'vi@example.com' });
  const first = await booked();
  expect(first).toMatchObject({ confirmed_by: ['sms', 'email'] });
  const later = () => salon.get(`/api/manage?after=${first.position}`, { token: first.management_token });
  expect((await later()).json).toMatchObject({ confirmed_by: ['sms', 'email'] });
  await pause(true);
  expect(await booked()).toMatchObject({ confirmed_by: [] });
  expect((await later()).json).toMatchObject({ confirmed_by: [] });
  await pause(false);
});

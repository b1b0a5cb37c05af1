import ICAL from 'ical.js';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { instantOf } from '../../src/salon/salon-time.ts';
import { calendarProgram } from '../support/booking/calendar-program.ts';
import { eventually } from '../support/machine/eventually.ts';
import { type MailServer, startMailServer } from '../support/messages/mail-server.ts';
import { TIME_ZONE } from '../support/salon/test-salon.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import { bookedByStaff, changed } from '../support/staff/staff-bookings.ts';

/** Mails about appointments, by a real mail server that has got them. */

let salon: TestSalon;
let server: MailServer;
let staff: StaffApi;
beforeAll(async () => {
  server = await startMailServer();
  salon = await givenSalon({
    settings: {
      MESSAGE_WINDOW_SECONDS: '0',
      SMTP_URL: server.url,
      MAIL_FROM: 'Lumière Hair Studio <hello@salon.example>',
    },
  });
  staff = await givenStaff(salon);
});
afterAll(async () => {
  await salon.stop();
  await server.stop();
});
beforeEach(() => {
  server.mood = 'takes';
});

let people = 0;
const newAddress = () => `customer${++people}@example.com`;
const mailsTo = (address: string) =>
  server.got.filter(({ to }) => to?.some((one) => one.address === address)).filter(({ from }) => from);
/** The mails to an address, once there are so many. */
const mails = (address: string, count: number): Promise<readonly Email[]> =>
  eventually(() => {
    const found = mailsTo(address);
    if (found.length < count) throw new Error(`${found.length} of ${count} mails`);
    expect(found).toHaveLength(count);
    return found;
  });
const ledger = async (id: string) => (await salon.log.read(`mails-${id}`)).map(({ type }) => type);

/** The calendar part of a mail, as its reader's program gets it. */
function calendarOf(mail: Email | undefined) {
  const parts = mail?.attachments.filter(({ mimeType }) => mimeType === 'text/calendar') ?? [];
  const [part] = parts;
  if (!part) throw new Error('no calendar part');
  const file = typeof part.content === 'string' ? part.content : new TextDecoder().decode(part.content);
  return { method: part.method, file };
}

const moment = (date: string, minutes: number) => instantOf(date, minutes, TIME_ZONE);

describe('a customer with an address', () => {
  it('is mailed about each change, and the calendar entry comes, moves and goes', async () => {
    const to = newAddress();
    const calendar = calendarProgram();
    const [first, second] = [salon.freshDay(), salon.freshDay()];
    const { id, short_code } = await salon.booked({ customer_email: to, appointment_date: first });
    const [booked] = await mails(to, 1);
    expect(booked).toMatchObject({
      from: { name: 'Lumière Hair Studio', address: 'hello@salon.example' },
      subject: expect.stringMatching(/^Your booking at Lumière Hair Studio: \w+day, \w+ \d+ at 10:00 AM$/),
    });
    expect(booked?.text).toContain('We have your booking');
    for (const text of [booked?.text, booked?.html]) {
      expect(text).toContain('Scalp Treatment');
      expect(text).toContain(`/b/${short_code}`);
      expect(text).not.toMatch(/\bAda\b/);
    }
    const { method, file } = calendarOf(booked);
    expect(method).toBe('REQUEST');
    const [entry] = new ICAL.Component(ICAL.parse(file)).getAllSubcomponents('vevent');
    expect(entry?.getFirstPropertyValue('organizer')).toBe('mailto:hello@salon.example');
    const attendee = entry?.getFirstProperty('attendee');
    expect(String(attendee?.getFirstValue()).toLowerCase()).toBe(`mailto:${to}`);
    expect(attendee?.getParameter('rsvp')).toBe('FALSE');
    calendar.receive(file);
    expect(calendar.shown().get(id)).toEqual({
      start: moment(first, 600),
      end: moment(first, 630),
      summary: 'Lumière Hair Studio: Scalp Treatment',
      status: 'TENTATIVE',
    });

    await changed(staff, id, 'confirm');
    const [, confirmed] = await mails(to, 2);
    expect(confirmed?.subject).toMatch(/^Confirmed: /);
    calendar.receive(calendarOf(confirmed).file);
    expect(calendar.shown().get(id)?.status).toBe('CONFIRMED');

    await changed(staff, id, 'reschedule', {
      new_date: second,
      new_time: '1:00 PM',
      message: 'Sorry!\n\nMarie',
    });
    const [, , moved] = await mails(to, 3);
    expect(moved?.subject).toMatch(/^Your appointment at Lumière Hair Studio: .* at 1:00 PM$/);
    expect(moved?.text).toContain('Sorry!\n\nMarie');
    expect(moved?.text).toContain('at 1:00 PM');
    calendar.receive(calendarOf(moved).file);
    expect(calendar.shown().size).toBe(1);
    expect(calendar.shown().get(id)).toMatchObject({ start: moment(second, 780), end: moment(second, 810) });
    // An earlier mail that is read later changes nothing.
    calendar.receive(file);
    expect(calendar.shown().get(id)?.start).toEqual(moment(second, 780));

    await changed(staff, id, 'cancel', { reason: 'other', message: 'We are closed.' });
    const [, , , cancelled] = await mails(to, 4);
    const last = calendarOf(cancelled);
    expect(last.method).toBe('CANCEL');
    expect(last.file).toContain('STATUS:CANCELLED');
    calendar.receive(last.file);
    expect(calendar.shown().size).toBe(0);
    expect(cancelled?.subject).toMatch(/^Cancelled: /);
    expect(cancelled?.text).toContain('We are closed.');
    expect(cancelled?.text).toContain('/book');
    expect(new Set(mailsTo(to).map(({ messageId }) => messageId)).size).toBe(4);
    await eventually(async () =>
      expect(await ledger(id)).toEqual(Array.from({ length: 4 }, () => 'MailSent')),
    );
  });

  it('moves and cancels on their own, and gets the usual words', async () => {
    const to = newAddress();
    const date = salon.freshDay();
    const { management_token: token, id } = await salon.booked({
      customer_email: to,
      appointment_date: date,
    });
    await mails(to, 1);
    const moved = await salon.post(
      '/api/manage/reschedule',
      { new_date: date, new_time: '2:00 PM' },
      { token },
    );
    expect(moved.status, moved.text).toBe(200);
    const [, second] = await mails(to, 2);
    expect(second?.subject).toMatch(/^Moved: .* at 2:00 PM$/);
    expect((await salon.post('/api/manage/cancel', {}, { token })).status).toBe(200);
    const [, , third] = await mails(to, 3);
    expect(third?.subject).toMatch(/^Cancelled: /);
    const calendar = calendarProgram();
    for (const mail of mailsTo(to).toReversed()) calendar.receive(calendarOf(mail).file);
    expect(calendar.shown().has(id)).toBe(false);
  });

  it('hears nothing where staff want to say nothing', async () => {
    const to = newAddress();
    const { id } = await salon.booked({ customer_email: to, appointment_date: salon.freshDay() });
    await mails(to, 1);
    await changed(staff, id, 'cancel', { reason: 'other' });
    const other = newAddress();
    await salon.booked({ customer_email: other, appointment_date: salon.freshDay() });
    await mails(other, 1);
    expect(mailsTo(to)).toHaveLength(1);
  });

  it('is mailed also where no text may go, and a text goes where there is no address', async () => {
    const to = newAddress();
    const { id } = await bookedByStaff(staff, {
      customer_email: to,
      appointment_date: salon.freshDay(),
      sms_consent: false,
    });
    await mails(to, 1);
    const texts = async (bookingId: string) =>
      (await salon.log.read(`messages-${bookingId}`)).map(({ type }) => type);
    await eventually(async () => expect(await texts(id)).toEqual(['MessageSuppressed']));
    const { id: other } = await bookedByStaff(staff, {
      customer_email: null,
      appointment_date: salon.freshDay(),
    });
    await eventually(async () => expect(await ledger(other)).toEqual(['MailSuppressed']));
    const [suppressed] = await salon.log.read(`mails-${other}`);
    expect(suppressed?.data.why).toBe('no-address');
  });
});

describe('a mail server', () => {
  it('that refuses the address ends the mail; one that is busy gets it again', async () => {
    server.mood = { at: 'recipient', code: 550 };
    const refused = newAddress();
    const { id } = await salon.booked({ customer_email: refused, appointment_date: salon.freshDay() });
    await eventually(async () => expect(await ledger(id)).toEqual(['MailFailed']));
    server.mood = { at: 'recipient', code: 451 };
    const to = newAddress();
    const { id: later } = await salon.booked({ customer_email: to, appointment_date: salon.freshDay() });
    const { pool } = salon.database;
    const waits = "select from sent where booking_id = $1 and mail_of is not null and waits_for = 'provider'";
    await eventually(async () => expect((await pool.query(waits, [later])).rows).toHaveLength(1));
    expect(await ledger(later)).toEqual([]);
    server.mood = 'takes';
    await pool.query("update sent set look_at = 'epoch' where booking_id = $1", [later]);
    await mails(to, 1);
    await eventually(async () => expect(await ledger(later)).toEqual(['MailSent']));
  });
});

describe('a copied database', () => {
  it('mails nobody until staff resume, and never what was asked for before', async () => {
    const pool = salon.database.pool;
    await pool.query("update sending set paused = true, why = 'copied'");
    const to = newAddress();
    const { id } = await salon.booked({ customer_email: to, appointment_date: salon.freshDay() });
    const row = 'select event_id from sent where booking_id = $1 and mail_of is not null';
    await eventually(async () => expect((await pool.query(row, [id])).rows.length).toBeGreaterThan(0));
    await staff.post('/api/admin/sending', { paused: false });
    await pool.query("update sent set look_at = 'epoch' where booking_id = $1", [id]);
    await eventually(async () => expect(await ledger(id)).toEqual(['MailSuppressed']));
    expect(mailsTo(to)).toEqual([]);
  });

  it('is another matter than a spending stop, which stops texts alone', async () => {
    await salon.database.pool.query("update sending set paused = true, why = 'spending'");
    const to = newAddress();
    await salon.booked({ customer_email: to, appointment_date: salon.freshDay() });
    await mails(to, 1);
    await staff.post('/api/admin/sending', { paused: false });
  });
});

describe('the records of mails', () => {
  it('have no address and no text', async () => {
    const { rows } = await salon.database.pool.query('select row_to_json(s)::text as kept from sent s');
    const events = await Promise.all(
      rows.map(({ kept }) =>
        salon.log.read(`mails-${(JSON.parse(kept) as { booking_id: string }).booking_id}`),
      ),
    );
    const everything = [
      ...salon.logged,
      ...rows.map(({ kept }) => kept),
      JSON.stringify(events.flat().map(({ data }) => data)),
    ].join('\n');
    for (const secret of ['@example.com', 'Lumi', 'Sorry!']) expect(everything).not.toContain(secret);
  });
});

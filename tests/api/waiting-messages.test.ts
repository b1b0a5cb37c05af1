import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminMessage, SendingState } from '../../src/contracts/messages/messages.ts';
import type { BookingMessages, WaitingMessage } from '../../src/contracts/messages/waiting-messages.ts';
import { eventually } from '../support/machine/eventually.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import { change, changed } from '../support/staff/staff-bookings.ts';

/** Waiting messages at a quarter past nine in the evening; texts by staff wait until eight. */

const NIGHT = new Date('2026-11-21T05:15:00Z');
const MORNING = new Date('2026-11-21T16:00:00Z');

let salon: TestSalon;
let staff: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: NIGHT, settings: { MESSAGE_WINDOW_SECONDS: '0' } });
  staff = await givenStaff(salon);
});
afterAll(() => salon.stop());

const json = async <Json>(path: string): Promise<Json> => {
  const answer = await staff.get(path);
  expect(answer.status, answer.text).toBe(200);
  return answer.json as Json;
};
const about = (id: string, position = '') =>
  json<BookingMessages>(`/api/admin/bookings/${id}/messages${position && `?after=${position}`}`);
const texts = async (id: string, position = '') =>
  (await about(id, position)).waiting.filter(({ channel }) => channel === 'sms');
/** The text about an appointment, once a look has written why it waits. */
const lookedAt = async (id: string) => {
  let found: WaitingMessage | undefined;
  await eventually(async () => {
    [found] = await texts(id);
    expect(found?.looked_at).toEqual(expect.any(String));
  });
  return found;
};
const ledger = async (id: string) => (await salon.log.read(`messages-${id}`)).map(({ type }) => type);

let numbers = 0;

/**
 * An appointment whose customer was told that the request has come: answers to customers leave at night, too. Each has a number of its own,
 * since a number gets only so many texts a day.
 */
async function answered(changes: Readonly<Record<string, unknown>> = {}) {
  numbers += 1;
  const own = { customer_phone: `(925) 555-017${numbers}`, appointment_date: salon.freshDay() };
  const booking = await salon.booked({ ...own, ...changes });
  for (const [channel, type] of Object.entries({ messages: 'MessageDelivered', mails: 'MailSent' }))
    await eventually(async () =>
      expect(await salon.log.read(`${channel}-${booking.id}`)).toContainEqual(
        expect.objectContaining({ type }),
      ),
    );
  return booking;
}

describe('a text that waits for the morning', () => {
  it('is shown at once with its text, and with its reason to wait once it was looked at; its mail goes at once', async () => {
    const { id, short_code } = await answered({ customer_phone: '(925) 555-0100' });
    expect(await texts(id)).toEqual([]);
    const { position } = await changed(staff, id, 'confirm');
    const [text, ...more] = await texts(id, position);
    expect(more).toEqual([]);
    expect(text).toMatchObject({
      booking_id: id,
      kind: 'confirmed',
      to: '+19255550100',
      text: expect.stringContaining(`/b/${short_code}`),
      customer_name: 'Ada Lovelace',
      appointment: { appointment_time: '10:00 AM', status: 'confirmed' },
      reasons: [{ type: 'BookingConfirmed', actor: { kind: 'admin', name: 'Ada Lovelace' } }],
    });
    const later = await lookedAt(id);
    expect((await json<SendingState>('/api/admin/sending')).waiting).toBeGreaterThan(0);
    expect(later).toEqual({
      ...text,
      waits_for: 'quiet',
      looked_at: expect.any(String),
      next_look_at: MORNING.toISOString(),
      explanation: 'The customer has not been told yet: no texts go out at night.',
    });
    await eventually(async () => expect((await about(id)).waiting).toEqual([later]));
  });

  it('becomes one with what changes meanwhile, and is gone when nothing will be sent', async () => {
    const { id } = await answered();
    await changed(staff, id, 'confirm');
    const moved = await changed(staff, id, 'reschedule', {
      new_date: salon.freshDay(),
      new_time: '11:00 AM',
      message: 'Grace is away, so an hour later.',
    });
    expect(await texts(id, moved.position)).toMatchObject([
      {
        kind: 'custom',
        text: 'Grace is away, so an hour later.',
        reasons: [{ type: 'BookingRescheduled' }, { type: 'BookingConfirmed' }],
      },
    ]);
    const silent = await changed(staff, id, 'cancel', { reason: 'other' });
    expect(await texts(id, silent.position)).toEqual([]);

    const { id: other } = await answered();
    await changed(staff, other, 'confirm');
    const { position } = await changed(staff, other, 'sms-consent', { sms_consent: false });
    expect(await texts(other, position)).toEqual([]);
  });

  it('is shown beside a change from before messages were turned on, about which no message goes', async () => {
    const { id, position: booked } = await salon.booked({ appointment_date: salon.freshDay() });
    // Messages were turned on after the booking, so its text has no end in the ledger and gets none.
    await salon.database.pool.query('update sending set line = $1', [booked]);
    const { position } = await changed(staff, id, 'confirm');
    expect(await texts(id, position)).toMatchObject([
      { kind: 'confirmed', reasons: [{ type: 'BookingConfirmed' }] },
    ]);
  });

  it('is shown to staff who ask for it again, with its text and whether its customer has had it', async () => {
    const { id } = await answered({ customer_phone: '(925) 555-0168' });
    const { next_text } = await about(id);
    // There is no provider here, so the answer to the request became a file.
    expect(next_text).toMatchObject({ kind: 'booked', same_before: { status: 'kept' } });
    const sent = await staff.post(`/api/admin/bookings/${id}/messages`, {});
    const waits = { waits_for: 'quiet', goes_out_at: MORNING.toISOString(), kept_here: true };
    expect(sent, sent.text).toMatchObject({ status: 200, json: { queued: true, departure: waits } });
    const told = { new_date: salon.freshDay(), new_time: '11:00 AM', message: 'At eleven, please.' };
    const moved = await change(staff, id, 'reschedule', told);
    expect(moved.json).toMatchObject({ notified: true, departure: waits });
    // The appointment is at another time now.
    expect((await about(id)).next_text).toMatchObject({ same_before: null });

    const { position } = await changed(staff, id, 'sms-consent', { sms_consent: false });
    expect((await about(id, position)).next_text).toBeNull();
  });
});

describe('messages that are paused', () => {
  it('wait, mails too, until staff resume; nothing of it is for others to read', async () => {
    const { id } = await answered();
    await staff.post('/api/admin/sending', { paused: true });
    const { position } = await changed(staff, id, 'confirm');
    expect((await about(id, position)).waiting).toMatchObject([
      { channel: expect.any(String), kind: 'confirmed', waits_for: 'resuming', next_look_at: null },
      { channel: expect.any(String), kind: 'confirmed', waits_for: 'resuming', next_look_at: null },
    ]);
    await staff.post('/api/admin/sending', { paused: false });
    expect(await lookedAt(id)).toMatchObject({ waits_for: 'quiet' });
    expect((await salon.get(`/api/admin/bookings/${id}/messages`)).status).toBe(401);
    const unknown = await staff.get(`/api/admin/bookings/${randomUUID()}/messages`);
    expect(unknown).toMatchObject({ status: 404, json: { code: 'booking-not-found' } });
  });
});

describe('in the morning', () => {
  it('messages that waited are sent, except about changes that staff have taken back', async () => {
    const date = salon.freshDay();
    const { id: takenBack } = await answered({
      appointment_date: date,
      customer_phone: '(925) 555-0166',
    });
    const there = { new_date: date, new_time: '2:00 PM', message: 'Could you come at two?' };
    const moved = await changed(staff, takenBack, 'reschedule', there);
    expect(await texts(takenBack, moved.position)).toMatchObject([{ kind: 'custom' }]);
    await changed(staff, takenBack, 'reschedule', { new_date: date, new_time: '10:00 AM' });

    const { id } = await answered();
    await change(staff, id, 'confirm');
    await eventually(async () => expect(await texts(id)).toHaveLength(1));
    let since = 1_000;
    salon.setClock(new Date(MORNING.getTime() + since));
    staff = await givenStaff(salon);
    await eventually(async () => {
      // A look that fails on a busy machine is repeated ten seconds later, by this clock.
      since += 100;
      salon.setClock(new Date(MORNING.getTime() + since));
      expect((await ledger(id)).filter((type) => type === 'MessageDelivered')).toHaveLength(2);
      expect(await ledger(takenBack)).toContain('MessageSuppressed');
    });
    expect(await texts(id)).toEqual([]);
    await eventually(async () => {
      const { messages } = await json<{ readonly messages: readonly AdminMessage[] }>(
        `/api/admin/messages?booking_id=${takenBack}&channel=sms&state=suppressed`,
      );
      expect(messages).toMatchObject([
        { explanation: 'Not sent: the change was undone before the customer heard of it.' },
      ]);
    });
    expect((await ledger(takenBack)).filter((type) => type === 'MessageAttempted')).toHaveLength(1);
    salon.setClock(NIGHT);
    staff = await givenStaff(salon);
  });
});

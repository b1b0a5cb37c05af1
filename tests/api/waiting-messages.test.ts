import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminMessage, SendingState } from '../../src/contracts/messages/messages.ts';
import type { BookingMessages, WaitingMessage } from '../../src/contracts/messages/waiting-messages.ts';
import { eventually } from '../support/machine/eventually.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import { change, changed } from '../support/staff/staff-bookings.ts';

/** What customers have not been told yet: it is a quarter past nine in the evening, and texts by staff wait until eight. */

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
const waiting = (query: string) =>
  json<{ readonly messages: readonly WaitingMessage[]; readonly has_more: boolean }>(
    `/api/admin/messages/waiting?${query}`,
  );
const ledger = async (id: string) => (await salon.log.read(`messages-${id}`)).map(({ type }) => type);

/** An appointment whose customer was told that the request has come: answers to customers leave at night, too. */
async function answered(changes: Readonly<Record<string, unknown>> = {}) {
  const booking = await salon.booked({ appointment_date: salon.freshDay(), ...changes });
  for (const channel of ['messages', 'mails'])
    await eventually(async () =>
      expect(await salon.log.read(`${channel}-${booking.id}`)).toContainEqual(
        expect.objectContaining({ type: 'MessageDelivered' }),
      ),
    );
  return booking;
}

describe('a text that waits for the morning', () => {
  it('is told of at once with what it says, once looked at with why it waits; its mail goes at once', async () => {
    const { id, short_code } = await answered();
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

  it('is told of beside a change from before messages were turned on, of which nobody is told', async () => {
    const { id, position: booked } = await salon.booked({ appointment_date: salon.freshDay() });
    // As if the log had been restored after it: it has no end in the ledger, and gets none by being sent.
    await salon.database.pool.query('update sending set line = $1', [booked]);
    const { position } = await changed(staff, id, 'confirm');
    expect(await texts(id, position)).toMatchObject([
      { kind: 'confirmed', reasons: [{ type: 'BookingConfirmed' }] },
    ]);
  });

  it('is kept back by staff for good, and what is changed later is told', async () => {
    const { id } = await answered({ customer_phone: '(925) 555-0167' });
    const { position } = await changed(staff, id, 'confirm');
    const [{ causes } = { causes: [] }] = await texts(id, position);
    const rowsOf = async () =>
      (
        await salon.database.pool.query(
          'select ended_at is not null as ended from sent where event_id = any($1)',
          [causes],
        )
      ).rows;
    // The answer comes from the log, and may come before the messenger's row.
    await eventually(async () => expect(await rowsOf()).toEqual([{ ended: false }]));
    const withhold = (body: object, key?: string) =>
      staff.post(`/api/admin/bookings/${id}/messages/withhold`, body, key === undefined ? {} : { key });
    const key = randomUUID();
    const kept = await withhold({ channel: 'sms', causes }, key);
    expect(kept, kept.text).toMatchObject({ status: 200, json: { id } });
    expect((await withhold({ channel: 'sms', causes }, key)).json).toEqual(kept.json);
    expect(await withhold({ channel: 'sms', causes })).toMatchObject({
      status: 409,
      json: { code: 'message-not-waiting' },
    });
    const { position: at } = kept.json as { readonly position: string };
    expect(await texts(id, at)).toEqual([]);
    // It doesn't count any more as one that waits.
    expect(await rowsOf()).toEqual([{ ended: true }]);
    const { messages } = await json<{ readonly messages: readonly AdminMessage[] }>(
      `/api/admin/messages?booking_id=${id}&channel=sms&state=suppressed&after=${at}`,
    );
    expect(messages).toMatchObject([{ kind: 'confirmed', explanation: 'Not sent: staff kept it back.' }]);

    const told = { new_date: salon.freshDay(), new_time: '11:00 AM', message: 'At eleven, please.' };
    const moved = await changed(staff, id, 'reschedule', told);
    const [own] = await texts(id, moved.position);
    expect(own).toMatchObject({ text: 'At eleven, please.' });
    expect((await withhold({ channel: 'sms', causes: own?.causes })).status).toBe(200);

    for (const body of [{ channel: 'sms', causes: [] }, { channel: 'pigeon', causes }, { causes: ['x'] }])
      expect(await withhold(body), JSON.stringify(body)).toMatchObject({ status: 400 });
    const path = (booking: string) => `/api/admin/bookings/${booking}/messages/withhold`;
    expect((await salon.post(path(id), { channel: 'sms', causes })).status).toBe(401);
    expect(await staff.post(path(randomUUID()), { channel: 'sms', causes })).toMatchObject({ status: 404 });
  });

  it('is told of as staff ask for it, with what it says and whether its customer has had it', async () => {
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

  it('is in the list of what waits, by name and kind', async () => {
    const { id } = await answered({ customer_name: 'Zoë Quartermain', customer_phone: '(925) 555-0164' });
    await changed(staff, id, 'confirm');
    await eventually(async () => {
      const { messages, has_more } = await waiting('channel=sms&search=zoe+quarter&kind=confirmed');
      expect(messages).toMatchObject([{ booking_id: id, customer_name: 'Zoë Quartermain' }]);
      expect(has_more).toBe(false);
    });
    expect((await waiting('channel=sms&search=555-0164')).messages).toMatchObject([{ booking_id: id }]);
    for (const query of ['search=zoe&kind=cancelled', 'search=nobody'])
      expect((await waiting(query)).messages, query).toEqual([]);
    await eventually(async () => expect((await waiting('search=zoe&channel=email')).messages).toEqual([]));
    // The list of what was tried has its own pages, and nothing of it.
    const { messages } = await json<{ readonly messages: readonly AdminMessage[] }>(
      `/api/admin/messages?booking_id=${id}&channel=sms`,
    );
    expect(messages).toMatchObject([{ kind: 'booked' }]);
  });

  it('is found by its kind behind hundreds of others, such as a long pause leaves', async () => {
    const { id } = await answered({ customer_phone: '(925) 555-0165' });
    await changed(staff, id, 'confirm');
    const { position } = await changed(staff, id, 'reschedule', {
      new_date: salon.freshDay(),
      new_time: '11:00 AM',
      message: 'Grace is away, so an hour later.',
    });
    expect(await texts(id, position)).toMatchObject([{ kind: 'custom' }]);
    await lookedAt(id);
    const { pool } = salon.database;
    const { rows } = await pool.query<{ id: string }>(
      `insert into sent (event_id, booking_id, look_at, waits_for)
       select gen_random_uuid(), gen_random_uuid(), $1, 'quiet' from generate_series(1, 250)
       returning event_id as id`,
      [new Date(NIGHT.getTime() + 60_000)],
    );
    expect((await waiting('channel=sms&kind=custom')).messages).toMatchObject([{ booking_id: id }]);
    expect((await waiting('')).has_more).toBe(true);
    await pool.query('delete from sent where event_id = any($1)', [rows.map((row) => row.id)]);
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
    for (const path of ['/api/admin/messages/waiting', `/api/admin/bookings/${id}/messages`])
      expect((await salon.get(path)).status).toBe(401);
    expect((await staff.get('/api/admin/messages/waiting?kind=nonsense')).status).toBe(400);
    const unknown = await staff.get(`/api/admin/bookings/${randomUUID()}/messages`);
    expect(unknown).toMatchObject({ status: 404, json: { code: 'booking-not-found' } });
  });
});

describe('in the morning', () => {
  it('what waited is sent, and waits no more; nothing is sent where staff took back what it tells of', async () => {
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
    salon.setClock(new Date(MORNING.getTime() + 1_000));
    staff = await givenStaff(salon);
    await eventually(async () =>
      expect((await ledger(id)).filter((type) => type === 'MessageDelivered')).toHaveLength(2),
    );
    expect(await texts(id)).toEqual([]);
    await eventually(async () => {
      const { messages } = await json<{ readonly messages: readonly AdminMessage[] }>(
        `/api/admin/messages?booking_id=${takenBack}&channel=sms&state=suppressed`,
      );
      expect(messages).toMatchObject([
        { explanation: 'Not sent: the change was taken back before the customer was told of it.' },
      ]);
    });
    expect((await ledger(takenBack)).filter((type) => type === 'MessageAttempted')).toHaveLength(1);
    salon.setClock(NIGHT);
    staff = await givenStaff(salon);
  });
});

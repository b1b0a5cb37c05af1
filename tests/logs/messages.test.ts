import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HistoryPage } from '../../src/contracts/history/history.ts';
import { USUAL_KINDS } from '../../src/contracts/messages/message-words.ts';
import type { AdminMessage } from '../../src/contracts/messages/messages.ts';
import type { UsualTexts } from '../../src/contracts/messages/usual-texts.ts';
import { dayAs } from '../../src/salon/date-text.ts';
import { eventually } from '../support/machine/eventually.ts';
import { textsIn } from '../support/messages/text-files.ts';
import { expectProblem } from '../support/network/http.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import { bookedByStaff, change } from '../support/staff/staff-bookings.ts';

const EXAMPLE_CODE = 'ABCDEFGHIJKL';
/** A day as the texts have it. */
const DAY = 'EEE, MMM dd, yyyy';

let salon: TestSalon;
let staff: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({
    now: new Date(),
    // Changes by customers are answered at any hour; changes by staff must not wait for the morning here either.
    settings: { MESSAGE_WINDOW_SECONDS: '0' },
  });
  staff = await givenStaff(salon);
});
afterAll(() => salon.stop());

const textsAbout = async (shortCode: string) =>
  (await textsIn(salon.dataDir))
    .filter(({ text }) => text.includes(`/b/${shortCode}`))
    .map(({ text }) => text);
const listed = async (query: string) => {
  const answer = await staff.get(`/api/admin/messages?channel=sms&${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json as { readonly messages: readonly AdminMessage[]; readonly next_cursor: string | null };
};
let numbers = 40;
/** Each has a number of its own: one number gets few texts a day about what nobody has confirmed. */
const pending = () =>
  salon.booked({ appointment_date: salon.freshDay(), customer_phone: `(925) 555-01${numbers++}` });
const ledger = async (id: string) => (await salon.log.read(`messages-${id}`)).map(({ type }) => type);

describe('a customer who books', () => {
  it('gets one text with the day, the time and the short link, which staff find in the ledger', async () => {
    const date = salon.freshDay();
    const { id, short_code } = await salon.booked({ appointment_date: date });
    const [text] = await eventually(async () => {
      const texts = await textsAbout(short_code);
      expect(texts).toHaveLength(1);
      return texts;
    });
    expect(text).toMatch(/^Lumière Hair Studio: got your booking for \w{3}, \w{3} \d\d, \d{4} at 10:00 AM/);
    const [message, ...more] = await eventually(async () => {
      const { messages } = await listed(`booking_id=${id}`);
      expect(messages).toMatchObject([{ status: 'kept' }]);
      return messages;
    });
    expect(more).toEqual([]);
    expect(message).toMatchObject({
      booking_id: id,
      kind: 'booked',
      to: '+19255550100',
      text,
      can_resend: false,
    });
    expect(message).toMatchObject({
      explanation: 'Not sent: texts aren’t set up.',
      steps: [
        { type: 'MessageAttempted', kept_here: false },
        { type: 'MessageDelivered', kept_here: true, explanation: 'Texts aren’t set up.' },
      ],
    });
    expect((await listed(`booking_id=${id}&state=kept`)).messages).toHaveLength(1);
    for (const state of ['delivered', 'under_way', 'suppressed'])
      expect((await listed(`booking_id=${id}&state=${state}`)).messages, state).toEqual([]);
    const metrics = await salon.get('/metrics');
    expect(metrics.text).toMatch(/salon_messages_total\{channel="sms",outcome="kept"\} [1-9]/);
    expect(metrics.text).toContain('salon_messages_total{channel="sms",outcome="accepted"} 0');

    // Staff see beforehand what customers get.
    const usual = (await staff.get('/api/admin/usual-texts')).json as UsualTexts;
    expect(usual.texts.map(({ kind }) => kind)).toEqual(USUAL_KINDS);
    const { appointment_date, appointment_time } = usual.appointment;
    const aboutExample = text
      ?.replace(dayAs(date, DAY), dayAs(appointment_date, DAY))
      .replace('10:00 AM', appointment_time)
      .replace(short_code, EXAMPLE_CODE);
    expect(usual.texts[0]?.text.replace(/(?<=\/b\/)\w{12}/, EXAMPLE_CODE)).toBe(aboutExample);
  });
});

describe('staff', () => {
  it('say whether the customer is told: in their words, or not at all', async () => {
    const [first, second] = [await pending(), await pending()];
    const silent = await change(staff, first.id, 'cancel', { reason: 'other' });
    expect(silent).toMatchObject({ status: 200, json: { notified: false } });
    const told = await change(staff, second.id, 'cancel', { reason: 'other', message: 'So sorry!' });
    expect(told).toMatchObject({ status: 200, json: { notified: true } });

    const third = await pending();
    await change(staff, third.id, 'sms-consent', { sms_consent: false });
    const untold = await change(staff, third.id, 'cancel', { reason: 'other', message: 'So sorry!' });
    expect(untold).toMatchObject({ status: 200, json: { notified: false } });
  });

  it('send a text about an appointment as it is, once for one key, and only to who wants it', async () => {
    const { id } = await pending();
    const key = randomUUID();
    for (const _ of [1, 2]) {
      const sent = await staff.post(`/api/admin/bookings/${id}/messages`, {}, { key });
      expect(sent, sent.text).toMatchObject({ status: 200, json: { id, queued: true } });
    }
    expect((await ledger(id)).filter((type) => type === 'MessageRequested')).toHaveLength(1);
    await change(staff, id, 'sms-consent', { sms_consent: false });
    expectProblem(await staff.post(`/api/admin/bookings/${id}/messages`, {}), 'no-text-wanted');
    expectProblem(await staff.post(`/api/admin/bookings/${randomUUID()}/messages`, {}), 'booking-not-found');
    expect((await staff.post(`/api/admin/bookings/${id}/messages`, {}, { key })).status).toBe(200);
  });

  it('read why somebody without consent got nothing, page by page', async () => {
    const { id } = await pending();
    const { id: bookingId } = await bookedByStaff(staff, {
      appointment_date: salon.freshDay(),
      sms_consent: false,
    });
    const [message] = await eventually(async () => {
      const { messages } = await listed(`booking_id=${bookingId}&status=suppressed`);
      expect(messages).toHaveLength(1);
      return messages;
    });
    expect(message).toMatchObject({
      status: 'suppressed',
      explanation: 'Not sent: no consent to texts for this appointment.',
      to: null,
      text: null,
    });
    await eventually(async () => expect((await listed(`booking_id=${id}`)).messages).toHaveLength(1));
    const first = await listed('limit=1');
    expect(first.messages).toHaveLength(1);
    const next = await listed(`limit=1&cursor=${first.next_cursor}`);
    expect(next.messages[0]?.id).not.toBe(first.messages[0]?.id);
  });

  it('find messages by the name and the number of who got them, by kind and by what became of them', async () => {
    const name = 'Zoë Quartermain';
    const day = salon.freshDay();
    const { id, position } = await salon.booked({
      appointment_date: day,
      customer_name: name,
      customer_phone: '(925) 555-0164',
    });
    // The screen combines several read models, each at its own position.
    await eventually(async () => {
      const { messages } = await listed('search=zoe+quarter&state=kept&kind=booked');
      expect(messages).toMatchObject([
        {
          booking_id: id,
          status: 'kept',
          customer_name: name,
          to: '+19255550164',
          appointment: { appointment_date: day, appointment_time: '10:00 AM', status: 'pending' },
          reasons: [{ type: 'BookingRequested', actor: { kind: 'customer' } }],
          needs_staff: false,
          was_resent: false,
          steps: [
            { type: 'MessageAttempted', explanation: null },
            { type: 'MessageDelivered', explanation: 'Texts aren’t set up.' },
          ],
        },
      ]);
    });
    for (const query of ['search=5550164', 'search=925+555-0164'])
      expect((await listed(query)).messages, query).toMatchObject([{ booking_id: id }]);
    for (const query of ['search=zoe&state=failed', 'search=zoe&kind=reminder', 'search=zoe&state=attention'])
      expect((await listed(query)).messages, query).toEqual([]);
    await eventually(async () => {
      const history = await staff.get(`/api/admin/bookings/${id}/history?after=${position}`);
      expect((history.json as HistoryPage).entries).toContainEqual(
        expect.objectContaining({
          type: 'MessageDelivered',
          changes: expect.arrayContaining([expect.objectContaining({ field: 'kept_here', after: true })]),
          thing: { kind: 'message', id },
          caused_by: expect.objectContaining({ type: 'MessageAttempted' }),
        }),
      );
    });
  });

  it('cannot send again what did not fail', async () => {
    const { id } = await pending();
    const [message] = await eventually(async () => {
      const { messages } = await listed(`booking_id=${id}&status=kept`);
      expect(messages).toHaveLength(1);
      return messages;
    });
    expectProblem(await staff.post(`/api/admin/messages/${message?.id}/resend`, {}), 'not-resendable');
    expectProblem(await staff.post(`/api/admin/messages/${randomUUID()}/resend`, {}), 'message-not-found');
  });

  it('pause and resume; what came meanwhile leaves then', async () => {
    expect((await staff.get('/api/admin/sending')).json).toMatchObject({
      paused: false,
      why: null,
      by: null,
      has_provider: false,
    });
    const paused = { why: 'staff', by: 'Ada Lovelace' };
    expect((await staff.post('/api/admin/sending', { paused: true })).json).toMatchObject(paused);
    expect((await staff.get('/api/admin/sending')).json).toMatchObject(paused);
    const { id, short_code } = await pending();
    await eventually(async () => {
      const { rows } = await salon.database.pool.query('select from sent where booking_id = $1', [id]);
      expect(rows.length).toBeGreaterThan(0);
    });
    expect(await textsAbout(short_code)).toEqual([]);
    expectProblem(await staff.post(`/api/admin/bookings/${id}/messages`, {}), 'texts-paused');
    const key = randomUUID();
    const resume = () => staff.post('/api/admin/sending', { paused: false }, { key });
    const resumed = (await resume()).json as { readonly position: string };
    expect(resumed).toMatchObject({ paused: false });
    expect(await ledger(id)).not.toContain('MessageSuppressed');

    const decided = await salon.log.read('sending');
    expect(decided.map(({ type }) => type).slice(-2)).toEqual(['SendingPaused', 'SendingResumed']);
    expect(decided.slice(-2).map(({ metadata: { actor } }) => actor)).toEqual(
      Array(2).fill({ kind: 'admin', userId: staff.userId }),
    );
    // A retry that comes late undoes nothing that was decided since.
    await staff.post('/api/admin/sending', { paused: true });
    expect((await resume()).json).toMatchObject({ paused: true, position: resumed.position });
    expectProblem(
      await staff.post('/api/admin/sending', { paused: true }, { key }),
      'idempotency-key-reused',
    );
    expect((await staff.post('/api/admin/sending', { paused: false })).json).toMatchObject({
      paused: false,
      by: null,
    });
  });

  it('alone may do any of this', async () => {
    for (const path of ['/api/admin/messages', '/api/admin/sending', '/api/admin/usual-texts'])
      expect((await salon.get(path)).status).toBe(401);
  });
});

import { randomUUID } from 'node:crypto';
import twilio from 'twilio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminBookingDetails } from '../../src/contracts/bookings/admin-booking.ts';
import type { HistoryPage } from '../../src/contracts/history/history.ts';
import { type AdminMessage, listMessages } from '../../src/contracts/messages/messages.ts';
import { eventually } from '../support/machine/eventually.ts';
import {
  ACCOUNT,
  accepts,
  refuses,
  startTwilioDouble,
  type TwilioDouble,
  twilioSettings,
} from '../support/messages/twilio-double.ts';
import { expectProblem } from '../support/network/http.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import { at, bookedSoon, change, undeliveredOf } from '../support/staff/staff-bookings.ts';

let salon: TestSalon;
let staff: StaffApi;
let double: TwilioDouble;
beforeAll(async () => {
  double = await startTwilioDouble();
  salon = await givenSalon({
    settings: {
      MESSAGE_WINDOW_SECONDS: '0',
      ...twilioSettings(double.url),
    },
  });
  staff = await givenStaff(salon);
});
afterAll(async () => {
  await salon.stop();
  await double.stop();
});

const phoneOf = (n: number) => `(925) 555-01${n}`;
const e164Of = (n: number) => `+192555501${n}`;
const booked = (n: number) =>
  salon.booked({ appointment_date: salon.freshDay(), customer_phone: phoneOf(n) });
const typesIn = async (stream: string) => (await salon.log.read(stream)).map(({ type }) => type);
const ledger = (bookingId: string) => typesIn(`messages-${bookingId}`);

/** The text about a booking, once the double has it. */
const taken = (bookingId: string) =>
  eventually(() => {
    const [message, ...more] = double.messages.filter(({ callback }) => callback?.includes(bookingId));
    expect(more).toEqual([]);
    if (!message?.callback) throw new Error('not there yet');
    return { ...message, callback: message.callback.replace(/#.*/, '') };
  });

/** Calls the webhook at `url` as the provider does. */
async function posted(url: string, fields: Readonly<Record<string, string>>, authToken = ACCOUNT.authToken) {
  const { pathname, search } = new URL(url);
  const response = await fetch(`${salon.url}${pathname}${search}`, {
    method: 'POST',
    headers: { 'x-twilio-signature': twilio.getExpectedTwilioSignature(authToken, url, fields) },
    body: new URLSearchParams(fields),
  });
  return { status: response.status, text: await response.text() };
}
const received = async (n: number, words: string, sid = double.receives(words).sid) => {
  const { callback } = await taken((await anyBooking).id);
  return posted(`${new URL(callback).origin}/webhooks/twilio`, {
    MessageSid: sid,
    From: e164Of(n),
    Body: words,
  });
};
let anyBooking: ReturnType<typeof booked>;
beforeAll(async () => {
  anyBooking = booked(10);
  await taken((await anyBooking).id);
});

describe('a report of the provider', () => {
  it('ends a message, in whatever order and however often it comes', async () => {
    const { id } = await booked(11);
    const { callback, sid } = await taken(id);
    for (const MessageStatus of ['delivered', 'sent', 'delivered', 'queued', 'failed']) {
      const fields = {
        MessageSid: sid,
        MessageStatus,
        ...(MessageStatus === 'failed' && { ErrorCode: '30003' }),
      };
      expect(await posted(callback, fields)).toEqual({ status: 200, text: '<Response/>' });
    }
    // A report can be faster than the answer to the sending, and then says as well that it was sent.
    const reported = async () => (await ledger(id)).filter((type) => type !== 'MessageSent').sort();
    await eventually(async () =>
      expect(await reported()).toEqual(['MessageAttempted', 'MessageDelivered', 'MessageFailed']),
    );
  });

  it('is refused from anybody else, whatever it says', async () => {
    const { id } = await booked(12);
    const { callback, sid } = await taken(id);
    await eventually(async () => expect(await ledger(id)).toContain('MessageSent'));
    const fields = { MessageSid: sid, MessageStatus: 'delivered' };
    expect((await posted(callback, fields, 'another-token')).status).toBe(403);
    const unsigned = await fetch(`${salon.url}/webhooks/twilio`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    });
    expect(unsigned.status).toBe(403);
    // A signature for another booking's address.
    const { callback: others } = await taken((await anyBooking).id);
    const signature = twilio.getExpectedTwilioSignature(ACCOUNT.authToken, others, fields);
    const { pathname, search } = new URL(callback);
    const moved = await fetch(`${salon.url}${pathname}${search}`, {
      method: 'POST',
      headers: { 'x-twilio-signature': signature },
      body: new URLSearchParams(fields),
    });
    expect(moved.status).toBe(403);
    expect(await ledger(id)).toEqual(['MessageAttempted', 'MessageSent']);
  });
});

describe('a text from a customer', () => {
  const reply = async (bookingId: string) =>
    (await salon.log.read(`messages-${bookingId}`)).find(({ type }) => type === 'ReplyReceived');

  it('STOP keeps the number from getting texts, across bookings, until START', async () => {
    const { id } = await booked(13);
    await taken(id);
    const { sid, at: stoppedAt } = double.receives('Stop');
    for (const _ of [1, 2]) expect((await received(13, ' Stop ', sid)).status).toBe(200);
    const event = await reply(id);
    expect(event?.data).toMatchObject({ sid, meaning: 'stop' });
    expect(JSON.stringify(event?.data)).not.toContain('Stop ');
    const { id: second } = await booked(13);
    await eventually(async () => expect(await ledger(second)).toEqual(['MessageSuppressed']));
    const [suppressed] = await salon.log.read(`messages-${second}`);
    expect(suppressed?.data.why).toBe('opted-out');

    // By its own clock the provider received this one before the STOP, so it changes nothing.
    const early = double.receives('START');
    Object.assign(early, { at: new Date(stoppedAt.getTime() - 60_000) });
    expect((await received(13, 'START', early.sid)).status).toBe(200);
    const late = double.receives('START');
    const { id: third } = await booked(13);
    await eventually(async () => expect(await ledger(third)).toEqual(['MessageSuppressed']));
    Object.assign(late, { at: new Date(Date.now() + 60_000) });
    expect((await received(13, 'START', late.sid)).status).toBe(200);
    const { id: fourth } = await booked(13);
    await taken(fourth);
  });

  it('a START whose time nobody knows has to come again; a STOP counts from now', async () => {
    const { id } = await booked(14);
    await taken(id);
    expect((await received(14, 'START', `SM${'e'.repeat(32)}`)).status).toBe(503);
    expect((await received(14, 'STOP', `SM${'d'.repeat(32)}`)).status).toBe(200);
    const { id: second } = await booked(14);
    await eventually(async () => expect(await ledger(second)).toEqual(['MessageSuppressed']));
  });

  it('anything else is kept for staff, sealed', async () => {
    const { id } = await booked(15);
    await taken(id);
    expect((await received(15, 'Can I bring my dog?')).status).toBe(200);
    const event = await reply(id);
    expect(event?.data.meaning).toBe('other');
    expect(JSON.stringify(event?.data)).not.toContain('my dog');
    for (const words of [`${'x'.repeat(1_599)}🎉`, 'a\0b'])
      expect((await received(15, words)).status).toBe(200);
  });
});

describe('a number that has opted out', () => {
  /** Waits until it can be read: the appointment may be new. */
  const optedOut = (id: string) =>
    eventually(async () => {
      const answer = await staff.get(`/api/admin/bookings/${id}`);
      expect(answer.status).toBe(200);
      return (answer.json as AdminBookingDetails).opted_out;
    });
  const enable = (id: string) => change(staff, id, 'sms-consent', { sms_consent: true });

  it('is shown to staff on each of its appointments, who cannot take that back; its owner can', async () => {
    const { id } = await booked(18);
    await taken(id);
    expect(await optedOut(id)).toBeNull();
    const stop = double.receives('STOP');
    // The provider tells the time to the second.
    stop.at.setMilliseconds(0);
    expect((await received(18, 'STOP', stop.sid)).status).toBe(200);
    const { id: second } = await booked(18);
    for (const each of [id, second])
      await eventually(async () =>
        expect(await optedOut(each)).toEqual({ at: stop.at.toISOString(), by: 'customer' }),
      );

    const key = randomUUID();
    const disabled = await change(staff, second, 'sms-consent', { sms_consent: false });
    expect(disabled.status, disabled.text).toBe(200);
    expectProblem(await enable(second), 'number-opted-out');
    expectProblem(await staff.post(`/api/admin/bookings/${id}/messages`, {}), 'number-opted-out');

    const start = double.receives('START');
    Object.assign(start, { at: new Date(stop.at.getTime() + 60_000) });
    expect((await received(18, 'START', start.sid)).status).toBe(200);
    expect(await optedOut(second)).toBeNull();
    const sent = await staff.post(
      `/api/admin/bookings/${second}/sms-consent`,
      { sms_consent: true },
      { key },
    );
    expect(sent.status, sent.text).toBe(200);
    // A retry of an allowed request is answered as before, even after a STOP.
    const again = double.receives('STOP');
    Object.assign(again, { at: new Date(stop.at.getTime() + 120_000) });
    expect((await received(18, 'STOP', again.sid)).status).toBe(200);
    const retried = await staff.post(
      `/api/admin/bookings/${second}/sms-consent`,
      { sms_consent: true },
      { key },
    );
    expect(retried).toMatchObject({ status: 200, json: sent.json });
  });
});

describe('a message that failed', () => {
  const listed = async (query: string): Promise<readonly AdminMessage[]> =>
    listMessages.answer.body.parse((await staff.get(`/api/admin/messages?channel=sms&${query}`)).json)
      .messages;

  it('comes first, says why, and is sent again once', async () => {
    double.answers(refuses(400, 21211));
    const { id } = await booked(19);
    const [failed] = await eventually(async () => {
      const messages = await listed(`booking_id=${id}&state=attention`);
      expect(messages).toMatchObject([{ status: 'failed', can_resend: true }]);
      return messages;
    });
    expect(failed?.explanation).toBe('That number does not exist.');
    const told = { id: failed?.id, channel: 'sms', explanation: failed?.explanation };
    expect(await undeliveredOf(staff, id)).toMatchObject({ undelivered: [told], isMarked: true });
    double.answers(accepts);
    const { id: later } = await booked(20);
    await taken(later);
    expect((await listed(''))[0]).toMatchObject({ id: failed?.id, needs_staff: true });
    const resent = await staff.post(`/api/admin/messages/${failed?.id}/resend`, {});
    expect(resent.status, resent.text).toBe(200);
    const messages = await eventually(async () => {
      const all = await listed(`booking_id=${id}`);
      expect(all).toMatchObject([
        { reasons: [{ type: 'MessageRequested', actor: { kind: 'admin', name: 'Ada Lovelace' } }] },
        { id: failed?.id, needs_staff: false, was_resent: true, can_resend: false },
      ]);
      return all;
    });
    expect(await undeliveredOf(staff, id)).toEqual({ undelivered: [], isMarked: false });
    const steps = messages[0]?.steps.map(({ type }) => type) ?? [];
    expect(steps.slice(0, 4)).toEqual([
      'MessageAttempted',
      'MessageFailed',
      'MessageRequested',
      'MessageAttempted',
    ]);
    expectProblem(await staff.post(`/api/admin/messages/${failed?.id}/resend`, {}), 'not-resendable');
  });
});

describe('a message that needs nothing more', () => {
  const dismiss = (id: string, key = randomUUID()) =>
    staff.post(`/api/admin/messages/${id}/dismiss`, {}, { key });
  const attention = async (id: string, by = staff) =>
    listMessages.answer.body.parse(
      (await by.get(`/api/admin/messages?booking_id=${id}&state=attention`)).json,
    ).messages;

  it('is dismissed once, by a command of its own, and stays in the history', async () => {
    double.answers(refuses(400, 21211));
    const { id } = await booked(21);
    const [failed] = await eventually(async () => {
      const messages = await attention(id);
      expect(messages).toHaveLength(1);
      return messages;
    });
    double.answers(accepts);
    const key = randomUUID();
    const first = await dismiss(failed?.id ?? '', key);
    expect(first.status, first.text).toBe(200);
    expect((await dismiss(failed?.id ?? '', key)).json).toEqual(first.json);
    expect((await dismiss(failed?.id ?? '')).status).toBe(200);
    await eventually(async () => expect(await attention(id)).toEqual([]));
    expect(await undeliveredOf(staff, id)).toEqual({ undelivered: [], isMarked: false });
    const types = (await salon.log.read(`messages-${id}`)).map(({ type }) => type);
    expect(types.filter((type) => type === 'MessageDismissed')).toHaveLength(1);
    const { position } = first.json as { readonly position: string };
    const page = await staff.get(`/api/admin/bookings/${id}/history?after=${position}`);
    expect((page.json as HistoryPage).entries).toContainEqual(
      expect.objectContaining({
        type: 'MessageDismissed',
        actor: expect.objectContaining({ kind: 'admin' }),
      }),
    );
  });

  it('leaves by itself once its customer is told of a later state', async () => {
    double.answers(refuses(400, 21211));
    const { id } = await booked(22);
    await eventually(async () => expect(await attention(id)).toHaveLength(1));
    double.answers(accepts);
    await change(staff, id, 'confirm');
    await taken(id);
    await eventually(async () => expect(await attention(id)).toEqual([]));
  });

  it('leaves by itself once the appointment has begun', async () => {
    double.answers(refuses(400, 21211));
    const { id, begins } = await bookedSoon(salon, staff, {}, salon.now());
    await eventually(async () => expect(await attention(id)).toHaveLength(1));
    double.answers(accepts);
    await at(salon, new Date(begins.getTime() + 60_000), async () => {
      const then = await givenStaff(salon);
      expect(await attention(id, then)).toEqual([]);
    });
  });
});

describe('a call of the provider that goes wrong', () => {
  it('is made again when nothing was sent, and never when it was refused', async () => {
    double.answers(refuses(400, 21610));
    const { id } = await booked(16);
    await eventually(async () => expect(await ledger(id)).toEqual(['MessageAttempted', 'MessageFailed']));
    double.answers(refuses(429, 20429));
    const { id: second } = await booked(17);
    await eventually(async () =>
      expect(await ledger(second)).toEqual(['MessageAttempted', 'MessageNotSent']),
    );
    double.answers(accepts);
    // The number said STOP to the provider alone.
    const { id: third } = await booked(16);
    await eventually(async () => expect(await ledger(third)).toEqual(['MessageSuppressed']));
  });

  it('leaves no number, word or token in logs, metrics, tables or the log of events', async () => {
    const { rows: kept } = await salon.database.pool.query(
      `select row_to_json(r)::text from sent r
       union all select row_to_json(t)::text from texts_counted t union all select row_to_json(s)::text from sending s`,
    );
    expect(kept.length).toBeGreaterThan(0);
    const { id } = await anyBooking;
    const events = (await salon.log.read(`messages-${id}`)).map(({ data }) => data);
    const metrics = await salon.get('/metrics');
    expect(metrics.text).toMatch(/salon_messages_total\{channel="sms",outcome="accepted"\} [1-9]/);
    expect(metrics.text).toMatch(/salon_messages_paused\{channel="sms"\} 0/);
    const everything = [...salon.logged, metrics.text, JSON.stringify([kept, events])].join('\n');
    const { port } = new URL(salon.url);
    for (const secret of ['+192555501', '555-01', 'Lumière', ACCOUNT.authToken, 'my dog', `:${port}/b/`])
      expect(everything).not.toContain(secret);
  });
});

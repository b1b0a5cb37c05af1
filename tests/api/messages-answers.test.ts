import { randomUUID } from 'node:crypto';
import twilio from 'twilio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countMessages } from '../../src/contracts/messages/message-count.ts';
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
import { FRIDAY_MORNING, givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import { change } from '../support/staff/staff-bookings.ts';

let salon: TestSalon;
let staff: StaffApi;
let double: TwilioDouble;
beforeAll(async () => {
  double = await startTwilioDouble();
  salon = await givenSalon({ settings: { MESSAGE_WINDOW_SECONDS: '0', ...twilioSettings(double.url) } });
  staff = await givenStaff(salon);
});
afterAll(async () => {
  await salon.stop();
  await double.stop();
});

const textsTo = (n: number) => double.messages.filter(({ to }) => to === `+192555502${n}`);
const bodies = (n: number) => textsTo(n).map(({ body }) => body);
const isUp = async (id: string) => (await listed(`booking_id=${id}&state=attention`)).length > 0;
const listed = async (query: string): Promise<readonly AdminMessage[]> =>
  listMessages.answer.body.parse((await staff.get(`/api/admin/messages?channel=sms&${query}`)).json).messages;
const questions = async () =>
  countMessages.answer.body.parse((await staff.get('/api/admin/messages/attention')).json).questions;

/** A customer who was texted about a booking and texts back. @returns the booking, and the reply as staff find it */
async function givenQuestion(n: number, words = 'Can I bring my dog?', when = {}) {
  const booking = await salon.booked({
    appointment_date: salon.freshDay(),
    customer_phone: `(925) 555-02${n}`,
    ...when,
  });
  const { callback } = await eventually(() => {
    const [text] = textsTo(n);
    if (!text?.callback) throw new Error('not there yet');
    return { callback: text.callback };
  });
  const url = `${new URL(callback).origin}/webhooks/twilio`;
  const fields = { MessageSid: double.receives(words).sid, From: `+192555502${n}`, Body: words };
  const response = await fetch(`${salon.url}/webhooks/twilio`, {
    method: 'POST',
    headers: { 'x-twilio-signature': twilio.getExpectedTwilioSignature(ACCOUNT.authToken, url, fields) },
    body: new URLSearchParams(fields),
  });
  expect(response.status).toBe(200);
  const reply = await eventually(async () => {
    const [one] = await listed(`booking_id=${booking.id}&state=received`);
    if (!one) throw new Error('not read yet');
    return one;
  });
  return { booking, reply };
}
const answer = (id: string, text: string, { seen = 0, key = randomUUID() } = {}) =>
  staff.post(`/api/admin/messages/${id}/answer`, { text, answers_seen: seen }, { key });
const dismiss = (id: string) => staff.post(`/api/admin/messages/${id}/dismiss`, {});

describe("a customer's question", () => {
  it('needs attention until it is answered, by a text on the ledger of its appointment', async () => {
    const { booking, reply } = await givenQuestion(10);
    expect(reply).toMatchObject({
      status: 'received',
      text: 'Can I bring my dog?',
      needs_staff: true,
      answers: 0,
      can_resend: false,
    });
    expect(await isUp(booking.id)).toBe(true);
    const open = await questions();
    expect(open).toBeGreaterThan(0);
    expect((await staff.get(`/api/admin/messages/${reply.id}/answer`)).json).toEqual({
      phone: '(925) 555-0210',
      why_not: null,
    });

    const key = randomUUID();
    const sent = await answer(reply.id, '  Yes, bring it along! ', { key });
    expect(sent.status, sent.text).toBe(200);
    expect(sent.json).toMatchObject({ id: reply.id, queued: true, departure: { kept_here: false } });
    await eventually(() => expect(bodies(10)).toContain('Yes, bring it along!'));
    await eventually(async () => expect(await isUp(booking.id)).toBe(false));
    expect(await questions()).toBe(open - 1);
    // A retry is answered as before, and sends nothing more.
    expect((await answer(reply.id, '  Yes, bring it along! ', { key })).status).toBe(200);
    const [text, question] = await eventually(async () => {
      const messages = await listed(`booking_id=${booking.id}`);
      expect(messages[0]).toMatchObject({ kind: 'answer', status: 'sent' });
      return messages;
    });
    expect(question).toMatchObject({ id: reply.id, answers: 1, needs_staff: false });
    expect(text).toMatchObject({ text: 'Yes, bring it along!', can_resend: false, to: '+19255550210' });
    expect(bodies(10).filter((body) => body.includes('along'))).toHaveLength(1);
    // Staff who had not seen that answer are told of it; staff who have may write another.
    expectProblem(await answer(reply.id, 'No dogs, please.'), 'answered-meanwhile');
    expect((await answer(reply.id, 'On a leash.', { seen: 1 })).status).toBe(200);
    await eventually(() => expect(bodies(10)).toContain('On a leash.'));
    // Words of staff are sealed like all others.
    const stored = JSON.stringify((await salon.log.read(`messages-${booking.id}`)).map(({ data }) => data));
    expect(stored).not.toMatch(/along|leash|my dog/);
  });

  it('needs none any more once staff say so, or answer a later one', async () => {
    const { booking, reply } = await givenQuestion(11, 'Thank you!');
    for (const _ of [1, 2]) expect((await dismiss(reply.id)).status).toBe(200);
    await eventually(async () => expect(await isUp(booking.id)).toBe(false));
    expect((await listed(`booking_id=${booking.id}&state=received`))[0]).toMatchObject({
      was_dismissed: true,
    });
    const types = (await salon.log.read(`messages-${booking.id}`)).map(({ type }) => type);
    expect(types.filter((type) => type === 'ReplyDismissed')).toHaveLength(1);
  });

  it('comes up again when its answer fails', async () => {
    const { booking, reply } = await givenQuestion(12);
    double.answers(refuses(400, 30007));
    expect((await answer(reply.id, 'Yes!')).status).toBe(200);
    await eventually(async () => {
      const messages = await listed(`booking_id=${booking.id}`);
      expect(messages).toMatchObject([
        { id: reply.id, needs_staff: true, answers: 1 },
        { kind: 'answer', status: 'failed', needs_staff: false, can_resend: false },
        { kind: 'booked' },
      ]);
    });
    double.answers(accepts);
    expect((await answer(reply.id, 'Yes, once more!', { seen: 1 })).status).toBe(200);
    await eventually(async () => expect(await isUp(booking.id)).toBe(false));
  });

  it('is not answered without consent, nor while messages are paused', async () => {
    const { booking, reply } = await givenQuestion(13);
    expect((await change(staff, booking.id, 'sms-consent', { sms_consent: false })).status).toBe(200);
    expect((await staff.get(`/api/admin/messages/${reply.id}/answer`)).json).toEqual({
      phone: '(925) 555-0213',
      why_not: 'There is no consent to texts for this appointment, or no number that can be texted.',
    });
    expectProblem(await answer(reply.id, 'Yes!'), 'no-text-wanted');
    expect((await change(staff, booking.id, 'sms-consent', { sms_consent: true })).status).toBe(200);
    expect((await staff.post('/api/admin/sending', { paused: true })).status).toBe(200);
    expectProblem(await answer(reply.id, 'Yes!'), 'texts-paused');
    expect((await staff.post('/api/admin/sending', { paused: false })).status).toBe(200);
  });

  it('is answered in words, and only where it is one', async () => {
    const { booking, reply } = await givenQuestion(14);
    expectProblem(await answer(reply.id, '  \n '), 'validation-failed');
    expectProblem(await answer(reply.id, 'x'.repeat(481)), 'validation-failed');
    const [text] = await listed(`booking_id=${booking.id}&kind=booked`);
    for (const id of [text?.id ?? '', randomUUID()]) {
      expectProblem(await answer(id, 'Yes!'), 'message-not-found');
      expectProblem(await staff.get(`/api/admin/messages/${id}/answer`), 'message-not-found');
    }
    // A message that was sent needs nothing.
    expectProblem(await dismiss(text?.id ?? ''), 'not-dismissable');
    expectProblem(await dismiss(randomUUID()), 'message-not-found');
  });

  it('can be answered once the appointment has begun', async () => {
    const when = { appointment_date: '2026-11-20', appointment_time: '10:30 AM' };
    const { reply } = await givenQuestion(15, 'Running late, sorry', when);
    salon.setClock(new Date(FRIDAY_MORNING.getTime() + 40 * 60_000));
    const sent = await answer(reply.id, 'No problem.');
    expect(sent.status, sent.text).toBe(200);
    await eventually(() => expect(bodies(15)).toContain('No problem.'));
  });
});

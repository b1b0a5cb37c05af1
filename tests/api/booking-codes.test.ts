import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookingStream } from '../../src/features/booking/appointment/events.ts';
import { textsTo } from '../support/accounts/codes.ts';
import { bookingVisitors } from '../support/booking/booking-visitors.ts';
import { eventually } from '../support/machine/eventually.ts';
import { mailFiles } from '../support/messages/mail-files.ts';
import { expectProblem, fieldErrors } from '../support/network/http.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';

/** A salon whose calendar four visitors have just filled so far that everybody else needs a code. */
let salon: TestSalon;
beforeAll(async () => {
  const settings = { BOOKING_LIMIT_PER_HOUR: '5', TRUST_PROXY: '1', MESSAGE_WINDOW_SECONDS: '0' };
  salon = await givenSalon({ settings });
  for (let visitor = 0; visitor < 4; visitor += 1)
    expect((await somebody().book({ minutes: 480 })).status).toBe(201);
});
afterAll(() => salon.stop());

const somebody = bookingVisitors(() => salon);
/** The service's own texts about bookings are in the same outbox. */
const codesTo = async (phone: string) =>
  (await textsTo(salon.dataDir, phone)).filter(({ text }) => text.includes('booking code'));
const e164Of = (phone: unknown) => `+1${String(phone)}`;

/** A booking that needs a code. */
function givenAsked(changes: Readonly<Record<string, unknown>> = {}) {
  const visitor = somebody();
  const body = visitor.newRequest(changes);
  const key = randomUUID();
  return {
    visitor,
    body,
    key,
    phone: e164Of(body.customer_phone),
    send: (headers: Readonly<Record<string, string>> = {}) => visitor.send(body, key, headers),
  };
}
/** Books with the code that is mailed. */
async function bookedByMail() {
  const { send, body } = givenAsked();
  expect(expectProblem(await send(byMail), 'code-required').contact_code?.sent?.by).toBe('email');
  const mail = await eventually(async () => {
    const found = (await mailFiles(salon.dataDir)).find(({ to }) => to?.[0]?.address === body.customer_email);
    if (!found) throw new Error('no mail yet');
    return found;
  });
  const [code = ''] = /\d{6}/.exec(mail.subject ?? '') ?? [];
  return { mail, code, booked: await send(withCode(code)) };
}
/** Area codes of the salon's country: more of them than texts with codes leave in an hour. */
const AREA_CODES = [
  ...[212, 213, 214, 215, 216, 217, 219, 224, 225, 228, 229, 231],
  ...[234, 239, 240, 248, 251, 252, 253, 254, 256, 260, 262, 267],
];
const byText = { 'Booking-Code-By': 'sms' };
const byMail = { 'Booking-Code-By': 'email' };
const withCode = (code = '') => ({ 'Booking-Code': code });

describe('a booking that a code stands in for', () => {
  it('is made with the code that was texted, in the time that was held', async () => {
    const date = salon.freshDay();
    const at = { appointment_date: date, appointment_time: '10:00 AM' };
    const { visitor, body, key, phone } = givenAsked(at);
    const wish = { date, time: '10:00 AM', services: ['scalp-treatment'] };
    const hold = await salon.post('/api/holds', wish, { key: randomUUID(), headers: visitor.from });
    const { hold_id } = hold.json as { readonly hold_id: string };
    const send = (headers: Readonly<Record<string, string>> = {}) =>
      visitor.send({ ...body, hold_id }, key, headers);

    const asked = await send();
    const problem = expectProblem(asked, 'code-required');
    expect(problem.contact_code).toEqual({ by: ['sms', 'email'], sent: null });
    expect(await codesTo(phone)).toEqual([]);
    const sent = expectProblem(await send(byText), 'code-required').contact_code?.sent;
    expect(sent?.by).toBe('sms');
    const [text, ...more] = await codesTo(phone);
    expect(more).toEqual([]);
    expect(text?.text).toMatch(/^\d{6} is your booking code for Lumière Hair Studio\./);
    // Nobody else gets the time meanwhile.
    const other = somebody();
    expectProblem(await other.book(at), 'slot-taken');

    const wrong = text?.code === '000000' ? '111111' : '000000';
    expectProblem(await send(withCode(wrong)), 'code-invalid');
    const booked = await send(withCode(text?.code));
    expect(booked.status, booked.text).toBe(201);
    expect((await send(withCode(text?.code))).json).toEqual(booked.json);
    const { id } = booked.json as { readonly id: string };
    // Staff see which of the contacts it was.
    const [request] = await salon.log.read(bookingStream(id));
    expect(request).toMatchObject({ type: 'BookingRequested', data: { provenContacts: ['sms'] } });
  });

  it('is made with the code that was mailed', async () => {
    const { mail, code, booked } = await bookedByMail();
    expect(mail.text).toContain(`\n\n${code}\n\n`);
    expect(mail.html).toContain(`>${code}</p>`);
    expect(booked.status, booked.text).toBe(201);
  });

  it('refuses wrong, expired and unknown codes alike, and malformed ones as such', async () => {
    const unknown = givenAsked();
    const wrong = givenAsked();
    await wrong.send(byText);
    const [{ code = '' } = {}] = await codesTo(wrong.phone);
    const answers = [
      await unknown.send(withCode('123456')),
      await wrong.send(withCode(code === '123456' ? '654321' : '123456')),
    ];
    for (const answer of answers) expectProblem(answer, 'code-invalid');
    expect(answers[0]?.json).toEqual(answers[1]?.json);
    for (const malformed of ['12345', 'abcdef', '1234567']) {
      expect(fieldErrors(await wrong.send(withCode(malformed)))).toEqual({
        'booking-code': 'Must be a code of six digits.',
      });
    }
    expect(fieldErrors(await wrong.send({ 'Booking-Code-By': 'pigeon' }))).toEqual({
      'booking-code-by': 'Must be sms or email.',
    });
  });

  it('is not texted to a number that has opted out, nor to one abroad', async () => {
    const abroad = givenAsked({ customer_phone: '+44 20 7946 0958' });
    expect(expectProblem(await abroad.send(), 'code-required').contact_code?.by).toEqual(['email']);
    expectProblem(await abroad.send(byText), 'code-not-sent');
  });

  it('is made without one while none can be sent', async () => {
    const { send, phone } = givenAsked();
    const pause = (why: string) =>
      salon.database.pool.query('update sending set paused = true, why = $1', [why]);
    try {
      await pause('spending');
      expect(expectProblem(await send(), 'code-required').contact_code?.by).toEqual(['email']);
      await pause('copied');
      expect((await send(byText)).status).toBe(201);
    } finally {
      await salon.database.pool.query('update sending set paused = false, why = null');
    }
    expect(await codesTo(phone)).toEqual([]);
  });

  it('has an allowance of its own, which stops no text to a customer', async () => {
    const counted = async () =>
      (await salon.database.pool.query('select count(*)::int as texts from texts_counted')).rows[0]?.texts;
    let isRefused = false;
    for (const area of AREA_CODES) {
      if (isRefused) break;
      const customer_phone = `${area}5550142`;
      const { send } = givenAsked({ customer_phone });
      const answer = await send(byText);
      isRefused = (answer.json as { readonly code: string }).code === 'too-many-codes';
      if (isRefused) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      else expectProblem(answer, 'code-required');
    }
    expect(isRefused).toBe(true);
    const { rows } = await salon.database.pool.query('select paused from sending');
    expect(rows).toEqual([{ paused: false }]);
    const before = await counted();
    expect((await bookedByMail()).booked.status).toBe(201);
    await eventually(async () => expect(await counted()).toBeGreaterThan(before));
  });

  it('leaves no number, mailbox or code in logs and tables', async () => {
    const { send } = givenAsked();
    await send(byMail);
    const { rows } = await salon.database.pool.query(
      `select row_to_json(c)::text as kept from booking_codes c
       union all select row_to_json(u)::text from usage_counts u`,
    );
    expect(rows.length).toBeGreaterThan(0);
    const everything = [...salon.logged, ...rows.map(({ kept }) => kept)].join('\n');
    for (const secret of ['+1925556', '925556', '@example.com', 'booking-code":"'])
      expect(everything).not.toContain(secret);
  });
});

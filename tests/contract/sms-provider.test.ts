import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { outboxProvider } from '../../src/adapters/sms/outbox.ts';
import { twilioProvider } from '../../src/adapters/sms/twilio.ts';
import { twilioHttp } from '../../src/adapters/sms/twilio-http.ts';
import {
  ACCOUNT,
  accepts,
  refuses,
  startTwilioDouble,
  type TwilioDouble,
} from '../support/messages/twilio-double.ts';

const TEXT = {
  to: '+19255550100',
  text: 'Lumière: see you!',
  bookingId: '00000000-0000-4000-8000-000000000001',
  attemptId: '00000000-0000-4000-8000-000000000002',
};
const REPORTS = 'https://salon.example/webhooks/twilio';
const LONG_AGO = new Date('2026-01-01T00:00:00Z');

describe('Twilio', () => {
  let double: TwilioDouble;
  beforeAll(async () => {
    double = await startTwilioDouble();
  });
  afterAll(() => double.stop());
  afterEach(() => {
    double.answers(accepts);
    double.messages.length = 0;
  });
  const provider = (baseUrl = double.url, withinMs?: number) =>
    twilioProvider({ ...ACCOUNT, baseUrl }, REPORTS, twilioHttp(baseUrl, withinMs));

  it('takes a text with the words, the sender and an address to report to that names booking and attempt', async () => {
    const outcome = await provider().send(TEXT);
    const [taken] = double.messages;
    expect(outcome).toEqual({ outcome: 'accepted', sid: taken?.sid });
    expect(taken).toMatchObject({ to: TEXT.to, body: TEXT.text });
    expect(taken?.authorization).toBe(
      `Basic ${Buffer.from(`${ACCOUNT.accountSid}:${ACCOUNT.authToken}`).toString('base64')}`,
    );
    const callback = new URL(taken?.callback ?? '');
    expect(callback.origin + callback.pathname).toBe(REPORTS);
    expect(Object.fromEntries(callback.searchParams)).toEqual({
      booking: TEXT.bookingId,
      attempt: TEXT.attemptId,
    });
  });

  it.each([
    [
      'too many requests: it never took it',
      refuses(429, 20429),
      { outcome: 'not-sent', why: 'provider-busy' },
    ],
    ['a refusal', refuses(400, 21211), { outcome: 'refused', code: 21211 }],
    ['a number that opted out', refuses(400, 21610), { outcome: 'refused', code: 21610 }],
    ['an error of its own', refuses(500, 20500), { outcome: 'unknown' }],
    ['a redirection', refuses(302, 0), { outcome: 'unknown' }],
  ])('answers with %s', async (_, answer, outcome) => {
    double.answers(answer);
    expect(await provider().send(TEXT)).toEqual(outcome);
  });

  it.each<[string, Parameters<TwilioDouble['answers']>[0]]>([
    ['no id', (response) => void response.writeHead(201, { 'content-type': 'application/json' }).end('{}')],
    ['no JSON', (response) => void response.writeHead(201).end('<html>')],
    [
      'nothing at all, after taking it',
      (response, taken) => {
        taken();
        response.destroy();
      },
    ],
    ['nothing at all', (response) => void response.destroy()],
    ['silence', () => {}],
    [
      'another protocol',
      (response) =>
        void response.socket?.write(
          'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
        ),
    ],
    [
      'an answer that trickles in',
      (response) => {
        response.writeHead(201, { 'content-type': 'application/json' });
        const drip = setInterval(() => response.write(' '), 50);
        response.on('close', () => clearInterval(drip));
      },
    ],
    [
      'more than any answer has',
      (response, taken) =>
        void response
          .writeHead(201, { 'content-type': 'application/json' })
          .end(JSON.stringify({ sid: taken().sid, more: 'x'.repeat(4_200_000) })),
    ],
  ])('may have taken it when it answers with %s', async (_, answer) => {
    double.answers(answer);
    expect(await provider(double.url, 400).send(TEXT)).toEqual({ outcome: 'unknown' });
  });

  it('never got it when there is no server, or no such name', async () => {
    const gone = await startTwilioDouble();
    await gone.stop();
    const notSent = { outcome: 'not-sent', why: 'unreachable' };
    expect(await provider(gone.url).send(TEXT)).toEqual(notSent);
    expect(await provider('http://nobody.invalid').send(TEXT)).toEqual(notSent);
  });

  it('finds texts by number, words and time, but not those that a customer sent', async () => {
    const { send, find } = provider();
    const sent = await send(TEXT);
    await send({ ...TEXT, text: 'Something else' });
    double.receives(TEXT.text);
    const { to, text } = TEXT;
    expect(await find({ to, text, since: LONG_AGO })).toEqual([sent.outcome === 'accepted' && sent.sid]);
    expect(await find({ to, text, since: new Date(Date.now() + 60_000) })).toEqual([]);
    expect(await find({ to: '+19255550199', text, since: LONG_AGO })).toEqual([]);
  });

  it('finds a text among however many that the number got, without looking through older ones', async () => {
    const { send, find } = provider();
    const { to, text } = TEXT;
    for (let n = 0; n < 210; n += 1) await send({ ...TEXT, text: `Older ${n}` });
    const now = Date.now();
    for (const message of double.messages) Object.assign(message, { at: new Date(now - 3_600_000) });
    const sent = await send(TEXT);
    double.lists.length = 0;
    const sid = sent.outcome === 'accepted' && sent.sid;
    expect(await find({ to, text, since: new Date(now - 300_000) })).toEqual([sid]);
    expect(double.lists).toHaveLength(1);
    expect(double.lists[0]).toContain('DateSent');
    expect(await find({ to, text, since: LONG_AGO })).toEqual([sid]);
    expect(double.lists).toHaveLength(3);
  });

  it('says what became of a text, and when a customer’s came', async () => {
    await provider().send(TEXT);
    const [taken] = double.messages;
    const { receiptOf, receivedAt } = provider();
    const asked = async (status: string, errorCode: number | null = null) => {
      Object.assign(taken ?? {}, { status, errorCode });
      return receiptOf(taken?.sid ?? '');
    };
    expect(await asked('sending')).toEqual({ status: 'pending' });
    expect(await asked('delivered')).toEqual({ status: 'delivered' });
    expect(await asked('undelivered', 30003)).toEqual({ status: 'failed', code: 30003 });
    expect(await receivedAt(taken?.sid ?? '')).toEqual(taken?.at);
    await expect(receiptOf(`SM${'f'.repeat(32)}`)).rejects.toThrow();
    await expect(receivedAt(`SM${'f'.repeat(32)}`)).rejects.toThrow();
  });
});

describe('the outbox', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'outbox-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const now = () => new Date('2026-11-20T18:00:00.000Z');

  it('takes a text, finds it again, and calls it delivered', async () => {
    const { send, find, receiptOf } = outboxProvider(join(folder, 'sms'), now);
    const { to, text } = TEXT;
    expect(await find({ to, text, since: LONG_AGO })).toEqual([]);
    const sid = `outbox-${TEXT.attemptId}`;
    expect(await send(TEXT)).toEqual({ outcome: 'accepted', sid });
    expect(await find({ to, text, since: LONG_AGO })).toEqual([sid]);
    expect(await find({ to, text: 'Something else', since: LONG_AGO })).toEqual([]);
    expect(await find({ to, text, since: new Date('2026-11-20T18:00:01Z') })).toEqual([]);
    expect(await receiptOf(sid)).toEqual({ status: 'delivered' });
  });

  it('has not sent what it cannot write', async () => {
    const { send } = outboxProvider(join(folder, 'sms', 'x\0'), now);
    expect(await send(TEXT)).toEqual({ outcome: 'not-sent', why: 'unreachable' });
  });
});

import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { TWILIO_PATH, twilioWebhook } from '../../../src/features/messages/webhook/webhook.ts';
import { createMinuteLimit } from '../../../src/http/limits/rate-limits.ts';
import { problemHandler } from '../../../src/http/problem-details.ts';
import { beginContext } from '../../../src/http/server/request-context.ts';

const RIGHT = `${'r'.repeat(27)}=`;
const WRONG = `${'w'.repeat(27)}=`;
const INBOUND = { MessageSid: `SM${'1'.repeat(32)}`, From: '+19255550100' };

/** A webhook with one valid signature, for any content. */
async function given({ perMinute = 0 } = {}) {
  const received: string[] = [];
  const checked: string[] = [];
  const webhook = twilioWebhook({
    publicUrl: 'https://salon.example',
    limitOfForged: createMinuteLimit(perMinute),
    async isSigned(signature) {
      checked.push(signature);
      return signature === RIGHT;
    },
    recorder: { record: async () => {} },
    async receiveReply({ text }) {
      received.push(text);
    },
  });
  const app = express().use(beginContext, webhook, problemHandler(pino({ level: 'silent' })));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${TWILIO_PATH}`;
  const post = (body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(url, { method: 'POST', body, headers });
  const signed = (fields: Record<string, string>, signature = RIGHT) =>
    post(new URLSearchParams(fields), { 'X-Twilio-Signature': signature });
  return { url, post, signed, received, checked };
}

describe('a report without a signature, or with one that is none', () => {
  it.each([undefined, '', 'short', `${'a'.repeat(28)}`, `${'a'.repeat(27)}!`, `${RIGHT}${RIGHT}`])(
    'is refused before its body has arrived: %s',
    async (signature) => {
      const { url, checked } = await given();
      const headers = {
        'Content-Type': 'application/x-www-form-urlencoded',
        'Content-Length': '1000',
        ...(signature !== undefined && { 'X-Twilio-Signature': signature }),
      };
      const call = request(url, { method: 'POST', headers });
      call.on('error', () => {});
      call.flushHeaders();
      const [response] = await once(call, 'response');
      expect(response.statusCode).toBe(403);
      call.destroy();
      expect(checked).toEqual([]);
    },
  );
});

describe('a body', () => {
  it('is read if it has the longest text there is', async () => {
    const { signed, received } = await given();
    const text = '🎉'.repeat(1_600);
    expect((await signed({ ...INBOUND, Body: text })).status).toBe(200);
    expect(received).toEqual([text.slice(0, 1_600)]);
  });

  it('is cut at a whole character, without control characters and characters that turn its direction', async () => {
    const { signed, received } = await given();
    const texts = [
      `${'x'.repeat(1_599)}🎉`,
      'a\0b\u0007c\td\ne',
      '\u202eAnn\u202c is\u200f \u2067late\u2069',
    ];
    for (const Body of texts) expect((await signed({ ...INBOUND, Body })).status).toBe(200);
    expect(received).toEqual(['x'.repeat(1_599), 'abc\td\ne', 'Ann is late']);
  });

  it('is refused if it is longer, or has more fields, than any that the provider sends', async () => {
    const { signed, checked } = await given();
    expect((await signed({ ...INBOUND, Body: 'x'.repeat(30_000) })).status).toBe(413);
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`field${n}`, '']));
    expect((await signed(many)).status).toBe(413);
    expect(checked).toEqual([]);
  });

  it('is refused unread if it is compressed', async () => {
    const { url, checked } = await given();
    const headers = {
      'X-Twilio-Signature': RIGHT,
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Encoding': 'br',
      'Content-Length': '40',
    };
    const call = request(url, { method: 'POST', headers });
    call.on('error', () => {});
    call.flushHeaders();
    const [response] = await once(call, 'response');
    expect(response.statusCode).toBe(415);
    call.destroy();
    expect(checked).toEqual([]);
  });
});

it('limits what the provider has not signed, and takes its own reports from the same address all the same', async () => {
  const { signed, received } = await given({ perMinute: 3 });
  for (let n = 0; n < 5; n += 1) expect((await signed(INBOUND)).status).toBe(200);
  for (let n = 0; n < 2; n += 1) expect((await signed(INBOUND, WRONG)).status).toBe(403);
  expect((await signed({ ...INBOUND, Body: 'x'.repeat(30_000) }, WRONG)).status).toBe(413);
  const refused = await signed(INBOUND, WRONG);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect((await signed({ ...INBOUND, Body: 'x'.repeat(30_000) }, WRONG)).status).toBe(429);
  expect((await signed(INBOUND)).status).toBe(200);
  expect(received).toHaveLength(6);
});

import type { LookupAddress } from 'node:dns';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { createPost, type PostOptions } from '../../src/adapters/webhooks/post.ts';
import { freePort } from '../support/machine/free-port.ts';
import { answering, BAD, endless, type Receiver, startReceiver } from '../support/webhooks/receiver.ts';

/** One request to another server, over real connections. */

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.stop());

const MESSAGE = { headers: { 'Content-Type': 'application/json' }, body: '{}' };

async function posted(
  url: string,
  options: Partial<PostOptions> = {},
  signal = new AbortController().signal,
) {
  const { post, openAgents } = createPost({ allowPrivate: true, ...options });
  const agents = openAgents();
  return post(url, MESSAGE, agents, signal).finally(agents.close);
}

/** A look-up that finds these addresses, one after the other. */
function lookupOf(...answers: readonly (readonly string[])[]) {
  let asked = 0;
  const lookup = (
    _name: string,
    _options: unknown,
    callback: (error: null, found: LookupAddress[]) => void,
  ) => {
    const found = answers[Math.min(asked, answers.length - 1)] ?? [];
    asked += 1;
    callback(
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return { lookup: lookup as unknown as NonNullable<PostOptions['lookup']>, asked: () => asked };
}

it.each([200, 202, 204, 299])('takes %i for accepted', async (status) => {
  receiver.behaves(answering(status));
  expect(await posted(receiver.url)).toMatchObject({ status, failure: null });
});

it.each([
  ['fails', answering(500), 500, 'status'],
  ['refuses', answering(404), 404, 'status'],
  ['wants nothing any more', answering(410), 410, 'gone'],
  ['breaks off', BAD.dies, null, 'broken'],
  ['only says that its answer comes later, without end', BAD.stalls, null, 'broken'],
  ['wants to speak another protocol', BAD.upgrades, null, 'broken'],
  ['is a mail server', BAD.notHttp, null, 'broken'],
] as const)('says so of one that %s', async (_, behaviour, status, failure) => {
  receiver.behaves(behaviour);
  expect(await posted(receiver.url)).toMatchObject({ status, failure });
});

it.each(['hangs', 'trickles'] as const)('gives up one that %s', async (name) => {
  receiver.behaves(BAD[name]);
  const outcome = await posted(receiver.url, { timeoutMs: 300 });
  expect(outcome).toMatchObject({ status: null, failure: 'timeout' });
  expect(outcome?.durationMs).toBeGreaterThanOrEqual(290);
});

it('follows no redirect', async () => {
  const other = await startReceiver();
  onTestFinished(() => other.stop());
  receiver.behaves(answering(307, { Location: other.url }));
  expect(await posted(receiver.url)).toMatchObject({ status: 307, failure: 'redirect' });
  expect(other.received).toEqual([]);
});

it('reads no more than a little of an answer that never ends', async () => {
  receiver.behaves(endless);
  expect(await posted(receiver.url)).toMatchObject({ status: 200, failure: null });
});

it.each([
  ['120', 120_000],
  ['soon', undefined],
  ['-5', undefined],
])('understands Retry-After: %s', async (text, ms) => {
  receiver.behaves(answering(503, { 'Retry-After': text }));
  expect((await posted(receiver.url))?.retryAfterMs).toBe(ms);
});

it('understands a date in Retry-After', async () => {
  receiver.behaves(answering(429, { 'Retry-After': new Date(Date.now() + 3_600_000).toUTCString() }));
  expect((await posted(receiver.url))?.retryAfterMs).toBeGreaterThan(3_500_000);
});

it('finds nobody where nobody listens, and no certificate where there is none', async () => {
  expect(await posted(`http://127.0.0.1:${await freePort()}/`)).toMatchObject({ failure: 'unreachable' });
  expect(await posted(receiver.url.replace('http:', 'https:'))).toMatchObject({ failure: 'certificate' });
});

it('ends at once when it is cut off, without an outcome', async () => {
  receiver.behaves(BAD.hangs);
  const cut = new AbortController();
  const sent = posted(receiver.url, {}, cut.signal);
  await expect.poll(() => receiver.received.length).toBe(1);
  cut.abort();
  expect(await sent).toBeUndefined();
  expect(await posted(receiver.url, {}, cut.signal)).toBeUndefined();
  expect(receiver.received).toHaveLength(1);
});

it('connects to no name that leads to an address which is not public', async () => {
  const { port } = new URL(receiver.url);
  for (const addresses of [['127.0.0.1'], ['::1'], ['1.1.1.1', '127.0.0.1'], ['::ffff:127.0.0.1'], []]) {
    const { lookup, asked } = lookupOf(addresses);
    const outcome = await posted(`https://rebound.example:${port}/`, { allowPrivate: false, lookup });
    expect(outcome, addresses.join()).toMatchObject({ status: null });
    if (addresses.length > 0) expect(outcome).toMatchObject({ failure: 'address' });
    expect(asked()).toBe(1);
  }
  expect(receiver.received).toEqual([]);
});

it('connects to the very address that it has checked: a name that changes meanwhile leads nowhere else', async () => {
  const { port } = new URL(receiver.url);
  // A documentation address counts as private, so a public one is needed at which nobody answers.
  const { lookup, asked } = lookupOf(['192.31.196.1'], ['127.0.0.1']);
  await posted(`https://rebound.example:${port}/`, { allowPrivate: false, lookup, timeoutMs: 300 });
  expect(asked()).toBe(1);
  expect(receiver.received).toEqual([]);
  // The next request asks again, and is refused.
  const next = await posted(`https://rebound.example:${port}/`, { allowPrivate: false, lookup });
  expect(next).toMatchObject({ failure: 'address' });
});

it.each([
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://2130706433/',
  'http://example.com/',
  'https://a@example.com/',
])('never sends to %s, whatever the table of addresses says', async (url) => {
  expect(await posted(url, { allowPrivate: false })).toMatchObject({ status: null, failure: 'address' });
});

it('uses one connection for several requests', async () => {
  const { post, openAgents } = createPost({ allowPrivate: true });
  const agents = openAgents();
  onTestFinished(agents.close);
  const ports = new Set<number | undefined>();
  receiver.behaves((response, request) => {
    ports.add(request.socket.remotePort);
    response.writeHead(200).end('thanks');
  });
  for (let n = 0; n < 3; n += 1)
    expect(await post(receiver.url, MESSAGE, agents, new AbortController().signal)).toMatchObject({
      failure: null,
    });
  expect(ports.size).toBe(1);
});

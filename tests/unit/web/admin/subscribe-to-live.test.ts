import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PROBLEMS, type ProblemCode } from '../../../../src/contracts/problem.ts';
import { type LiveStatus, subscribeToLive } from '../../../../web/admin/data/live/subscribe-to-live.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const encoder = new TextEncoder();
const at = (position: number) => String(position).padStart(32, '0');
const message = (event: string, data: object, position: number) =>
  `event: ${event}\nid: ${at(position)}\ndata: ${JSON.stringify(data)}\n\n`;
const ready = (position: number) => message('ready', { position: at(position) }, position);

const refusal = (code: ProblemCode) => () =>
  Response.json(
    { type: `urn:problem:${code}`, title: 'Refused', code, ...PROBLEMS[code] },
    { status: PROBLEMS[code].status },
  );

/** A server that answers each connection as it is told to. */
function givenLive(...responses: (() => Response)[]) {
  const requests: { headers: Headers; at: number }[] = [];
  const statuses: LiveStatus[] = [];
  const events: [string, unknown][] = [];
  const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
  const pauses: AbortSignal[] = [];
  const end = new AbortController();
  let hurry = () => {};
  const open = () =>
    new Response(
      new ReadableStream({
        start: (controller) => {
          streams.push(controller);
        },
      }),
    );
  vi.stubGlobal('fetch', async (_url: string, { headers, signal }: RequestInit) => {
    requests.push({ headers: headers as Headers, at: Date.now() });
    signal?.throwIfAborted();
    return (responses.shift() ?? open)();
  });
  const ended = subscribeToLive({
    asUser: (request) => request('secret'),
    signal: end.signal,
    onStatus: (status) => statuses.at(-1) !== status && statuses.push(status),
    onEvent: (name, data) => events.push([name, data]),
    hurry: (signal) => {
      pauses.push(signal);
      return new Promise((resolve) => (hurry = resolve));
    },
    random: () => 1,
  });
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  return {
    requests,
    statuses,
    events,
    pauses,
    ended,
    pass,
    stop: () => end.abort(),
    hurry: () => hurry(),
    say: async (stream: number, text: string) => {
      streams[stream]?.enqueue(encoder.encode(text));
      await pass(0);
    },
    close: async (stream: number) => {
      streams[stream]?.close();
      await pass(0);
    },
  };
}

describe('the live updates', () => {
  it('are told one by one, also when they arrive in pieces', async () => {
    const { requests, statuses, events, say, pass, stop } = givenLive();
    await pass(0);
    const text = ready(4) + message('changes', { position: at(5), changes: [] }, 5);
    await say(0, text.slice(0, 70));
    await say(0, text.slice(70));
    expect(events.map(([name]) => name)).toEqual(['ready', 'changes']);
    expect(statuses).toEqual(['connecting', 'live']);
    expect(requests[0]?.headers.get('Authorization')).toBe('Bearer secret');
    expect(requests[0]?.headers.has('Last-Event-ID')).toBe(false);
    stop();
  });

  it('go on after the last one when the connection breaks', async () => {
    const { requests, statuses, say, close, pass, stop } = givenLive();
    await pass(0);
    await say(0, ready(4));
    await close(0);
    expect(statuses.at(-1)).toBe('lost');
    await pass(500);
    expect(requests[1]?.headers.get('Last-Event-ID')).toBe(at(4));
    await say(1, ready(5));
    expect(statuses.at(-1)).toBe('live');
    stop();
  });

  it('count as lost after 35 seconds of silence, and not while anything comes', async () => {
    const { requests, say, pass, stop } = givenLive();
    await pass(0);
    await say(0, ready(4));
    await pass(30_000);
    await say(0, ': still here\n\n');
    await pass(34_000);
    expect(requests).toHaveLength(1);
    await pass(1_500);
    expect(requests).toHaveLength(2);
    stop();
  });

  it('wait longer from failure to failure, half a minute at most', async () => {
    const down = () => refusal('unavailable');
    const { requests, pass, stop } = givenLive(...Array.from({ length: 9 }, down));
    await pass(200_000);
    const pauses = requests.slice(1).map(({ at: time }, index) => time - (requests[index]?.at ?? 0));
    expect(pauses.slice(0, 9)).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    stop();
  });

  it('do not wait when there is a reason to hurry', async () => {
    const { requests, pass, hurry, stop } = givenLive(
      ...Array.from({ length: 4 }, () => refusal('unavailable')),
    );
    await pass(4_000);
    const before = requests.length;
    hurry();
    await pass(0);
    expect(requests).toHaveLength(before + 1);
    stop();
  });

  it('look for a reason to hurry only during a pause', async () => {
    const { pauses, pass, stop } = givenLive(...Array.from({ length: 3 }, () => refusal('unavailable')));
    await pass(1_600);
    expect(pauses.map(({ aborted }) => aborted)).toEqual([true, true, false]);
    stop();
    expect(pauses.at(-1)?.aborted).toBe(true);
  });

  it.each(['sign-in-required', 'forbidden', 'not-found'] as const)('end with %s', async (code) => {
    const { requests, statuses, ended, pass } = givenLive(refusal(code));
    await pass(60_000);
    await ended;
    expect(requests).toHaveLength(1);
    expect(statuses).toEqual(['connecting', 'ended']);
  });

  it('are asked for again when the page is open too many times', async () => {
    const { statuses, requests, pass, stop } = givenLive(refusal('too-many-streams'));
    await pass(600);
    expect(requests).toHaveLength(2);
    expect(statuses).toEqual(['connecting', 'lost']);
    stop();
  });

  it('are not asked for again once they are ended here', async () => {
    const { requests, ended, say, close, pass, stop } = givenLive();
    await pass(0);
    await say(0, ready(1));
    stop();
    await close(0);
    await pass(60_000);
    await ended;
    expect(requests).toHaveLength(1);
  });
});

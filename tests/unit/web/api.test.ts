import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { PROBLEMS } from '../../../src/contracts/problem.ts';
import { ApiError, NetworkError, newIdempotencyKey, requestJson } from '../../../web/api.ts';

const Shape = z.object({ name: z.string() });

afterEach(() => vi.unstubAllGlobals());

/** Answers the next call; what was sent stands in the mock's calls. */
function answering(answer: (url: string, init: RequestInit) => Promise<Response>) {
  const fetch = vi.fn(answer);
  vi.stubGlobal('fetch', fetch);
  return fetch;
}
const replying = (body: unknown, status = 200) =>
  answering(async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }));
const problemBody = (code: keyof typeof PROBLEMS) => ({ type: 'x', title: 'x', code, ...PROBLEMS[code] });

describe('a request', () => {
  it('answers what the contract allows', async () => {
    replying({ name: 'Ada', more: 1 });
    expect(await requestJson(Shape, '/api/x')).toEqual({ name: 'Ada' });
  });

  it('carries the token and the key in headers, and leaves out what is not given', async () => {
    const fetch = replying({ name: 'Ada' });
    await requestJson(Shape, '/api/x', {
      method: 'POST',
      query: { a: '1&2', b: undefined },
      body: { c: 3 },
      token: 'secret',
      idempotencyKey: 'k'.repeat(16),
    });
    const [url, init] = fetch.mock.calls[0] ?? [];
    expect(url).toBe('/api/x?a=1%262');
    expect(Object.fromEntries(new Headers(init?.headers))).toEqual({
      authorization: 'Bearer secret',
      'content-type': 'application/json',
      'idempotency-key': 'k'.repeat(16),
    });
    expect(init?.body).toBe('{"c":3}');
  });

  it('tells a refusal, with its words, from an answer that never came', async () => {
    replying(problemBody('slot-taken'), 409);
    const refused = await requestJson(Shape, '/api/x').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({
      code: 'slot-taken',
      status: 409,
      message: PROBLEMS['slot-taken'].detail,
    });
    answering(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect(requestJson(Shape, '/api/x')).rejects.toMatchObject({
      name: 'NetworkError',
      reason: 'network',
    });
  });

  it.each([
    ['503', problemBody('unavailable'), 503],
    ["a proxy's error page", '<h1>Bad gateway</h1>', 502],
    ['a refusal in no known form', '<h1>No</h1>', 403],
    ['an answer cut off on its way', '{"name":"A', 200],
    ['an answer against the contract', { name: 7 }, 200],
  ])('takes %s for no answer, since the outcome is unknown', async (_what, body, status) => {
    replying(body, status);
    await expect(requestJson(Shape, '/api/x')).rejects.toBeInstanceOf(NetworkError);
  });

  it('passes an abort on as it is', async () => {
    answering(async (_url, init) => {
      init.signal?.throwIfAborted();
      return new Response('{}');
    });
    const signal = AbortSignal.abort(new Error('left the page'));
    await expect(requestJson(Shape, '/api/x', { signal })).rejects.toThrow('left the page');
  });
});

it('makes keys that are long enough and never the same', () => {
  const keys = Array.from({ length: 100 }, newIdempotencyKey);
  expect(new Set(keys).size).toBe(100);
  expect(keys.every((key) => /^[0-9a-f]{32}$/.test(key))).toBe(true);
});

describe('a view that is to be as new as a position', () => {
  const position = (last: number) => String(last).padStart(32, '0');
  const reaching = (status: number, ...positions: number[]) => {
    let next = 0;
    return answering(async () => {
      const reached = positions[next++] ?? 0;
      const body = status === 200 ? { name: `as of ${reached}` } : problemBody('booking-not-found');
      const headers = { 'X-Projected-Position': position(reached) };
      return new Response(JSON.stringify(body), { status, headers });
    });
  };
  const view = () => requestJson(Shape, '/api/x', { query: { after: position(7) } });

  it('is asked for until it is', async () => {
    const fetch = reaching(200, 5, 6, 7);
    expect(await view()).toEqual({ name: 'as of 7' });
    expect(fetch).toHaveBeenCalledTimes(3);
  });

  it('is refused only by an answer that is', async () => {
    const fetch = reaching(404, 6, 8);
    await expect(view()).rejects.toBeInstanceOf(ApiError);
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it('is no answer when it stays older', async () => {
    reaching(200, 1, 2, 3, 4, 5, 6, 7);
    await expect(view()).rejects.toMatchObject({ name: 'NetworkError', reason: 'timeout' });
  });
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { dropHold } from '../../../src/contracts/bookings/holds.ts';
import { getCalendarFile, getManagedBooking } from '../../../src/contracts/bookings/manage.ts';
import { defineOperation } from '../../../src/contracts/operation.ts';
import { PROBLEMS } from '../../../src/contracts/problem.ts';
import { ApiError, call, NetworkError, newIdempotencyKey } from '../../../web/api.ts';
import { failureText } from '../../../web/session/failure.ts';

const readName = defineOperation({
  method: 'get',
  path: '/api/name',
  summary: 'A name',
  caller: 'public',
  query: z.object({ of: z.string().optional(), in: z.string().optional() }),
  answer: { status: 200, body: z.object({ name: z.string() }) },
  isProjected: true,
});

const changeName = defineOperation({
  method: 'post',
  path: '/api/names/{id}/change',
  summary: 'Another name',
  caller: 'link',
  params: z.object({ id: z.string() }),
  body: z.object({ count: z.string().transform(Number) }),
  answer: { status: 200, body: z.object({ count: z.string().transform(Number) }) },
  command: 'change-name',
});

const slowChange = defineOperation({
  method: 'post',
  path: '/api/names/change-all',
  summary: 'Other names for many',
  caller: 'link',
  answer: { status: 200, body: z.object({ count: z.string() }) },
  command: 'change-names',
  deadlineMs: 30_000,
});

const KEY = 'k'.repeat(32);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Replaces `fetch`; its mock records what was sent. */
function stubFetch(respond: (url: string, init: RequestInit) => Promise<Response>) {
  const fetch = vi.fn(respond);
  vi.stubGlobal('fetch', fetch);
  return fetch;
}
const respondWith = (body: unknown, status = 200) =>
  stubFetch(async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }));
const problemBody = (code: keyof typeof PROBLEMS) => ({ type: 'x', title: 'x', code, ...PROBLEMS[code] });

describe('a call', () => {
  it('returns the response as the contract describes it', async () => {
    respondWith({ name: 'Ada', more: 1 });
    expect(await call(readName, {})).toEqual({ name: 'Ada' });
  });

  it('sends path, query, body, token and key, and leaves out what has no value', async () => {
    const fetch = respondWith({ count: '4' });
    const input = { params: { id: 'a/b' }, query: { booking_id: undefined }, body: { count: '3' } };
    expect(await call(changeName, { ...input, token: 'secret', idempotencyKey: KEY })).toEqual({ count: 4 });
    const [url, init] = fetch.mock.calls[0] ?? [];
    expect([init?.method, url]).toEqual(['POST', '/api/names/a%2Fb/change']);
    expect(Object.fromEntries(new Headers(init?.headers))).toEqual({
      authorization: 'Bearer secret',
      'content-type': 'application/json',
      'idempotency-key': KEY,
    });
    expect(init?.body).toBe('{"count":"3"}');
  });

  it('encodes the query', async () => {
    const fetch = respondWith({ name: 'Ada' });
    await call(readName, { query: { of: '1&2', in: undefined } });
    expect(fetch.mock.calls[0]?.[0]).toBe('/api/name?of=1%262');
  });

  it('returns a file as it came, and nothing for an operation without an answer', async () => {
    respondWith('BEGIN:VCALENDAR');
    expect(await (await call(getCalendarFile, { token: 'secret' })).text()).toBe('BEGIN:VCALENDAR');
    stubFetch(async () => new Response(null, { status: 204 }));
    expect(await call(dropHold, { params: { id: 'h' }, idempotencyKey: KEY })).toBeUndefined();
  });

  it('takes what its operation takes, no more and no less, by type', () => {
    // The type-check fails if one of these lines is no error; they never run.
    expect.assertions(0);
    void [
      // @ts-expect-error: this query parameter doesn't exist.
      () => call(readName, { query: { off: '1' } }),
      // @ts-expect-error: a read takes no key.
      () => call(readName, { idempotencyKey: KEY }),
      // @ts-expect-error: the private link's token is missing.
      () => call(getManagedBooking, {}),
      // @ts-expect-error: the command's key is missing.
      () => call(dropHold, { params: { id: 'h' } }),
      // @ts-expect-error: the path's parameter is missing.
      () => call(dropHold, { idempotencyKey: KEY }),
    ];
  });

  it('fails with an ApiError, in its own words, when the server refuses', async () => {
    respondWith(problemBody('slot-taken'), 409);
    const error = await call(readName, {}).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      code: 'slot-taken',
      status: 409,
      message: PROBLEMS['slot-taken'].detail,
    });
  });

  it('fails with a NetworkError when there is no connection', async () => {
    stubFetch(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect(call(readName, {})).rejects.toMatchObject({
      reason: 'network',
      message: 'We got no answer. Please try again.',
    });
  });

  it.each([
    ['503', problemBody('unavailable'), 503],
    ["a proxy's error page", '<h1>Bad gateway</h1>', 502],
    ['a 4xx without problem details', '<h1>No</h1>', 403],
    ['a response that was cut off', '{"name":"A', 200],
    ['a response that violates the contract', { name: 7 }, 200],
  ])('fails with a NetworkError on %s, since the outcome is unknown', async (_what, body, status) => {
    respondWith(body, status);
    const error = await call(readName, {}).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NetworkError);
    expect(failureText(error)).toBe('Something went wrong on our side. Please try again.');
  });

  it('fails with a NetworkError when a file is cut off', async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError('lost')) });
    stubFetch(async () => new Response(body));
    await expect(call(getCalendarFile, { token: 'secret' })).rejects.toMatchObject({
      name: 'NetworkError',
      reason: 'network',
    });
  });

  it("fails with the signal's reason when it is aborted", async () => {
    stubFetch(async (_url, init) => {
      init.signal?.throwIfAborted();
      return new Response('{}');
    });
    const signal = AbortSignal.abort(new Error('left the page'));
    await expect(call(readName, { signal })).rejects.toThrow('left the page');
  });
});

it('makes keys that are long enough and never equal', () => {
  const keys = Array.from({ length: 100 }, newIdempotencyKey);
  expect(new Set(keys).size).toBe(100);
  expect(keys.every((key) => /^[0-9a-f]{32}$/.test(key))).toBe(true);
});

describe('a read that must be at least as new as a position', () => {
  const position = (last: number) => String(last).padStart(32, '0');
  const respondAsOf = (status: number, ...positions: number[]) => {
    let next = 0;
    return stubFetch(async () => {
      const reached = positions[next++] ?? 0;
      const body = status === 200 ? { name: `as of ${reached}` } : problemBody('booking-not-found');
      const headers = { 'X-Projected-Position': position(reached) };
      return new Response(JSON.stringify(body), { status, headers });
    });
  };
  const read = () => call(readName, { query: { after: position(7) } });

  it('is repeated until it is', async () => {
    const fetch = respondAsOf(200, 5, 6, 7);
    expect(await read()).toEqual({ name: 'as of 7' });
    expect(fetch).toHaveBeenCalledTimes(3);
  });

  it('fails with an ApiError only once that is new enough', async () => {
    const fetch = respondAsOf(404, 6, 8);
    await expect(read()).rejects.toBeInstanceOf(ApiError);
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it('fails with a NetworkError when it stays older', async () => {
    const fetch = respondAsOf(200, 1, 2, 3, 4, 5, 6, 7);
    await expect(read()).rejects.toMatchObject({ name: 'NetworkError', reason: 'timeout' });
    expect(fetch).toHaveBeenCalledTimes(5);
  });
});

describe('patience', () => {
  it('lasts as long as the server may take', () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    stubFetch(() => new Promise(() => {}));
    call(readName, { query: {} }).catch(() => {});
    call(slowChange, { token: 't', idempotencyKey: KEY }).catch(() => {});
    expect(timeout.mock.calls).toEqual([[12_000], [32_000]]);
  });
});

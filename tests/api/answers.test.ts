import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { OPERATIONS } from '../../src/contracts/operations.ts';
import { PROBLEMS, Problem, type ProblemCode } from '../../src/contracts/problem.ts';
import { POSITION_PATTERN } from '../../src/eventsourcing/event-store.ts';
import { eventually } from '../support/machine/eventually.ts';
import { expectProblem, problemOf } from '../support/network/http.ts';
import {
  bookingRequest,
  givenSalon,
  givenSalonForThisTest,
  type TestSalon,
} from '../support/server/server.ts';

let salon: TestSalon;
beforeAll(async () => {
  salon = await givenSalon();
});
afterAll(() => salon.stop());

/** One connection, spoken to in its own words. */
const spoken = (words: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(salon.url).port), '127.0.0.1', () => socket.write(words));
    let heard = '';
    socket.on('data', (chunk) => {
      heard += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(heard));
  });

describe('every answer', () => {
  it.each(['/', '/book', '/nowhere', '/api/services', '/api/nowhere', '/healthz', '/m/abc'])(
    'of %s carries the security headers',
    async (path) => {
      const { headers } = await salon.get(path);
      const policy = String(headers['content-security-policy']);
      expect(policy).toMatch(/(^|;)default-src 'self'(;|$)/);
      expect(policy).toMatch(/(^|;)script-src 'self'(;|$)/);
      expect(policy).toMatch(/(^|;)object-src 'none'(;|$)/);
      expect(policy).toMatch(/(^|;)frame-ancestors 'none'(;|$)/);
      expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|upgrade-insecure/);
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
      expect(headers['permissions-policy']).toMatch(/camera=\(\), .*geolocation=\(\), .*microphone=\(\)/);
      expect(headers['permissions-policy']).toContain('publickey-credentials-get=(self)');
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('strict-transport-security');
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    },
  );

  it('insists on https where the site is served by it', async () => {
    const secure = await givenSalonForThisTest({ settings: { PUBLIC_URL: 'https://salon.example' } });
    const { headers } = await secure.get('/api/services');
    expect(headers['strict-transport-security']).toMatch(/max-age=31536000/);
    expect(headers['content-security-policy']).toContain('upgrade-insecure-requests');
    const { manage_url, management_token } = await secure.booked({ appointment_date: secure.freshDay() });
    expect(manage_url).toBe(`https://salon.example/m/${management_token}`);
  });
});

describe('pages', () => {
  it.each(['/', '/book', '/thank-you', '/b/abcdefghijkl', '/m/token', '/booking/1/manage'])(
    'serves %s as a page',
    async (path) => {
      const answer = await salon.get(path, { headers: { Accept: 'text/html' } });
      expect(answer.status).toBe(200);
      expect(answer.text).toContain('<div id="root"');
    },
  );

  it('sends /book-now on to the wizard, with the service that its link names', async () => {
    const { status, headers } = await salon.get('/book-now?service=perm', {
      headers: { Accept: 'text/html' },
    });
    expect({ status, location: headers.location }).toEqual({ status: 301, location: '/book?service=perm' });
  });

  it.each(['/nowhere', '/book/ing', '/m', '/b/x/y', '/.env', '/assets/none.js'])(
    'says that %s is not there',
    async (path) => {
      expect((await salon.get(path, { headers: { Accept: 'text/html' } })).status).toBe(404);
    },
  );

  it.each(['/m/token', '/booking/1/manage', '/b/abcdefghijkl', '/thank-you'])(
    'keeps %s out of caches and the address to itself',
    async (path) => {
      const { headers } = await salon.get(path, { headers: { Accept: 'text/html' } });
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
      expect(headers).not.toHaveProperty('etag');
    },
  );

  it('lets hashed assets be kept for ever and the page be asked for each time', async () => {
    const page = await salon.get('/', { headers: { Accept: 'text/html' } });
    expect(page.headers['cache-control']).toBe('no-cache');
    const [asset] = /\/assets\/[\w.-]+\.js/.exec(page.text) ?? [];
    const { status, headers } = await salon.get(asset ?? '/none');
    expect({ status, cached: headers['cache-control'] }).toEqual({
      status: 200,
      cached: 'public, max-age=31536000, immutable',
    });
  });

  it('does not leave the folder of the site', async () => {
    for (const path of [
      '/../package.json',
      '/..%2fpackage.json',
      '/assets/..%2f..%2fpackage.json',
      '/%2e%2e/package.json',
    ]) {
      expect((await salon.get(path)).text).not.toContain('"dependencies"');
    }
  });
});

describe('an unknown address or method', () => {
  it.each(['/api', '/api/', '/api/nowhere', '/api/bookings/1', '/api/admin', '/api/%zz', '/api/%ff'])(
    'is answered with a 404 problem: %s',
    async (path) => {
      expectProblem(await salon.get(path), 'not-found');
    },
  );

  it('is answered with 405 and the allowed methods on a known path', async () => {
    const allowed = { get: ['GET', 'HEAD'], post: ['POST'], patch: ['PATCH'], delete: ['DELETE'] };
    // `/hours/history` could be `/hours/{id}` as well.
    const matches = (pattern: string, path: string) =>
      new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
    for (const path of new Set(OPERATIONS.map((operation) => operation.path))) {
      const operations = OPERATIONS.filter((operation) => matches(operation.path, path));
      const answer = await salon.http.send({ method: 'PUT', path });
      expectProblem(answer, 'method-not-allowed');
      expect(answer.headers.allow?.split(', ').sort()).toEqual(
        [...new Set(operations.flatMap(({ method }) => allowed[method]))].sort(),
      );
    }
    expectProblem(await salon.get('/api/bookings'), 'method-not-allowed');
    const options = await salon.http.send({ method: 'OPTIONS', path: '/api/bookings' });
    expect({ status: options.status, allow: options.headers.allow }).toEqual({ status: 200, allow: 'POST' });
  });

  it('is not HEAD, which is answered as GET without the body', async () => {
    for (const path of ['/api/services', '/healthz', '/']) {
      const answer = await salon.http.send({ method: 'HEAD', path });
      expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: '' });
    }
  });
});

describe('bodies', () => {
  const post = (raw: string | Buffer, headers: Record<string, string> = {}) =>
    salon.http.send({ method: 'POST', path: '/api/bookings', raw, headers });

  it('refuses what is not JSON, however it is dressed', async () => {
    expectProblem(await post('{"a":'), 'malformed-body');
    expectProblem(await post('"text"'), 'malformed-body');
    expectProblem(
      await post('a=b', { 'Content-Type': 'application/x-www-form-urlencoded' }),
      'unsupported-media-type',
    );
    expectProblem(
      await post('{}', { 'Content-Type': 'application/json; charset=latin1' }),
      'unsupported-media-type',
    );
  });

  it('refuses more than 32 KB', async () => {
    expectProblem(await post(JSON.stringify({ notes: 'x'.repeat(40_000) })), 'payload-too-large');
  });

  it.each([
    ['that says its length', 'Content-Length: 4000000000', ''],
    ['that comes in chunks', 'Transfer-Encoding: chunked', `9c40\r\n${' '.repeat(40_000)}\r\n`],
  ])('refuses more than 32 KB before it has all arrived: a body %s', async (_title, length, part) => {
    const socket = connect(Number(new URL(salon.url).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write(
      `POST /api/bookings HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${length}\r\n\r\n${part}`,
    );
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1.1 413 /);
  });

  it.each(['gzip', 'br', 'deflate', 'zstd', 'compress', 'gzip, gzip'])(
    'refuses what is compressed: %s',
    async (encoding) => {
      const packed = gzipSync(JSON.stringify(bookingRequest({ appointment_date: salon.freshDay() })));
      expectProblem(await post(packed, { 'Content-Encoding': encoding }), 'unsupported-media-type');
    },
  );

  it('refuses lists within lists, but not brackets in a text', async () => {
    const nested = `${'['.repeat(16)}${']'.repeat(16)}`;
    expectProblem(await post(`{"notes":${nested}}`), 'malformed-body');
    const { code, errors } = problemOf(await post(`{"notes":${nested.slice(1, -1)}}`));
    expect(code).not.toBe('malformed-body');
    expect(errors?.map(({ path }) => path)).toContain('notes');
    const request = bookingRequest({ appointment_date: salon.freshDay(), notes: `a "quote" \\ ${nested}` });
    expect((await post(JSON.stringify(request))).status).toBe(201);
  });

  it('names what is missing of an empty one', async () => {
    const empty = await salon.http.send({ method: 'POST', path: '/api/bookings' });
    const missing = problemOf(empty).errors?.map(({ path }) => path);
    expect({ status: empty.status, missing }).toEqual({
      status: 400,
      missing: [
        'customer_name',
        'customer_email',
        'customer_phone',
        'appointment_date',
        'appointment_time',
        'services',
        'sms_consent',
      ],
    });
  });
});

describe('requests that are not HTTP', () => {
  const POST = 'POST /api/bookings HTTP/1.1\r\nHost: x\r\n';
  it.each<[string, string, ProblemCode]>([
    ['no method', 'nonsense\r\n\r\n', 'malformed-request'],
    ['two lengths', `${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 'malformed-request'],
    [
      'a length and chunks',
      `${POST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
      'malformed-request',
    ],
    ['a length that is no number', `${POST}Content-Length: two\r\n\r\n{}`, 'malformed-request'],
    ['a control character in a header', `${POST}X: a\u0001b\r\n\r\n`, 'malformed-request'],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n', 'malformed-request'],
    ['headers without end', `${POST}X: ${'x'.repeat(20_000)}\r\n\r\n`, 'headers-too-large'],
  ])('refuses %s with a problem and hangs up', async (_, words, code) => {
    const [head = '', body = ''] = (await spoken(words)).split('\r\n\r\n');
    const { status, detail } = PROBLEMS[code];
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*Content-Type: application/problem\\+json`));
    expect(Problem.parse(JSON.parse(body))).toMatchObject({ code, status, detail });
  });

  it('refuses a request that names no host', async () => {
    expect(await spoken('GET /api/services HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
  });
});

describe('health', () => {
  it('is alive', async () => {
    const answer = await salon.get('/healthz');
    expect(answer).toMatchObject({ status: 200, json: { status: 'ok' } });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('is ready, with the lag of what it reads from', async () => {
    const answer = await eventually(async () => {
      const readiness = await salon.get('/readyz');
      expect(readiness).toMatchObject({ status: 200, json: { status: 'ready' } });
      return readiness;
    });
    // Not 0 for sure: the databases of other tests in the same server hold the feed back too.
    expect(answer.json).toMatchObject({
      log: {
        ready: true,
        position: expect.stringMatching(POSITION_PATTERN),
        heldBackEvents: expect.any(Number),
      },
      read_models: { ready: true, eventsBehind: expect.any(Number), secondsBehind: expect.any(Number) },
      slot_keeper: { ready: true },
    });
  });

  it('answers requests through a proxy whether it is ready, and nothing else', async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.7' };
    await eventually(async () =>
      expect(await salon.get('/readyz', { headers })).toMatchObject({
        status: 200,
        text: '{"status":"ready"}',
      }),
    );
  });
});

it('serves the OpenAPI document that it was made from', async () => {
  const { status, json } = await salon.get('/api/openapi.json');
  expect(status).toBe(200);
  expect(Object.keys((json as { paths: object }).paths).sort()).toEqual(
    [...new Set(OPERATIONS.map(({ path }) => path))].sort(),
  );
});

it('answers each operation of the document itself, and not as an unknown address or method', async () => {
  for (const { method, path } of OPERATIONS) {
    const { status, headers } = await salon.http.send({ method: method.toUpperCase(), path });
    // An unknown private address is answered like any unknown one, but with the operation's headers.
    const isUnknown = status === 405 || (status === 404 && headers['referrer-policy'] !== 'no-referrer');
    expect({ method, path, status, isUnknown }).toMatchObject({ isUnknown: false });
    expect(status).toBeLessThan(500);
  }
});

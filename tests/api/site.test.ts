import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PRERENDERED } from '../../src/site/rendered-pages.ts';
import { expectProblem } from '../support/network/http.ts';
import type { Answer } from '../support/network/http-client.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';

let salon: TestSalon;
beforeAll(async () => {
  salon = await givenSalon({ settings: { PUBLIC_URL: 'https://salon.example' } });
});
afterAll(() => salon?.stop());

const PAGES = PRERENDERED;
const PRIVATE = [
  '/thank-you',
  '/b/aB3dE6gH9jK2',
  '/m/some-token',
  '/booking/some-id/manage?token=some-token',
  '/auth?code=some-token',
];

const browse = (path: string, headers: Record<string, string> = {}) =>
  salon.get(path, { headers: { Accept: 'text/html', ...headers } });
const caching = ({ headers }: Answer) => headers['cache-control'];

it.each([
  '?',
  '?success',
  '?success=true&date=%',
  '?date=%ff%fe&time=%00&services=%7B%22__proto__%22%3A1%7D',
  '?__proto__[x]=1&constructor=2&success[]=true',
  `?services=${'['.repeat(4_000)}`,
  `?${'a&'.repeat(2_000)}`,
  '?success=true&date=2026-11-24&time=9:30%20AM&name=%3Cscript%3Ealert(1)%3C/script%3E',
])('the confirmation is sent as it is, whatever its query string: %.40s', async (query) => {
  const plain = await browse('/thank-you');
  const answer = await browse(`/thank-you${query}`);
  expect(answer.status).toBe(200);
  expect(answer.text).toBe(plain.text);
});

describe('a page', () => {
  it.each(PAGES)('%s is revalidated, and sent again only when it has changed', async (path) => {
    const page = await browse(path);
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(caching(page)).toBe('no-cache');
    const tag = page.headers.etag ?? '';
    expect(tag).not.toBe('');
    const again = await browse(path, { 'If-None-Match': tag });
    expect(again.status).toBe(304);
    expect(again.text).toBe('');
  });

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', undefined],
  ])('is compressed as well as a browser that takes %s can read', async (accepted, encoding) => {
    const page = await browse('/services', { 'Accept-Encoding': accepted });
    expect(page.headers['content-encoding']).toBe(encoding);
    expect(page.headers.vary).toContain('Accept-Encoding');
  });

  it('has the same content compressed and uncompressed', async () => {
    const response = await fetch(`${salon.url}/services`, { headers: { 'Accept-Encoding': 'br' } });
    expect(await response.text()).toBe((await browse('/services')).text);
  });

  it('answers HEAD as GET, without the page', async () => {
    const [get, head] = await Promise.all([
      browse('/'),
      salon.http.send({ method: 'HEAD', path: '/', headers: { Accept: 'text/html' } }),
    ]);
    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    for (const name of ['etag', 'cache-control', 'content-type', 'content-length'] as const) {
      expect(head.headers[name]).toBe(get.headers[name]);
    }
  });

  it('redirects to its one address', async () => {
    for (const [path, place] of [
      ['/services/', '/services'],
      ['/book/?service=perm', '/book?service=perm'],
      ['/book-now', '/book'],
      ['/book-now?service=perm', '/book?service=perm'],
      // A request target may be an absolute URL; its host has no say in where the redirect leads.
      ['http://salon.example/book-now?service=perm', '/book?service=perm'],
    ]) {
      const moved = await browse(path ?? '');
      expect([moved.status, moved.headers.location]).toEqual([301, place]);
    }
    expectProblem(await browse('http://evil.example/book-now'), 'misdirected-request');
  });

  it.each([
    '/nowhere',
    '/services/nowhere',
    '/admin/nowhere/else',
    '/auth/nowhere',
    '/%2e%2e/package.json',
    '//evil.example/',
    '/index.html',
  ])('%s is answered with the 404 page', async (path) => {
    const page = await browse(path);
    expect(page.status).toBe(404);
    expect(page.text).toContain('Oops! Page not found');
  });

  it("is not sent to a client that doesn't accept HTML", async () => {
    const answer = await salon.get('/nowhere', { headers: { Accept: 'application/json' } });
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toContain('application/problem+json');
  });
});

describe('a private page', () => {
  it.each(PRIVATE)('%s is kept out of caches, search results and referrers', async (path) => {
    const page = await browse(path);
    expect(page.status).toBe(200);
    expect(caching(page)).toBe('no-store');
    expect(page.headers['referrer-policy']).toBe('no-referrer');
    expect(page.headers['x-robots-tag']).toBe('noindex');
    expect(page.headers.etag).toBeUndefined();
    expect(page.text).not.toContain('some-token');
  });

  it.each([
    '/M/some-token',
    '/m/some-token/x',
    '/%6d/some-token',
    '//m/some-token',
    '/m%2fsome-token',
    '/Booking/some-id/Manage?token=some-token',
    '/booking?token=some-token',
  ])('%s is mistyped, and still kept out of them', async (path) => {
    const page = await browse(path);
    expect(page.status).toBe(404);
    expect(caching(page)).toBe('no-store');
    expect(page.headers['referrer-policy']).toBe('no-referrer');
    expect(page.headers['x-robots-tag']).toBe('noindex');
  });

  it("is rendered by the browser, like the wizard's later steps", async () => {
    const [secret, step] = await Promise.all([browse('/m/some-token'), browse('/book?step=checkout')]);
    for (const { text } of [secret, step]) expect(text).toContain('<div id="root"></div>');
    expect(caching(step)).toBe('no-cache');
  });
});

describe('a file of the site', () => {
  const scripts = async () => [...new Set((await browse('/')).text.match(/\/assets\/[\w-]+\.js/g) ?? [])];

  it('is cached for a year when its name contains its hash', async () => {
    const [script = ''] = await scripts();
    const file = await salon.get(script);
    expect(caching(file)).toBe('public, max-age=31536000, immutable');
    expect(file.headers['content-type']).toContain('javascript');
  });

  it('was compressed by the build', async () => {
    for (const script of await scripts()) {
      const plain = await salon.get(script);
      const gz = await fetch(salon.url + script, { headers: { 'Accept-Encoding': 'gzip' } });
      const br = await fetch(salon.url + script, { headers: { 'Accept-Encoding': 'gzip, br' } });
      expect([gz, br].map(({ headers }) => headers.get('content-encoding'))).toEqual(['gzip', 'br']);
      expect([gz, br].map(({ headers }) => headers.get('vary'))).toEqual([
        'Accept-Encoding',
        'Accept-Encoding',
      ]);
      expect(await gz.text()).toBe(plain.text);
      expect(await br.text()).toBe(plain.text);
    }
  });

  it('is never sent in part, and a 412 is readable', async () => {
    const [script = ''] = await scripts();
    const send = (headers: Record<string, string>) =>
      fetch(salon.url + script, { headers: { 'Accept-Encoding': 'br', ...headers } });
    const part = await send({ Range: 'bytes=99999999-' });
    expect(part.status).toBe(200);
    const other = await send({ 'If-Match': '"another"' });
    expect([other.status, other.headers.get('content-encoding')]).toEqual([412, null]);
    expect(await other.text()).not.toBe('');
  });

  it('is cached for an hour when its name stays the same', async () => {
    for (const path of ['/favicon.svg', '/favicon.ico', '/icon-192.png', '/robots.txt', '/sitemap.xml']) {
      const file = await salon.get(path);
      expect([path, file.status, caching(file)]).toEqual([path, 200, 'public, max-age=3600']);
    }
  });

  it('is no internal file of the build', async () => {
    for (const path of [
      '/index.html',
      '/.vite/manifest.json',
      '/server/prerender.js',
      '/assets/../index.html',
    ]) {
      expect((await salon.get(path)).status).toBe(404);
    }
  });
});

describe('the description of the API', () => {
  it.each([
    ['/api/docs', 'text/html; charset=utf-8'],
    ['/api/openapi.json', 'application/json; charset=utf-8'],
  ])('%s is compressed, and sent again only when it has changed', async (path, type) => {
    const ask = (headers: Record<string, string>) => fetch(salon.url + path, { headers });
    const answer = await ask({ 'Accept-Encoding': 'gzip, br' });
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, type]);
    expect(answer.headers.get('Content-Encoding')).toBe('br');
    expect(answer.headers.get('Cache-Control')).toBe('no-cache');
    expect(answer.headers.get('Vary')).toContain('Accept-Encoding');
    const again = await salon.get(path, { headers: { 'If-None-Match': answer.headers.get('ETag') ?? '' } });
    expect([again.status, again.text]).toEqual([304, '']);
    const plain = await ask({ 'Accept-Encoding': 'identity' });
    expect(plain.headers.get('Content-Encoding')).toBeNull();
    expect(await answer.text()).toBe(await plain.text());
  });
});

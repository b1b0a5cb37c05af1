import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { siteFiles } from '../../src/site/files.ts';
import { createHttpClient, type HttpClient } from '../support/network/http-client.ts';

const SCRIPT = `console.log('${'x'.repeat(2_000)}')`;

let folder: string;
let server: Server;
let http: HttpClient;

async function build(): Promise<void> {
  const files = {
    'index.html': '<title>template</title>',
    'favicon.svg': '<svg/>',
    '.vite/manifest.json': '{}',
    'assets/a-1.js': SCRIPT,
    'assets/a-1.js.br': brotliCompressSync(SCRIPT),
    'assets/a-1.js.gz': gzipSync(SCRIPT),
  };
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), content);
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'salon-files-'));
  await build();
  const app = express();
  app.use(siteFiles(folder));
  app.use((_req, res) => void res.status(404).type('html').send('<title>404 page</title>'));
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  http = createHttpClient(() => `http://127.0.0.1:${address.port}`);
});
afterAll(async () => {
  http.close();
  server.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(build);

const get = (path: string, headers: Record<string, string> = {}) => http.send({ path, headers });

describe('the files of the built site', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0.5, br;q=0.1', 'br'],
    ['identity', undefined],
    ['', undefined],
  ])('are sent to a browser that accepts "%s" as %s', async (accepted, encoding) => {
    const file = await get('/assets/a-1.js', { 'Accept-Encoding': accepted });
    expect([file.status, file.headers['content-encoding']]).toEqual([200, encoding]);
    expect(file.headers.vary).toBe('Accept-Encoding');
    expect(file.headers['content-type']).toContain('javascript');
  });

  it('are not sent again to a browser that has them', async () => {
    const { headers } = await get('/assets/a-1.js');
    const again = await get('/assets/a-1.js', { 'If-None-Match': headers.etag ?? '' });
    expect([again.status, again.text]).toEqual([304, '']);
    expect(again.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it('answer HEAD as GET, without the content', async () => {
    const [whole, head] = await Promise.all([
      get('/assets/a-1.js'),
      http.send({ method: 'HEAD', path: '/assets/a-1.js' }),
    ]);
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers['content-length']).toBe(whole.headers['content-length']);
  });

  it.each([
    ['the template', 'GET', '/index.html'],
    ['a folder', 'GET', '/'],
    ['a dot file', 'GET', '/.vite/manifest.json'],
    ['a file outside', 'GET', '/assets/../../secret'],
    ['a path that is no text', 'GET', '/%zz'],
    ['another method', 'POST', '/assets/a-1.js'],
  ])('leave %s to the next handler', async (_what, method, path) => {
    const answer = await http.send({ method, path, headers: { 'Accept-Encoding': 'br' } });
    expect([answer.status, answer.headers['content-encoding']]).toEqual([404, undefined]);
    expect(answer.text).toContain('404 page');
  });

  it('are left to the next handler once a later build has removed them', async () => {
    await rm(join(folder, 'assets'), { recursive: true });
    for (const accepted of ['br', 'identity']) {
      const answer = await get('/assets/a-1.js', { 'Accept-Encoding': accepted });
      expect([answer.status, answer.headers['content-encoding']]).toEqual([404, undefined]);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.text).toContain('404 page');
    }
  });

  it('are those of a later build as soon as it has replaced them', async () => {
    await writeFile(join(folder, 'favicon.svg'), '<svg id="new"/>');
    const { text, headers } = await get('/favicon.svg');
    expect([text, headers['content-length']]).toEqual(['<svg id="new"/>', '15']);
  });
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import express from 'express';
import { pino } from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { problemHandler } from '../../src/http/problem-details.ts';
import { ownHostsOnly } from '../../src/http/server/own-hosts.ts';
import { beginContext } from '../../src/http/server/request-context.ts';
import { setOriginForm } from '../../src/http/server/request-target.ts';

/** Sends a request as it is written here, from this machine. */
let send: (target: string, headers: Readonly<Record<string, string>>, version?: string) => Promise<string>;
beforeAll(async () => {
  const app = express();
  app.use(beginContext, ownHostsOnly('https://salon.example'));
  app.use('/api', (req, res) => void res.send(`reached the API's ${req.path} of ${req.originalUrl}`));
  app.use((req, res) => void res.send(`reached ${req.path} of ${req.originalUrl}`));
  app.use(problemHandler(pino({ level: 'silent' })));
  const server = createServer((req, res) => {
    setOriginForm(req);
    app(req, res);
  }).listen(0, '127.0.0.9');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  send = async (target, headers, version = '1.1') => {
    const socket = connect(port, '127.0.0.9');
    const lines = Object.entries({ ...headers, Connection: 'close' }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    socket.write([`GET ${target} HTTP/${version}`, ...lines, '', ''].join('\r\n'));
    return text(socket);
  };
  return () => void server.close();
});

const reached = (path: string) =>
  expect.stringMatching(new RegExp(`^HTTP/1.1 200 .*reached ${path} of `, 's'));
const misdirected = expect.stringMatching(/^HTTP\/1.1 421 .*"code":"misdirected-request"/s);

describe('a request', () => {
  it.each([
    'salon.example',
    'SALON.example:443',
    'salon.example.',
    'localhost',
    'localhost:3000',
    '127.0.0.1:3000',
    '[::1]:3000',
    // The address that this connection came to.
    '127.0.0.9:8080',
  ])('is answered for the host %s', async (host) => {
    expect(await send('/book', { Host: host })).toEqual(reached('/book'));
  });

  it.each([
    'evil.example',
    'salon.example.evil.example',
    'evil.example:443',
    '192.0.2.1',
    'localhost@evil.example',
    'evil.example/localhost',
    'localhost#evil.example',
    '[::1',
    '',
  ])('is refused for the host "%s"', async (host) => {
    expect(await send('/book', { Host: host })).toEqual(misdirected);
  });

  it('is refused without any host, as HTTP/1.0 allows', async () => {
    expect(await send('/book', {}, '1.0')).toEqual(misdirected);
  });

  it('counts by its target where that is a whole address, and goes on with path and query alone', async () => {
    expect(await send('http://salon.example/book?step=2', { Host: 'evil.example' })).toEqual(
      expect.stringContaining('reached /book of /book?step=2'),
    );
    expect(await send('HTTP://localhost:3000?a=b', { Host: 'localhost' })).toEqual(
      expect.stringContaining('reached / of /?a=b'),
    );
    expect(await send('http://localhost/api/salon', { Host: 'evil.example' })).toEqual(
      expect.stringContaining("reached the API's /salon of /api/salon"),
    );
    expect(await send('http://evil.example/book', { Host: 'salon.example' })).toEqual(misdirected);
    expect(await send('http://salon.example@evil.example/', { Host: 'salon.example' })).toEqual(misdirected);
  });
});

describe('the routes for operators', () => {
  it.each(['/healthz', '/readyz', '/metrics'])(
    'answer %s under any name, asked from nearby',
    async (path) => {
      expect(await send(path, { Host: 'api:3000' })).toEqual(reached(path));
      expect(await send(path, {}, '1.0')).toEqual(reached(path));
    },
  );

  it('answer only under their own name through a proxy', async () => {
    const headers = { Host: 'evil.example', 'X-Forwarded-For': '203.0.113.7' };
    expect(await send('/readyz', headers)).toEqual(misdirected);
  });
});

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';
import { networkOf, trustsProxy } from '../../src/http/limits/network-address.ts';
import { addressOf } from '../../src/http/limits/rate-limits.ts';

describe('the network of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2ff:3::4', '2001:db8:1:200::/56'],
    ['2001:db8:1:201::1', '2001:db8:1:200::/56'],
    ['junk', ''],
    ['203.0.113.7:8080', ''],
    [undefined, ''],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('a trusted proxy', () => {
  it.each<[boolean | number | string, string, boolean]>([
    [false, '127.0.0.1', false],
    [true, '203.0.113.7', true],
    [1, '203.0.113.7', true],
    [0, '127.0.0.1', false],
    ['loopback', '127.0.0.1', true],
    ['loopback', '::ffff:127.0.0.1', true],
    ['loopback, 10.0.0.0/8', '10.1.2.3', true],
    ['loopback, 10.0.0.0/8', '11.1.2.3', false],
  ])('with TRUST_PROXY=%s: %s is one: %s', (setting, address, isTrusted) => {
    expect(trustsProxy(setting)(address, 0)).toBe(isTrusted);
  });
});

/** The address under which a request with this header is counted behind a trusted proxy. */
async function countedUnder(forwardedFor: string, setting: number | string = 'loopback'): Promise<string> {
  const app = express()
    .set('trust proxy', setting)
    .use((req, res) => void res.send(addressOf(req)));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'X-Forwarded-For': forwardedFor } });
  return answer.text();
}

describe('the address that limits count a request under', () => {
  it('is the one that the proxy names, in any notation', async () => {
    expect(await countedUnder('203.0.113.7')).toBe('203.0.113.7');
    expect(await countedUnder('198.51.100.1, 203.0.113.7')).toBe('203.0.113.7');
    expect(await countedUnder('203.0.113.7, , 127.0.0.1')).toBe('203.0.113.7');
    expect(await countedUnder('127.0.0.3, 127.0.0.4')).toBe('127.0.0.3');
    expect(await countedUnder('198.51.100.1, 203.0.113.7', 1)).toBe('203.0.113.7');
    expect(await countedUnder('198.51.100.1, 203.0.113.7', 2)).toBe('198.51.100.1');
    expect(await countedUnder('203.0.113.7', '10.0.0.0/8')).toBe('127.0.0.1');
    expect(await countedUnder('2001:db8:1:2ff:3::4')).toBe('2001:db8:1:200::/56');
  });

  it.each([
    'junk',
    'unknown',
    '_hidden',
    '203.0.113.7:8080',
    '[2001:db8::1]:8080',
    '256.1.1.1',
    '1'.repeat(4_000),
  ])(
    'is the connection’s own when the proxy says %s, so that nobody can make up another each time',
    async (forwardedFor) => {
      expect(await countedUnder(forwardedFor)).toBe('127.0.0.1');
    },
  );
});

import { describe, expect, it } from 'vitest';
import { faultOfUrl } from '../../../src/adapters/webhooks/post.ts';
import { isPublicAddress } from '../../../src/adapters/webhooks/public-addresses.ts';

const REFUSED = [
  '0.0.0.0',
  '0.255.255.255',
  '10.0.0.1',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.170',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  // IPv4 inside IPv6: mapped, compatible, translated by NAT64, 6to4, Teredo.
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8',
  '::127.0.0.1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::808:808',
  '64:ff9b:1::1',
  '2002:7f00:1::',
  '2001::1',
  '100::1',
  '2001:db8::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd12:3456:789a::1',
  'fe80::1',
  'fe80::1%eth0',
  '2606:4700::1111%eth0',
  'fec0::1',
  'ff02::1',
  'localhost',
  '127.1',
  '0x7f000001',
  '',
];
const ACCEPTED = [
  '1.1.1.1',
  '8.8.8.8',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.255.255',
  '172.32.0.1',
  '169.253.1.1',
  '192.0.1.1',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:80b::200e',
];

describe('addresses that deliveries may be sent to', () => {
  it.each(REFUSED)('are not %s', (address) => expect(isPublicAddress(address)).toBe(false));
  it.each(ACCEPTED)('may be %s', (address) => expect(isPublicAddress(address)).toBe(true));
});

describe('an address as staff enter it', () => {
  const fault = (text: string, allowPrivate = false) => faultOfUrl(new URL(text), allowPrivate);

  it.each([
    // Every way to write the loopback address, the metadata service and a private network.
    'https://127.0.0.1/',
    'https://127.1/',
    'https://127.0.0.1./',
    'https://2130706433/',
    'https://0x7f.0.0.1/',
    'https://0177.0.0.1/',
    'https://0/',
    'https://①②⑦.⓪.⓪.①/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::a9fe:a9fe]/',
    'https://[fe80::1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://10.1.2.3:8443/',
    'http://example.com/',
    'https://example.com:25/',
    'https://example.com:80/',
    'https://user@example.com/',
    'https://:secret@example.com/',
  ])('is not %s', (text) => expect(fault(text)).toMatch(/^Please /));

  it.each([
    'https://example.com/',
    'https://example.com:443/a?b=c',
    'https://example.com:8443/',
    'https://1.1.1.1/',
  ])('may be %s', (text) => expect(fault(text)).toBeUndefined());

  it('may be in the salon’s own network where the settings say so, but never has a password', () => {
    expect(fault('http://192.168.1.20:80/', true)).toBeUndefined();
    expect(fault('http://user:pw@192.168.1.20/', true)).toMatch(/^Please /);
  });
});

import { describe, expect, it } from 'vitest';
import { newTotpSecret, stepOfCode, totpInvitation } from '../../../src/features/accounts/factors/totp.ts';

/** RFC 6238, appendix B: secret and times with their SHA-1 codes; ours are the last six digits. */
const RFC_SECRET = Buffer.from('12345678901234567890');
const RFC_CODES = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const;

const at = (seconds: number) => new Date(seconds * 1000);

describe('a code of an authenticator app', () => {
  it.each(RFC_CODES)('belongs to its step %s s after 1970', (seconds, code) => {
    expect(stepOfCode(RFC_SECRET, code, at(seconds))).toBe(Math.floor(seconds / 30));
  });

  it('is taken one step early and late, as the code of its own step', () => {
    const [seconds, code] = [1_234_567_890, '005924'];
    const step = Math.floor(seconds / 30);
    expect(stepOfCode(RFC_SECRET, code, at((step - 1) * 30))).toBe(step);
    expect(stepOfCode(RFC_SECRET, code, at((step + 1) * 30 + 29))).toBe(step);
    expect(stepOfCode(RFC_SECRET, code, at((step - 2) * 30 + 29))).toBeNull();
    expect(stepOfCode(RFC_SECRET, code, at((step + 2) * 30))).toBeNull();
  });

  it.each(['', '5924', '05924', '0005924', '00592４', '005924 ', 'abcdef'])('is never %j', (code) => {
    expect(stepOfCode(RFC_SECRET, code, at(1_234_567_890))).toBeNull();
  });

  it('does not fit another secret', () => {
    expect(stepOfCode(Buffer.alloc(20, 7), '005924', at(1_234_567_890))).toBeNull();
  });
});

describe('an invitation to an authenticator app', () => {
  const invitation = totpInvitation(RFC_SECRET, 'Salon & Söhne', 'ada@example.com');

  it('has the secret to type, and an address with the salon, the account and the secret', () => {
    expect(invitation.secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    const uri = new URL(invitation.uri);
    expect(uri.protocol).toBe('otpauth:');
    expect(decodeURIComponent(uri.pathname)).toContain('Salon & Söhne:ada@example.com');
    expect(uri.searchParams.get('issuer')).toBe('Salon & Söhne');
    expect(uri.searchParams.get('secret')).toBe(invitation.secret);
  });

  it('has a QR code that can stand in an address as it is', () => {
    expect(invitation.qr_code).toMatch(/^<svg [^>]*viewBox="0 0 \d+ \d+"/);
    expect(invitation.qr_code).not.toMatch(/[#%]/);
  });
});

it('makes secrets of 160 bits, each another', () => {
  const secrets = Array.from({ length: 100 }, newTotpSecret);
  expect(secrets.every((secret) => secret.length === 20)).toBe(true);
  expect(new Set(secrets.map((secret) => secret.toString('hex'))).size).toBe(100);
});

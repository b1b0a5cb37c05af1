import { describe, expect, it } from 'vitest';
import { createPhoneCodes, phoneCodeText } from '../../../src/features/accounts/factors/phone-codes.ts';
import { createRecoveryCodes } from '../../../src/features/accounts/factors/recovery-codes.ts';

const KEY = Buffer.alloc(32, 1);
const OTHER_KEY = Buffer.alloc(32, 2);

describe('a code sent to a phone', () => {
  const codes = createPhoneCodes(KEY);

  it('has six digits, leading zeros among them', () => {
    const made = Array.from({ length: 2_000 }, codes.make);
    expect(made.every((code) => /^\d{6}$/.test(code))).toBe(true);
    expect(made.some((code) => code.startsWith('0'))).toBe(true);
    expect(new Set(made).size).toBeGreaterThan(1_900);
  });

  it('is stored as a hash that fits one challenge and one key', () => {
    const hash = codes.hashOf('a', '123456');
    expect(hash).toEqual(codes.hashOf('a', '123456'));
    expect(hash).not.toEqual(codes.hashOf('b', '123456'));
    expect(hash).not.toEqual(codes.hashOf('a', '123457'));
    expect(hash).not.toEqual(createPhoneCodes(OTHER_KEY).hashOf('a', '123456'));
  });

  it('comes in a text that browsers fill in on this site alone, in one part', () => {
    const text = phoneCodeText('Maison', '012345', 'salon.example');
    expect(text.split('\n').at(-1)).toBe('@salon.example #012345');
    expect(text).toMatch(/^012345 is your code for Maison\./);
    expect(text.length).toBeLessThanOrEqual(160);
  });
});

describe('recovery codes', () => {
  const codes = createRecoveryCodes(KEY);

  it('are ten different ones in groups that are easy to read', () => {
    const made = codes.make();
    expect(made).toHaveLength(10);
    expect(new Set(made).size).toBe(10);
    for (const code of made) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){2}$/);
  });

  it.each(['1234-abcd-01jk', '1234ABCD01JK', ' 1234 abcd 01jk ', 'I234–abcd–oLjk', 'l234abcdOijk'])(
    'fit as %j',
    (typed) => {
      expect(codes.hashOf('ada', typed)).toEqual(codes.hashOf('ada', '1234-abcd-01jk'));
    },
  );

  it('are stored as hashes that fit one user and one key', () => {
    const hash = codes.hashOf('ada', '1234-abcd-01jk');
    expect(hash).not.toEqual(codes.hashOf('bea', '1234-abcd-01jk'));
    expect(hash).not.toEqual(codes.hashOf('ada', '1234-abcd-01jm'));
    expect(hash).not.toEqual(createRecoveryCodes(OTHER_KEY).hashOf('ada', '1234-abcd-01jk'));
  });
});

import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { parse } from 'uuid';
import { describe, expect, it } from 'vitest';
import { createSecretLinks } from '../../src/features/booking/appointment/secret-links.ts';

const keys = { token: Buffer.alloc(32, 1), shortCode: Buffer.alloc(32, 2) };
const links = createSecretLinks(keys);
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('a short code', () => {
  it('is the last twelve digits of the HMAC in base 62, lowest first', () => {
    fc.assert(
      fc.property(fc.uuid(), (bookingId) => {
        const mac = createHmac('sha256', keys.shortCode).update(parse(bookingId)).digest('hex');
        let rest = BigInt(`0x${mac}`);
        let expected = '';
        for (let place = 0; place < 12; place += 1) {
          expected += BASE62[Number(rest % 62n)];
          rest /= 62n;
        }
        expect(links.shortCodeOf(bookingId)).toBe(expected);
      }),
    );
  });

  it('stays the same for ever, since customers have been given it', () => {
    expect(links.shortCodeOf('f996175a-3a45-500c-9dfb-b1721ec21825')).toBe('4esHPk4IpsQ6');
  });
});

describe('a management token', () => {
  it('leads to its booking, and nowhere once a character of it is changed', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.nat(), (bookingId, place) => {
        const token = links.tokenOf(bookingId);
        expect(links.bookingOf(token)).toBe(bookingId);
        const at = place % token.length;
        const changed = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
        expect(links.bookingOf(changed)).toBeNull();
      }),
    );
  });
});

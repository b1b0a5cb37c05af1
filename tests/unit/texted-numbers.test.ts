import { describe, expect, it } from 'vitest';
import { isTexted } from '../../src/adapters/phone.ts';

const CALIFORNIAN =
  '209 213 279 310 323 341 350 357 369 408 415 424 442 510 530 559 562 619 626 628 650 657 661 669 707 714 738 747 760 805 818 820 831 837 840 858 909 916 925 949 951';
const TOLL_FREE = '800 833 844 855 866 877 888';
const PERSONAL = '500 521 522 523 524 525 526 527 528 529 533 544 566 577 588';
const each = (codes: string) => codes.split(' ');

describe('a salon in California', () => {
  it.each(each(CALIFORNIAN))('texts numbers of area code %s', (code) => {
    expect(isTexted(`+1${code}5550142`, ['US'])).toBe(true);
    // 976 only matters as the exchange.
    expect(isTexted(`+1${code}2976900`, ['US'])).toBe(true);
  });

  it.each([...each(TOLL_FREE), '900', ...each(PERSONAL)])('texts no numbers of %s', (code) => {
    expect(isTexted(`+1${code}5550142`, ['US'])).toBe(false);
    expect(isTexted(`+1${code}5550142`, ['US', 'CA'])).toBe(false);
  });

  it.each(['925', '805', '212'])(
    'texts no numbers of the exchange 976 in %s, which callers pay for',
    (code) => {
      expect(isTexted(`+1${code}9765550`, ['US'])).toBe(false);
    },
  );

  it.each(['+18095550142', '+14165550142', '+442079460123', '+1', 'nonsense'])(
    'texts nobody abroad: %s',
    (number) => {
      expect(isTexted(number, ['US'])).toBe(false);
    },
  );
});

it('texts numbers of countries that share a calling code elsewhere', () => {
  expect(isTexted('+441534960123', ['GB'])).toBe(true);
});

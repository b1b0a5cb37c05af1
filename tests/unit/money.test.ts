import { expect, it } from 'vitest';
import { centsIn, dollars, PUBLIC_TOTAL_AMOUNT } from '../../src/salon/money.ts';

it.each([0, 1, 99, 100, 6_550, 126_505, 10_000_000])('finds the %i cents of an amount again', (cents) => {
  expect(centsIn(dollars(cents))).toBe(cents);
});

it.each([
  ['$350+', 35_000],
  ['Price Varies', 0],
  [PUBLIC_TOTAL_AMOUNT, 0],
  ['', 0],
])('takes the numeric part of %j', (text, cents) => expect(centsIn(text)).toBe(cents));

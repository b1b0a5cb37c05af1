import { expect, it } from 'vitest';
import { aboutText, amountText, countText, shortAmount } from '../../../../web/admin/ui/number-text.ts';

it.each([
  ['$45.00', '$45.00'],
  ['$1234.50', '$1,234.50'],
  ['$1234567.00', '$1,234,567.00'],
  ['$350+', '$350+'],
  ['Price Varies - Determined at Consultation', 'Price Varies - Determined at Consultation'],
])('writes the amount %s as %s', (amount, shown) => {
  expect(amountText(amount)).toBe(shown);
});

it.each([
  [0, '0 customers'],
  [1, '1 customer'],
  [3_759, '3,759 customers'],
])('counts %d as %s', (count, shown) => {
  expect(countText(count, 'customer')).toBe(shown);
});

it.each([
  ['$1234.50', '$1,234.50'],
  ['$45.00 - $60.00', '$45.00 - $60.00'],
  ['Price Varies - Determined at Consultation', 'Price Varies'],
  ['Price Varies', 'Price Varies'],
])('shortens the amount %s to %s where there is little room', (amount, shown) => {
  expect(shortAmount(amount)).toBe(shown);
});

it.each([
  ['$110.00', '≈\u00a0$110'],
  ['$1180.50', '≈\u00a0$1,180.50'],
])('writes about %s as %s', (amount, shown) => {
  expect(aboutText(amount)).toBe(shown);
});

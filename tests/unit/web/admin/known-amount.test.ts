import { expect, it } from 'vitest';
import { knownCents, priceListText, shortCents } from '../../../../web/admin/bookings/visit/paid-cents.ts';

const VARIES = 'Price Varies - Determined at Consultation';
const booked = (total_amount: string, catalogue_amount: string | null, ...prices: readonly string[]) => ({
  status: 'confirmed' as const,
  total_amount,
  catalogue_amount,
  services: prices.map((price, index) => ({
    id: `s${index}`,
    name: `Service ${index}`,
    price,
    duration: 30,
  })),
});

it.each([
  ['the total', booked('$110.00', '$110.00', 'Price Varies'), 11_000],
  ['what was recorded', { ...booked('$110.00', null, 'Price Varies'), status: 'completed' as const }, 11_000],
  ['nothing where staff booked only an open price', booked('$0.00', null, 'Price Varies'), null],
  ['nothing where the total lacks an open price', booked('$35.00', null, '$35.00', 'Price Varies'), null],
  ['the sum of the prices', booked(VARIES, '$65.00', '$45.00', '$20.00'), 6_500],
  ['nothing where a price is open', booked(VARIES, '$65.00', '$45.00', 'Price Varies'), null],
  ['nothing where a price may rise', booked(VARIES, '$350.00', '$350+'), null],
  ['nothing where the catalogue has no price', booked(VARIES, null, '$45.00'), null],
])('is to be paid: %s', (_, booking, cents) => {
  expect(knownCents(booking)).toBe(cents);
});

it.each([
  ['at least so much, where a price may rise', booked(VARIES, '$415.00', '$350+', '$65.00'), 'From $415'],
  ['what visitors aren’t told', booked(VARIES, '$65.00', '$45.00', 'Price Varies'), 'Price list: $65'],
  ['nothing where it is known', booked(VARIES, '$65.00', '$45.00', '$20.00'), null],
  ['nothing where the catalogue has no price', booked(VARIES, null, '$45.00'), null],
])('is suggested by the price list: %s', (_, booking, text) => {
  expect(priceListText(booking)).toBe(text);
});

it('is short on a button', () => {
  expect([11_000, 11_050, 123_400].map(shortCents)).toEqual(['$110', '$110.50', '$1,234']);
});

import { describe, expect, it } from 'vitest';
import { catalogueAmountOf, pricedServicesOf } from '../../projections/bookings/row-fields.ts';
import { HAIRCUT } from './events.ts';

const BROW = { id: 'microblading', name: 'Microblading', price: '$350+', priceCents: 35_000, duration: 120 };
const PERM = { id: 'perm', name: 'Perm', price: 'Price Varies', priceCents: 0, duration: 120 };
const PUBLIC_TOTAL = 'Price Varies - Determined at Consultation';

describe("the prices of an appointment's services", () => {
  const prices = (services: readonly (typeof PERM)[], total_amount: string) =>
    pricedServicesOf({ services, total_amount }).map(({ price }) => price);

  it('are those that make the total', () => {
    expect(prices([HAIRCUT, BROW], '$385.00')).toEqual(['$35.00', '$350.00']);
    expect(prices([HAIRCUT, PERM], '$35.00'), 'one is open').toEqual(['$35.00', 'Price Varies']);
  });

  it('are the words of the booking where the total is open, or another sum was paid', () => {
    for (const total of [PUBLIC_TOTAL, '$400.00'])
      expect(prices([HAIRCUT, BROW], total), total).toEqual(['Price Varies', '$350+']);
  });

  it('tell nothing else than the contract has', () => {
    const [service] = pricedServicesOf({ services: [HAIRCUT], total_amount: '$35.00' });
    expect(service).toEqual({ id: HAIRCUT.id, name: HAIRCUT.name, price: '$35.00', duration: 45 });
  });
});

it('the catalogue says an amount where it has a price of every service', () => {
  const of = (...services: readonly (typeof PERM)[]) =>
    catalogueAmountOf({ services, total_amount: PUBLIC_TOTAL });
  expect(of(HAIRCUT, BROW)).toBe('$385.00');
  expect(of(HAIRCUT, PERM)).toBeNull();
});

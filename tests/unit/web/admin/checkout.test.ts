import { describe, expect, it } from 'vitest';
import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import { completeBooking } from '../../../../src/contracts/bookings/complete-booking.ts';
import {
  beginCheckout,
  checkoutSchema,
  requestOf,
  type TypedCheckout,
  tipOf,
  toCheckout,
} from '../../../../web/admin/bookings/checkout/checkout-form.ts';
import {
  agreedTotal,
  estimateText,
  paymentText,
  shortPrice,
  totalText,
} from '../../../../web/admin/bookings/payment-text.ts';
import { listedPrice, shortCents } from '../../../../web/admin/bookings/visit/paid-cents.ts';
import { booking } from '../../../e2e/support/fixtures/booking-fixtures.ts';

const service = (id: string, price: string, duration = 30) => ({ id, name: id, price, duration });
const visit = (prices: readonly string[], more: Partial<AdminBooking> = {}) =>
  booking(1, 'Ann Lee', ['2026-11-20', '9:00 AM'], more.status ?? 'confirmed', {
    services: prices.map((price, index) => service(`s${index}`, price)),
    ...more,
  });
const paid = (more: Partial<AdminBooking>) =>
  visit(['$40.00', '$20.00'], { status: 'completed', total_amount: '$66.00', ...more });

/** The request after these changes to what the form begins with; or what is wrong, by field. */
function sent(of: AdminBooking, changes: Partial<TypedCheckout> = {}) {
  const begun = beginCheckout(of, 'card');
  const { data, error } = checkoutSchema(of.status === 'completed').safeParse(
    toCheckout({ ...begun, ...changes }),
  );
  if (!data) return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  const request = requestOf(of, data, 'prices' in changes || 'items' in changes);
  expect(completeBooking.body?.safeParse(request).error).toBeUndefined();
  return request;
}

const lines = [
  { service_id: 's0', cents: 4_000 },
  { service_id: 's1', cents: 2_000 },
];

describe('completing', () => {
  it('records the prices, as they are, by the way that was used last', () => {
    expect(sent(visit(['$40.00', '$20.00']))).toEqual({ amount_cents: 6_000, lines, method: 'card' });
  });

  it('records products, discounts, a share as the tip, and two payments', () => {
    const items = [
      { text: ' Shampoo ', amount: '18', isDiscount: false },
      { text: '', amount: '', isDiscount: true },
      { text: 'Wait', amount: '8.00', isDiscount: true },
    ];
    const split = { method: 'cash', second: 'card', first: '50' } as const;
    expect(sent(visit(['$40.00', '$20.00']), { items, tipShare: 15, ...split })).toEqual({
      amount_cents: 7_000,
      lines: [...lines, { text: 'Shampoo', cents: 1_800 }, { text: 'Wait', cents: -800 }],
      payments: [
        { method: 'cash', cents: 5_000 },
        { method: 'card', cents: 2_000 },
      ],
      tip_cents: 1_050,
    });
  });

  it('needs each price or none: a price that is open isn’t guessed', () => {
    const open = visit(['$40.00', 'Price Varies']);
    expect(sent(open)).toEqual(['prices.1: Please enter a price, or 0.']);
    expect(sent(open, { prices: ['', ''] })).toEqual({ amount_cents: null });
    expect(sent(open, { prices: ['40', '0'] })).toMatchObject({ amount_cents: 4_000 });
    expect(sent(visit(['From $40']), { tip: '5' })).toEqual([expect.stringMatching(/^prices\.0: /)]);
  });

  it('refuses what is no amount, and what doesn’t add up', () => {
    const of = visit(['$40.00']);
    for (const price of ['lots', '-1', '100000.01'])
      expect(sent(of, { prices: [price] }), price).toEqual([expect.stringMatching(/^prices\.0: /)]);
    expect(sent(of, { tip: 'some' })).toEqual([expect.stringMatching(/^tip: /)]);
    expect(sent(of, { items: [{ text: 'Gift', amount: '-41', isDiscount: true }] })).toEqual([
      'items.0.amount: The discounts are more than everything else.',
    ]);
    for (const amount of ['', '-5'])
      expect(sent(of, { items: [{ text: 'Shampoo', amount, isDiscount: false }] })).toHaveLength(1);
    expect(sent(of, { second: 'cash', first: '41' })).toEqual([
      'first: Please enter an amount from 0 to 40.00.',
    ]);
    expect(sent(of, { second: 'card', first: '1' })).toEqual(['first: Please choose two different ways.']);
  });
});

describe('correcting', () => {
  const payment = { method: 'cash', cents: 6_600, tip_cents: 500 } as const;
  const before = { payment_method: 'cash', tip_cents: 500, payments: [payment] } as const;

  it('begins with what is recorded, and sends the same again', () => {
    const recorded = [
      { service_id: 's0', cents: 4_600, text: null },
      { service_id: null, cents: 2_000, text: 'Oil' },
    ];
    const both = paid({ ...before, payments: [payment], lines: recorded });
    expect(sent(both)).toEqual({
      amount_cents: 6_600,
      lines: [
        { service_id: 's0', cents: 4_600 },
        { service_id: 's1', cents: 0 },
        { text: 'Oil', cents: 2_000 },
      ],
      method: 'cash',
      tip_cents: 500,
    });
    expect(sent(both, { tip: '' })).toMatchObject({ tip_cents: 0 });
  });

  it('shows a line below 0 as a discount', () => {
    const less = [
      { service_id: 's0', cents: 7_000, text: null },
      { service_id: null, cents: -400, text: 'Wait' },
    ];
    const discounted = paid({ ...before, payments: [payment], lines: less });
    expect(beginCheckout(discounted, 'card').items).toEqual([
      { text: 'Wait', amount: '4.00', isDiscount: true },
    ]);
    expect(sent(discounted)).toMatchObject({
      lines: expect.arrayContaining([{ text: 'Wait', cents: -400 }]),
    });
  });

  it('shares an amount without lines by the prices, and tells them only if they were changed', () => {
    const sum = paid({ ...before, payments: [payment] });
    expect(beginCheckout(sum, 'card').prices).toEqual(['44.00', '22.00']);
    expect(sent(sum)).toEqual({ amount_cents: 6_600, method: 'cash', tip_cents: 500 });
    expect(sent(sum, { prices: ['50', '22'] })).toHaveProperty('lines');
  });

  it('keeps that nobody said how it was paid, and can’t take the amount back', () => {
    const unsaid = paid({ payments: [{ method: null, cents: 6_600, tip_cents: 0 }] });
    expect(sent(unsaid)).toEqual({ amount_cents: 6_600 });
    expect(sent(unsaid, { prices: ['', ''] })).toEqual([expect.stringMatching(/^prices\.0: /)]);
  });
});

describe('the amounts', () => {
  it('make the tip, as a share of them', () => {
    const begun = beginCheckout(visit(['$33.33']), 'card');
    expect([15, 18, 20].map((tipShare) => tipOf({ ...begun, tipShare }))).toEqual([500, 600, 667]);
  });

  it('are suggested by the price list for the one price that is open', () => {
    const of = (catalogue_amount: string | null, ...prices: readonly string[]) =>
      listedPrice(visit(prices, { catalogue_amount }), 's0');
    expect(of('$415.00', '$350+', '$65.00')).toEqual({ cents: 35_000, text: 'From $350' });
    expect(of('$65.00', 'Price Varies')).toEqual({ cents: 6_500, text: 'Price list: $65' });
    for (const none of [of('$65.00', '$65.00'), of(null, 'Price Varies'), of('$9.00', 'Varies', 'Varies')])
      expect(none).toBeNull();
  });

  it('are estimated as long as the price varies and the visit isn’t over', () => {
    const varies = visit(['$40.00'], {
      total_amount: 'Price Varies - At Consultation',
      catalogue_amount: '$40.00',
    });
    expect([estimateText(varies), shortPrice(varies)]).toEqual(['≈\u00a0$40', '≈\u00a0$40']);
    expect(shortPrice({ ...varies, catalogue_amount: null })).toBe('Price Varies');
    expect(shortPrice({ ...varies, status: 'completed' })).toBe('Price Varies');
    expect(shortPrice(paid({}))).toBe('$66.00');
  });

  it('are short on a button, and told with each way of payment', () => {
    expect([11_000, 11_050, 123_400].map(shortCents)).toEqual(['$110', '$110.50', '$1,234']);
    const payments = [
      { method: 'cash', cents: 5_000, tip_cents: 100 },
      { method: 'card', cents: 8_200, tip_cents: 0 },
    ] as const;
    expect(paymentText({ payment_method: null, tip_cents: 100, payments: [...payments] })).toBe(
      'Paid by: Cash $50.00, Card $82.00 · Tip: $1.00',
    );
    expect(paymentText({ payment_method: 'card', tip_cents: 0, payments: [] })).toBe('Paid by: Card');
  });
});

it('reads the catalogue’s price never as what was paid, where that is left out', () => {
  const leftOut = paid({ paid_left_out: true });
  expect([totalText(leftOut), shortPrice(leftOut)]).toEqual(['–', '–']);
});

it('says of open prices alone that the price varies, and of a price that staff have set to nothing that it is', () => {
  const free = { total_amount: '$0.00', catalogue_amount: null };
  expect(agreedTotal(visit(['Price Varies'], free))).toBe('Price Varies - Determined at Consultation');
  expect(shortPrice(visit(['Price Varies'], free))).toBe('Price Varies');
  expect(agreedTotal(visit(['$0.00'], free))).toBe('$0.00');
});

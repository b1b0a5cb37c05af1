import { describe, expect, it } from 'vitest';
import { PROBLEMS } from '../../../../src/contracts/problem.ts';
import { addService } from '../../../../src/contracts/salon/admin-services.ts';
import { FIELDS, NEW_SERVICE, offerOf } from '../../../../web/admin/services/service-form.ts';
import { problemText } from '../../../../web/admin/ui/form/problem-text.ts';

const typed = (price: string) => ({ ...NEW_SERVICE, name: 'Cut', price });
const refusal = (price: string) =>
  addService.body
    .safeParse(offerOf(typed(price)))
    .error?.issues.map(({ path, message }) => [FIELDS[path[0] as keyof typeof FIELDS], problemText(message)]);

// Spec: 5.price-cents
describe('the price of a service', () => {
  it.each([
    ['0', 0],
    [' 19.99 ', 1_999],
    ['45.5', 4_550],
    ['12.340', 1_234],
    ['.5', 50],
    ['7.', 700],
    ['1000000', 100_000_000],
  ])('is in cents what %o says', (price, cents) => {
    expect(refusal(price)).toBeUndefined();
    expect(offerOf(typed(price)).price_cents).toBe(cents);
  });

  it.each(['', '12.345', '-5', '0.001', '1e3', 'sixty', '.'])('can’t be %o', (price) => {
    expect(refusal(price)).toEqual([['price', PROBLEMS['invalid-price'].detail]]);
  });

  it('ends where the server refuses it', () => {
    expect(refusal('1000000.01')).toEqual([['price', 'The price may be at most $1,000,000.00.']]);
  });
});

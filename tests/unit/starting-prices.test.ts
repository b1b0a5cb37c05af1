import { expect, it } from 'vitest';
import { withStartingPrices } from '../../src/salon/starting-prices.ts';
import { PAGE_CONTENT, SERVICES } from '../e2e/support/fixtures/fixtures.ts';

const MENU = PAGE_CONTENT.services.prices.groups;
const [cut] = SERVICES;

const startsAt = (id: string, name: string, price_cents: number) => {
  if (!cut) throw new Error('There are no services.');
  const [shown] = withStartingPrices([{ ...cut, id, name, price_cents }], MENU);
  expect(shown).not.toHaveProperty('price_cents');
  return shown?.starts_at_cents;
};

it("is the catalogue's price for what the menu names by id or by name, else the menu's", () => {
  expect(startsAt('full-highlights', 'Full Highlights', 12_000)).toBe(12_000);
  expect(startsAt('b1', 'balayage', 13_500)).toBe(13_500);
  expect(startsAt('makeup', 'Make up', 0)).toBe(15_000);
});

it('stays unsaid for what the menu leaves out: staff may have put words in its place', () => {
  expect(startsAt('updo', "Up do's", 9_000)).toBeUndefined();
});

import { expect, it } from 'vitest';
import { phoneAsTyped } from '../../../web/ui/form/phone-text.ts';

it.each([
  ['925555019', 'US', '925555019'],
  ['9255550199', 'US', '(925) 555-0199'],
  ['925-555-0199', 'CA', '(925) 555-0199'],
  ['+1 925 555 0199', 'US', '(925) 555-0199'],
  ['92555501999', 'US', '92555501999'],
  ['+44 20 7946 0123', 'US', '+44 20 7946 0123'],
  ['(925) 555-0199', 'US', '(925) 555-0199'],
  ['030 123 4567', 'DE', '030 123 4567'],
])('leaves %s, typed in %s, as %s', (typed, country, shown) => {
  expect(phoneAsTyped(typed, country)).toBe(shown);
});

import { expect, it } from 'vitest';
import { bookingList, bookingPath, PRIYA_OPEN, PRIYA_PRICED } from '../support/fixtures/booking-fixtures.ts';
import { expectAccessible } from '../support/pages/open-page.ts';
import { chooseAction } from '../support/screens/booking-screens.ts';
import { givenSite } from '../support/site/given-site.ts';
import { bookingAdmin } from '../support/visitor/booking-admin.ts';

/** An appointment that has taken place, and what was paid. */

const site = givenSite();
const open = bookingAdmin(site);

/** Visitors see what it costs at least. */
const PRIYA_FROM = {
  ...PRIYA_OPEN,
  services: PRIYA_OPEN.services.map((service) => ({ ...service, price: '$1180+' })),
};

it('has its amount corrected, from the toast or later', async () => {
  const { page, dialog, button, toast, called } = await open('');
  await chooseAction('Hannah Ruiz', 'Complete')(page);
  const amount = dialog.getByLabel('Amount paid ($)');
  await amount.fill('1,234.5');
  await button('Complete Appointment').click();
  await toast('Booking completed successfully').waitFor();
  const changed = page.waitForRequest(`**${bookingPath(3)}/complete`);
  await button('Change Amount').click();
  const change = dialog.getByRole('button', { name: 'Change Amount' });
  await change.waitFor();
  expect(await amount.inputValue()).toBe('1234.50');
  await button('Keep $1,234.50').waitFor();
  // Without an amount it can't be saved any more.
  expect(await dialog.getByText('Amount paid ($)').textContent()).toBe('Amount paid ($)');
  await expectAccessible(page);
  await amount.fill('');
  await change.click();
  await dialog.getByText('Please enter an amount from 0 to 100,000, such as 65.00.').waitFor();
  await amount.fill('1600');
  await change.click();
  await toast('Amount changed').waitFor();
  await page.getByText('It is $1,600.00.').waitFor();
  // For the version that the completion made.
  expect((await changed).headers()['if-match']).toBe('"3"');

  await chooseAction('Sam Whitfield', 'Change Amount')(page);
  expect(await amount.inputValue()).toBe('35.00');
  await button('Keep $35.00').click();
  await dialog.waitFor({ state: 'hidden' });
  expect(called('POST').map(({ body }) => body)).toEqual([
    { amount_cents: 123_450 },
    { amount_cents: 160_000 },
  ]);
});

it('is completed with the price that was asked, unless another was paid', async () => {
  const { page, dialog, button, toast, called } = await open('', {
    'GET /api/admin/bookings': bookingList([PRIYA_PRICED]),
  });
  const amount = dialog.getByLabel('Amount paid ($)');
  await chooseAction('Priya Nair', 'Complete')(page);
  expect(await amount.inputValue()).toBe('1180.00');
  await dialog.getByText('Catalogue: $1,180.00. What was paid becomes the total.').waitFor();
  await expectAccessible(page);
  await amount.fill('');
  await dialog
    .getByText(
      'Catalogue: $1,180.00. Without an amount the total stays: Price Varies - Determined at Consultation.',
    )
    .waitFor();
  await button('Complete Appointment').click();
  await toast('Booking completed successfully').waitFor();
  await button('Change Amount').click();
  expect(await amount.inputValue()).toBe('1180.00');
  // It is marked, so that the first key replaces it.
  await expect.poll(() => amount.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type('95');
  await dialog.getByRole('button', { name: 'Change Amount' }).click();
  await toast('Amount changed').waitFor();
  expect(called('POST').map(({ body }) => body)).toEqual([{ amount_cents: null }, { amount_cents: 9_500 }]);
});

it('is completed without an amount where visitors see no price, or one that may rise', async () => {
  const list = 'GET /api/admin/bookings';
  const { page, api, dialog, button, toast, called } = await open('', { [list]: bookingList([PRIYA_OPEN]) });
  const amount = dialog.getByLabel('Amount paid ($)');
  for (const booking of [PRIYA_OPEN, PRIYA_FROM]) {
    api.change({ [list]: bookingList([booking]) });
    await page.reload();
    await chooseAction('Priya Nair', 'Complete')(page);
    await dialog.getByText('Catalogue: $1,180.00. Without an amount the total stays:').waitFor();
    expect(await amount.inputValue()).toBe('');
    await button('Not yet').click();
    await dialog.waitFor({ state: 'hidden' });
  }
  await chooseAction('Priya Nair', 'Complete')(page);
  await button('Complete Appointment').click();
  await toast('Booking completed successfully').waitFor();
  expect(called('POST').map(({ body }) => body)).toEqual([{ amount_cents: null }]);
});

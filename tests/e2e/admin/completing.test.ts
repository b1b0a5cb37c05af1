import { expect, it } from 'vitest';
import {
  bookingList,
  bookingPath,
  HANNAH,
  PRIYA_OPEN,
  PRIYA_PRICED,
} from '../support/fixtures/booking-fixtures.ts';
import { undoing } from '../support/fixtures/history-fixtures.ts';
import { expectAccessible, PHONE } from '../support/pages/open-page.ts';
import { chooseAction } from '../support/screens/booking-screens.ts';
import { givenSite } from '../support/site/given-site.ts';
import { positionAt } from '../support/site/live-updates.ts';
import { bookingAdmin } from '../support/visitor/booking-admin.ts';

/** An appointment that has taken place, and what was paid. */

const site = givenSite();
const open = bookingAdmin(site);

/** How the server undoes what `changedTo` answers. */
const UNDOING_NO_SHOW = undoing({ kind: 'booking', id: HANNAH.id }, positionAt(5), {
  type: 'BookingCancelled',
  changes: [
    { field: 'customer_name', before: 'Hannah Ruiz', after: 'Hannah Ruiz' },
    { field: 'status', before: 'confirmed', after: 'cancelled' },
  ],
});

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
  await button('Complete · $1,234.50').click();
  await toast('Booking completed successfully').waitFor();
  await button('Change Amount').click();
  const change = dialog.getByRole('button', { name: 'Change Amount' });
  await change.waitFor();
  expect(await amount.inputValue()).toBe('1234.50');
  await button('Change nothing').waitFor();
  // Without an amount it can't be saved any more.
  expect(await dialog.getByText('Amount paid ($)').textContent()).toBe('Amount paid ($)');
  await expectAccessible(page);
  await amount.fill('');
  await change.click();
  await dialog.getByText('Please enter an amount from 0 to 100,000, such as 65.00.').waitFor();
  await amount.fill('1600');
  const changed = page.waitForRequest(`**${bookingPath(3)}/complete`);
  await change.click();
  await toast('Amount changed').waitFor();
  await page.getByText('It is $1,600.00.').waitFor();
  // For the version that the completion made.
  expect((await changed).headers()['if-match']).toBe('"3"');

  await chooseAction('Sam Whitfield', 'Change Amount')(page);
  expect(await amount.inputValue()).toBe('35.00');
  await button('Change nothing').click();
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
  await button('Complete · $1,180').waitFor();
  await dialog.getByText('Price list: $1,180.00. What was paid becomes the total.').waitFor();
  await expectAccessible(page);
  await amount.fill('');
  await dialog
    .getByText(
      'Price list: $1,180.00. Without an amount the total stays: Price Varies - Determined at Consultation.',
    )
    .waitFor();
  await button('Complete without an amount').click();
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
  for (const [booking, listed] of [
    [PRIYA_OPEN, 'Price list: $1,180'],
    [PRIYA_FROM, 'From $1,180'],
  ] as const) {
    api.change({ [list]: bookingList([booking]) });
    await page.reload();
    await chooseAction('Priya Nair', 'Complete')(page);
    await dialog.getByText('Without an amount the total stays:').waitFor();
    expect(await amount.inputValue()).toBe('');
    // It is offered, and not assumed.
    await button(listed).click();
    expect(await amount.inputValue()).toBe('1180.00');
    await button('Complete · $1,180').waitFor();
    await expectAccessible(page);
    await button('Not yet').click();
    await dialog.waitFor({ state: 'hidden' });
  }
  await chooseAction('Priya Nair', 'Complete')(page);
  await button('Complete without an amount').click();
  await toast('Booking completed successfully').waitFor();
  expect(called('POST').map(({ body }) => body)).toEqual([{ amount_cents: null }]);
});

it('is completed with how it was paid and a tip, which need the amount', async () => {
  const { page, dialog, button, toast, called } = await open('', {
    'GET /api/admin/bookings': bookingList([PRIYA_OPEN]),
  });
  await chooseAction('Priya Nair', 'Complete')(page);
  const amount = dialog.getByLabel('Amount paid ($)');
  await dialog.getByLabel('Card').check();
  await button('Complete without an amount').click();
  await dialog.getByText('Please enter an amount from 0 to 100,000, such as 65.00.').waitFor();
  await amount.fill('1200');
  await dialog.getByLabel('Tip ($)').fill('much');
  await button('Complete · $1,200').click();
  await dialog.getByText('Please enter a tip such as 10.00, or none.').waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('Tip ($)').fill('100');
  await button('Complete · $1,200').click();
  await toast('Booking completed successfully').waitFor();
  // A correction begins with what was recorded, and can take the tip back.
  await button('Change Amount').click();
  expect(await dialog.getByLabel('Card').isChecked()).toBe(true);
  expect(await dialog.getByLabel('Tip ($)').inputValue()).toBe('100.00');
  await dialog.getByLabel('Cash').check();
  await dialog.getByLabel('Tip ($)').fill('');
  await dialog.getByRole('button', { name: 'Change Amount' }).click();
  await toast('Amount changed').waitFor();
  await page.getByText('It is $1,200.00. Paid by: Cash.').waitFor();
  expect(called('POST').map(({ body }) => body)).toEqual([
    { amount_cents: 120_000, method: 'card', tip_cents: 10_000 },
    { amount_cents: 120_000, method: 'cash', tip_cents: 0 },
  ]);
});

it('ends in a no-show by one press, of which nobody is told, and which is undone from the toast', async () => {
  const { page, toast, called } = await open('', UNDOING_NO_SHOW);
  await chooseAction('Hannah Ruiz', 'No-show')(page);
  await toast('Appointment Cancelled').waitFor();
  await toast('Booking cancelled due to: No Show.').waitFor();
  expect(called('POST').map(({ body }) => body)).toEqual([{ reason: 'no_show', message: null }]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await toast('Undone: Hannah Ruiz is confirmed again').waitFor();
  // Whoever is still to come can't have stayed away.
  await page.getByRole('button', { name: 'Actions for Tom Okafor' }).click();
  await page.getByRole('menuitem', { name: 'Cancel' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'No-show' }).count()).toBe(0);
});

it('has its amount focused and marked under a finger, too', async () => {
  const { page, dialog } = await open(
    '',
    { 'GET /api/admin/bookings': bookingList([PRIYA_PRICED]) },
    { size: PHONE },
  );
  await page.evaluate(() => {
    const real = window.matchMedia.bind(window);
    window.matchMedia = (query) => {
      const list = real(query);
      if (query.includes('pointer: coarse')) Object.defineProperty(list, 'matches', { value: true });
      return list;
    };
  });
  await chooseAction('Priya Nair', 'Complete')(page);
  const amount = dialog.getByLabel('Amount paid ($)');
  await expect.poll(() => amount.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type('95');
  expect(await amount.inputValue()).toBe('95');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
});

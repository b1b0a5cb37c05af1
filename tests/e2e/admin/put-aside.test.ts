import { expect, it } from 'vitest';
import { listed } from '../support/fixtures/admin-fixtures.ts';
import { expectAccessible } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { bookingAdmin } from '../support/visitor/booking-admin.ts';

const open = bookingAdmin(givenSite());

it('a new booking is put aside by closing its dialog, and gone on with where it is added again', async () => {
  const { page, dialog, button, toast, called } = await open('?new', {
    'GET /api/admin/customers': listed([]),
  });
  await dialog.getByLabel('Customer name').fill('Grace Holm');
  await dialog.getByLabel('Phone').fill('(925) 555-0177');
  await dialog.getByLabel("Women's Haircut").check();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await toast('Booking put aside').waitFor();
  await toast('Grace Holm').waitFor();

  // Another one may come between.
  await button('Add Booking').click();
  await dialog.getByText('A booking for Grace Holm was put aside.').waitFor();
  await expectAccessible(page);
  expect(await dialog.getByLabel('Phone').inputValue()).toBe('');
  await button('Close').click();
  await dialog.waitFor({ state: 'hidden' });

  await button('Add Booking').click();
  await button('Go on with what you entered').click();
  expect(await dialog.getByLabel('Phone').inputValue()).toBe('(925) 555-0177');
  expect(await dialog.getByLabel("Women's Haircut").isChecked()).toBe(true);
  await dialog.getByText('was put aside').waitFor({ state: 'hidden' });
  await dialog.getByLabel('Date', { exact: true }).fill('2026-12-04');
  await dialog.getByLabel('Time').selectOption('10:00 AM');
  await button('Create Booking').click();
  await toast('Booking created successfully').waitFor();
  expect(called('POST /api/admin/bookings')).toMatchObject([{ body: { customer_name: 'Grace Holm' } }]);
  await button('Add Booking').click();
  await dialog.getByLabel('Customer name').waitFor();
  expect(await dialog.getByText('was put aside').count()).toBe(0);
});

import { expect, it } from 'vitest';
import { ADA_PATH, ADA_PROFILE, customerId, listed, profiled } from '../support/fixtures/admin-fixtures.ts';
import { BOOKING_SUCCESS } from '../support/fixtures/booking-fixtures.ts';
import { adminOpener } from '../support/pages/open-admin.ts';
import { expectAccessible, pressEscape } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { bookingAdmin } from '../support/visitor/booking-admin.ts';

const site = givenSite();
const open = bookingAdmin(site);
const openAdmin = adminOpener(site);

it('a new booking is put aside by closing its dialog, and gone on with where it is added again', async () => {
  const { page, dialog, button, toast, called } = await open('?new', {
    'GET /api/admin/customers': listed([]),
  });
  await dialog.getByLabel('Customer name').fill('Grace Holm');
  await dialog.getByLabel('Phone').fill('(925) 555-0177');
  await dialog.getByLabel("Women's Haircut").check();
  await pressEscape(page);
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

it('is gone on with from the card of the customer it is for, at their page', async () => {
  const { page, dialog, button, toast, called } = await openAdmin(
    `/admin/customers/${customerId(1)}?new=${customerId(1)}`,
    {
      ...BOOKING_SUCCESS,
      [`GET ${ADA_PATH}`]: profiled(ADA_PROFILE),
    },
  );
  const offer = page.getByText('A booking for Ada Moreau was put aside.');
  await dialog.getByLabel('Notes (optional)').fill('Brings her daughter.');
  await pressEscape(page);
  await toast('Booking put aside').waitFor();
  await offer.waitFor();
  await expectAccessible(page);
  await button('Go on with what you entered').click();
  await expect.poll(() => dialog.getByLabel('Notes (optional)').inputValue()).toBe('Brings her daughter.');
  await dialog.getByLabel("Women's Haircut").check();
  await dialog.getByLabel('Date', { exact: true }).fill('2026-12-04');
  await dialog.getByLabel('Time').selectOption('10:00 AM');
  await button('Create Booking').click();
  await toast('Booking created successfully').waitFor();
  expect(called('POST /api/admin/bookings')).toMatchObject([
    { body: { customer_id: customerId(1), notes: 'Brings her daughter.' } },
  ]);
  await dialog.waitFor({ state: 'hidden' });
  expect(await offer.count()).toBe(0);
});

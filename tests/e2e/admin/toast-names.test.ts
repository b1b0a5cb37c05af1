import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { listed } from '../support/fixtures/admin-fixtures.ts';
import {
  ADA,
  bookingList,
  bookingPath,
  changedTo,
  PRIYA_PRICED,
} from '../support/fixtures/booking-fixtures.ts';
import { chooseAction } from '../support/screens/booking-screens.ts';
import { givenSite } from '../support/site/given-site.ts';
import { bookingAdmin } from '../support/visitor/booking-admin.ts';

/** Whoever does several things in a row reads in each toast whom it was about. */

const open = bookingAdmin(givenSite());

/** The toast that says this also has the name; an earlier one about the same person may still be there. */
const named = (page: Page, said: string, name: string) =>
  page.locator('[data-sonner-toast]').filter({ hasText: said }).getByText(name, { exact: true }).waitFor();

it('names the customer of a visit that was completed, and then corrected', async () => {
  const { dialog, page, button } = await open('', {
    'GET /api/admin/bookings': bookingList([PRIYA_PRICED]),
  });
  await chooseAction('Priya Nair', 'Complete')(page);
  await button('Complete · $1,180').click();
  await named(page, 'Booking completed successfully', 'Priya Nair · $1,180.00');
  await button('Change Amount').click();
  await dialog.getByLabel('Amount paid ($)').fill('90');
  await dialog.getByRole('button', { name: 'Change Amount' }).click();
  await named(page, 'It is $90.00.', 'Priya Nair');
});

it('names the customer of a cancelled and of a deleted appointment', async () => {
  const { page, button } = await open('', {
    [`POST ${bookingPath(1)}/cancel`]: changedTo(1, 'cancelled'),
  });
  await chooseAction('Ada Moreau', 'Cancel')(page);
  await page.getByLabel('Emergency').check();
  await button('Cancel Appointment').click();
  await named(page, 'Booking cancelled due to: Emergency. No text message was sent.', 'Ada Moreau');
  await chooseAction('Leo Marsh', 'Delete')(page);
  await button('Delete Booking').click();
  await named(page, 'Booking Deleted', 'Leo Marsh');
});

it('names the customer of a new booking, and of one that was moved', async () => {
  const { page, dialog, button } = await open('?new&day=2026-12-04&time=10:00+AM', {
    'GET /api/admin/customers': listed([]),
  });
  await dialog.getByLabel('Customer name').fill(' Grace Holm ');
  await dialog.getByLabel('Phone').fill('(925) 555-0177');
  await dialog.getByLabel("Women's Haircut").check();
  await button('Create Booking').click();
  await named(page, 'Booking created successfully', 'Grace Holm');
  await chooseAction('Ada Moreau', 'Reschedule')(page);
  await dialog.getByLabel('New time').selectOption('10:00 AM');
  await dialog.getByRole('button', { name: /^Move to/ }).click();
  await named(page, 'Appointment Rescheduled', ADA.customer_name ?? '');
});

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

it('names the customer of a visit that was completed, and then corrected', async () => {
  const { dialog, page, button, toast } = await open('', {
    'GET /api/admin/bookings': bookingList([PRIYA_PRICED]),
  });
  await chooseAction('Priya Nair', 'Complete')(page);
  await button('Complete · $1,180').click();
  await toast('Booking completed successfully').waitFor();
  await toast('Priya Nair').waitFor();
  await button('Change Amount').click();
  await dialog.getByLabel('Amount paid ($)').fill('90');
  await dialog.getByRole('button', { name: 'Change Amount' }).click();
  await toast('It is $90.00.').waitFor();
  await toast('Priya Nair').waitFor();
});

it('names the customer of a cancelled and of a deleted appointment', async () => {
  const { page, button, toast } = await open('', {
    [`POST ${bookingPath(1)}/cancel`]: changedTo(1, 'cancelled'),
  });
  await chooseAction('Ada Moreau', 'Cancel')(page);
  await page.getByLabel('Emergency').check();
  await button('Cancel Appointment').click();
  await toast('Booking cancelled due to: Emergency. No text message was sent.').waitFor();
  await toast('Ada Moreau').waitFor();
  await chooseAction('Leo Marsh', 'Delete')(page);
  await button('Delete Booking').click();
  await toast('Booking Deleted').waitFor();
  await toast('Leo Marsh').waitFor();
});

it('names the customer of a new booking, and of one that was moved', async () => {
  const { page, dialog, button, toast } = await open('?new&day=2026-12-04&time=10:00+AM', {
    'GET /api/admin/customers': listed([]),
  });
  await dialog.getByLabel('Customer name').fill(' Grace Holm ');
  await dialog.getByLabel('Phone').fill('(925) 555-0177');
  await dialog.getByLabel("Women's Haircut").check();
  await button('Create Booking').click();
  await toast('Booking created successfully').waitFor();
  await toast('Grace Holm').waitFor();
  await chooseAction('Ada Moreau', 'Reschedule')(page);
  await dialog.getByLabel('New time').selectOption('10:00 AM');
  await dialog.getByRole('button', { name: /^Move to/ }).click();
  await toast('Appointment Rescheduled').waitFor();
  await toast(ADA.customer_name ?? '').waitFor();
});

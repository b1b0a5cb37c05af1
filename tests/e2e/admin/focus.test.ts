import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { ADA_PATH, customerId } from '../support/fixtures/admin-fixtures.ts';
import {
  ADMIN_BOOKINGS,
  BOOKING_SUCCESS,
  bookingList,
  bookingPath,
  changedTo,
} from '../support/fixtures/booking-fixtures.ts';
import { adminOpener } from '../support/pages/open-admin.ts';
import { expectFocus, PHONE } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { invalid } from '../support/site/mock-api.ts';

/** The focus leads to the first field of a refused form that is wrong, and stays near what had it when that is gone. */

const open = adminOpener(givenSite());

const expectLedTo = (field: Locator) =>
  expect
    .poll(() =>
      field.evaluate((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return one === document.activeElement && top >= 0 && bottom <= window.innerHeight;
      }),
    )
    .toBe(true);

it('leads to the name of a new booking on a phone, and then to what else is missing', async () => {
  const { button, dialog } = await open('/admin/appointments?new', BOOKING_SUCCESS, { size: PHONE });
  await dialog.getByLabel('Notes').scrollIntoViewIfNeeded();
  await button('Create Booking').click();
  const name = dialog.getByRole('combobox', { name: 'Customer name' });
  await expectLedTo(name);
  await name.fill('Ada Moreau');
  await dialog.getByLabel('Phone').fill('9255550101');
  await dialog.getByLabel('Notes').scrollIntoViewIfNeeded();
  await button('Create Booking').click();
  await expectLedTo(dialog.getByRole('checkbox').first());
});

it('leads to the field of a customer’s card that is wrong, or that the server refuses', async () => {
  const { page, button } = await open(`/admin/customers?customer=${customerId(1)}`, {
    [`PATCH ${ADA_PATH}`]: invalid('validation-failed', 'email'),
  });
  await button('Edit').click();
  await page.getByLabel('Phone (optional)').fill('925');
  await button('Save').click();
  await expectLedTo(page.getByLabel('Phone (optional)'));
  await page.getByLabel('Phone (optional)').fill('9255550109');
  await button('Save').click();
  await expectLedTo(page.getByLabel('Email (optional)'));
});

it('goes to the heading when the selected requests are confirmed, and their button is gone', async () => {
  const { page, api, button, heading, toast } = await open('/admin/appointments', {
    ...BOOKING_SUCCESS,
    ...Object.fromEntries(
      [1, 2, 7].map((number) => [`POST ${bookingPath(number)}/confirm`, changedTo(number, 'confirmed')]),
    ),
  });
  await page.getByLabel('Select all 3 pending').check();
  api.change({
    'GET /api/admin/bookings': bookingList(
      ADMIN_BOOKINGS.map((each) => ({ ...each, status: 'confirmed' })),
      9,
    ),
  });
  await button('Confirm 3 requests').press('Enter');
  await toast('3 bookings confirmed successfully').waitFor();
  await expectFocus(heading('Appointments'));
});

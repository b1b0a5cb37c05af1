import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { ADA_PATH, customerId } from '../support/fixtures/admin-fixtures.ts';
import { BOOKING_SUCCESS } from '../support/fixtures/booking-fixtures.ts';
import { CALENDAR_SUCCESS } from '../support/fixtures/calendar-fixtures.ts';
import { adminOpener } from '../support/pages/open-admin.ts';
import { PHONE } from '../support/pages/open-page.ts';
import { chooseAction } from '../support/screens/booking-screens.ts';
import { givenSite } from '../support/site/given-site.ts';
import { invalid } from '../support/site/mock-api.ts';

/** A form that is refused leads to the first field that is wrong, however far above the button it is. */

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

it('leads to what is missing of a blocked date and of opening hours', async () => {
  const { page, button, dialog } = await open('/admin/calendar?view=day&date=2026-11-20', CALENDAR_SUCCESS);
  await page.getByLabel('Date', { exact: true }).fill('2026-11-24');
  await button('Block Date').click();
  await expectLedTo(page.getByLabel('Reason'));
  await button('Add Hours').click();
  await dialog.getByLabel('Start time').fill('20:00');
  await dialog.getByRole('button', { name: 'Add hours' }).click();
  await expectLedTo(dialog.getByLabel('End time'));
});

it('leads to the time that an appointment is to be moved to', async () => {
  const { page, button, dialog } = await open('/admin/appointments', BOOKING_SUCCESS);
  await chooseAction('Ada Moreau', 'Reschedule')(page);
  await dialog
    .getByLabel('New time')
    .locator('option', { hasText: '8:00 AM' })
    .waitFor({ state: 'attached' });
  await button('Reschedule').click();
  await expectLedTo(dialog.getByLabel('New time'));
});

it('tells why a new booking’s time can’t be had below both its date and its time', async () => {
  const { dialog } = await open('/admin/appointments?new', BOOKING_SUCCESS);
  await dialog.getByLabel("Women's Haircut").check();
  const date = dialog.getByLabel('Date', { exact: true });
  await date.fill('2026-12-04');
  await dialog.getByLabel('Time').selectOption('12:00 PM');
  const told = dialog.getByRole('status').filter({ hasText: 'Taken by Tom Okafor' });
  await told.waitFor();
  const [left, right] = [await date.boundingBox(), await dialog.getByLabel('Time').boundingBox()];
  const edges = (box: typeof left) => [
    Math.round(box?.x ?? 0),
    Math.round((box?.x ?? 0) + (box?.width ?? 0)),
  ];
  expect(edges(await told.boundingBox())).toEqual([edges(left)[0], edges(right)[1]]);
  const nearest = dialog.getByRole('group', { name: 'Nearest free times' });
  expect(edges(await nearest.boundingBox())[0]).toBe(edges(left)[0]);

  // The field of the date says what is wrong with it.
  await date.fill('2026-11-19');
  await dialog.getByText('Cannot book appointments in the past.').waitFor();
  expect(await dialog.getByText('Please select a date first.').count()).toBe(0);
});

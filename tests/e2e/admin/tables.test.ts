import { expect, it } from 'vitest';
import { ADA_PATH, CUSTOMERS, customerId, listed, projected } from '../support/fixtures/admin-fixtures.ts';
import { BOOKING_SUCCESS, HISTORY } from '../support/fixtures/booking-fixtures.ts';
import { CALENDAR_SUCCESS } from '../support/fixtures/calendar-fixtures.ts';
import { adminOpener } from '../support/pages/open-admin.ts';
import { expectAccessible, pressEscape } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { lostNetwork, type MockResponse } from '../support/site/mock-api.ts';

/** What the tables of the admin area have in common, and the histories of what they list. */

const open = adminOpener(givenSite());

const file: MockResponse = (route) =>
  route.fulfill({ status: 200, contentType: 'text/csv', body: 'Date,Time\r\n' });

it('has compact rows if somebody wants them, is taken away as a file, and tells of birthdays', async () => {
  const { page, api, button, called, toast, heading, at } = await open('/admin/appointments?status=pending', {
    ...BOOKING_SUCCESS,
    'GET /api/admin/bookings.csv': lostNetwork,
    'GET /api/admin/customers.csv': file,
  });
  const height = async (name: string) =>
    Math.round((await page.getByRole('row').filter({ hasText: name }).boundingBox())?.height ?? 0);
  await page.getByText('9 appointments').waitFor();
  expect((await height('Hannah Ruiz')) - 44).toBeOneOf([0, 1]);
  await button('Compact rows').click();
  expect((await height('Hannah Ruiz')) - 36).toBeOneOf([0, 1]);
  await expectAccessible(page);

  await button('Export CSV').click();
  await toast('The file couldn’t be made').waitFor();
  api.change({ 'GET /api/admin/bookings.csv': file });
  const [download] = await Promise.all([page.waitForEvent('download'), button('Export CSV').click()]);
  expect(download.suggestedFilename()).toBe('appointments-2026-11-20.csv');
  expect(called('GET /api/admin/bookings.csv').at(-1)?.call).toContain('status=pending');

  await page.keyboard.press('g');
  await page.keyboard.press('u');
  await heading('Customer Management').waitFor();
  await page.getByText('7 customers').waitFor();
  expect((await height('Grace Lin')) - 36).toBeOneOf([0, 1]);
  api.change({
    'GET /api/admin/customers': listed(CUSTOMERS.slice(0, 1)),
  });
  await page.getByLabel('Birthdays').selectOption('This month: November');
  await at('/admin/customers?birthday=11');
  await page.getByText('1 customer', { exact: true }).waitFor();
  const asked = 'sort=birthday&birthday_month=11';
  expect(called('GET /api/admin/customers?').at(-1)?.call).toContain(asked);
  // By the day, so there is nothing else to sort by.
  expect(await page.getByLabel('Sort by').count()).toBe(0);
  await Promise.all([page.waitForEvent('download'), button('Export CSV').click()]);
  expect(called('GET /api/admin/customers.csv').at(-1)?.call).toContain(asked);
  api.change({ 'GET /api/admin/customers': listed([]) });
  await page.getByLabel('Birthdays').selectOption('May');
  await page.getByText('Nobody has a birthday in May').waitFor();
});

it('tells the history of a customer, a service, a day and the hours, each at an address', async () => {
  const history = projected({ entries: HISTORY, next_cursor: null });
  const { page, button, heading, dialog, at } = await open(
    `/admin/customers?customer=${customerId(1)}&history=`,
    {
      ...CALENDAR_SUCCESS,
      [`GET ${ADA_PATH}/history`]: history,
      'GET /api/admin/services/perm/history': history,
      'GET /api/admin/services/updo/history': history,
      'GET /api/admin/days/2026-11-20/history': history,
      'GET /api/admin/hours/history': projected({ entries: [], next_cursor: null }),
    },
  );
  const told = page.getByText('Marie Petit · ');
  await told.waitFor();
  await expectAccessible(page);
  await button('History').click();
  await told.waitFor({ state: 'hidden' });
  await at(`/admin/customers?customer=${customerId(1)}`);

  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await button("Edit Up do's").click();
  await at('/admin/services?service=updo');
  await button('History').click();
  await told.waitFor();
  await at('/admin/services?service=updo&history=');
  await pressEscape(page);
  await dialog.waitFor({ state: 'hidden' });
  await at('/admin/services');

  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await heading('Calendar Management').waitFor();
  await page.getByRole('link', { name: 'Day', exact: true }).click();
  await page.getByRole('button', { name: 'More about this day' }).click();
  await page.getByRole('menuitem', { name: 'History of this day' }).click();
  await dialog.getByRole('heading', { name: 'History of Friday, November 20' }).waitFor();
  await told.waitFor();
  await expectAccessible(page);
  await pressEscape(page);
  await page.getByRole('button', { name: 'More about this day' }).click();
  await page.getByRole('menuitem', { name: 'History of the hours' }).click();
  await dialog.getByText('Nothing has happened yet.').waitFor();
  await at('/admin/calendar?view=day&date=2026-11-20&history=hours');
  await pressEscape(page);
  await dialog.waitFor({ state: 'hidden' });
});

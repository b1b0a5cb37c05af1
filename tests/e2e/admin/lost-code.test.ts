import { expect, it } from 'vitest';
import { BOOKING_SUCCESS } from '../support/fixtures/booking-fixtures.ts';
import { CALENDAR_SUCCESS } from '../support/fixtures/calendar-fixtures.ts';
import { adminOpener } from '../support/pages/open-admin.ts';
import { givenSite } from '../support/site/given-site.ts';

const site = givenSite();
const open = adminOpener(site);
const SCRIPTS = '**/*.js';

it('keeps the screen when the code of a dialog can’t be loaded, and opens it once there is a network again', async () => {
  const { page, dialog } = await open('/admin/appointments', BOOKING_SUCCESS);
  const field = page.locator('input[data-search]');
  await page.getByText('Ada Moreau').first().waitFor();
  await field.fill('Ada');
  await page.context().setOffline(true);
  // The browser may have the scripts from a page that was open before.
  await page.route(SCRIPTS, (route) => route.abort());
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  await page.getByText('Please check your connection and try again.').waitFor();
  await page
    .getByRole('row', { name: /Ada Moreau/ })
    .getByRole('button', { name: 'Actions for Ada Moreau' })
    .click();
  await expect.poll(() => page.getByRole('menu').count()).toBe(0);
  expect(await field.inputValue()).toBe('Ada');
  expect(await page.getByText('This page didn’t load').count()).toBe(0);
  await page.unroute(SCRIPTS);
  await page.context().setOffline(false);
  await page.keyboard.press('Control+k');
  await dialog.waitFor();
});

it('says in the calendar that a month couldn’t be loaded, and tries again', async () => {
  const { page, button } = await open('/admin/calendar', CALENDAR_SUCCESS);
  await page.getByText('Ada Moreau').waitFor();
  await page.route(SCRIPTS, (route) => route.abort());
  await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Month' }).click();
  await page
    .getByText(
      'This couldn’t be loaded. Please try again, or reload the page: there may be a new version of it.',
    )
    .waitFor();
  await page.unroute(SCRIPTS);
  await button('Try again').click();
  await page.getByRole('link', { name: '+4 more' }).waitFor();
});

import { expect, it } from 'vitest';
import type { Role } from '../../../src/contracts/accounts/roles.ts';
import { USER } from '../support/fixtures/auth-fixtures.ts';
import { BOOKING_SUCCESS } from '../support/fixtures/booking-fixtures.ts';
import { CALENDAR_SUCCESS } from '../support/fixtures/calendar-fixtures.ts';
import { adminOpener } from '../support/pages/open-admin.ts';
import { givenSite } from '../support/site/given-site.ts';
import { json } from '../support/site/mock-api.ts';

const site = givenSite();
const open = adminOpener(site);

const as = (rights: Role) =>
  open('/admin', {
    ...BOOKING_SUCCESS,
    ...CALENDAR_SUCCESS,
    'GET /api/me': json({ id: USER.id, email: USER.email, role: 'admin', rights }),
  });
type Page = Awaited<ReturnType<typeof as>>['page'];
const pagesOf = (page: Page) => page.locator('#sidebar nav a').allInnerTexts();

it('the front desk finds the pages of its day, and none of the settings', async () => {
  const { page, heading, called } = await as('front_desk');
  await heading('Dashboard').waitFor();
  expect(await pagesOf(page)).toEqual([
    'Dashboard',
    'Appointments',
    'Calendar',
    'Customers',
    'Messages',
    'Account',
  ]);
  expect(called('GET /api/admin/first-steps')).toEqual([]);
  await page.goto(`${site.url}/admin/reports`);
  await heading('Access Denied').waitFor();
  await page.getByRole('link', { name: 'Back to my day' }).click();
  await heading('Dashboard').waitFor();
});

it('the front desk changes the hours of one date, never those of every week', async () => {
  const { page, heading, dialog } = await as('front_desk');
  await heading('Dashboard').waitFor();
  await page.goto(`${site.url}/admin/calendar?view=day`);
  await heading('Available hours').waitFor();
  const hours = page.getByRole('region', { name: 'Available hours' });
  expect(await hours.getByRole('switch').count()).toBe(0);
  expect(await hours.getByRole('button', { name: /^(Edit|Delete)/ }).count()).toBe(0);
  await hours.getByRole('button', { name: 'Add Hours' }).click();
  await dialog.getByText('The weekly hours stay as they are.').waitFor();
  expect(await dialog.getByRole('radio').count()).toBe(0);
});

it('a stylist begins with the calendar of the day, and is offered nothing that only others may do', async () => {
  const { page, heading } = await as('stylist');
  await heading('Calendar Management').waitFor();
  await page.waitForURL(/view=day/);
  expect(await pagesOf(page)).toEqual(['Appointments', 'Calendar', 'Account']);
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Name, phone, day or command').fill('booking');
  expect(await page.getByRole('option', { name: 'New booking' }).count()).toBe(0);
});

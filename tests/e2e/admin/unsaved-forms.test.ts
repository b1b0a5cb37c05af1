import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { customerId } from '../support/fixtures/admin-fixtures.ts';
import { BOOKING_SUCCESS } from '../support/fixtures/booking-fixtures.ts';
import { CALENDAR_SUCCESS } from '../support/fixtures/calendar-fixtures.ts';
import { sectionShown, settingsPath } from '../support/fixtures/settings-fixtures.ts';
import { adminOpener } from '../support/pages/open-admin.ts';
import { pressEscape } from '../support/pages/open-page.ts';
import { chooseAction } from '../support/screens/booking-screens.ts';
import { givenSite } from '../support/site/given-site.ts';

/** A dialog that something was typed into asks before it is closed, and one that nobody typed into doesn't. */

const open = adminOpener(givenSite());

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const DAY = '/admin/calendar?view=day&date=2026-11-20';
const choose = (item: string) => async (page: Page) => {
  await press('Hours and blocked time')(page);
  await page.getByRole('menuitem', { name: item }).click();
};

it.each([
  ['a service', '/admin/services', press("Edit Women's Haircut"), 'Price ($)', '55'],
  ['what was paid', '/admin/appointments', chooseAction('Hannah Ruiz', 'Complete'), 'Tip ($)', '10'],
  ['a picture', '/admin/settings/pictures', press('Upload: Preview of links'), 'Description', 'Hair'],
  ['a blocked time', DAY, choose('Block time...'), 'Reason', 'Dentist'],
  ['opening hours', DAY, press('Add Hours'), 'Start time', '20:00'],
  ['the hours of a week', DAY, choose('Hours for a week...'), /^Start on /, '08:00'],
])('%s', async (_what, path, begin, label, text) => {
  const { page, dialog, button } = await open(path, { ...CALENDAR_SUCCESS, ...BOOKING_SUCCESS });
  const field = dialog.getByLabel(label).first();
  await begin(page);
  await field.waitFor();
  await pressEscape(page);
  await dialog.waitFor({ state: 'hidden' });

  await begin(page);
  await field.fill(text);
  const question = page.getByRole('alertdialog', { name: /^Discard / });
  await page.mouse.click(2, 2);
  await question.waitFor();
  await button('Keep editing').click();
  expect(await field.inputValue()).toBe(text);
  await pressEscape(page);
  await button('Discard').click();
  await dialog.waitFor({ state: 'hidden' });
});

it.each([
  ['a section of the settings', '/admin/settings', async () => {}, 'Tagline', 'Booking'],
  ['a customer’s card', `/admin/customers?customer=${customerId(1)}`, press('Edit'), 'Notes', 'Services'],
] as const)('%s is left for another screen only after a question', async (_what, path, begin, label, to) => {
  const { page, button } = await open(path, {
    [`GET ${settingsPath('salon')}`]: sectionShown('salon'),
    [`GET ${settingsPath('booking')}`]: sectionShown('booking'),
  });
  await begin(page);
  const field = page.getByLabel(label).first();
  const question = page.getByRole('alertdialog', { name: 'Discard these changes?' });
  const link = page.getByRole('link', { name: to, exact: true });
  const address = page.url();
  await field.fill('Mine');
  await link.click();
  await question.waitFor();
  await button('Keep editing').click();
  await question.waitFor({ state: 'hidden' });
  expect([page.url(), await field.inputValue()]).toEqual([address, 'Mine']);
  await link.click();
  await question.getByRole('button', { name: 'Discard' }).click();
  const other = page.getByRole('heading', { level: 1, name: new RegExp(`^${to}`) });
  await other.waitFor();
  await page.goBack();
  // The address changes before the page, which may have a button of the same name.
  await other.waitFor({ state: 'hidden' });
  await begin(page);
  await field.waitFor();
  expect(await field.inputValue()).not.toBe('Mine');
});

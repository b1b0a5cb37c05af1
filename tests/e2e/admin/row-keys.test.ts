import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { BOOKING_SUCCESS } from '../support/fixtures/booking-fixtures.ts';
import { MESSAGE_SUCCESS } from '../support/fixtures/message-fixtures.ts';
import { adminOpener } from '../support/pages/open-admin.ts';
import { givenSite } from '../support/site/given-site.ts';

const open = adminOpener(givenSite());

const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  );

it.each([
  ['/admin/customers', 'Ada Moreau'],
  ['/admin/messages', /^Ada Moreau/],
  ['/admin/services', /^Edit /],
])('%s is gone through by j and k', async (path, first) => {
  const { page } = await open(path, { ...BOOKING_SUCCESS, ...MESSAGE_SUCCESS });
  await page.locator('[data-row]').nth(1).waitFor();
  await page.keyboard.press('j');
  const begun = await focused(page);
  expect(begun).toMatch(first);
  await page.keyboard.press('j');
  expect(await focused(page)).not.toBe(begun);
  await page.keyboard.press('k');
  expect(await focused(page)).toBe(begun);
});

it('goes through a list again once Escape has emptied and left the search', async () => {
  const { page } = await open('/admin/customers');
  await page.getByText('7 customers').waitFor();
  const search = page.getByLabel('Name, email or phone');
  await page.keyboard.press('/');
  await page.keyboard.type('ada');
  await page.waitForURL(/search=ada/);
  await page.keyboard.press('Escape');
  await page.waitForURL(/customers$/);
  await page.getByText('7 customers').waitFor();
  expect(await search.inputValue()).toBe('');
  expect(await focused(page)).toBe('Name, email or phone');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  expect(await focused(page)).toBe('Ada Moreau');
  expect(await search.inputValue()).toBe('');
});

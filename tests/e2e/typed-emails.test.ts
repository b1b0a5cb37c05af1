import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REFUSED_EMAILS, TAKEN_EMAILS } from '../support/typed/emails.ts';
import { sharedBrowser } from './support/site/browser.ts';

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await sharedBrowser();
  page = await browser.newPage();
  await page.setContent('<input type="email" required>');
});
afterAll(() => page.close());

/** Whether the browser's own field takes what somebody types. */
async function isTaken(typed: string): Promise<boolean> {
  const field = page.locator('input');
  await field.fill(typed);
  return field.evaluate((input: HTMLInputElement) => input.validity.valid);
}

it.each(TAKEN_EMAILS)('the browser takes %s, as we do', async (email) =>
  expect(await isTaken(email)).toBe(true),
);
it.each(REFUSED_EMAILS)('the browser refuses %j, as we do', async (email) =>
  expect(await isTaken(email)).toBe(false),
);

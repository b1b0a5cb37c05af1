import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenSalon, type TestSalon } from '../support/server.ts';
import { launchBrowser } from './support/browser.ts';
import { DESKTOP, expectAccessible, openPage, PHONE } from './support/open-page.ts';

let browser: Browser;
let salon: TestSalon;
beforeAll(async () => {
  [browser, salon] = await Promise.all([launchBrowser(), givenSalon()]);
});
afterAll(async () => {
  await browser?.close();
  await salon?.stop();
});

it.each([
  ['phone', PHONE],
  ['desktop', DESKTOP],
])('shows the HTTP interface on a %s, for everyone, without a script', async (_device, size) => {
  const page = await openPage(browser, { size });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${salon.url}/api/docs`);
  await page.getByRole('heading', { level: 1, name: 'HTTP interface' }).waitFor();
  await expectAccessible(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  expect(await page.evaluate(() => document.fonts.check('16px "Fraunces Variable"'))).toBe(true);
  expect(asked.filter((url) => !url.startsWith(salon.url) || url.endsWith('.js'))).toEqual([]);
});

it('leads from its contents to an operation, and to the document for programs', async () => {
  const page = await openPage(browser);
  await page.goto(`${salon.url}/api/docs`);
  await page.getByRole('link', { name: 'Book an appointment' }).click();
  const heading = page.getByRole('heading', { name: 'Book an appointment' });
  await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(DESKTOP.height);
  await expect.poll(async () => (await heading.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  await page.getByRole('link', { name: 'openapi.json' }).click();
  await page.waitForURL('**/api/openapi.json');
});

it('prints without what only leads about on a screen', async () => {
  const page = await openPage(browser);
  await page.goto(`${salon.url}/api/docs`);
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('navigation', { name: 'Contents' }).isVisible()).toBe(false);
  expect(await page.getByText('/api/bookings').first().isVisible()).toBe(true);
});

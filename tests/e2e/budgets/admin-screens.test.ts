import type { Request } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { ADMIN_SUCCESS } from '../support/fixtures/admin-fixtures.ts';
import { signedIn } from '../support/fixtures/auth-fixtures.ts';
import { BOOKING_SUCCESS } from '../support/fixtures/booking-fixtures.ts';
import { CALENDAR_SUCCESS } from '../support/fixtures/calendar-fixtures.ts';
import { openTab } from '../support/pages/open-tab.ts';
import { givenSite } from '../support/site/given-site.ts';
import { mockApi } from '../support/site/mock-api.ts';

const site = givenSite();

/** Compressed scripts that a screen loads at first, in bytes. */
const SCRIPT_BUDGET = 220_000;

it.each([
  '/admin',
  '/admin/appointments',
  '/admin/services',
  '/admin/customers',
  '/admin/calendar',
  '/admin/messages',
])('%s keeps to its budget of script', async (path) => {
  // Its own, so that nothing comes from the cache.
  const page = await openTab(site.browser);
  onTestFinished(() => page.context().close());
  const scripts: Request[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') scripts.push(request);
  });
  await mockApi(page, { ...CALENDAR_SUCCESS, ...ADMIN_SUCCESS, ...BOOKING_SUCCESS });
  await signedIn()(page);
  await page.goto(site.url + path);
  await page.getByRole('navigation', { name: 'Administration' }).waitFor();
  await page.locator('main h1').waitFor();
  await expect.poll(() => site.live.count()).toBe(1);
  const sizes = await Promise.all(scripts.map((request) => request.sizes()));
  const bytes = sizes.map(({ responseBodySize }) => responseBodySize);
  expect(bytes.length).toBeGreaterThan(5);
  expect(Math.min(...bytes)).toBeGreaterThan(0);
  expect(bytes.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(SCRIPT_BUDGET);
});

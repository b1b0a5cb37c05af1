import type { Page, Request } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { ADMIN_SUCCESS } from '../support/fixtures/admin-fixtures.ts';
import { signedIn } from '../support/fixtures/auth-fixtures.ts';
import { BOOKING_SUCCESS } from '../support/fixtures/booking-fixtures.ts';
import { CALENDAR_SUCCESS } from '../support/fixtures/calendar-fixtures.ts';
import { reportSuccess } from '../support/fixtures/report-fixtures.ts';
import { openTab } from '../support/pages/open-tab.ts';
import { givenSite } from '../support/site/given-site.ts';
import { mockApi } from '../support/site/mock-api.ts';

const site = givenSite();

/** Compressed scripts that a screen loads at first, in bytes. */
const SCRIPT_BUDGET = 232_000;
/** What draws the charts of reports. */
const CHART_BUDGET = 120_000;
const isOfCharts = (url: string) => /\/chart-[^/]+\.js$/.test(url);

/** The scripts that a screen loads, with their compressed sizes, once it is shown. */
async function scriptsOf(path: string, isShown: (page: Page) => Promise<unknown>) {
  // Its own, so that nothing comes from the cache.
  const page = await openTab(site.browser);
  onTestFinished(() => page.context().close());
  const scripts: Request[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') scripts.push(request);
  });
  await mockApi(page, { ...CALENDAR_SUCCESS, ...ADMIN_SUCCESS, ...BOOKING_SUCCESS, ...reportSuccess() });
  await signedIn()(page);
  await page.goto(site.url + path);
  await page.getByRole('navigation', { name: 'Administration' }).waitFor();
  await isShown(page);
  await expect.poll(() => site.live.count()).toBe(1);
  return Promise.all(
    scripts.map(async (request) => ({
      url: request.url(),
      bytes: (await request.sizes()).responseBodySize,
    })),
  );
}

const sum = (scripts: readonly { readonly bytes: number }[]) =>
  scripts.reduce((total, { bytes }) => total + bytes, 0);

it.each([
  '/admin',
  '/admin/appointments',
  '/admin/services',
  '/admin/customers',
  '/admin/calendar',
  '/admin/messages',
])('%s keeps to its budget of script', async (path) => {
  const scripts = await scriptsOf(path, (page) => page.locator('main h1').waitFor());
  expect(scripts.length).toBeGreaterThan(5);
  expect(Math.min(...scripts.map(({ bytes }) => bytes))).toBeGreaterThan(0);
  expect(sum(scripts)).toBeLessThanOrEqual(SCRIPT_BUDGET);
  expect(scripts.filter(({ url }) => isOfCharts(url))).toEqual([]);
});

it('/admin/reports keeps to its budget, with what draws its charts apart', async () => {
  const scripts = await scriptsOf('/admin/reports', (page) => page.getByRole('application').waitFor());
  const charts = scripts.filter(({ url }) => isOfCharts(url));
  expect(charts).toHaveLength(1);
  expect(sum(charts)).toBeLessThanOrEqual(CHART_BUDGET);
  expect(sum(scripts) - sum(charts)).toBeLessThanOrEqual(SCRIPT_BUDGET);
});

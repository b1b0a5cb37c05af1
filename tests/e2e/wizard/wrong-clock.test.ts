import { expect, it } from 'vitest';
import {
  daysOf,
  MANAGED,
  NOW,
  PAGE_CONTENT,
  SALON,
  SERVICES,
  slotsOf,
  TOKEN,
} from '../support/fixtures/fixtures.ts';
import { expectAccessible, openPage } from '../support/pages/open-page.ts';
import { DESKTOP, PHONE } from '../support/pages/open-tab.ts';
import { givenSite } from '../support/site/given-site.ts';
import { type MockResponse, mockApi } from '../support/site/mock-api.ts';
import { wizardVisitor } from '../support/visitor/wizard-visitor.ts';

/** The clock of a visitor's machine may be wrong by years. The days that can be booked are the salon's. */

const site = givenSite();
const DAY_MS = 86_400_000;

const dated =
  (body: unknown): MockResponse =>
  (route) =>
    route.fulfill({
      contentType: 'application/json',
      headers: { Date: NOW.toUTCString() },
      body: JSON.stringify(body),
    });
const API: Record<string, MockResponse> = {
  'GET /api/salon': dated(SALON),
  'GET /api/pages/book': dated(PAGE_CONTENT.book),
  'GET /api/services': dated(SERVICES),
  'GET /api/availability': (route, url) => dated(slotsOf(url.searchParams.get('date') ?? ''))(route, url),
  'GET /api/availability/days': (route, url) =>
    dated(daysOf(url.searchParams.get('from') ?? '', url.searchParams.get('to') ?? ''))(route, url),
};

it.each([
  ['a month ahead', 31, 'Asia/Tokyo', PHONE],
  ['ten years behind', -3652, 'America/Los_Angeles', { width: 768, height: 1024 }],
])('with a clock %s, the salon’s days and times can be chosen', async (_, days, timeZone, size) => {
  const now = new Date(NOW.getTime() + days * DAY_MS);
  const page = await openPage(site.browser, { timeZone, now, size });
  await mockApi(page, API);
  const visitor = wizardVisitor(page);
  await page.goto(`${site.url}/book`);
  await visitor.chooseServices("Women's Haircut");
  expect(await visitor.day(/^19, Thursday, November 19/).isDisabled()).toBe(true);
  expect(await visitor.day(/^20, Friday, November 20, free times/).isEnabled()).toBe(true);
  await visitor.chooseTime(/^24, Tuesday, November 24/, '10:30 AM');
  await expectAccessible(page);
});

it('a day that a link asks for stays, though the clock says that it is over', async () => {
  const now = new Date(NOW.getTime() + 365 * DAY_MS);
  const page = await openPage(site.browser, { now });
  await mockApi(page, API);
  const visitor = wizardVisitor(page);
  await page.goto(`${site.url}/book?date=2026-11-24`);
  await visitor.chooseServices("Women's Haircut");
  await page.getByText('Tuesday, November 24', { exact: true }).first().waitFor();
});

it.each([['a year behind', -365, DESKTOP]])(
  'with a clock %s, an appointment can be moved to the salon’s days',
  async (_, days, size) => {
    const now = new Date(NOW.getTime() + days * DAY_MS);
    const page = await openPage(site.browser, { now, size });
    await mockApi(page, {
      ...API,
      'GET /api/manage': dated(MANAGED),
      'GET /api/manage/availability': (route, url) =>
        dated(slotsOf(url.searchParams.get('date') ?? ''))(route, url),
    });
    const visitor = wizardVisitor(page);
    await page.goto(`${site.url}/m/${TOKEN}`);
    await visitor.button('Reschedule Appointment').click();
    expect(await visitor.day(/^19, Thursday, November 19/).isDisabled()).toBe(true);
    await visitor.chooseDay(/^27, Friday/);
    await page.getByLabel(/^New time/).selectOption('1:30 PM');
  },
);

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { BOOKING_ID, MANAGED, SALON, SHORT_CODE, TOKEN } from './support/fixtures.ts';
import { givenSite } from './support/given-site.ts';
import { type Answer, json, lostNetwork, mockApi, problem, silence } from './support/mock-api.ts';
import { expectAccessible, openPage, PHONE } from './support/open-page.ts';
import { wizardVisitor } from './support/wizard-visitor.ts';

const site = givenSite();

interface Screen {
  name: string;
  path: string;
  api?: Record<string, Answer>;
  /** Leads from the address to the state, by what can be seen. */
  reach: (page: Page) => Promise<unknown>;
}

const heading = (name: string) => (page: Page) => wizardVisitor(page).heading(name).waitFor();
const text = (words: string) => (page: Page) => page.getByText(words).first().waitFor();
const managed = (changes: object) => ({ 'GET /api/manage': json({ ...MANAGED, ...changes }) });
const wizard = (steps: (visitor: ReturnType<typeof wizardVisitor>) => Promise<unknown>) => (page: Page) =>
  steps(wizardVisitor(page));

const query = new URLSearchParams({
  success: 'true',
  date: '2026-11-24',
  time: '10:30 AM',
  services: JSON.stringify([{ name: '<b>Perm</b>', duration: 120 }]),
  name: 'Ada',
});

const SCREENS: Screen[] = [
  { name: 'home', path: '/', reach: heading('Opening hours') },
  { name: 'services', path: '/services', reach: heading('Chemical') },
  {
    name: 'services that do not load',
    path: '/services',
    api: { 'GET /api/services': lostNetwork },
    reach: text("couldn't be loaded"),
  },
  { name: 'gallery', path: '/gallery', reach: heading('Gallery') },
  { name: 'terms', path: '/terms-conditions', reach: text('48 hours') },
  { name: 'privacy', path: '/privacy-policy', reach: heading('Your rights') },
  { name: 'not found', path: '/nowhere', reach: heading('Oops! Page not found') },
  {
    name: 'no server',
    path: '/',
    api: { 'GET /api/salon': lostNetwork },
    reach: heading("We can't be reached just now"),
  },
  {
    name: 'wizard, services loading',
    path: '/book',
    api: { 'GET /api/services': silence },
    reach: text('Loading services'),
  },
  { name: 'wizard, services chosen', path: '/book', reach: (page) => page.getByText('Perm').click() },
  {
    name: 'wizard, times loading',
    path: '/book',
    api: { 'GET /api/availability': silence },
    reach: wizard(async (visitor) => {
      await visitor.chooseServices('Perm');
      await visitor.chooseDay(/^24/);
    }),
  },
  {
    name: 'wizard, times that do not load',
    path: '/book',
    api: { 'GET /api/availability': lostNetwork },
    reach: wizard(async (visitor) => {
      await visitor.chooseServices('Perm');
      await visitor.chooseDay(/^24/);
      await visitor.button('Try again').waitFor();
    }),
  },
  {
    name: 'wizard, full day',
    path: '/book',
    reach: wizard(async (visitor) => {
      await visitor.chooseServices('Perm');
      await visitor.chooseDay(/^25/);
    }),
  },
  {
    name: 'wizard, form with problems',
    path: '/book',
    reach: wizard(async (visitor) => {
      await visitor.chooseServices('Perm');
      await visitor.chooseTime(/^24/, '10:30 AM');
      await visitor.submit();
      await visitor.toast('Missing Information').waitFor();
    }),
  },
  {
    name: 'wizard, sending',
    path: '/book',
    api: { 'POST /api/bookings': silence },
    reach: wizard(async (visitor) => {
      await visitor.reachCheckout();
      await visitor.submit();
      await visitor.button('Booking...').waitFor();
    }),
  },
  {
    name: 'wizard, no answer',
    path: '/book',
    api: { 'POST /api/bookings': lostNetwork },
    reach: wizard(async (visitor) => {
      await visitor.reachCheckout();
      await visitor.submit();
      await visitor.toast('Booking Error').waitFor();
    }),
  },
  {
    name: 'wizard, time just taken',
    path: '/book',
    api: { 'POST /api/bookings': problem('slot-taken') },
    reach: wizard(async (visitor) => {
      await visitor.reachCheckout();
      await visitor.submit();
      await visitor.heading('Date & Time').waitFor();
    }),
  },
  { name: 'thanks by link', path: `/thank-you?${query}`, reach: text('<b>Perm</b>') },
  {
    name: 'short link',
    path: `/b/${SHORT_CODE}`,
    api: { 'GET /api/short-links': silence },
    reach: text('Redirecting...'),
  },
  {
    name: 'manage loading',
    path: `/m/${TOKEN}`,
    api: { 'GET /api/manage': silence },
    reach: heading('Loading...'),
  },
  { name: 'manage without a token', path: `/booking/${BOOKING_ID}/manage`, reach: heading('Invalid Link') },
  {
    name: 'manage refused',
    path: `/m/${TOKEN}`,
    api: { 'GET /api/manage': problem('unauthorized') },
    reach: heading('Access Denied'),
  },
  {
    name: 'manage unavailable',
    path: `/m/${TOKEN}`,
    api: { 'GET /api/manage': problem('unavailable') },
    reach: text('Failed to load booking. Please try again.'),
  },
  { name: 'manage', path: `/m/${TOKEN}`, reach: heading('Manage Your Appointment') },
  {
    name: 'manage, too late',
    path: `/m/${TOKEN}`,
    api: managed({ self_service: false, status: 'confirmed' }),
    reach: text('Online changes close 4 hours before'),
  },
  {
    name: 'manage, taken place',
    path: `/m/${TOKEN}`,
    api: managed({ self_service: false, status: 'completed' }),
    reach: text('This appointment has taken place.'),
  },
  {
    name: 'manage, cancelled',
    path: `/m/${TOKEN}`,
    api: managed({ self_service: false, status: 'cancelled' }),
    reach: text('This appointment has already been cancelled.'),
  },
  {
    name: 'manage, rescheduling on a full day',
    path: `/m/${TOKEN}`,
    reach: wizard(async (visitor) => {
      await visitor.button('Reschedule Appointment').click();
      await visitor.chooseDay(/^25/);
    }),
  },
];

describe.each(SCREENS)('$name', ({ path, api = {}, reach }) => {
  it('passes axe and fits a phone of 320 px', async () => {
    const page = await openPage(site.browser, { size: { ...PHONE, width: 320 } });
    await mockApi(page, api);
    await page.goto(site.url + path);
    await reach(page);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    expect(await page.title()).not.toBe('');
    expect(await page.title()).not.toContain(TOKEN);
  });
});

describe('the shell', () => {
  it('turns the header solid past 50 px', async () => {
    const page = await openPage(site.browser);
    await mockApi(page);
    await page.goto(site.url);
    const header = page.getByRole('banner');
    await header.waitFor();
    const background = () => header.evaluate((element) => getComputedStyle(element).backgroundColor);
    const transparent = await background();
    await page.mouse.wheel(0, 50);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(50);
    expect(await background()).toBe(transparent);
    await page.mouse.wheel(0, 10);
    await expect.poll(background).not.toBe(transparent);
  });

  it('opens and closes the menu by keyboard, and closes it when a link is picked', async () => {
    const page = await openPage(site.browser, { size: PHONE });
    await mockApi(page);
    await page.goto(site.url);
    const toggle = page.getByRole('button', { name: 'Open menu' });
    await toggle.focus();
    await page.keyboard.press('Enter');
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Gallery' });
    await link.waitFor();
    await page.keyboard.press('Escape');
    await link.waitFor({ state: 'hidden' });
    expect(await toggle.evaluate((element) => element === document.activeElement)).toBe(true);
    await toggle.click();
    await link.click();
    await wizardVisitor(page).heading('Gallery').waitFor();
    await link.waitFor({ state: 'hidden' });
  });

  it('moves the focus to the heading of a new page, and names it in the title', async () => {
    const page = await openPage(site.browser);
    await mockApi(page);
    await page.goto(site.url);
    await page.getByRole('link', { name: 'View Services' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Services');
    expect(await page.title()).toBe('Services · Lumière Hair Studio');
  });

  it('shows the page once the server is back and asked again', async () => {
    const page = await openPage(site.browser);
    const api = await mockApi(page, { 'GET /api/salon': lostNetwork });
    await page.goto(site.url);
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    api.change({ 'GET /api/salon': json(SALON) });
    await retry.click();
    await wizardVisitor(page).heading('Opening hours').waitFor();
  });

  it('says that a page could not be loaded, and lets the rest of the site stand', async () => {
    const page = await openPage(site.browser);
    await mockApi(page);
    await page.goto(site.url);
    await page.getByRole('link', { name: 'View Services' }).waitFor();
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.getByRole('link', { name: 'View Services' }).click();
    await wizardVisitor(page).heading("This page didn't load").waitFor();
    await page.getByRole('banner').waitFor();
    await expectAccessible(page);
  });
});

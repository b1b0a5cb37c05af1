import { describe, expect, it } from 'vitest';
import { projected } from '../support/fixtures/admin-fixtures.ts';
import { BOOKING_SUCCESS } from '../support/fixtures/booking-fixtures.ts';
import { CALENDAR_SUCCESS } from '../support/fixtures/calendar-fixtures.ts';
import { adminOpener, waitForFocus } from '../support/pages/open-admin.ts';
import { expectAccessible, PHONE, pressEscape, pressInTime } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';

const site = givenSite();
const open = adminOpener(site);

it('marks the shown page in the sidebar, also at an address that ends with a slash', async () => {
  const { page } = await open('/admin/');
  await page.locator('nav a[aria-current=page]').getByText('Dashboard').filter({ visible: true }).waitFor();
  await page.waitForURL(`${site.url}/admin`);
});

describe('the palette', () => {
  it('opens by Ctrl and K, closes by Escape, and does what its commands say', async () => {
    const { page, heading, dialog } = await open('/admin/services');
    await page.getByText('10 services').waitFor();
    const command = async (typed: string) => {
      await page.keyboard.press('Meta+k');
      await page.getByPlaceholder('Name, phone, day or command').fill(typed);
      await page.keyboard.press('Enter');
    };
    await page.getByRole('button', { name: 'Add Service' }).focus();
    await page.keyboard.press('Control+k');
    await dialog.waitFor();
    await pressEscape(page);
    await dialog.waitFor({ state: 'hidden' });
    await waitForFocus(page, 'Add Service');
    await command('add serv');
    await page.getByRole('dialog', { name: 'Add Service' }).waitFor();
    await pressEscape(page);
    await dialog.waitFor({ state: 'hidden' });
    expect(page.url()).toBe(`${site.url}/admin/services`);
    await command('go custom');
    await heading('Customer Management').waitFor();
  });

  it('tells appointments by day, time and status, and leads to blocking a date', async () => {
    const { page, heading } = await open('/admin/services', { ...CALENDAR_SUCCESS, ...BOOKING_SUCCESS });
    await page.getByText('10 services').waitFor();
    await page.keyboard.press('Control+k');
    const field = page.getByPlaceholder('Name, phone, day or command');
    await field.fill('yuki');
    await page
      .getByRole('option', { name: /^Yuki Tanabe · Full Color\s*Fri, Nov 27 · 1:00 PM\s*Cancelled$/ })
      .waitFor();
    await expectAccessible(page);
    await field.fill('hours');
    await page.getByRole('option', { name: 'Opening hours' }).waitFor();
    await field.fill('export');
    for (const list of ['Appointments', 'Customers']) {
      await page.getByRole('option', { name: `Go to ${list}` }).waitFor();
    }
    await field.fill('block');
    await page.getByRole('option', { name: 'Block a date' }).click();
    await heading('Calendar Management').waitFor();
    const date = page.getByRole('region', { name: 'Blocked Dates' }).getByLabel('Date', { exact: true });
    await expect.poll(() => date.evaluate((input) => input === document.activeElement)).toBe(true);
  });
});

describe('shortcuts', () => {
  it('are listed by ?, and lead by g and a letter', async () => {
    const { page, heading, dialog } = await open('/admin/services');
    await page.getByText('10 services').waitFor();
    await page.keyboard.press('?');
    await dialog.getByText('Go to Customers').waitFor();
    await expectAccessible(page);
    await pressEscape(page);
    await dialog.waitFor({ state: 'hidden' });
    await pressInTime(page, 'g', 'u');
    await heading('Customer Management').waitFor();
    await page.keyboard.press('/');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Name, email or phone');
    // Keys that are typed into a field are text.
    await page.keyboard.type('gs?');
    expect(await page.getByLabel('Name, email or phone').inputValue()).toBe('gs?');
    expect(await dialog.count()).toBe(0);
  });
});

describe('a new booking', () => {
  it('is begun over any screen, which is there again after it', async () => {
    const week = '/admin/calendar?view=week&date=2026-11-27';
    const { page, dialog, at } = await open(week, { ...CALENDAR_SUCCESS, ...BOOKING_SUCCESS });
    await page.getByRole('heading', { name: 'Nov 22 – 28, 2026' }).waitFor();
    await page.keyboard.press('c');
    await dialog.getByRole('heading', { name: 'Add Booking' }).waitFor();
    await page.getByRole('heading', { name: 'Nov 22 – 28, 2026', includeHidden: true }).waitFor();
    // It is so after a reload, and after signing in again.
    await page.reload();
    await dialog.getByRole('heading', { name: 'Add Booking' }).waitFor();
    await pressEscape(page);
    await dialog.waitFor({ state: 'hidden' });
    await at(week);
  });

  it('is begun from the dashboard at the next free time, and left by the way back', async () => {
    const { page, button, dialog, at } = await open('/admin', BOOKING_SUCCESS);
    await page.getByRole('button', { name: 'Today · 10:30 AM' }).click();
    await dialog.getByRole('heading', { name: 'Add Booking' }).waitFor();
    expect(await dialog.getByLabel('Date', { exact: true }).inputValue()).toBe('2026-11-20');
    await pressEscape(page);
    await dialog.waitFor({ state: 'hidden' });
    await at('/admin');
    await button('Add Booking').click();
    await dialog.getByRole('heading', { name: 'Add Booking' }).waitFor();
    expect(await dialog.getByLabel('Date', { exact: true }).inputValue()).toBe('');
    await page.goBack();
    await dialog.waitFor({ state: 'hidden' });
    await at('/admin');
  });
});

describe('without a network', () => {
  it('says so at once, and in view however far the page is scrolled', async () => {
    const { page } = await open('/admin/services', {}, { size: PHONE });
    await page.getByText('10 services').waitFor();
    await expect.poll(() => site.live.count()).toBe(1);
    // Once, so that the rules are loaded while there is a network.
    await expectAccessible(page);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    // Nothing but the network's own event tells: the open stream is just silent.
    await page.context().setOffline(true);
    const banner = page.getByText('Connection lost.');
    await banner.waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
    const box = await banner.boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect(box?.y).toBeLessThan(60);
    await expectAccessible(page);
    await page.context().setOffline(false);
    await banner.waitFor({ state: 'hidden' });
  });
});

describe('on a phone', () => {
  it('has the main pages at the thumb, with how many messages need attention, and the rest in a menu', async () => {
    const { page, heading, button } = await open(
      '/admin/customers',
      {
        'GET /api/admin/messages/attention': projected({ count: 3, questions: 2, undelivered: [], late: [] }),
      },
      { size: PHONE },
    );
    await heading('Customer Management').waitFor();
    const bar = page.getByRole('navigation', { name: 'Administration' });
    await bar.getByRole('link', { name: /^3 need attention ?Messages$/ }).waitFor();
    expect(await bar.getByRole('link').count()).toBe(4);
    await button('More').click();
    await expect
      .poll(() => page.getByRole('menuitem').allInnerTexts())
      .toEqual(['Services', 'Customers', 'Reports', 'Settings', 'Back to Website', 'Sign Out']);
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: 'Services' }).click();
    await heading('Services Management').waitFor();
    await button('Search and commands').click();
    await page.getByPlaceholder('Name, phone, day or command').waitFor();
  });
});

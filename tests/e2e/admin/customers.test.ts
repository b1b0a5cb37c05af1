import { describe, expect, it } from 'vitest';
import {
  ADA_PATH,
  ADA_PROFILE,
  CUSTOMERS,
  customerId,
  listed,
  profiled,
  projected,
} from '../support/fixtures/admin-fixtures.ts';
import { adminOpener } from '../support/pages/open-admin.ts';
import { givenSite } from '../support/site/given-site.ts';
import { positionAt } from '../support/site/live-updates.ts';
import { json, lostNetwork, type MockResponse, problem, stale } from '../support/site/mock-api.ts';

const site = givenSite();
const open = adminOpener(site);
const openAda = (api: Record<string, MockResponse> = {}) =>
  open(`/admin/customers?customer=${customerId(1)}`, api);
const position = positionAt(9);

describe('the list of customers', () => {
  // Spec: 2.customers-table, 2.service-history
  it('shows who they are, and opens one by a click or a key', async () => {
    const { page, heading, api } = await open('/admin/customers');
    await heading('Customer Management').waitFor();
    const row = page.getByRole('row').filter({ hasText: 'Ada Moreau' });
    expect(await row.innerText()).toMatch(
      /Ada Moreau\s+ada\.moreau@example\.com\s+\(925\) 555-0101\s+December 3\s+Feb 02, 2026/,
    );
    expect(await page.getByRole('row').filter({ hasText: 'Grace Lin' }).innerText()).toContain('Not set');
    await page.getByText('ada.moreau@example.com').filter({ visible: true }).click();
    const history = page.getByRole('region', { name: 'Service History' });
    await history.getByRole('listitem').first().waitFor();
    expect(await history.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^Dec 01, 2026 · 10:30 AM\s+Confirmed\s+Women's Haircut\s+Price Varies .*$/),
      expect.stringMatching(/^Oct 13, 2026 · 10:30 AM\s+Completed\s+Women's Haircut\s+\$45\.00$/),
      expect.stringMatching(/^Aug 18, 2026/),
    ]);
    const visit = history.getByRole('link').nth(1);
    expect(await visit.getAttribute('href')).toBe(`/admin/appointments/${customerId(102)}`);
    const toggle = page.getByRole('button', { name: 'Ada Moreau', exact: true });
    await toggle.focus();
    await page.keyboard.press('Enter');
    await history.waitFor({ state: 'hidden' });
    const newcomer = { ...ADA_PROFILE, service_history: [], service_history_total: 0 };
    api.change({ [`GET ${ADA_PATH}`]: profiled(newcomer) });
    await page.reload();
    await page.getByText('ada.moreau@example.com').filter({ visible: true }).click();
    await history.getByText('No service history yet').waitFor();
  });

  // Spec: 8.server-messages
  it('says what failed, and loads it when asked again', async () => {
    const { page, api, button, alert, toast } = await open('/admin/customers', {
      'GET /api/admin/customers': lostNetwork,
    });
    await alert('Failed to fetch customers.').waitFor();
    await toast('We got no answer. Please try again.').waitFor();
    api.change({ 'GET /api/admin/customers': listed(CUSTOMERS) });
    await button('Try again').click();
    await page.getByText('7 customers').waitFor();
  });

  // Spec: 2.customers-table, 2.customers-empty
  it('is searched while one types, in its address, by the last thing typed', async () => {
    const { page, api, called } = await open('/admin/customers');
    await page.getByText('7 customers').waitFor();
    api.change({
      'GET /api/admin/customers': (route, url) => {
        const found = url.searchParams.get('search') === '925 555 0104' ? CUSTOMERS.slice(3, 4) : [];
        return listed(found)(route, url);
      },
    });
    await page.keyboard.press('/');
    await page.keyboard.type('925 555 0104');
    await page.getByText('1 customer', { exact: true }).waitFor();
    expect(page.url()).toContain('search=925+555+0104');
    expect(called('GET /api/admin/customers?').at(-1)?.call).toContain('search=925+555+0104&sort=name');
    await page.getByLabel('Name, email or phone').fill('zzz');
    await page.getByText('No customers found matching your search').waitFor();
    await page.getByLabel('Name, email or phone').fill('');
    await page.getByText('7 customers').waitFor();
    await page.getByLabel('Sort by').selectOption('Newest first');
    await expect.poll(() => called('GET /api/admin/customers?').at(-1)?.call).toContain('sort=-created_at');
  });

  it('keeps both of two changes that come before the first is rendered', async () => {
    const { page } = await open('/admin/customers');
    await page.getByText('7 customers').waitFor();
    const row = page.getByRole('button', { name: 'Ada Moreau', exact: true });
    const sort = page.getByLabel('Sort by');
    const chosen = await sort.elementHandle();
    await row.evaluate((button, select) => {
      (button as HTMLElement).click();
      (select as HTMLSelectElement).value = '-created_at';
      select?.dispatchEvent(new Event('change', { bubbles: true }));
    }, chosen);
    await page.getByRole('region', { name: 'Service History' }).waitFor();
    await expect.poll(() => sort.inputValue()).toBe('-created_at');
  });

  it('goes on, page by page', async () => {
    const { page, button } = await open('/admin/customers', {
      'GET /api/admin/customers': (route, url) =>
        projected(
          url.searchParams.has('cursor')
            ? { customers: CUSTOMERS.slice(4), total: null, next_cursor: null }
            : { customers: CUSTOMERS.slice(0, 4), total: 1_207, next_cursor: 'more' },
        )(route, url),
    });
    await page.getByText('1,207 customers').waitFor();
    expect(await page.getByRole('row').count()).toBe(1 + 4);
    await button('Load more').click();
    await page.getByRole('row').filter({ hasText: 'Grace Lin' }).waitFor();
    expect(await page.getByRole('row').count()).toBe(1 + 7);
    await page.getByText('1,207 customers').waitFor();
    expect(await button('Load more').count()).toBe(0);
  });
});

describe('a customer', () => {
  // Spec: 2.customer-profile, 8.customer-updated
  it('is changed in what was changed, on the version that was seen', async () => {
    const { page, api, button, toast, called } = await openAda();
    await button('Edit').click();
    await page.getByLabel('Name', { exact: true }).fill('A');
    await page.getByLabel('Email (optional)').fill('ada@');
    await page.getByLabel('Phone (optional)').fill('925');
    await page.getByLabel('Birthday month').selectOption('February');
    await page.getByLabel('Birthday day').fill('32');
    await button('Save').click();
    for (const text of [
      'Customer name must be at least 2 characters',
      'Please enter a valid email address',
      'Please enter a valid phone number',
      'The day of the birthday must be from 1 to 31',
    ]) {
      await page.getByText(text).waitFor();
    }
    await page.getByLabel('Name', { exact: true }).fill('Ada M. Moreau');
    await page.getByLabel('Email (optional)').fill('');
    await page.getByLabel('Phone (optional)').fill('9255550101');
    await expect.poll(() => page.getByLabel('Phone (optional)').inputValue()).toBe('(925) 555-0101');
    await page.getByLabel('Birthday day').fill('30');
    await button('Save').click();
    await page.getByText('The month of the birthday has no such day').waitFor();
    expect(called('PATCH')).toEqual([]);
    await page.getByLabel('Birthday day').fill('29');
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    api.change({ [`GET ${ADA_PATH}`]: profiled({ ...ADA_PROFILE, name: 'Ada M. Moreau' }, 2, 9) });
    await button('Save').click();
    await toast('Customer updated successfully').waitFor();
    expect((await sent).headers()['if-match']).toBe('"1"');
    expect((await sent).postDataJSON()).toEqual({
      name: 'Ada M. Moreau',
      email: null,
      birthday_month: 2,
      birthday_day: 29,
    });
  });

  it('that somebody else changed first keeps what was typed, and tells what they did', async () => {
    const { page, api, button, alert, toast } = await openAda({
      [`PATCH ${ADA_PATH}`]: stale('CustomerChanged', 2),
    });
    await button('Edit').click();
    await page.getByLabel('Notes').fill('Mine');
    api.change({ [`GET ${ADA_PATH}`]: profiled({ ...ADA_PROFILE, phone: '(925) 555-0777' }, 2, 9) });
    await button('Save').click();
    await alert('Marie Petit changed this on').waitFor();
    await alert('Phone: (925) 555-0101 is now (925) 555-0777').waitFor();
    expect(await page.getByLabel('Notes').inputValue()).toBe('Mine');
    api.change({ [`PATCH ${ADA_PATH}`]: json({ id: customerId(1), version: 3, position }) });
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await button('Save').click();
    expect((await sent).headers()['if-match']).toBe('"2"');
    expect((await sent).postDataJSON()).toEqual({ notes: 'Mine' });
    await toast('Customer updated successfully').waitFor();
  });

  // Spec: 8.server-messages
  it('is told when the server refuses, by its own words', async () => {
    const { page, button, toast } = await openAda({ [`PATCH ${ADA_PATH}`]: problem('customer-not-found') });
    await button('Edit').click();
    await page.getByLabel('Notes').fill('Mine');
    await button('Save').click();
    await toast('The customer was not found. They may have been removed.').waitFor();
    expect(await page.getByLabel('Notes').inputValue()).toBe('Mine');
  });

  it('is erased after a question', async () => {
    const { page, api, button, toast, dialog } = await openAda({
      [`POST ${ADA_PATH}/erase`]: json({ erased: [customerId(1)], position }),
    });
    await button('Erase...').click();
    await dialog.getByText('This cannot be undone.').waitFor();
    await button('Keep Customer').click();
    await dialog.waitFor({ state: 'hidden' });
    await button('Erase...').click();
    api.change({
      'GET /api/admin/customers': listed(CUSTOMERS.slice(1), 9),
      [`GET ${ADA_PATH}`]: problem('customer-not-found'),
    });
    await button('Erase for good').click();
    await toast('Customer erased').waitFor();
    await page.getByText('6 customers').waitFor();
    expect(page.url()).toBe(`${site.url}/admin/customers`);
  });
});

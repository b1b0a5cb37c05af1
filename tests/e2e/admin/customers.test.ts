import { expect, it } from 'vitest';
import {
  ADA_PATH,
  ADA_PROFILE,
  CUSTOMERS,
  customerId,
  profiled,
  projected,
} from '../support/fixtures/admin-fixtures.ts';
import { adminOpener } from '../support/pages/open-admin.ts';
import { givenSite } from '../support/site/given-site.ts';
import { lostNetwork } from '../support/site/mock-api.ts';

/** The list of customers. */

const open = adminOpener(givenSite());

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

it('keeps both of two changes that come before the first is rendered', async () => {
  const { page, called } = await open('/admin/customers');
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
  await expect.poll(() => called('GET /api/admin/customers?').at(-1)?.call).toContain('sort=-created_at');
});

// Spec: 8.server-messages
it('says what failed, loads it when asked again, and goes on page by page', async () => {
  const { page, api, button, alert, toast } = await open('/admin/customers', {
    'GET /api/admin/customers': lostNetwork,
  });
  await alert('Failed to fetch customers.').waitFor();
  await toast('We got no answer. Please try again.').waitFor();
  api.change({
    'GET /api/admin/customers': (route, url) =>
      projected(
        url.searchParams.has('cursor')
          ? { customers: CUSTOMERS.slice(4), total: null, next_cursor: null }
          : { customers: CUSTOMERS.slice(0, 4), total: 1_207, next_cursor: 'more' },
      )(route, url),
  });
  await button('Try again').click();
  await page.getByText('1,207 customers').waitFor();
  expect(await page.getByRole('row').count()).toBe(1 + 4);
  await button('Load more').click();
  await page.getByRole('row').filter({ hasText: 'Grace Lin' }).waitFor();
  expect(await page.getByRole('row').count()).toBe(1 + 7);
  await page.getByText('1,207 customers').waitFor();
  expect(await button('Load more').count()).toBe(0);
});

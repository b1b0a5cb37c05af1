import { expect, it } from 'vitest';
import {
  ADA,
  ADMIN_BOOKINGS,
  booking,
  bookingId,
  bookingList,
  bookingPath,
  changedTo,
} from '../support/fixtures/booking-fixtures.ts';
import { held } from '../support/pages/open-admin.ts';
import { expectAccessible, PHONE, pressEscape } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { lostNetwork, problem } from '../support/site/mock-api.ts';
import { bookingAdmin } from '../support/visitor/booking-admin.ts';

/** The list of appointments. */

const open = bookingAdmin(givenSite());

// Spec: 2.appointments-table
it('shows who comes when for what; keys walk through it, and a click on a row opens it', async () => {
  const { page, row, dialog, at } = await open('');
  await page.getByText('9 appointments').waitFor();
  await page.getByText('Newest booking first').waitFor();
  expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
    'Select',
    'Customer',
    'Date & Time',
    'Services',
    'Amount',
    'Status',
    'Actions',
  ]);
  expect(await row('Ada Moreau').innerText()).toMatch(
    /Ada Moreau[\s\S]*ada.moreau@example.com\s+Dec 03, 2026 · 2:30 PM\s+Women's Haircut, Scalp Treatment\s+Price Varies\s+Pending/,
  );
  await row('Erased customer').getByText('4:00 PM').waitFor();
  const box = await row('Tom Okafor').boundingBox();
  expect(Math.round(box?.height ?? 0) - 44).toBeOneOf([0, 1]);
  await expectAccessible(page);

  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await dialog.getByRole('heading', { name: 'Ada Moreau' }).waitFor();
  await at(`/admin/appointments/${ADA.id}`);
  await pressEscape(page);
  await dialog.waitFor({ state: 'hidden' });
  await at('/admin/appointments');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Ada Moreau');

  // A click anywhere on the row opens it as well; not one that ticks its box or ends a selection of text.
  await row('Ada Moreau').getByLabel('Select Ada Moreau').click();
  await row('Ada Moreau').getByLabel('Select Ada Moreau').click();
  const services = row('Ada Moreau').getByRole('cell').nth(3);
  const date = await row('Ada Moreau').getByRole('cell').nth(2).boundingBox();
  const [left, middle] = [(date?.x ?? 0) + 14, (date?.y ?? 0) + (date?.height ?? 0) / 2];
  await page.mouse.move(left, middle);
  await page.mouse.down();
  await page.mouse.move(left + 80, middle, { steps: 4 });
  await page.mouse.up();
  expect(await page.evaluate(() => getSelection()?.toString())).not.toBe('');
  await services.click({ modifiers: ['ControlOrMeta'] });
  // Nor one that closes a menu.
  await row('Ada Moreau').getByRole('button', { name: 'Actions for Ada Moreau' }).click();
  await page.getByRole('menuitem', { name: 'Details' }).waitFor();
  await services.click();
  await page.getByRole('menuitem', { name: 'Details' }).waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toBe('/admin/appointments');
  await services.click();
  await dialog.getByRole('heading', { name: 'Ada Moreau' }).waitFor();
  await at(`/admin/appointments/${ADA.id}`);
});

// Spec: 2.appointments-filters, 2.appointments-table, 8.fetch-bookings
it('says what failed, follows the filters in the address, and loads the next page', async () => {
  const { page, api, button, called, alert, toast, at } = await open('?status=pending', {
    'GET /api/admin/bookings': lostNetwork,
  });
  await alert('Failed to fetch bookings.').waitFor();
  await toast('Failed to fetch bookings').waitFor();
  api.change({
    'GET /api/admin/bookings': (route, url) =>
      (url.searchParams.has('cursor')
        ? bookingList([booking(20, 'Zoe Adler', ['2026-12-05', '9:00 AM'], 'confirmed')])
        : bookingList(ADMIN_BOOKINGS, 0, '2026-01-01T00:00:00.000Z_x'))(route, url),
  });
  await button('Try again').click();
  await page.getByText('49 appointments').waitFor();
  await button('Load more').click();
  await page.getByText('Zoe Adler').waitFor();
  expect(await button('Load more').count()).toBe(0);
  expect(called('GET /api/admin/bookings?').at(-1)?.call).toContain('cursor=2026-01-01T00');

  await page.getByLabel('From').fill('2026-12-01');
  await at('/admin/appointments?status=pending&from=2026-12-01');
  await page.getByText('Earliest appointment first').waitFor();
  expect(await page.getByRole('columnheader', { name: 'Date & Time' }).getAttribute('aria-sort')).toBe(
    'ascending',
  );
  const to = page.getByLabel('To', { exact: true });
  await to.fill('2026-11-30');
  await page.getByRole('alert').getByText('“To” lies before “From”.').waitFor();
  await to.fill('2026-12-31');
  await page.getByText('“To” lies before “From”.').waitFor({ state: 'hidden' });
  const calls = called('GET /api/admin/bookings?').map(({ call }) => call);
  expect(calls.filter((call) => call.includes('to=2026-11-30'))).toEqual([]);
  api.change({ 'GET /api/admin/bookings': bookingList([]) });
  await page.getByLabel('Status').selectOption('All Statuses');
  await page.getByText('No appointments found').waitFor();
  await page.getByText('Try adjusting your filters.').waitFor();
  await button('Clear filters').click();
  await at('/admin/appointments');
  await page.getByText('New appointments appear here as customers book.').waitFor();
});

// Spec: 8.update-status, 8.status-updated
it('confirms one or many together, and keeps as it was what is refused', async () => {
  const answer = held(problem('stale'));
  const { page, api, button, toast, called, row } = await open('', {
    [`POST ${bookingPath(1)}/confirm`]: answer.respond,
    [`POST ${bookingPath(2)}/confirm`]: problem('already-cancelled'),
  });
  await button('Confirm Ada Moreau').click();
  await expect.poll(() => button('Confirm Ada Moreau').isDisabled()).toBe(true);
  await row('Ada Moreau').getByText('Pending').waitFor();
  answer.release();
  await expect.poll(() => button('Confirm Ada Moreau').isDisabled()).toBe(false);
  await row('Ada Moreau').getByText('Pending').waitFor();
  await toast('Failed to update booking status').waitFor();

  const confirmedList = bookingList(
    ADMIN_BOOKINGS.map((each) => (each.id === bookingId(2) ? each : { ...each, status: 'confirmed' })),
    9,
  );
  api.change({
    [`POST ${bookingPath(1)}/confirm`]: (route, url) => {
      // Not before: the list that the refusal has asked for may still be on its way.
      api.change({ 'GET /api/admin/bookings': confirmedList });
      return changedTo(1, 'confirmed')(route, url);
    },
  });
  await page.getByLabel('Select all 3 pending').check();
  await button('Confirm 3 requests').click();
  await toast('1 of 3 could not be confirmed').waitFor();
  await button('Confirm 1 request').waitFor();
  expect(await row('Leo Marsh').getByRole('checkbox').isChecked()).toBe(true);
  const confirmed = called('POST').map(({ call }) => call);
  expect(confirmed.slice(1).sort()).toEqual([1, 2, 7].map((number) => `POST ${bookingPath(number)}/confirm`));
  api.change({ [`POST ${bookingPath(2)}/confirm`]: changedTo(2, 'confirmed', 12) });
  await button('Confirm 1 request').click();
  await toast('Booking confirmed successfully').waitFor();
});

it('shows all columns on a tablet, their facts on a second line where there is less room, and cards on a phone', async () => {
  const { page, row } = await open('', {}, { size: { width: 1440, height: 900 } });
  const over = () =>
    page.getByRole('table').evaluate((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0));
  const services = row('Ada Moreau').getByText('Scalp Treatment').filter({ visible: true });
  const heads = page.getByRole('columnheader').filter({ visible: true });
  const most = 7;
  for (const width of [1280, 1024, 768]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => heads.count(), { message: `at ${width} px` }).toBe(most);
    await services.waitFor();
    await expect.poll(over, { message: `at ${width} px` }).toBeLessThanOrEqual(0);
  }
  // It stands beside the whole sidebar.
  await page.getByRole('button', { name: 'Sidebar', expanded: false }).click();
  await expect.poll(() => heads.count()).toBe(most - 2);
  await services.waitFor();
  await expect.poll(over).toBeLessThanOrEqual(0);
  await page.setViewportSize(PHONE);
  await page.getByRole('table').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Confirm Ada Moreau' }).waitFor();
  await expectAccessible(page);
});

it('has its filters in one line on a phone, with how many are in use', async () => {
  const { page, button, at } = await open(
    '?status=pending&from=2026-11-01&to=2026-12-31',
    {},
    { size: { width: 320, height: 568 } },
  );
  await page.getByText('9 appointments').waitFor();
  const filter = button('Filter (2)');
  const search = page.getByLabel('Name, email or phone');
  expect((await filter.boundingBox())?.y).toBe((await search.boundingBox())?.y);
  expect(await page.getByLabel('Status').count()).toBe(0);
  await filter.click();
  await page.getByLabel('Status').selectOption('All Statuses');
  await at('/admin/appointments?from=2026-11-01&to=2026-12-31');
  await button('Filter (1)').waitFor();
  await expectAccessible(page);
  await button('This week').click();
  await at('/admin/appointments?from=2026-11-15&to=2026-11-21');
  await button('Clear filters').click();
  await button('Filter').click();
  await page.getByLabel('Status').waitFor({ state: 'detached' });
});

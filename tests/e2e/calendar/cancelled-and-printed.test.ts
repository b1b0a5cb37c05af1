import { expect, it } from 'vitest';
import { signedIn } from '../support/fixtures/auth-fixtures.ts';
import { BOOKING_SUCCESS, details, YUKI } from '../support/fixtures/booking-fixtures.ts';
import { appointmentOf, CALENDAR_SUCCESS, calendarOf } from '../support/fixtures/calendar-fixtures.ts';
import { NOW } from '../support/fixtures/fixtures.ts';
import { accountOpener } from '../support/pages/open-account.ts';
import { pressEscape } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { json, type MockResponse } from '../support/site/mock-api.ts';

const openAccount = accountOpener(givenSite());
const open = (query: string, api: Record<string, MockResponse> = {}) =>
  openAccount(`/admin/calendar?${query}`, { api: { ...CALENDAR_SUCCESS, ...api }, begin: signedIn() });

it('leaves the time of a cancelled appointment free to click, below the name of whose it was, and says why it was cancelled', async () => {
  const cancellation = { reason: 'no_show', at: NOW.toISOString(), by: 'staff' } as const;
  const { page, button } = await open('view=week&date=2026-11-20', {
    ...BOOKING_SUCCESS,
    [`GET /api/admin/bookings/${appointmentOf('Nora Lindqvist')}`]: details({ ...YUKI, cancellation }),
    'GET /api/admin/calendar': (route, url) => {
      const calendar = calendarOf(url.searchParams.get('from') ?? '', url.searchParams.get('to') ?? '');
      const gone = appointmentOf('Nora Lindqvist');
      const days = calendar.days.map((day) => ({
        ...day,
        bookings: day.bookings.map((one) =>
          one.id === gone ? { ...one, status: 'cancelled' as const, parts: [] } : one,
        ),
      }));
      return json({ ...calendar, days })(route, url);
    },
  });
  const dialog = page.getByRole('dialog');
  const strip = page.locator(`[data-appointment="${appointmentOf('Nora Lindqvist')}"]`);
  const name = strip.getByText('Nora Lindqvist');
  await name.waitFor();
  expect(await name.evaluate((element) => getComputedStyle(element).textDecorationLine)).toBe('line-through');
  // All of it can be read.
  expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await strip.focus();
  await page.keyboard.press('Enter');
  await dialog.getByRole('heading', { name: 'Nora Lindqvist' }).waitFor();
  await dialog.getByText(/^No Show · by staff on /).waitFor();
  await pressEscape(page);
  await dialog.waitFor({ state: 'hidden' });

  const [box, day] = await Promise.all([
    strip.boundingBox(),
    page.locator('[data-day="2026-11-21"]').boundingBox(),
  ]);
  if (!box || !day) throw new Error('is not drawn');
  await page.mouse.click(day.x + day.width / 2, box.y + 36);
  await dialog.getByRole('heading', { name: 'Add Booking' }).waitFor();
  expect(await dialog.getByLabel('Date', { exact: true }).inputValue()).toBe('2026-11-21');
  await pressEscape(page);
  await dialog.waitFor({ state: 'hidden' });

  // The button begins without a time.
  await button('Add Booking').click();
  await dialog.getByRole('heading', { name: 'Add Booking' }).waitFor();
  expect(await dialog.getByLabel('Date', { exact: true }).inputValue()).toBe('');
});

it('leaves nearly all of the width to who comes when others were cancelled before, however many', async () => {
  const nora = appointmentOf('Nora Lindqvist');
  const { page } = await open('view=week&date=2026-11-20', {
    'GET /api/admin/calendar': (route, url) => {
      const calendar = calendarOf(url.searchParams.get('from') ?? '', url.searchParams.get('to') ?? '');
      const gone = ['a', 'b', 'c'].map((last) => nora.slice(0, -1) + last);
      const days = calendar.days.map((day) => ({
        ...day,
        bookings: day.bookings.flatMap((one) =>
          one.id === nora
            ? [one, ...gone.map((id) => ({ ...one, id, status: 'cancelled' as const, parts: [] }))]
            : one,
        ),
      }));
      return json({ ...calendar, days })(route, url);
    },
  });
  const widthOf = async (selector: string) => (await page.locator(selector).boundingBox())?.width ?? 0;
  await page.locator(`[data-appointment="${nora}"]`).waitFor();
  const share = (await widthOf(`[data-appointment="${nora}"]`)) / (await widthOf('[data-day="2026-11-21"]'));
  expect(share).toBeGreaterThan(0.7);
});

it('prints a day as a list with all that the screen has behind each appointment, the cancelled ones last', async () => {
  const { page, button } = await open('view=day&date=2026-11-20');
  await button('Add Booking').waitFor();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.getByRole('heading', { name: 'Friday, November 20, 2026' }).waitFor();
  for (const name of ['Calendar Management', 'Available hours']) {
    expect(await page.getByRole('heading', { name }).filter({ visible: true }).count()).toBe(0);
  }
  expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0);
  const row = page.getByRole('row').filter({ hasText: 'Priya Nair' });
  expect(await row.getByRole('cell').allInnerTexts()).toEqual([
    '3:00 PM',
    '1h 30min',
    'Priya Nair\nPending',
    '(925) 555-0199',
    'Color Treatment',
    'Wants copper.',
    '$65.00',
  ]);
  expect(await page.getByRole('row').count()).toBe(7);
  expect(await page.getByRole('row').filter({ hasText: 'Hannah Ruiz' }).innerText()).not.toContain('Pending');

  await page.emulateMedia({ media: 'screen' });
  await button('Previous').click();
  await page.waitForURL(/date=2026-11-19$/);
  await button('Previous').click();
  await page.getByRole('heading', { name: 'Nov 18, 2026' }).waitFor();
  await page.locator(`[data-appointment="${appointmentOf('Yuki Tanabe')}"]`).waitFor();
  await page.emulateMedia({ media: 'print' });
  await page.getByRole('row', { name: 'Cancelled', exact: true }).waitFor();
  expect(await page.getByRole('row').last().innerText()).toContain('Yuki Tanabe');

  // A week is printed as it looks, as light as paper, with every hour.
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
  await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Week' }).click();
  await page.locator('[data-day]').nth(6).waitFor();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.getByText('10 AM', { exact: true }).waitFor();
  const surface = () =>
    page
      .locator('[data-day]')
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  await expect.poll(surface).toBe('rgb(255, 255, 255)');
});

it('prints the blocked parts of a day among its appointments', async () => {
  const { page, button } = await open('view=day&date=2026-11-20', {
    'GET /api/admin/calendar': (route, url) => {
      const calendar = calendarOf(url.searchParams.get('from') ?? '', url.searchParams.get('to') ?? '');
      const lunch = {
        id: appointmentOf('Yuki Tanabe'),
        resource_id: null,
        start: 810,
        end: 840,
        reason: 'Lunch',
      };
      const days = calendar.days.map((day) => ({ ...day, blocks: [lunch] }));
      return json({ ...calendar, days })(route, url);
    },
  });
  await button('Add Booking').waitFor();
  await page.emulateMedia({ media: 'print' });
  const row = page.getByRole('row').filter({ hasText: 'Lunch' });
  await row.waitFor();
  expect(await row.getByRole('cell').allInnerTexts()).toEqual(['1:30 PM', '30min', 'Lunch']);
  const times = await page.getByRole('row').locator('td:first-child').allInnerTexts();
  expect(times.indexOf('1:30 PM')).toBeLessThan(times.indexOf('3:00 PM'));
});

import { expect, it } from 'vitest';
import type { Calendar, CalendarBooking, CalendarDay } from '../../../src/contracts/bookings/calendar.ts';
import { BOOKING_SUCCESS, bookingId, details, YUKI } from '../support/fixtures/booking-fixtures.ts';
import { appointmentOf, calendarOf } from '../support/fixtures/calendar-fixtures.ts';
import { NOW } from '../support/fixtures/fixtures.ts';
import { calendarPageOpener } from '../support/pages/open-calendar.ts';
import { pressEscape } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { json, type MockResponse } from '../support/site/mock-api.ts';

const open = calendarPageOpener(givenSite());

/** The calendar whose days were changed so. */
const changedDays =
  (change: (day: CalendarDay) => Partial<CalendarDay>): MockResponse =>
  (route, url) => {
    const { from = '', to = '' } = Object.fromEntries(url.searchParams);
    const { resources, days } = calendarOf(from, to);
    const changed = days.map((day) => ({ ...day, ...change(day) }));
    return json({ resources, days: changed } satisfies Calendar)(route, url);
  };

const cancelled = (one: CalendarBooking) => ({ ...one, status: 'cancelled' as const, parts: [] });

it('leaves time and width of cancelled appointments to others, below the name of whose they were, and says why', async () => {
  const cancellation = { reason: 'no_show', at: NOW.toISOString(), by: 'staff' } as const;
  const [nora, amelie] = [appointmentOf('Nora Lindqvist'), appointmentOf('Amelie Fournier')];
  const { page, button } = await open('?view=week&date=2026-11-20', {
    ...BOOKING_SUCCESS,
    [`GET /api/admin/bookings/${nora}`]: details({ ...YUKI, cancellation }),
    'GET /api/admin/calendar': changedDays(({ bookings }) => ({
      bookings: bookings.flatMap((one) => {
        if (one.id === nora) return cancelled(one);
        if (one.id !== amelie) return one;
        return [one, ...['a', 'b', 'c'].map((last) => cancelled({ ...one, id: one.id.slice(0, -1) + last }))];
      }),
    })),
  });
  const dialog = page.getByRole('dialog');
  const strip = page.locator(`[data-appointment="${nora}"]`);
  const name = strip.getByText('Nora Lindqvist');
  await name.waitFor();
  expect(await name.evaluate((element) => getComputedStyle(element).textDecorationLine)).toBe('line-through');
  // All of it can be read, once the font is there.
  await expect.poll(() => name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await strip.focus();
  await page.keyboard.press('Enter');
  await dialog.getByRole('heading', { name: 'Nora Lindqvist' }).waitFor();
  await dialog.getByText(/^No Show · by staff on /).waitFor();
  await pressEscape(page);
  await dialog.waitFor({ state: 'hidden' });

  const [box, coming, day] = await Promise.all(
    [strip, page.locator(`[data-appointment="${amelie}"]`), page.locator('[data-day="2026-11-21"]')].map(
      (drawn) => drawn.boundingBox(),
    ),
  );
  if (!box || !coming || !day) throw new Error('is not drawn');
  // However many were cancelled before.
  expect(coming.width / day.width).toBeGreaterThan(0.7);
  await page.mouse.click(day.x + day.width / 2, box.y + 36);
  await page.getByRole('menuitem', { name: 'Book' }).click();
  await dialog.getByRole('heading', { name: 'Add Booking' }).waitFor();
  expect(await dialog.getByLabel('Date', { exact: true }).inputValue()).toBe('2026-11-21');
  await pressEscape(page);
  await dialog.waitFor({ state: 'hidden' });

  // The button begins without a time.
  await button('Add Booking').click();
  await dialog.getByRole('heading', { name: 'Add Booking' }).waitFor();
  expect(await dialog.getByLabel('Date', { exact: true }).inputValue()).toBe('');
});

it('prints a day as a list with blocked times and all that the screen has behind each appointment, the cancelled ones last', async () => {
  const lunch = { id: bookingId(1), resource_id: null, start: 810, end: 840, reason: 'Lunch' };
  const { page, button } = await open('?view=day&date=2026-11-20', {
    'GET /api/admin/calendar': changedDays(({ date }) => (date === '2026-11-20' ? { blocks: [lunch] } : {})),
  });
  await button('Add Booking').waitFor();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.getByRole('heading', { name: 'Friday, November 20, 2026' }).waitFor();
  for (const name of ['Calendar Management', 'Available hours']) {
    expect(await page.getByRole('heading', { name }).filter({ visible: true }).count()).toBe(0);
  }
  expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0);
  const cells = (text: string) =>
    page.getByRole('row').filter({ hasText: text }).getByRole('cell').allInnerTexts();
  expect(await cells('Lunch')).toEqual(['1:30 PM', '30min', 'Lunch']);
  expect(await cells('Priya Nair')).toEqual([
    '3:00 PM',
    '1h 30min',
    'Priya Nair\nPending',
    '(925) 555-0199',
    'Color Treatment',
    'Wants copper.',
    '≈\u00a0$1,180',
  ]);
  expect(await page.getByRole('row').count()).toBe(8);
  const times = await page.getByRole('row').locator('td:first-child').allInnerTexts();
  expect(times.indexOf('1:30 PM')).toBeLessThan(times.indexOf('3:00 PM'));
  expect(await page.getByRole('row').filter({ hasText: 'Hannah Ruiz' }).innerText()).not.toContain('Pending');

  await page.emulateMedia({ media: 'screen' });
  await button('Previous').click();
  // The address changes before the page, whose button would lead to the same day again.
  await page.getByRole('heading', { name: 'Nov 19, 2026' }).waitFor();
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

import type { Locator, Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { booking, details } from '../support/fixtures/booking-fixtures.ts';
import { appointmentOf, calendarOf } from '../support/fixtures/calendar-fixtures.ts';
import { calendarPageOpener } from '../support/pages/open-calendar.ts';
import { expectAccessible, PHONE } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { json } from '../support/site/mock-api.ts';

const open = calendarPageOpener(givenSite());
const days = (page: Page) => page.getByRole('navigation', { name: 'Days' }).getByRole('link');

/** Swipes sideways over the middle of an element. */
async function swipe(page: Page, over: Locator, across: number) {
  const box = await over.boundingBox();
  if (!box) throw new Error('is not drawn');
  const session = await page.context().newCDPSession(page);
  onTestFinished(() => session.detach());
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await send('touchStart', x, y);
  for (const part of [0.25, 0.5, 0.75, 1]) await send('touchMove', x + across * part, y);
  await send('touchEnd');
}

describe('a week on a phone', () => {
  it('has its days in a strip, with how many appointments each has', async () => {
    const { page, called } = await open('?view=week&date=2026-11-20', {}, PHONE);
    await page.getByText('Day 6 of 7').waitFor();
    expect(await days(page).count()).toBe(7);
    const friday = page.getByRole('link', { name: 'Friday, November 20, today, 6 appointments' });
    expect(await friday.getAttribute('aria-current')).toBe('true');
    // A cancelled one doesn't count.
    await page.getByRole('link', { name: 'Wednesday, November 18, 3 appointments' }).click();
    await page.getByText('Day 4 of 7').waitFor();
    await page.locator(`[data-appointment="${appointmentOf('Clara Weiss')}"]`).waitFor();
    await expectAccessible(page);
    // The days of a day's week are those of the week, so nothing is loaded again.
    await page.getByRole('link', { name: 'Day', exact: true }).click();
    await page.waitForURL(/view=day&date=2026-11-18$/);
    await page.getByText('Every Wednesday').waitFor();
    expect(await days(page).count()).toBe(7);
    expect(called('GET /api/admin/calendar?')).toHaveLength(1);
    await page.getByText('3 appointments', { exact: true }).waitFor();
    await expectAccessible(page);
  });

  it('has days that are large enough for a finger on a narrow phone, too', async () => {
    const { page } = await open('?view=week&date=2026-11-20', {}, { width: 320, height: 640 });
    await page.getByText('Day 6 of 7').waitFor();
    for (const day of await days(page).all()) expect((await day.boundingBox())?.width).toBeGreaterThan(40);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await expectAccessible(page);
  });

  it('begins within the first screen, and says that a day is blocked', async () => {
    const { page } = await open('?view=week&date=2026-11-26', {}, PHONE);
    await page.getByRole('link', { name: 'Thursday, November 26, blocked' }).waitFor();
    const grid = await page.locator('[data-day]').boundingBox();
    expect(grid?.y).toBeLessThan(PHONE.height / 2);
    await page.getByRole('button', { name: 'Add Hours on Thursday, November 26' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  });

  it('is turned by a swipe, also to the next week', async () => {
    const { page } = await open('?view=week&date=2026-11-20', {}, PHONE);
    await page.getByText('Day 6 of 7').waitFor();
    const strip = page.getByRole('navigation', { name: 'Days' });
    await swipe(page, strip, -120);
    await page.getByText('Day 7 of 7').waitFor();
    await swipe(page, strip, -120);
    await page.getByText('Day 1 of 7').waitFor();
    await page.waitForURL(/view=week&date=2026-11-22$/);
    await swipe(page, strip, 120);
    await page.getByText('Day 7 of 7').waitFor();
    await page.waitForURL(/date=2026-11-21$/);
    // A swipe opens nothing and books nothing.
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

it('shows one appointment of each day in the month by its name, and turns it by a swipe', async () => {
  const { page } = await open('?view=month&date=2026-11-20', {}, PHONE);
  const nora = page.getByRole('button', {
    name: /^9:00 AM\s*Nora Lindqvist\s*, Eyebrow Microblading, confirmed$/,
  });
  await nora.waitFor();
  expect(await nora.getByText('Nora Lindqvist', { exact: true }).isVisible()).toBe(true);
  expect((await nora.boundingBox())?.height).toBeGreaterThanOrEqual(24);
  await page.getByRole('link', { name: '+5 more on Friday, November 20' }).waitFor();
  await expectAccessible(page);
  await swipe(page, page.getByRole('table'), -120);
  await page.getByRole('heading', { name: 'December 2026' }).waitFor();
});

it('has phone, note and price in a block that has all of the width', async () => {
  const { page } = await open('?view=day&date=2026-11-20', {}, PHONE);
  const priya = page.locator(`[data-appointment="${appointmentOf('Priya Nair')}"]`);
  for (const text of ['$65.00', '(925) 555-0199 · Wants copper.']) await priya.getByText(text).waitFor();
  expect(await priya.getAttribute('aria-label')).toContain(
    '$65.00, Color Treatment, (925) 555-0199 · Wants copper.',
  );
  // Half an hour has room for the price only.
  const leo = page.locator(`[data-appointment="${appointmentOf('Leo Marsh')}"]`);
  await leo.getByText('$65.00').waitFor();
  expect(await leo.getByText('555').count()).toBe(0);
  await expectAccessible(page);
});

describe('cancelled appointments', () => {
  it('say whose they were when they are pointed at or have the focus', async () => {
    const yuki = appointmentOf('Yuki Tanabe');
    const { page } = await open('?view=week&date=2026-11-18', {
      // At the time of another appointment, where there is room for a strip only.
      'GET /api/admin/calendar': (route, url) => {
        const calendar = calendarOf(url.searchParams.get('from') ?? '', url.searchParams.get('to') ?? '');
        const days = calendar.days.map((day) => ({
          ...day,
          bookings: day.bookings.map((one) => (one.id === yuki ? { ...one, start: 810 } : one)),
        }));
        return json({ ...calendar, days })(route, url);
      },
    });
    const strip = page.locator(`[data-appointment="${yuki}"]`);
    const label = page.getByText('1:30 Yuki Tanabe, cancelled');
    await strip.waitFor();
    expect(await label.isVisible()).toBe(false);
    await strip.hover();
    await label.waitFor();
    await page.mouse.move(0, 0);
    await label.waitFor({ state: 'hidden' });
    await strip.focus();
    await label.waitFor();
  });

  it.each([
    ['desktop', undefined],
    ['phone', PHONE],
  ] as const)('can be hidden on a %s, which is remembered', async (_, size) => {
    const { page, button } = await open('?view=week&date=2026-11-18', {}, size);
    const strip = page.locator(`[data-appointment="${appointmentOf('Yuki Tanabe')}"]`);
    await strip.waitFor();
    await button('Hide cancelled').click();
    await strip.waitFor({ state: 'detached' });
    await page.reload();
    await button('Show 1 cancelled').waitFor();
    expect(await strip.count()).toBe(0);
    await button('Show 1 cancelled').click();
    await strip.waitFor();
  });
});

it('shows all that can be done with an appointment at once, so that nothing comes to where a finger aims', async () => {
  const id = appointmentOf('Priya Nair');
  const known = details(booking(18, 'Priya Nair', ['2026-11-20', '2:00 PM'], 'confirmed', { id }));
  const { promise: isAsked, resolve: answer } = Promise.withResolvers<void>();
  const { page } = await open(
    '?view=week&date=2026-11-20',
    { [`GET /api/admin/bookings/${id}`]: (route, url) => isAsked.then(() => known(route, url)) },
    PHONE,
  );
  await page.locator(`[data-appointment="${id}"]`).click();
  const dialog = page.getByRole('dialog', { name: 'Priya Nair' });
  await dialog.getByText('Amount').waitFor();
  expect(await dialog.getByRole('link', { name: 'Open appointment' }).count()).toBe(0);
  answer();
  await dialog.getByRole('button', { name: 'Move' }).waitFor();
  await dialog.getByRole('link', { name: 'Open appointment' }).waitFor();
});

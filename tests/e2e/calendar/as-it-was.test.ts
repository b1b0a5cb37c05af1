import { expect, it } from 'vitest';
import { appointmentOf } from '../support/fixtures/calendar-fixtures.ts';
import { changeAt, PAST_SUCCESS } from '../support/fixtures/past-fixtures.ts';
import { calendarPageOpener, grab, HALF } from '../support/pages/open-calendar.ts';
import { expectAccessible, PHONE, pressEscape } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { lostNetwork, type MockResponse } from '../support/site/mock-api.ts';

const openCalendar = calendarPageOpener(givenSite());

async function open(
  search: string,
  { api = {}, size }: { api?: Record<string, MockResponse>; size?: { width: number; height: number } } = {},
) {
  const opened = await openCalendar(search, { ...PAST_SUCCESS, ...api }, size);
  const { page } = opened;
  return {
    ...opened,
    dialog: page.getByRole('dialog'),
    banner: page.getByRole('region', { name: 'The calendar as it was' }),
    block: (name: string) => page.locator(`[data-appointment="${appointmentOf(name)}"]`),
    nameOf: (name: string) =>
      page.locator(`[data-appointment="${appointmentOf(name)}"]`).getAttribute('aria-label'),
  };
}

const WEEK = '?view=week&date=2026-11-20';

it('shows a moment that is asked for, steps from change to change, and returns to now', async () => {
  const { page, button, dialog, banner, block, nameOf } = await open(WEEK);
  await button('As it was...').click();
  await dialog.getByLabel('Date').fill('2026-11-21');
  await dialog.getByLabel('Time').fill('12:30');
  await dialog.getByRole('button', { name: 'Show' }).click();
  await dialog.getByText('Choose a time in the past.').waitFor();
  await dialog.getByLabel('Date').fill('2026-11-19');
  await dialog.getByRole('button', { name: 'Show' }).click();

  await banner.getByText('As it was on Thu, Nov 19, 2026 · 12:30 PM.').waitFor();
  await banner
    .getByText(
      'Last change of these days, on Thu, Nov 19, 2026 · 12:00 PM: Yuki Tanabe · cancelled · Wed, Nov 18, 2026 · 1 PM · Perm.',
    )
    .waitFor();
  await page.waitForURL((url) => url.searchParams.get('at') === '2026-11-19T20:30:00.000Z');
  // The calendar marks the differences until now.
  await expect.poll(() => nameOf('Priya Nair')).toContain('moved since, now Fri, Nov 20 · 3:00 PM');
  await expect.poll(() => nameOf('Grace Holm')).toContain('new here since');
  await page.locator('[data-appointment]').filter({ hasText: 'Deleted appointment' }).waitFor();
  // Nothing can be done with it.
  for (const name of ['Add Booking', 'Block Date'])
    expect(await page.getByRole('button', { name }).count()).toBe(0);
  expect(await page.getByRole('button', { name: /Add Hours/ }).count()).toBe(0);
  await expectAccessible(page);

  // The change before is on a page of its own. While that is loading, the key leads nowhere.
  await expect.poll(() => button('Earlier change').getAttribute('aria-disabled')).toBe('false');
  await page.locator('h1').focus();
  await page.keyboard.press('ArrowLeft');
  await banner.getByText('As it was on Thu, Nov 19, 2026 · 11:00 AM.').waitFor();
  await page.waitForURL((url) => url.searchParams.get('at') === changeAt(2));
  await expect.poll(() => nameOf('Yuki Tanabe')).toContain('cancelled since');
  await page.keyboard.press('ArrowLeft');
  await page.getByText('Hours now 9 AM – 7 PM').waitFor();
  await expect.poll(() => button('Earlier change').getAttribute('aria-disabled')).toBe('true');
  for (const [number, clock] of [
    [2, '11:00 AM'],
    [3, '12:00 PM'],
    [4, '1:00 PM'],
  ] as const) {
    await button('Later change').click();
    await page.waitForURL((url) => url.searchParams.get('at') === changeAt(number));
    // The address changes before the page, whose button would lead to the same change again.
    await banner.getByText(`As it was on Thu, Nov 19, 2026 · ${clock}.`).waitFor();
  }
  await expect.poll(() => nameOf('Priya Nair')).not.toContain('moved');
  // Each step took the place of the one before: the way back leads to what was asked for.
  await page.goBack();
  await page.waitForURL((url) => !url.searchParams.has('at'));
  await page.goForward();
  await banner.getByText('As it was on Thu, Nov 19, 2026 · 1:00 PM.').waitFor();

  await button('Back to now').click();
  await button('Add Booking').waitFor();
  await banner.waitFor({ state: 'detached' });
  await block('Grace Holm').waitFor();
});

it('can be looked at, but neither moved nor booked into', async () => {
  const { page, dialog, block, nameOf } = await open(`${WEEK}&at=${changeAt(3)}`);
  await block('Priya Nair').waitFor();
  const { x, y } = await grab(page, 'Leo Marsh');
  await page.mouse.move(x, y + HALF * 2);
  expect(await page.locator('[data-ghost]').count()).toBe(0);
  await page.mouse.up();
  await page.mouse.click(x, y + HALF * 5);
  expect(await dialog.count()).toBe(0);
  // The key for a new booking is none here: the one for the list of keys is heard after it.
  await page.keyboard.press('c');
  await page.keyboard.press('?');
  await dialog.getByText('Earlier change of the calendar').waitFor();
  expect(await dialog.getByText('New booking').count()).toBe(0);
  await pressEscape(page);
  await dialog.waitFor({ state: 'hidden' });
  await block('Leo Marsh').focus();
  await page.keyboard.press('m');
  await page.getByText('This appointment can’t be moved.').waitFor({ state: 'attached' });
  // In the grid, arrow keys lead to other appointments.
  await page.keyboard.press('ArrowRight');
  await page.waitForURL((url) => url.searchParams.get('at') === changeAt(3));

  await block('Priya Nair').click();
  await dialog.getByText('moved since, now Fri, Nov 20 · 3:00 PM').waitFor();
  const link = dialog.getByRole('link', { name: 'Open appointment as it is now' });
  expect(await link.getAttribute('href')).toBe(`/admin/appointments/${appointmentOf('Priya Nair')}`);
  await pressEscape(page);
  await dialog.waitFor({ state: 'hidden' });

  await page.getByRole('switch', { name: 'Mark what is different now' }).click();
  await block('Grace Holm').waitFor({ state: 'detached' });
  await expect.poll(() => nameOf('Priya Nair')).not.toContain('moved');
});

it('keeps its moment from day to day and from view to view', async () => {
  const { page, button, banner } = await open(`?view=month&date=2026-11-20&at=${changeAt(3)}`);
  const friday = page
    .getByRole('cell')
    .filter({ has: page.getByText('Friday, November 20', { exact: true }) });
  await friday.getByText('1 different now').waitFor();
  await friday.getByRole('link', { name: 'Friday, November 20', exact: true }).click();
  await page.getByRole('heading', { name: 'Available hours' }).waitFor();
  await page.waitForURL((url) => url.searchParams.get('at') === changeAt(3));
  expect(await page.getByRole('switch', { name: /^Available/ }).count()).toBe(0);
  await button('Next').click();
  await page.locator('[data-appointment]').filter({ hasText: 'Deleted appointment' }).waitFor();
  await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Week' }).click();
  await banner.getByText('As it was on Thu, Nov 19, 2026 · 12:00 PM.').waitFor();
});

it('fits a phone, one day at a time', async () => {
  const { page, button, banner } = await open(`${WEEK}&at=${changeAt(3)}`, { size: PHONE });
  await page.getByText('Day 6 of 7').waitFor();
  await banner.getByText('As it was on Thu, Nov 19, 2026 · 12:00 PM.').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  // Among so many arrows, those from change to change have words; and the calendar begins on the first screen.
  for (const word of ['Earlier', 'Later'])
    expect((await button(`${word} change`).innerText()).trim()).toBe(word);
  expect((await banner.boundingBox())?.height).toBeLessThan(210);
  await button('Day before').click();
  await page.waitForURL((url) => url.searchParams.get('at') === changeAt(3));
  await page.locator('[data-appointment]').filter({ hasText: 'Priya Nair' }).waitFor();
  await button('Later change').click();
  await page.locator('[data-appointment]').filter({ hasText: 'Priya Nair' }).waitFor({ state: 'detached' });
  await expectAccessible(page);
});

it('stops where its changes couldn’t be loaded, and goes on when asked', async () => {
  const path = 'GET /api/admin/calendar/moments';
  const firstPage = PAST_SUCCESS[path];
  const { button, api, alert, called, banner } = await open(`${WEEK}&at=${changeAt(1)}`, {
    api: {
      [path]: (route, url) => (url.searchParams.has('cursor') ? lostNetwork : firstPage)?.(route, url),
    },
  });
  await alert('The changes of these days couldn’t be loaded.').waitFor();
  const later = () => called(path).filter(({ call }) => call.includes('cursor='));
  expect(later()).toHaveLength(1);
  api.change(PAST_SUCCESS);
  await button('Try again').click();
  await banner.getByText('Last change of these days: Leo Marsh · booked · Sat, Nov 21, 2026').waitFor();
  expect(later()).toHaveLength(2);
});

import { describe, expect, it } from 'vitest';
import { PROBLEMS, type ProblemCode } from '../../../src/contracts/problem.ts';
import { details, PRIYA_PRICED } from '../support/fixtures/booking-fixtures.ts';
import {
  appointmentOf,
  BLOCKED,
  CALENDAR_SUCCESS,
  calendarOf,
  POSITION,
} from '../support/fixtures/calendar-fixtures.ts';
import { held } from '../support/pages/open-admin.ts';
import { calendarPageOpener } from '../support/pages/open-calendar.ts';
import { expectAccessible, expectFocus, PHONE, pressEscape } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { json, lostNetwork } from '../support/site/mock-api.ts';

const open = calendarPageOpener(givenSite());

describe('the shown part of the calendar', () => {
  // Spec: 2.calendar-views, 2.calendar-month, 9.month-bookings, 9.weeks
  it('is this week; the address follows the buttons, and the way back follows the address', async () => {
    const { page, button, heading, called } = await open('');
    await heading('Calendar Management').waitFor();
    await page.getByRole('heading', { name: 'Nov 15 – 21, 2026' }).waitFor();
    await expect
      .poll(() => called('GET /api/admin/calendar').map(({ call }) => call))
      .toEqual(['GET /api/admin/calendar?from=2026-11-15&to=2026-11-21']);
    await button('Next').click();
    await page.getByRole('heading', { name: 'Nov 22 – 28, 2026' }).waitFor();
    await page.getByText('Blocked', { exact: true }).waitFor();
    await page.waitForURL(/view=week&date=2026-11-27$/);
    await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Month' }).click();
    await page.getByRole('heading', { name: 'November 2026' }).waitFor();
    await button('Previous').click();
    await page.getByRole('heading', { name: 'October 2026' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'November 2026' }).waitFor();
    await button('Today').click();
    await page.waitForURL(/view=month&date=2026-11-20$/);
    // One of its days' twenty is cancelled.
    await page.getByText('19 appointments', { exact: true }).waitFor();
    const friday = page
      .getByRole('cell')
      .filter({ has: page.getByText('Friday, November 20', { exact: true }) });
    await friday.getByText('9 AM – 7 PM').waitFor();
    expect(await friday.getByRole('button').count()).toBe(2);
    await friday.getByRole('link', { name: '+4 more' }).click();
    await page.waitForURL(/view=day&date=2026-11-20$/);
    await page.getByRole('heading', { name: 'Available hours' }).waitFor();
    // Half an hour has one line, which says what for.
    const short = page.locator('[data-appointment]').filter({ hasText: 'Leo Marsh' });
    await short.getByText('Scalp Treatment').waitFor();
    await short.getByText(/^\d{1,2}:\d\d [AP]M$/).waitFor();
    // Its own keys are among all others.
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Pick up the appointment').waitFor();
  });

  it('has the line of the current time above the appointments but not through a name, and a click through it opens one', async () => {
    const { page } = await open('?view=day&date=2026-11-20');
    const name = page.locator('[data-appointment]').getByText('Ada Moreau');
    await name.waitFor();
    const { x = 0, width: wide = 0 } = (await name.boundingBox()) ?? {};
    const [below, drawn, overName] = await page.locator('[data-now]').evaluate(
      (line, nameAt) => {
        const { left, top, width, height } = line.getBoundingClientRect();
        const at = (x = left + width / 2) => document.elementFromPoint(x, top + height / 2);
        const hit = at()?.closest('[data-appointment]')?.textContent;
        line.style.pointerEvents = 'auto';
        return [hit, at() === line, at(nameAt) === line];
      },
      x + wide / 2,
    );
    expect(below).toContain('Ada Moreau');
    expect([drawn, overName]).toEqual([true, false]);
  });

  it('is the whole week on a tablet', async () => {
    const { page } = await open('?view=week&date=2026-11-20', {}, { width: 768, height: 1024 });
    await page.getByText('Nora Lindqvist').waitFor();
    const days = page.locator('[data-day]');
    const last = await days.nth(6).boundingBox();
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(768);
    expect((await days.nth(0).boundingBox())?.x).toBeGreaterThan(0);
    await expectAccessible(page);
  });

  // Spec: 2.calendar-week, 9.month-bookings
  it('is one day of the week at a time on a phone, and one appointment a day in the month', async () => {
    const { page, button } = await open('?view=week&date=2026-11-20', {}, PHONE);
    await page.getByText('Day 6 of 7').waitFor();
    expect(await page.locator('[data-day]').count()).toBe(1);
    await button('Day after').click();
    await page.getByText('Day 7 of 7').waitFor();
    await page.getByText('Nora Lindqvist').waitFor();
    expect(await button('Day after').getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('link', { name: 'Month' }).click();
    await page.getByRole('link', { name: '+5 more' }).waitFor();
  });

  // Spec: 8.calendar-failed
  it('says when it couldn’t be loaded, and tries again', async () => {
    const { page, button, api, alert, toast } = await open('', { 'GET /api/admin/calendar': lostNetwork });
    await alert('Failed to load calendar data.').waitFor();
    await toast('Failed to load calendar data').waitFor();
    api.change({ 'GET /api/admin/calendar': CALENDAR_SUCCESS['GET /api/admin/calendar'] ?? lostNetwork });
    await button('Try again').click();
    await page.getByText('Ada Moreau').waitFor();
  });
});

it('confirms a request from its sheet, which says about how much it will be', async () => {
  const id = appointmentOf('Priya Nair');
  const { page, button, toast, called } = await open('?view=day&date=2026-11-20', {
    [`GET /api/admin/bookings/${id}`]: details({ ...PRIYA_PRICED, id, has_started: false }),
    [`POST /api/admin/bookings/${id}/confirm`]: json({
      id,
      status: 'confirmed',
      version: 3,
      position: POSITION,
    }),
  });
  const block = page.locator(`[data-appointment="${id}"]`);
  await block.getByText('≈\u00a0$1,180').waitFor();
  await block.click();
  const sheet = page.getByRole('dialog');
  await sheet.getByText('≈\u00a0$1,180 · Price Varies').waitFor();
  await button('Confirm').click();
  await toast('Booking confirmed successfully').waitFor();
  await sheet.waitFor({ state: 'hidden' });
  expect(called('POST /api/admin/bookings')).toHaveLength(1);
  await expectFocus(block);
});

it('lets all hours of a date wait while some of them change', async () => {
  const date = '2026-11-20';
  const done = { date, version: 2, position: POSITION };
  const answer = held(json({ ...done, days: [done] }));
  const { resources, days } = calendarOf(date, date);
  const own = days.map((day) => ({
    ...day,
    hours_from: 'date',
    hours: day.hours.map((one) => ({ ...one, id: null })),
  }));
  const { page, button, toast } = await open(`?view=day&date=${date}`, {
    'GET /api/admin/calendar': json({ resources, days: own }),
    'POST /api/admin/days': answer.respond,
  });
  await page.getByRole('switch', { name: 'Available 9:00 AM – 7:00 PM' }).click();
  const buttons = ['Edit 9:00 AM – 7:00 PM', 'Edit hours', 'Back to the weekly hours'].map((name) =>
    button(name),
  );
  const waiting = () => Promise.all(buttons.map((one) => one.getAttribute('aria-disabled')));
  await expect.poll(waiting).toEqual(['true', 'true', 'true']);
  answer.release();
  await toast('Schedule updated successfully').waitFor();
  await expect.poll(waiting).toEqual([null, null, null]);
});

it('tries refused dates again under the same key, and blocks the same dates later under another', async () => {
  const first = { id: BLOCKED[0]?.id, version: 1, position: POSITION };
  const days = ['2026-11-23', '2026-11-24', '2026-11-25'].map((date) => ({ ...first, date }));
  const refused = (date: string, code: ProblemCode) => ({ date, code, detail: PROBLEMS[code].detail });
  const [one, two] = [refused('2026-11-24', 'unavailable'), refused('2026-11-25', 'already-blocked')];
  let answers = 0;
  const keys: (string | undefined)[] = [];
  const { page, button, toast, called } = await open('', {
    'POST /api/admin/blocked-dates': (route, url) => {
      const outcome = [days[0], answers++ === 0 ? one : days[1], two];
      return json({ ...first, blocked_date: '2026-11-23', days: outcome }, 201)(route, url);
    },
  });
  page.on('request', (request) => {
    if (request.method() === 'POST') keys.push(request.headers()['idempotency-key']);
  });
  await button('Hours and blocked time').click();
  await page.getByRole('menuitem', { name: 'Block dates...' }).click();
  const card = page.getByRole('region', { name: 'Blocked Dates' });
  await expectFocus(card.getByLabel('Date', { exact: true }));
  const fill = async (until: string) => {
    await card.getByLabel('Date', { exact: true }).fill('2026-11-23');
    await card.getByLabel('Until').fill(until);
    await card.getByLabel('Reason').fill('Renovation');
    await button('Block Date').click();
  };
  await fill('2026-11-22');
  await card.getByText('“Until” lies before “Date”.').waitFor();
  await fill('2027-01-22');
  await card.getByText('At most 60 days at once.').waitFor();
  expect(keys).toEqual([]);

  await fill('2026-11-25');
  await card.getByText('1 of 3 days are done.').waitFor();
  await card.getByText(`Tue, Nov 24: ${one.detail}`).waitFor();
  expect(await card.getByLabel('Reason').inputValue()).toBe('Renovation');
  await expectAccessible(page);
  await button('Try the others again').click();
  await toast('2 dates blocked successfully').waitFor();
  expect(await card.getByLabel('Until').inputValue()).toBe('');
  await fill('2026-11-25');
  await expect.poll(() => keys.length).toBe(3);
  expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false]);
  expect(called('POST /api/admin/blocked-dates').map(({ body }) => body)).toEqual(
    Array(3).fill({ blocked_date: '2026-11-23', until: '2026-11-25', reason: 'Renovation' }),
  );
});

it('says of a completed visit without a recorded amount what the list says', async () => {
  const { page } = await open('');
  const sheet = page.getByRole('dialog');
  await page.locator('[data-appointment]').getByText('Jon Bell').click();
  await sheet.getByText('Not recorded', { exact: true }).waitFor();
  await pressEscape(page);
  await sheet.waitFor({ state: 'hidden' });
  await page.locator('[data-appointment]').getByText('Beatriz Lima').click();
  await sheet.getByText('$65.00', { exact: true }).waitFor();
});

import { describe, expect, it } from 'vitest';
import { CALENDAR_SUCCESS, calendarOf, POSITION, SCHEDULE } from '../support/fixtures/calendar-fixtures.ts';
import { UNDONE_EVENT, undoing } from '../support/fixtures/history-fixtures.ts';
import { held } from '../support/pages/open-admin.ts';
import { calendarPageOpener } from '../support/pages/open-calendar.ts';
import { expectAccessible, PHONE } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { json, lostNetwork, problem } from '../support/site/mock-api.ts';

const open = calendarPageOpener(givenSite());
const FRIDAY = SCHEDULE.hours[3]?.id ?? '';
const changedHours = json({ id: FRIDAY, version: 8, position: POSITION });
const calls = (path: string) => `/api/admin/${path}`;

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

describe('opening hours', () => {
  // Spec: 2.calendar-slots, 4.toggles, 8.schedule-updated, 8.slots-updated
  it('are switched, edited, added and deleted, each by the version that was seen', async () => {
    const { page, button, toast, called } = await open('?view=day&date=2026-11-20', {
      [`PATCH ${calls(`hours/${FRIDAY}`)}`]: changedHours,
      [`DELETE ${calls(`hours/${FRIDAY}`)}`]: changedHours,
      [`POST ${calls('hours')}`]: json({ id: FRIDAY, version: 9, position: POSITION }, 201),
      ...undoing({ kind: 'hours', id: 'week' }, POSITION, {
        type: 'HoursRemoved',
        changes: [{ field: 'day_of_week', before: 5, after: 5 }],
      }),
    });
    const dialog = page.getByRole('dialog');
    await page.getByText('Every Friday').waitFor();
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('switch', { name: 'Available 9:00 AM – 7:00 PM' }).click();
    expect((await sent).headers()['if-match']).toBe('"7"');
    await toast('Schedule updated successfully').waitFor();

    await button('Edit 9:00 AM – 7:00 PM').click();
    await dialog.getByRole('heading', { name: 'Edit hours on Fridays' }).waitFor();
    await dialog.getByLabel('End time').fill('18:30');
    await dialog.getByRole('button', { name: 'Save hours' }).click();
    await toast('Time slot updated successfully').waitFor();
    expect(called('PATCH').at(-1)?.body).toEqual({ start_time: '09:00', end_time: '18:30' });

    await button('Add Hours').click();
    await dialog.getByRole('button', { name: 'Add hours' }).click();
    await dialog.getByText('Please fill in all time fields').waitFor();
    await dialog.getByLabel('Start time').fill('20:00');
    await dialog.getByLabel('End time').fill('19:00');
    await dialog.getByRole('button', { name: 'Add hours' }).click();
    await dialog.getByText('The end must come after the start.').waitFor();
    await dialog.getByLabel('End time').fill('21:00');
    await dialog.getByRole('button', { name: 'Add hours' }).click();
    await toast('New time slot added successfully').waitFor();
    expect(called(`POST ${calls('hours')}`).at(-1)?.body).toEqual({
      day_of_week: 5,
      start_time: '20:00',
      end_time: '21:00',
    });

    await button('Delete 9:00 AM – 7:00 PM').click();
    await toast('Time slot deleted successfully').waitFor();
    await button('Undo').click();
    await toast('Undone: Hours removed · Friday').waitFor();
    expect(called('POST /api/admin/undo').map(({ body }) => body)).toEqual([{ event_id: UNDONE_EVENT }]);
    expect(called(`POST ${calls('hours')}`)).toHaveLength(1);
  });

  it('of one date wait together while some of them change', async () => {
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
      [`POST ${calls('days')}`]: answer.respond,
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

  // Spec: 5.slot-times, 8.schedule-failed, 8.slot-add-failed, 8.slot-failed
  it('keep what was typed when they overlap others, and say what failed', async () => {
    const { page, toast, button } = await open('?view=week&date=2026-11-20', {
      [`POST ${calls('hours')}`]: problem('hours-overlap'),
      [`PATCH ${calls(`hours/${FRIDAY}`)}`]: problem('hours-not-found'),
      [`DELETE ${calls(`hours/${FRIDAY}`)}`]: lostNetwork,
    });
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Add Hours on Friday, November 20' }).click();
    await dialog.getByLabel('Start time').fill('10:00');
    await dialog.getByLabel('End time').fill('11:00');
    await dialog.getByRole('button', { name: 'Add hours' }).click();
    await toast("Failed to add time slot. Make sure the time doesn't overlap with existing slots.").waitFor();
    expect(await dialog.getByLabel('Start time').inputValue()).toBe('10:00');
    await page.keyboard.press('Escape');
    await button('Discard').click();

    const menu = page.locator('[aria-haspopup=menu]').filter({ hasText: '9 AM – 7 PM' });
    await menu.click();
    await page.getByRole('menuitemcheckbox', { name: 'Available' }).click();
    await toast('Failed to update schedule').waitFor();
    await menu.click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await dialog.getByRole('button', { name: 'Save hours' }).click();
    await toast('Failed to update time slot').waitFor();
    await page.keyboard.press('Escape');
    await menu.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await toast('Failed to delete time slot').waitFor();
    expect(await button('Undo').count()).toBe(0);
  });
});

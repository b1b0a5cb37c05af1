import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ADMIN_SERVICES, projected } from '../support/fixtures/admin-fixtures.ts';
import { BOOKING_SUCCESS } from '../support/fixtures/booking-fixtures.ts';
import { appointmentOf, calendarOf, movingServer } from '../support/fixtures/calendar-fixtures.ts';
import { calendarOpener, grab, HALF } from '../support/pages/open-calendar.ts';
import { expectFocus, pressEscape } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { json, problem } from '../support/site/mock-api.ts';

const open = calendarOpener(givenSite());

const moveOf = (name: string) => `POST /api/admin/bookings/${appointmentOf(name)}/reschedule`;

const dayOf = (page: Page, name: string) =>
  page.locator(`[data-day]:has([data-appointment="${appointmentOf(name)}"])`).getAttribute('data-day');

describe('by mouse', () => {
  it('carries an appointment by quarters of an hour, and puts it back on Escape, or once a text about it is discarded', async () => {
    const { page, block, ghost, dialog, button, called } = await open('view=week&date=2026-11-20');
    const { x, y } = await grab(page, 'Priya Nair');
    await page.mouse.move(x + 2, y + 3);
    expect(await ghost.count()).toBe(0);
    await page.mouse.move(x, y + HALF / 2 + 2);
    await ghost.getByText('3:15 PM – 4:45 PM').waitFor();
    expect(await ghost.getAttribute('data-ghost')).toBe('free');
    await page.keyboard.press('Escape');
    await ghost.waitFor({ state: 'detached' });
    await page.mouse.up();
    expect(await dialog.count()).toBe(0);

    await grab(page, 'Priya Nair');
    await page.mouse.move(x, y + HALF / 2 + 2);
    await page.mouse.up();
    await dialog.getByRole('heading', { name: 'Move Priya Nair to Fri, Nov 20 · 3:15 PM?' }).waitFor();
    expect(await block('Priya Nair').textContent()).toContain('3:15');
    await dialog.getByLabel('Text the customer').check();
    await dialog.getByLabel('SMS message').fill('A little later, please.');
    await page.keyboard.press('Escape');
    await page.getByText('Discard this message?').waitFor();
    await button('Keep editing').click();
    expect(await dialog.getByLabel('SMS message').inputValue()).toBe('A little later, please.');
    await button('Keep Fri 3:00 PM').click();
    await button('Discard').click();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => block('Priya Nair').textContent()).toContain('3:00');
    await expectFocus(block('Priya Nair'));
    expect(called('POST /api/admin/bookings')).toEqual([]);
  });

  // Spec: 8.rescheduled
  it('moves it to another day, and tells the customer when asked to', async () => {
    const { page, dialog, toast, called, block } = await open('view=week&date=2026-11-20', {
      notified: true,
    });
    const { x, y } = await grab(page, 'Priya Nair');
    const saturday = await page.locator('[data-day="2026-11-21"]').boundingBox();
    await page.mouse.move(x + 20, y);
    await page.mouse.move((saturday?.x ?? 0) + 40, y + HALF * 2);
    await page.mouse.up();
    await dialog.getByLabel('Text the customer').check();
    await dialog.getByLabel('SMS message').fill('See you on Saturday');
    await dialog.getByRole('button', { name: 'Move and tell the customer' }).click();
    await toast('Appointment Rescheduled').waitFor();
    await toast('Booking rescheduled to Nov 21, 2026 at 4:00 PM. Customer notified via SMS.').waitFor();
    expect(called('POST /api/admin/bookings').map(({ body }) => body)).toEqual([
      {
        new_date: '2026-11-21',
        new_time: '4:00 PM',
        message: 'See you on Saturday',
        tell: { sms: true, email: true },
      },
    ]);
    await expect.poll(() => dayOf(page, 'Priya Nair')).toBe('2026-11-21');
    // Drawn anew in another column, it has the focus all the same.
    await expectFocus(block('Priya Nair'));
  });

  it('takes hold of all that is drawn of five minutes, and of its edge at the bottom', async () => {
    const calendar = calendarOf('2026-11-20', '2026-11-20');
    const days = calendar.days.map((day) => ({
      ...day,
      bookings: day.bookings.map((booking) =>
        booking.customer_name === 'Leo Marsh'
          ? { ...booking, end: 845, parts: booking.parts.map((part) => ({ ...part, end: 845 })) }
          : booking,
      ),
    }));
    const api = { 'GET /api/admin/calendar': json({ ...calendar, days }) };
    const { page, block, ghost } = await open('view=day&date=2026-11-20', { api });
    await block('Leo Marsh').scrollIntoViewIfNeeded();
    const { x = 0, y = 0, height = 0 } = (await block('Leo Marsh').boundingBox()) ?? {};
    for (const [from, shown] of [
      [y + height / 2, '2:30 PM – 2:35 PM'],
      [y + height - 2, '2:00 PM – 2:35 PM'],
    ] as const) {
      await page.mouse.move(x + 80, from);
      await page.mouse.down();
      await page.mouse.move(x + 80, from + HALF, { steps: 3 });
      await ghost.getByText(shown).waitFor();
      await page.keyboard.press('Escape');
      await ghost.waitFor({ state: 'detached' });
      await page.mouse.up();
    }
  });

  it('refuses time that is taken or past, and says what is outside the opening hours', async () => {
    const { page, ghost, dialog, toast, called } = await open('view=day&date=2026-11-20');
    const { x, y } = await grab(page, 'Leo Marsh');
    await page.mouse.move(x, y + HALF * 2);
    await ghost.getByText('Taken').waitFor();
    await page.mouse.up();
    await toast('That time overlaps another appointment.').waitFor();
    expect(await dialog.count()).toBe(0);

    await grab(page, 'Leo Marsh');
    await page.mouse.move(x, y - HALF * 9);
    await ghost.getByText('In the past').waitFor();
    await page.mouse.up();
    await toast('That time is already past.').waitFor();
    await ghost.waitFor({ state: 'detached' });
    expect(called('POST /api/admin/bookings')).toEqual([]);
  });

  it('goes on outside of the grid, scrolls at its edge, and drops where it is let go', async () => {
    const { page, ghost, dialog } = await open('view=day&date=2026-11-20', {
      size: { width: 1440, height: 640 },
    });
    const { x, y } = await grab(page, 'Leo Marsh');
    await page.mouse.move(x, y - 10);
    const scroller = page.locator('section[aria-label] > div').first();
    await scroller.evaluate((element) => element.scrollTo(0, 0));
    await page.mouse.move(x, 639);
    await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(100);
    await ghost.getByText('outside opening hours', { exact: false }).waitFor();
    await page.mouse.up();
    await dialog.getByText('This is outside opening hours.').waitFor();
  });

  it('books at free time by a click, and by marking it', async () => {
    const { page, block, dialog } = await open('view=day&date=2026-11-20', {
      api: { ...BOOKING_SUCCESS, 'GET /api/admin/services': projected(ADMIN_SERVICES) },
    });
    await block('Grace Holm').scrollIntoViewIfNeeded();
    const box = await block('Priya Nair').boundingBox();
    const [x, y] = [(box?.x ?? 0) + 60, (box?.y ?? 0) + (box?.height ?? 0) + HALF + 6];
    const choose = (what: string) => page.getByRole('menuitem', { name: what }).click();
    const chosenTime = async () => {
      await dialog.getByRole('heading', { name: 'Add Booking' }).waitFor();
      expect(await dialog.getByLabel('Date', { exact: true }).inputValue()).toBe('2026-11-20');
      const time = await dialog.getByLabel('Time').inputValue();
      await dialog.getByLabel("Women's Haircut").check();
      await expect.poll(() => dialog.getByLabel('Time').isEnabled()).toBe(true);
      expect(await dialog.getByLabel('Time').inputValue()).toBe(time);
      return time;
    };
    await page.mouse.click(x, y);
    // Later than now, nobody walks in.
    await expect.poll(() => page.getByRole('menuitem').allTextContents()).toEqual(['Book', 'Block']);
    await choose('Book');
    expect(await chosenTime()).toBe('5:00 PM');
    expect(await dialog.getByText('arked').count()).toBe(0);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'hidden' });

    await page.mouse.move(x, y + HALF / 2);
    await page.mouse.down();
    await page.mouse.move(x, y + HALF * 2);
    await page.mouse.up();
    await choose('Book');
    await dialog.getByText('Marked 5:15 PM – 6:00 PM.').waitFor();
    // A quarter past isn't among the times of the list, and is offered all the same.
    expect(await chosenTime()).toBe('5:15 PM');
  });

  it('begins a walk-in, a booking or a block at free time of today that is over', async () => {
    const { page, dialog } = await open('view=day&date=2026-11-20', {
      api: { ...BOOKING_SUCCESS, 'GET /api/admin/services': projected(ADMIN_SERVICES) },
    });
    const friday = page.locator('[data-day]');
    await friday.waitFor();
    await page
      .locator('section[aria-label] > div')
      .first()
      .evaluate((element) => element.scrollTo(0, 0));
    const clickAt = async (clock: number) => {
      const { x = 0, y = 0 } = (await friday.boundingBox()) ?? {};
      await page.mouse.click(x + 60, y + (clock - 8) * 2 * HALF + 6);
    };
    const closed = async () => {
      await pressEscape(page);
      await dialog.waitFor({ state: 'hidden' });
    };
    const choices = page.getByRole('menuitem');
    await clickAt(8.5);
    await choices.first().waitFor();
    expect(await choices.allTextContents()).toEqual(['Book', 'Walk-in', 'Block']);
    await choices.getByText('Walk-in').click();
    expect(await dialog.getByLabel('Began at').inputValue()).toBe('08:30');
    await closed();

    await clickAt(8.5);
    await choices.getByText('Book').click();
    await dialog.getByLabel("Women's Haircut").check();
    expect(await dialog.getByLabel('Time').inputValue()).toBe('8:30 AM');
    await pressEscape(page);
    await page.getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'hidden' });

    await clickAt(8.5);
    await choices.getByText('Block').click();
    expect(await dialog.getByLabel('Start time').inputValue()).toBe('08:30');
    expect(await dialog.getByLabel('End time').inputValue()).toBe('09:30');
    await closed();
  });

  it('blocks free time that was selected, or leaves it as it is', async () => {
    const { page, block, dialog } = await open('view=day&date=2026-11-20');
    await block('Grace Holm').scrollIntoViewIfNeeded();
    const box = await block('Priya Nair').boundingBox();
    const [x, y] = [(box?.x ?? 0) + 60, (box?.y ?? 0) + (box?.height ?? 0) + HALF + 6];
    const select = async () => {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x, y + HALF);
      await page.mouse.up();
      await page.getByRole('menuitem', { name: 'Book' }).waitFor();
    };
    const choice = page.getByRole('menuitem', { name: 'Block' });
    await select();
    // A press beside it selects nothing else.
    await page.mouse.click(x, y - HALF / 2);
    await choice.waitFor({ state: 'hidden' });
    await select();
    await page.keyboard.press('Escape');
    await choice.waitFor({ state: 'hidden' });
    expect(await dialog.count()).toBe(0);

    await select();
    await expectFocus(page.getByRole('menuitem', { name: 'Book' }));
    await page.keyboard.press('ArrowDown');
    await expectFocus(choice);
    await page.keyboard.press('Enter');
    await dialog.getByRole('heading', { name: 'Block time' }).waitFor();
    expect(await dialog.getByLabel('Date', { exact: true }).inputValue()).toBe('2026-11-20');
    expect(await dialog.getByLabel('Start time').inputValue()).toBe('17:00');
    expect(await dialog.getByLabel('End time').inputValue()).toBe('17:30');
  });

  it('opens an appointment by a click, in its address too, and one that is over can’t be moved', async () => {
    const { page, block, ghost, dialog } = await open('view=day&date=2026-11-20');
    await block('Ada Moreau').click();
    await dialog.getByText('Sensitive scalp.').waitFor();
    await page.waitForURL((url) => url.searchParams.get('appointment') === appointmentOf('Ada Moreau'));
    await pressEscape(page);
    await expectFocus(block('Ada Moreau'));

    const { x, y } = await grab(page, 'Sam Whitfield');
    await page.mouse.move(x, y + HALF * 3);
    expect(await ghost.count()).toBe(0);
    await page.mouse.up();
  });

  it('keeps the question about another move when the first one’s answer comes', async () => {
    const { promise: isAsked, resolve: answer } = Promise.withResolvers<void>();
    const { [moveOf('Priya Nair')]: move } = movingServer(false);
    const { page, dialog, toast } = await open('view=day&date=2026-11-20', {
      api: { [moveOf('Priya Nair')]: (route, url) => isAsked.then(() => move?.(route, url)) },
    });
    const { x, y } = await grab(page, 'Priya Nair');
    await page.mouse.move(x, y + HALF);
    await page.mouse.up();
    await dialog.getByRole('button', { name: 'Move and tell the customer' }).click();
    await dialog.getByRole('button', { name: 'Moving...' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    const leo = await grab(page, 'Leo Marsh');
    await page.mouse.move(leo.x, leo.y + HALF);
    await page.mouse.up();
    await dialog.getByRole('heading', { name: /^Move Leo Marsh/ }).waitFor();
    answer();
    await toast('Appointment Rescheduled').waitFor();
    await dialog.getByRole('heading', { name: /^Move Leo Marsh/ }).waitFor();
  });

  // Spec: 8.reschedule-failed
  it('rolls back what the server refuses, with its reason', async () => {
    const { page, block, dialog, toast } = await open('view=day&date=2026-11-20', {
      api: { [moveOf('Priya Nair')]: problem('slot-taken') },
    });
    const { x, y } = await grab(page, 'Priya Nair');
    await page.mouse.move(x, y + HALF);
    await page.mouse.up();
    await dialog.getByRole('button', { name: 'Move and tell the customer' }).click();
    await toast('Failed to reschedule booking').waitFor();
    await toast('That time was just taken. Please choose another.').waitFor();
    await expect.poll(() => block('Priya Nair').textContent()).toContain('3:00');
  });
});

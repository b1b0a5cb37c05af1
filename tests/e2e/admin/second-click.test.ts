import { describe, expect, it } from 'vitest';
import type { AdminBooking } from '../../../src/contracts/bookings/admin-booking.ts';
import { projected } from '../support/fixtures/admin-fixtures.ts';
import {
  ADA,
  ADMIN_BOOKINGS,
  BOOKING_SUCCESS,
  bookingId,
  bookingList,
  bookingPath,
  changedTo,
  DASHBOARD,
  movedTo,
} from '../support/fixtures/booking-fixtures.ts';
import { BLOCKED, CALENDAR_SUCCESS } from '../support/fixtures/calendar-fixtures.ts';
import { adminOpener, held } from '../support/pages/open-admin.ts';
import { calendarOpener, HALF } from '../support/pages/open-calendar.ts';
import { expectFocus, PHONE } from '../support/pages/open-page.ts';
import { chooseAction } from '../support/screens/booking-screens.ts';
import { givenSite } from '../support/site/given-site.ts';
import { positionAt } from '../support/site/live-updates.ts';
import { json, type MockResponse } from '../support/site/mock-api.ts';
import { doubleClick, doubleTap } from '../support/visitor/second-click.ts';

const site = givenSite();
const openAdmin = adminOpener(site);
const openCalendar = calendarOpener(site);

/** A service that confirms requests, and then lists them as confirmed. */
function confirming(): Record<string, MockResponse> {
  const confirmed = new Set<string>();
  const now = (bookings: readonly AdminBooking[]) =>
    bookings.map((each): AdminBooking => (confirmed.has(each.id) ? { ...each, status: 'confirmed' } : each));
  const pending = (bookings: readonly AdminBooking[]) =>
    now(bookings).filter(({ status }) => status === 'pending');
  return {
    ...BOOKING_SUCCESS,
    'GET /api/admin/dashboard': (route, url) => {
      const { recent, today, waiting } = DASHBOARD;
      const bookings = pending(waiting.bookings);
      return projected({
        ...DASHBOARD,
        recent: now(recent),
        today: { ...today, bookings: now(today.bookings) },
        waiting: { total: bookings.length, bookings },
      })(route, url);
    },
    'GET /api/admin/bookings': (route, url) => bookingList(pending(ADMIN_BOOKINGS))(route, url),
    ...Object.fromEntries(
      [1, 2, 7].map((number): [string, MockResponse] => [
        `POST ${bookingPath(number)}/confirm`,
        (route, url) => {
          confirmed.add(bookingId(number));
          return changedTo(number, 'confirmed')(route, url);
        },
      ]),
    ),
  };
}

describe('the second of two clicks at one place', () => {
  it('confirms no other customer on the dashboard, where the answer is faster than any timer', async () => {
    const { page, button, toast, called } = await openAdmin('/admin', confirming());
    await doubleClick(page, button('Confirm Priya Nair'), () =>
      page.locator('li[inert]', { hasText: 'Priya Nair' }).waitFor(),
    );
    await toast('Booking confirmed successfully').waitFor();
    await toast('Priya Nair').waitFor();
    expect(await button('Confirm Leo Marsh').isVisible()).toBe(true);
    expect(called('POST').map(({ call }) => call)).toEqual([`POST ${bookingPath(7)}/confirm`]);
  });

  it('confirms nobody else by a finger, soon after the first', async () => {
    const { page, button, toast, called } = await openAdmin('/admin', confirming(), { size: PHONE });
    await doubleTap(page, button('Confirm Priya Nair'), 40);
    await toast('Booking confirmed successfully').waitFor();
    expect(await button('Confirm Leo Marsh').isVisible()).toBe(true);
    expect(called('POST').map(({ call }) => call)).toEqual([`POST ${bookingPath(7)}/confirm`]);
  });

  it('confirms nobody else among the pending appointments, and opens none', async () => {
    const { page, button, toast, called, at } = await openAdmin(
      '/admin/appointments?status=pending',
      confirming(),
    );
    await doubleClick(page, button('Confirm Ada Moreau'), 150);
    await toast('Booking confirmed successfully').waitFor();
    expect(called('POST')).toHaveLength(1);
    await at('/admin/appointments?status=pending');
  });

  it('removes no other blocked date, nor does a key that is held: the focus goes to another row', async () => {
    const dates = [...BLOCKED, { id: bookingId(900), blocked_date: '2027-02-16', reason: null, version: 1 }];
    const removed = new Set<string>();
    const removing = dates.map(({ id, blocked_date }): [string, MockResponse] => [
      `DELETE /api/admin/blocked-dates/${id}`,
      (route, url) => {
        removed.add(id);
        return json({ id, blocked_date, version: 2, position: positionAt(removed.size) })(route, url);
      },
    ]);
    const { page, button, toast, called } = await openAdmin('/admin/calendar', {
      ...CALENDAR_SUCCESS,
      ...Object.fromEntries(removing),
      'GET /api/admin/blocked-dates': (route, url) =>
        projected(
          dates.filter(({ id }) => !removed.has(id)),
          removed.size,
        )(route, url),
    });
    const newYear = page.getByRole('listitem').filter({ hasText: 'Jan 01, 2027' });
    await doubleClick(page, button('Remove Nov 26, 2026'), 300);
    await toast('Blocked date removed').waitFor();
    await button('Remove Dec 25, 2026').press('Enter');
    await expectFocus(newYear);
    await page.keyboard.press('Enter');
    await button('Remove Feb 16, 2027').press('Enter');
    await expectFocus(newYear);
    await button('Remove Jan 01, 2027').press('Enter');
    await expectFocus(page.getByLabel('Date', { exact: true }));
    await page.getByText('No date is blocked.').waitFor();
    expect(called('DELETE')).toHaveLength(4);
  });

  it('goes nowhere when the first has closed a dialog', async () => {
    const { page, block, dialog, called, toast } = await openCalendar('view=week&date=2026-11-20');
    await block('Priya Nair').scrollIntoViewIfNeeded();
    const box = await block('Priya Nair').boundingBox();
    const [x, y] = [(box?.x ?? 0) + 40, (box?.y ?? 0) + 12];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + HALF / 2 + 2, { steps: 3 });
    await page.mouse.up();
    await doubleClick(page, dialog.getByRole('button', { name: 'Move and tell the customer' }), 150);
    await expect.poll(() => called('POST /api/admin/bookings')).toHaveLength(1);
    await toast('Appointment Rescheduled').waitFor();
    await dialog.waitFor({ state: 'hidden' });
  });

  it('sends nothing between the answer and the end of the dialog', async () => {
    const { page, block, button, dialog, called } = await openCalendar('view=day&date=2026-11-20');
    await block('Priya Nair').focus();
    for (const key of ['m', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    const move = button('Move and tell the customer');
    // The second click comes as soon as the button takes one.
    await move.evaluate((element: HTMLElement) =>
      new MutationObserver(() => element.ariaDisabled ?? element.click()).observe(element, {
        attributeFilter: ['aria-disabled'],
      }),
    );
    await move.click();
    await dialog.waitFor({ state: 'hidden' });
    expect(called('POST /api/admin/bookings')).toHaveLength(1);
  });

  it('closes no dialog that the first has opened, and answers no question', async () => {
    const { page, button, dialog } = await openAdmin('/admin/appointments', BOOKING_SUCCESS);
    await doubleClick(page, button('Add Booking'), 150);
    await dialog.getByLabel('Phone').fill('925');
    await doubleClick(page, button('Close'), 150);
    await button('Keep editing').click();
    expect(await dialog.getByLabel('Phone').inputValue()).toBe('925');
  });

  it('opens nothing below a dialog that the first has closed by a press beside it', async () => {
    const { page, block, dialog } = await openCalendar('view=week&date=2026-11-20');
    await page.keyboard.press('?');
    await dialog.waitFor();
    await doubleClick(page, block('Priya Nair'), 100);
    await dialog.waitFor({ state: 'hidden' });
    await page.keyboard.press('?');
    await dialog.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
  });

  it('leaves a dialog open, and each button in its place, while its change is under way', async () => {
    const cancel = held(movedTo(1, 'cancelled'));
    const { page, dialog, toast } = await openAdmin('/admin/appointments', {
      ...BOOKING_SUCCESS,
      [`POST ${bookingPath(1)}/cancel`]: cancel.respond,
    });
    await chooseAction('Ada Moreau', 'Cancel')(page);
    await dialog.getByLabel('No show').check();
    const keep = dialog.getByRole('button', { name: 'Keep Appointment' });
    const place = await keep.boundingBox();
    await dialog.getByRole('button', { name: 'Cancel Appointment' }).click();
    await dialog.getByRole('button', { name: 'Cancelling...' }).waitFor();
    expect(await keep.boundingBox()).toEqual(place);
    await page.keyboard.press('Escape');
    // By force, since they say that they wait.
    await keep.click({ force: true });
    await dialog.getByRole('button', { name: 'Close' }).click({ force: true });
    expect(await dialog.getByRole('button', { name: 'Cancelling...' }).isVisible()).toBe(true);
    cancel.release();
    await toast('Appointment Cancelled').waitFor();
    await dialog.waitFor({ state: 'hidden' });
  });

  it('opens nothing below a question that was closed late, by the answer of a slow server', async () => {
    const answered = Promise.withResolvers<void>();
    const { page, dialog, toast, at } = await openAdmin('/admin/appointments', {
      ...BOOKING_SUCCESS,
      [`DELETE ${bookingPath(1)}`]: async (route, url) => {
        await answered.promise;
        await json({ id: ADA.id, position: positionAt(5) })(route, url);
      },
    });
    await chooseAction('Ada Moreau', 'Delete')(page);
    await doubleClick(page, dialog.getByRole('button', { name: 'Delete Booking' }), async () => {
      // By then only the moment of the answer counts.
      await page.clock.runFor(800);
      answered.resolve();
      const closed = async () => {
        await page.clock.runFor(10);
        return dialog.count();
      };
      await expect.poll(closed).toBe(0);
    });
    await toast('Booking Deleted').waitFor();
    await at('/admin/appointments');
    await dialog.waitFor({ state: 'hidden' });
  });

  it('is as good as any where the first has left everything in its place', async () => {
    const { page, button } = await openAdmin('/admin/calendar?view=week&date=2026-11-20', CALENDAR_SUCCESS);
    await button('Next').waitFor();
    await doubleClick(page, button('Next'), async () => {
      await page.clock.runFor(100);
      // However long a busy machine takes to draw it.
      await page.getByRole('heading', { name: 'Nov 22 – 28, 2026' }).waitFor();
    });
    await expect.poll(() => page.url()).toContain('date=2026-12-04');
  });
});

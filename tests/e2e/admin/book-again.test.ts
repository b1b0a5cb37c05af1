import { describe, expect, it } from 'vitest';
import type { AvailabilityDays } from '../../../src/contracts/bookings/availability.ts';
import {
  ADA,
  BOOKING_SUCCESS,
  bookingId,
  bookingList,
  bookingPath,
  details,
  HANNAH,
  PRIYA_PRICED,
  todayCalendar,
} from '../support/fixtures/booking-fixtures.ts';
import { CALENDAR_SUCCESS } from '../support/fixtures/calendar-fixtures.ts';
import { UNDONE_EVENT, undoing } from '../support/fixtures/history-fixtures.ts';
import { adminOpener } from '../support/pages/open-admin.ts';
import { expectAccessible, expectFocus, PHONE, pressEscape } from '../support/pages/open-page.ts';
import { chooseAction } from '../support/screens/booking-screens.ts';
import { givenSite } from '../support/site/given-site.ts';
import { positionAt } from '../support/site/live-updates.ts';
import { json } from '../support/site/mock-api.ts';
import { bookingAdmin } from '../support/visitor/booking-admin.ts';

/** What comes next for an appointment. */

const site = givenSite();
const open = bookingAdmin(site);
const openAdmin = adminOpener(site);

describe('the primary place of an appointment', () => {
  const CASES = [
    ['confirming one that waits', 1, 'Confirm', []],
    ['completing one that has begun', 3, 'Complete', ['Confirmed']],
    ['booking again what is over', 6, 'Book again', ['Cancel', 'Reschedule', 'Confirm']],
    ['booking again what was cancelled', 4, 'Book again', ['Cancel', 'Reschedule', 'Confirm']],
  ] as const;
  it.each(CASES)('is for %s; what is impossible stays, disabled', async (_, number, next, disabled) => {
    const { dialog, button } = await open(`/${bookingId(number)}`);
    await button('Delete').waitFor();
    await expect.poll(() => dialog.getByRole('button').last().innerText()).toBe(next);
    for (const name of disabled) expect(await button(name).last().isDisabled()).toBe(true);
    expect(await button(next).isEnabled()).toBe(true);
  });

  it.each(CASES)(
    'is the first one on a phone, for %s; deleting is the last',
    async (_, number, next, disabled) => {
      const { page, button } = await open(`/${bookingId(number)}`, {}, { size: PHONE });
      const names = await button('Delete').evaluate((remove) =>
        Array.from(remove.parentElement?.querySelectorAll('button') ?? [], ({ innerText }) => innerText),
      );
      expect(names.at(0)).toBe(next);
      expect(names.at(-1)).toBe('Delete');
      for (const name of disabled) expect(await button(name).last().isDisabled()).toBe(true);
      // It has a row of its own.
      const [first, second] = await Promise.all(
        names.slice(0, 2).map((name) => button(name).last().boundingBox()),
      );
      expect(second?.y).toBeGreaterThan(first?.y ?? 0);
      await expectAccessible(page);
    },
  );

  it('has no-show beside it once the appointment has begun, which takes one press', async () => {
    const { button, called, toast } = await open(`/${bookingId(3)}`);
    await button('No-show').click();
    await toast('Booking cancelled due to: No Show.').waitFor();
    expect(called('POST').map(({ body }) => body)).toEqual([{ reason: 'no_show', message: null }]);
  });

  it('says how a visit was paid, and leads to correcting it', async () => {
    const paid = {
      ...HANNAH,
      status: 'completed' as const,
      payment_method: 'card' as const,
      tip_cents: 1_500,
      services: [{ id: 'full-color', name: 'Full Color', price: 'Price Varies', duration: 150 }],
    };
    const { dialog, button } = await open(`/${bookingId(3)}`, { [`GET ${bookingPath(3)}`]: details(paid) });
    await dialog.getByText('Paid by: Card · Tip: $15.00').waitFor();
    // The price was open; now it is known what it was.
    const services = dialog.getByRole('region', { name: 'Services' });
    expect(await services.getByRole('listitem').innerText()).toMatch(/Full Color\s+2h 30min\s+\$110\.00/);
    await button('Change Amount').click();
    expect(await dialog.getByLabel('Tip ($)').inputValue()).toBe('15.00');
    expect(await dialog.getByLabel('Card').isChecked()).toBe(true);
  });
});

describe('booking again', () => {
  it('offers dates some weeks later, and begins a booking with the customer and the services', async () => {
    const { page, dialog, button } = await open(`/${ADA.id}`);
    await button('Book again...').click();
    const again = page.getByRole('dialog', { name: 'Book again' });
    await again.getByText("Ada Moreau · Women's Haircut, Scalp Treatment").waitFor();
    // What isn't offered can't be booked.
    await again.getByText('No longer offered: Scalp Treatment.').waitFor();
    await expect
      .poll(() => again.getByRole('button').allInnerTexts())
      .toEqual(
        expect.arrayContaining([
          'In 4 weeks · Thu, Dec 31',
          'In 6 weeks · Thu, Jan 14',
          'In 8 weeks · Thu, Jan 28',
          'On a date...',
        ]),
      );
    await expectAccessible(page);
    await button('In 4 weeks · Thu, Dec 31').click();
    await again.waitFor({ state: 'hidden' });
    const booking = page.getByRole('dialog', { name: 'Add Booking' });
    await expect.poll(() => booking.getByLabel('Customer name').inputValue()).toBe('Ada Moreau');
    expect(await booking.getByLabel('Date', { exact: true }).inputValue()).toBe('2026-12-31');
    await expect.poll(() => booking.getByLabel("Women's Haircut").isChecked()).toBe(true);
    // Only the time is missing.
    const time = booking.getByLabel('Time');
    await expectFocus(time);
    const [field, end] = await Promise.all([
      time.boundingBox(),
      booking.getByRole('button', { name: 'Create Booking' }).boundingBox(),
    ]);
    expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThan(end?.y ?? 0);
    // Closing it leads back to the appointment.
    await pressEscape(page);
    await booking.waitFor({ state: 'hidden' });
    await dialog.getByRole('heading', { name: 'Ada Moreau' }).waitFor();
  });

  it('says at once which of the dates can’t be had, and still leads to the next free day', async () => {
    const days: AvailabilityDays = [
      { date: '2026-12-31', status: 'blocked' },
      { date: '2027-01-14', status: 'open' },
      { date: '2027-01-28', status: 'full' },
    ];
    const { page, button, called } = await open(`/${ADA.id}`, { 'GET /api/availability/days': json(days) });
    await button('Book again...').click();
    await button('In 4 weeks · Thu, Dec 31 · blocked').waitFor();
    await button('In 6 weeks · Thu, Jan 14').waitFor();
    await button('In 8 weeks · Thu, Jan 28 · full').waitFor();
    expect(called('GET /api/availability/days').at(-1)?.call).toMatch(
      /from=2026-12-31&to=2027-01-28&services=womens-haircut(?:&|$)/,
    );
    await expectAccessible(page);
    await button('In 4 weeks · Thu, Dec 31 · blocked').click();
    await page.getByRole('dialog', { name: 'Add Booking' }).getByLabel('Date', { exact: true }).waitFor();
  });

  it('is offered in the toast after a visit was completed', async () => {
    const { page, button, toast } = await open('', {
      'GET /api/admin/bookings': bookingList([PRIYA_PRICED]),
    });
    await chooseAction('Priya Nair', 'Complete')(page);
    await button('Complete · $1,180').click();
    await toast('Booking completed successfully').waitFor();
    await button('Book again').click();
    await page.getByRole('dialog', { name: 'Book again' }).getByText('Priya Nair · Full Color').waitFor();
    await toast('Booking completed successfully').waitFor({ state: 'hidden' });
  });
});

describe('the calendar’s peek', () => {
  const api = { ...CALENDAR_SUCCESS, ...BOOKING_SUCCESS, 'GET /api/admin/calendar': todayCalendar() };
  const peek = (id: string) => openAdmin(`/admin/calendar?view=day&appointment=${id}`, api);

  it('completes a visit that has begun by one press', async () => {
    const { button, toast, called } = await peek(HANNAH.id);
    await button('Complete · $110').click();
    await toast('Booking completed successfully').waitFor();
    expect(called('POST').map(({ body }) => body)).toEqual([{ amount_cents: 11_000 }]);
  });

  it('marks a no-show from the start on, which is undone from the toast', async () => {
    const { page, button, toast, called } = await openAdmin(
      `/admin/calendar?view=day&appointment=${HANNAH.id}`,
      {
        ...api,
        ...undoing({ kind: 'booking', id: HANNAH.id }, positionAt(5), {
          type: 'BookingCancelled',
          changes: [
            { field: 'customer_name', before: 'Hannah Ruiz', after: 'Hannah Ruiz' },
            { field: 'status', before: 'confirmed', after: 'cancelled' },
          ],
        }),
      },
    );
    await expectAccessible(page);
    await button('No-show').click();
    await toast('Booking cancelled due to: No Show.').waitFor();
    await button('Undo').click();
    await toast('Undone: Hannah Ruiz is confirmed again').waitFor();
    expect(called('POST').map(({ body }) => body)).toEqual([
      { reason: 'no_show', message: null },
      { event_id: UNDONE_EVENT },
    ]);
  });

  it('moves and cancels one, and has its notes', async () => {
    const { page, dialog, button } = await peek(bookingId(5));
    await dialog.getByText('Wants the same copper as in spring.').waitFor();
    await button('Move').waitFor();
    // Whoever is still to come can't have stayed away.
    expect(await button('No-show').count()).toBe(0);
    await button('Move').click();
    await page.getByRole('dialog', { name: 'Reschedule Appointment' }).waitFor();
    await pressEscape(page);
    await button('Cancel appointment').click();
    await page.getByRole('dialog', { name: 'Cancel Appointment' }).waitFor();
    await expectAccessible(page);
  });
});

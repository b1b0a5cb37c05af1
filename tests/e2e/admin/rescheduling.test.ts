import { describe, expect, it } from 'vitest';
import { projected } from '../support/fixtures/admin-fixtures.ts';
import { ADA, bookingPath, details, movedTo, staffTimes } from '../support/fixtures/booking-fixtures.ts';
import { undoing } from '../support/fixtures/history-fixtures.ts';
import { expectAccessible, expectFocus } from '../support/pages/open-page.ts';
import { chooseAction, staleBooking } from '../support/screens/booking-screens.ts';
import { givenSite } from '../support/site/given-site.ts';
import { positionAt } from '../support/site/live-updates.ts';
import { bookingAdmin } from '../support/visitor/booking-admin.ts';

const site = givenSite();
const open = bookingAdmin(site);

/** How the server undoes what `movedTo` answers. */
const UNDOING = undoing({ kind: 'booking', id: ADA.id }, positionAt(5), {
  type: 'BookingRescheduled',
  changes: [
    { field: 'customer_name', before: 'Ada Moreau', after: 'Ada Moreau' },
    { field: 'appointment_date', before: '2026-12-03', after: '2026-12-04' },
    { field: 'appointment_time', before: '2:30 PM', after: '10:00 AM' },
  ],
});

describe('rescheduling', () => {
  // Spec: 2.reschedule-dialog
  it('offers the times of the day, says where it goes, and is undone from the toast', async () => {
    const { page, dialog, button, toast, called } = await open('', UNDOING);
    await chooseAction('Ada Moreau', 'Reschedule')(page);
    await dialog.getByText('Ada Moreau · now Thu, Dec 3 · 2:30 PM · 1h 30min').waitFor();
    const time = dialog.getByLabel('New time');
    await expect.poll(() => time.locator('option').count()).toBe(26);
    // A taken time says why, and isn't sent.
    await time.selectOption('12:00 PM');
    await dialog.getByRole('status').getByText('Taken by Tom Okafor, 12:00 PM to 1:30 PM').waitFor();
    await expectAccessible(page);
    expect(await button('Move to Thu 12:00 PM').getAttribute('aria-disabled')).toBe('true');
    await button('Move to Thu 12:00 PM').press('Enter');
    await expectFocus(time);
    expect(called('POST')).toEqual([]);
    await dialog.getByRole('button', { name: '11:00 AM' }).click();
    expect(await time.inputValue()).toBe('11:00 AM');
    await dialog.getByText('Taken by Tom Okafor').waitFor({ state: 'hidden' });
    expect(await button('Move to Thu 11:00 AM').getAttribute('aria-disabled')).toBe(null);
    await time.selectOption('8:00 AM');
    await dialog.getByText('Begins at 8:00 AM, before opening at 9:00 AM.').waitFor();
    // Neither to a blocked day, nor to one that is over.
    await dialog.getByLabel('New date').fill('2026-11-26');
    await dialog.getByText('The salon is closed on that date. Please choose another.').waitFor();
    await dialog.getByLabel('New date').fill('2026-11-19');
    await dialog.getByText('Cannot book appointments in the past.').waitFor();
    expect(await time.isDisabled()).toBe(true);
    expect(await dialog.getByText('Please select a date first.').count()).toBe(0);
    await dialog.getByLabel('New date').fill('2026-12-04');
    expect(await time.inputValue()).toBe('');
    await button('Reschedule').click();
    await page.getByText('Please select a new date and time').waitFor();
    await time.selectOption('10:00 AM');
    await dialog.getByLabel('SMS message').fill('See you on Friday!');
    await button('Close').click();
    await button('Keep editing').click();
    await button('Move to Fri 10:00 AM').click();
    await toast('Appointment Rescheduled').waitFor();
    // The server says that it has sent nothing.
    await toast(
      'Booking rescheduled to Dec 04, 2026 at 10:00 AM. No message was sent: call (925) 555-0101.',
    ).waitFor();
    expect(called('POST').map(({ body }) => body)).toEqual([
      {
        new_date: '2026-12-04',
        new_time: '10:00 AM',
        message: 'See you on Friday!',
        tell: { sms: true, email: true },
      },
    ]);
    await button('Undo').click();
    await toast('Undone: Ada Moreau is on Thu, Dec 3 · 2:30 PM again').waitFor();
    expect(called('POST').slice(1)).toMatchObject([
      { call: 'POST /api/admin/undo', body: { position: positionAt(5) } },
    ]);
    await button('Undo').waitFor({ state: 'hidden' });
  });

  it('offers no time that it has already, and leads on from a day without free times', async () => {
    const full = { ...staffTimes('2026-12-03'), times: [{ time: '9:00 AM', state: 'taken' as const }] };
    const { page, dialog, called } = await open('', {
      [`GET ${bookingPath(1)}/availability`]: (route, url) => {
        const date = url.searchParams.get('date') ?? '';
        return projected(date === '2026-12-04' ? { ...full, date } : staffTimes(date))(route, url);
      },
    });
    await chooseAction('Ada Moreau', 'Reschedule')(page);
    const time = dialog.getByLabel('New time');
    expect(await time.locator('option', { hasText: '2:30 PM · now' }).isDisabled()).toBe(true);
    await dialog.getByLabel('New date').fill('2026-12-04');
    await dialog.getByText('No free time within opening hours on this day.').waitFor();
    await dialog.getByRole('button', { name: 'Next free day: Sat, Dec 5' }).click();
    expect(await dialog.getByLabel('New date').inputValue()).toBe('2026-12-05');
    await expect.poll(() => time.locator('option[value="2:30 PM"]').isDisabled()).toBe(false);
    expect(await dialog.getByText('No free time within opening hours on this day.').count()).toBe(0);
    expect(called('GET /api/admin/availability/days?').at(-1)?.call).toContain(
      `from=2026-12-05&to=2027-05-20&booking_id=${ADA.id}`,
    );
  });

  it('tells who was faster and what is different, keeps what was chosen, and sends it again', async () => {
    const { page, api, dialog, button, alert, toast } = await open('', {
      [`POST ${bookingPath(1)}/reschedule`]: staleBooking,
      [`GET ${bookingPath(1)}`]: details({ ...ADA, appointment_time: '4:00 PM', version: 3 }),
    });
    await chooseAction('Ada Moreau', 'Reschedule')(page);
    await dialog.getByLabel('New time').selectOption('10:00 AM');
    await dialog.getByLabel('SMS message').fill('Earlier, if you like.');
    await button('Move to Thu 10:00 AM').click();
    await alert('Marie Petit changed this on Fri, Nov 20 · 10:00 AM.').waitFor();
    await alert('Date and time: Thu, Dec 3 · 2:30 PM is now Thu, Dec 3 · 4:00 PM').waitFor();
    expect(await dialog.getByLabel('New time').inputValue()).toBe('10:00 AM');
    expect(await dialog.getByLabel('SMS message').inputValue()).toBe('Earlier, if you like.');
    await expectAccessible(page);
    api.change({ [`POST ${bookingPath(1)}/reschedule`]: movedTo(1, 'pending', 9) });
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await button('Move to Thu 10:00 AM').click();
    expect((await sent).headers()['if-match']).toBe('"3"');
    await toast('Appointment Rescheduled').waitFor();
  });
});

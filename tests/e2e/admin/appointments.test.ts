import { describe, expect, it } from 'vitest';
import { bookingAdmin } from '../support/booking-admin.ts';
import {
  ADA,
  ADMIN_BOOKINGS,
  booking,
  bookingId,
  bookingList,
  bookingPath,
  changedTo,
  details,
} from '../support/booking-fixtures.ts';
import { chooseAction } from '../support/booking-screens.ts';
import { givenSite } from '../support/given-site.ts';
import { positionAt } from '../support/live-updates.ts';
import { json, lostNetwork, problem } from '../support/mock-api.ts';
import { held } from '../support/open-admin.ts';
import { expectAccessible, PHONE } from '../support/open-page.ts';

const site = givenSite();
const open = bookingAdmin(site);

/** The list with changes to its first appointment. */
const listWith = (changes: object, position = 9) =>
  bookingList(
    ADMIN_BOOKINGS.map((each) => (each.id === ADA.id ? { ...each, ...changes } : each)),
    position,
  );

describe('the list of appointments', () => {
  it('shows who comes when for what, and follows the filters in the address', async () => {
    const { page, called, api, at, button, row } = await open('?status=pending');
    await page.getByText('9 appointments').waitFor();
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
      'Select',
      'Customer',
      'Date & Time',
      'Services',
      'Amount',
      'Status',
      'Actions',
    ]);
    expect(await row('Ada Moreau').innerText()).toMatch(
      /Ada Moreau[\s\S]*ada.moreau@example.com\s+Thu, Dec 3 · 2:30 PM\s+Women's Haircut, Scalp Treatment\s+Price Varies\s+Pending/,
    );
    await row('Erased customer').getByText('Nov 4, 2025 · 4:00 PM').waitFor();
    const box = await row('Tom Okafor').boundingBox();
    expect(Math.round(box?.height ?? 0) - 44).toBeOneOf([0, 1]);
    await expectAccessible(page);

    await page.getByLabel('Name, email or phone').fill('ada');
    await at('/admin/appointments?status=pending&search=ada');
    await page.getByLabel('From').fill('2026-12-01');
    await at('/admin/appointments?status=pending&search=ada&from=2026-12-01');
    await expect
      .poll(() => called('GET /api/admin/bookings?').at(-1)?.call)
      .toContain('GET /api/admin/bookings?search=ada&status=pending&from=2026-12-01');
    api.change({ 'GET /api/admin/bookings': bookingList([]) });
    await page.getByLabel('Status').selectOption('All Statuses');
    await page.getByText('No appointments found').waitFor();
    await page.getByText('Try adjusting your filters.').waitFor();
    await button('Clear filters').click();
    await at('/admin/appointments');
    await page.getByText('New appointments appear here as customers book.').waitFor();
  });

  it('loads the next page, and says what failed', async () => {
    const { page, api, button, called, alert } = await open('', { 'GET /api/admin/bookings': lostNetwork });
    await alert('Failed to fetch bookings.').waitFor();
    api.change({
      'GET /api/admin/bookings': (route, url) =>
        (url.searchParams.has('cursor')
          ? bookingList([booking(20, 'Zoe Adler', ['2026-12-05', '9:00 AM'], 'confirmed')])
          : bookingList(ADMIN_BOOKINGS, 0, '2026-01-01T00:00:00.000Z_x'))(route, url),
    });
    await button('Try again').click();
    await page.getByText('49 appointments').waitFor();
    await button('Load more').click();
    await page.getByText('Zoe Adler').waitFor();
    expect(await button('Load more').count()).toBe(0);
    expect(called('GET /api/admin/bookings?').at(-1)?.call).toContain('cursor=2026-01-01T00');
  });

  it('confirms at once, and takes it back when somebody was faster', async () => {
    const answer = held(problem('stale'));
    const { page, row, toast } = await open('', { [`POST ${bookingPath(1)}/confirm`]: answer.respond });
    await page.getByRole('button', { name: 'Confirm Ada Moreau' }).click();
    await row('Ada Moreau').getByText('Confirmed').waitFor();
    answer.release();
    await row('Ada Moreau').getByText('Pending').waitFor();
    await toast('Failed to update booking status').waitFor();
  });

  it('confirms many, and keeps those selected that were refused', async () => {
    const { page, api, button, toast, called, row } = await open('', {
      [`POST ${bookingPath(2)}/confirm`]: problem('already-cancelled'),
    });
    await page.getByLabel('Select all 3 pending').check();
    api.change({
      'GET /api/admin/bookings': bookingList(
        ADMIN_BOOKINGS.map((each) => (each.id === bookingId(2) ? each : { ...each, status: 'confirmed' })),
        9,
      ),
    });
    await button('Confirm 3 requests').click();
    await toast('1 of 3 could not be confirmed').waitFor();
    await button('Confirm 1 request').waitFor();
    expect(await row('Leo Marsh').getByRole('checkbox').isChecked()).toBe(true);
    expect(
      called('POST')
        .map(({ call }) => call)
        .sort(),
    ).toEqual([1, 2, 7].map((number) => `POST ${bookingPath(number)}/confirm`));
    api.change({ [`POST ${bookingPath(2)}/confirm`]: changedTo(2, 'confirmed', 12) });
    await button('Confirm 1 request').click();
    await toast('Booking confirmed successfully').waitFor();
  });

  it('is walked through by keys', async () => {
    const { page, dialog, at } = await open('');
    await page.getByText('9 appointments').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await dialog.getByRole('heading', { name: 'Ada Moreau' }).waitFor();
    await at(`/admin/appointments/${ADA.id}`);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await at('/admin/appointments');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Ada Moreau');
  });

  it('is a list of cards on a phone', async () => {
    const { page } = await open('', {}, { size: PHONE });
    await page.getByText('9 appointments').waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
    await page.getByRole('button', { name: 'Confirm Ada Moreau' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    await expectAccessible(page);
  });

  it('shows what somebody else has done', async () => {
    const { api, row } = await open('');
    await row('Ada Moreau').getByText('Pending').waitFor();
    await expect.poll(() => site.live.count()).toBe(1);
    api.change({ 'GET /api/admin/bookings': listWith({ status: 'confirmed' }, 20) });
    site.live.tell({ kind: 'booking', id: ADA.id, position: positionAt(20) });
    await row('Ada Moreau').getByText('Confirmed').waitFor();
  });
});

describe('one appointment', () => {
  it('has its own address, with all that is known and what has happened', async () => {
    const { page, dialog, button } = await open(`/${ADA.id}`);
    await dialog.getByRole('heading', { name: 'Ada Moreau' }).waitFor();
    await dialog.getByText('2:30 PM – 4:00 PM (1h 30min)').waitFor();
    await dialog.getByText('Sensitive scalp').waitFor();
    expect(await dialog.getByRole('link', { name: '(925) 555-0101' }).getAttribute('href')).toBe(
      'tel:9255550101',
    );
    await button('History').click();
    await dialog.getByText('Marie Petit').waitFor();
    await dialog.getByText('Dec 02, 2026').waitFor();
    await dialog.getByText('Followed from: booked').waitFor();
    // Somebody asks for no more than what happened to people: ids are left out.
    expect(await dialog.getByText('Customer: ').count()).toBe(0);
    await expectAccessible(page);
  });

  it('says when it is gone', async () => {
    const { dialog } = await open(`/${bookingId(99)}`, {
      [`GET ${bookingPath(99)}`]: problem('booking-not-found'),
    });
    await dialog.getByText('The booking was not found. It may have been removed.').waitFor();
  });

  it('has SMS consent switched, and switched back when that fails', async () => {
    const { api, button, toast, called, dialog } = await open(`/${ADA.id}`);
    await dialog.getByText('Given', { exact: true }).waitFor();
    api.change({ [`GET ${bookingPath(1)}`]: details({ ...ADA, sms_consent: false, version: 3 }, 5) });
    await button('Disable SMS consent').click();
    await toast('SMS consent disabled').waitFor();
    await dialog.getByText('Not given').waitFor();
    expect(called('POST').map(({ body }) => body)).toEqual([{ sms_consent: false }]);
    api.change({ [`POST ${bookingPath(1)}/sms-consent`]: problem('unavailable') });
    await button('Enable SMS consent').click();
    await toast('Failed to update SMS consent').waitFor();
    await dialog.getByText('Not given').waitFor();
  });

  it('can’t be confirmed, moved or cancelled once it is cancelled, but reinstated', async () => {
    const { page, button, toast, called } = await open(`/${bookingId(4)}`);
    await button('Reinstate').waitFor();
    for (const name of ['Confirm', 'Reschedule', 'Cancel']) {
      expect(await button(name).last().isDisabled()).toBe(true);
    }
    await button('Reinstate').click();
    await button('Reinstate Appointment').click();
    await toast('Appointment Reinstated').waitFor();
    await page.getByText('It is confirmed again.').waitFor();
    expect(called('POST')).toHaveLength(1);
  });

  it('is deleted after a question', async () => {
    const { page, dialog, button, toast, called, at } = await open(`/${ADA.id}`);
    await button('Delete').click();
    await page
      .getByText('Are you sure you want to permanently delete this booking? This action cannot be undone.')
      .waitFor();
    await expectAccessible(page);
    await button('Delete Booking').click();
    await toast('Booking Deleted').waitFor();
    await dialog.first().waitFor({ state: 'hidden' });
    await at('/admin/appointments');
    expect(called('DELETE')).toHaveLength(1);
  });

  it('is completed with what was paid', async () => {
    const { page, dialog, button, toast, called } = await open('');
    await chooseAction('Hannah Ruiz', 'Complete')(page);
    expect(await dialog.getByLabel('Amount paid ($)').inputValue()).toBe('110.00');
    await dialog.getByLabel('Amount paid ($)').fill('lots');
    await button('Complete Appointment').click();
    await dialog.getByText('Please enter an amount from 0 to 100,000, such as 65.00.').waitFor();
    await dialog.getByLabel('Amount paid ($)').fill('$120.50');
    await button('Complete Appointment').click();
    await toast('Booking completed successfully').waitFor();
    expect(called('POST').map(({ body }) => body)).toEqual([{ amount_cents: 12_050 }]);
  });

  it('shows the bookings from the same sender, and cancels them', async () => {
    const path = `${bookingPath(1)}/same-source`;
    const shown = ({
      id,
      customer_name,
      appointment_date,
      appointment_time,
      status,
      created_at,
    }: typeof ADA) => ({
      id,
      customer_name,
      appointment_date,
      appointment_time,
      status,
      created_at,
    });
    const { page, button, toast, called } = await open(`/${ADA.id}`, {
      [`GET ${path}`]: json(ADMIN_BOOKINGS.slice(0, 4).map(shown)),
      [`POST ${path}/cancel`]: json({ cancelled: [ADA.id], left: [bookingId(2)], position: positionAt(9) }),
    });
    await page.getByRole('button', { name: 'Bookings from the same sender...' }).click();
    await button('Cancel 3 appointments').click();
    await toast('1 appointment cancelled').waitFor();
    await page.getByText('Nobody was told. 1 had changed meanwhile and stayed as they are.').waitFor();
    expect(called('POST')[0]?.body).toEqual({
      from: '2026-11-20T03:00:00.000Z',
      to: '2026-11-21T03:00:00.000Z',
      scope: 'address',
    });
  });
});

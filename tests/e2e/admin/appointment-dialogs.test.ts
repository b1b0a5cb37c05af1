import { describe, expect, it } from 'vitest';
import { ADA_PATH, CUSTOMERS, customerId, knownAs, listed } from '../support/fixtures/admin-fixtures.ts';
import { ADA, BOOKING_SUCCESS, bookingPath } from '../support/fixtures/booking-fixtures.ts';
import { waitForFocus } from '../support/pages/open-admin.ts';
import { expectAccessible, pressEscape } from '../support/pages/open-page.ts';
import { chooseAction } from '../support/screens/booking-screens.ts';
import { givenSite } from '../support/site/given-site.ts';
import { positionAt } from '../support/site/live-updates.ts';
import { json, lostNetwork, problem } from '../support/site/mock-api.ts';
import { bookingAdmin } from '../support/visitor/booking-admin.ts';

const site = givenSite();
const open = bookingAdmin(site);

describe('cancelling', () => {
  // Spec: 2.cancel-dialog, 8.cancel-failed, 8.cancelled, 5.cancel-reason
  it('asks for a reason, keeps what was entered, and says whether the customer was told', async () => {
    const { page, api, dialog, button, toast, called } = await open('', {
      [`POST ${bookingPath(1)}/cancel`]: lostNetwork,
    });
    await chooseAction('Ada Moreau', 'Cancel')(page);
    await dialog.getByText('Ada Moreau · Thu, Dec 3 · 2:30 PM').waitFor();
    await dialog.getByText('Are you sure you want to cancel this appointment?').waitFor();
    expect(await dialog.getByRole('radio').count()).toBe(5);
    expect(await button('Cancel Appointment').isDisabled()).toBe(true);
    await expectAccessible(page);
    await button('Keep Appointment').click();
    await dialog.waitFor({ state: 'hidden' });
    await waitForFocus(page, 'Actions for Ada Moreau');

    // A user who has gone on before the dialog gives the focus back keeps it: otherwise their menu would close.
    await chooseAction('Ada Moreau', 'Cancel')(page);
    await button('Keep Appointment').evaluate((keep: HTMLElement) => {
      const given = Promise.withResolvers<void>();
      const box = keep.closest('[role=dialog]');
      box?.addEventListener('focusScope.autoFocusOnUnmount', () => setTimeout(given.resolve));
      new MutationObserver((_, observer) => {
        if (keep.isConnected) return;
        observer.disconnect();
        document.querySelector<HTMLElement>('[aria-label="Actions for Leo Marsh"]')?.focus();
      }).observe(document.body, { childList: true, subtree: true });
      keep.click();
      return given.promise;
    });
    await waitForFocus(page, 'Actions for Leo Marsh');

    await chooseAction('Ada Moreau', 'Cancel')(page);
    await dialog.getByLabel('Emergency').check();
    await dialog.getByText('Leave empty to skip sending a notification.').waitFor();
    await dialog.getByLabel('SMS message').fill(' We are sorry, our stylist is ill. ');
    await pressEscape(page);
    await page.getByRole('alertdialog', { name: 'Discard this message?' }).waitFor();
    await button('Keep editing').click();
    expect(await dialog.getByLabel('SMS message').inputValue()).toContain('our stylist');
    await button('Cancel Appointment').click();
    await toast('Failed to cancel booking').waitFor();
    expect(await dialog.getByLabel('Emergency').isChecked()).toBe(true);
    const answer = { id: ADA.id, status: 'cancelled', version: 3, position: positionAt(5) };
    api.change({
      [`POST ${bookingPath(1)}/cancel`]: json({ ...answer, told: ['sms'], notified: true, departure: null }),
    });
    await button('Cancel Appointment').click();
    await toast('Appointment Cancelled').waitFor();
    await toast('Booking cancelled due to: Emergency. Customer notified via SMS.').waitFor();
    expect(called('POST').at(-1)?.body).toEqual({
      reason: 'emergency',
      message: 'We are sorry, our stylist is ill.',
      tell: { sms: true, email: true },
    });
  });
});

describe('adding a booking', () => {
  // Spec: 2.add-booking, 8.created, 8.create-failed, 9.customer-picker
  it('picks a customer, sums up the services, offers the times, and asks before all that is lost', async () => {
    const { page, api, dialog, button, toast, called } = await open('', {
      'GET /api/admin/customers': listed(CUSTOMERS.slice(0, 3)),
      'POST /api/admin/bookings': lostNetwork,
      [`GET ${ADA_PATH}/for-booking`]: knownAs({
        sms_consent: { given: true, at: '2026-11-18T20:00:00.000Z' },
      }),
    });
    await page.getByText('9 appointments').waitFor();
    await page.keyboard.press('c');
    const name = dialog.getByRole('combobox', { name: 'Customer name' });
    await name.fill('ada');
    await page.getByRole('option', { name: 'Ada Moreau' }).waitFor();
    await expectAccessible(page);
    // The first match is marked, so that Enter picks it.
    await name.press('Enter');
    await expect.poll(() => dialog.getByLabel('Phone').inputValue()).toBe('(925) 555-0101');
    await dialog.getByText('A known customer.').waitFor();
    const notes = dialog.getByRole('region', { name: 'Customer notes' });
    await notes.getByText('Sensitive scalp, no ammonia.').waitFor();
    // They belong to the customer who is picked, and go with her.
    await name.fill('ada m');
    await notes.waitFor({ state: 'hidden' });
    await page.getByRole('option', { name: 'Ada Moreau' }).click();
    await notes.waitFor();
    const consent = dialog.getByRole('checkbox', { name: 'The customer agrees to text messages about it' });
    await dialog.getByText('Last time: agreed on Nov 18, 2026').waitFor();
    expect(await consent.isChecked()).toBe(true);
    const stopped = { at: '2026-11-19T20:00:00.000Z', by: 'customer' } as const;
    api.change({ [`GET ${ADA_PATH}/for-booking`]: knownAs({ opted_out: stopped }, 3) });
    site.live.tell({ kind: 'message', id: ADA.id, position: positionAt(3) });
    await dialog.getByText('Texted STOP on Nov 19, 2026: no texts until the customer texts START.').waitFor();
    expect(await consent.isChecked()).toBe(false);
    await expectAccessible(page);
    expect(await dialog.getByLabel('Time').isDisabled()).toBe(true);
    await dialog.getByLabel("Women's Haircut").check();
    await dialog.getByLabel("Up do's").check();
    await dialog.getByText('Total: 2h · $110.00').waitFor();
    // A service that isn't offered can't be booked.
    expect(await dialog.getByLabel('Scalp Treatment').count()).toBe(0);
    await dialog.getByLabel('Date', { exact: true }).fill('2026-12-04');
    await dialog.getByLabel('Time').selectOption('7:00 PM');
    await dialog.getByText('Ends at 8:00 PM, after closing at 7:00 PM.').waitFor();
    // Going back asks before that is lost.
    await page.evaluate(() => window.history.back());
    await page.getByRole('alertdialog', { name: 'Discard this booking?' }).waitFor();
    await button('Keep editing').click();
    await page.waitForURL(/\?new/);
    // The browser itself asks before the page is loaded again.
    const { promise: asked, resolve: answer } = Promise.withResolvers<string>();
    page.once('dialog', async (shown) => {
      await shown.dismiss();
      answer(shown.type());
    });
    await page.evaluate(() => window.setTimeout(() => window.location.reload()));
    expect(await asked).toBe('beforeunload');
    expect(await dialog.getByLabel('Time').inputValue()).toBe('7:00 PM');
    await button('Create Booking').click();
    await toast('Failed to create booking').waitFor();
    const created = BOOKING_SUCCESS['POST /api/admin/bookings'] ?? lostNetwork;
    api.change({ 'POST /api/admin/bookings': created });
    await button('Create Booking').click();
    await toast('Booking created successfully').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    expect(called('POST /api/admin/bookings').at(-1)?.body).toEqual({
      customer_name: 'Ada Moreau',
      customer_email: 'ada.moreau@example.com',
      customer_phone: '(925) 555-0101',
      customer_id: customerId(1),
      appointment_date: '2026-12-04',
      appointment_time: '7:00 PM',
      services: [{ id: 'womens-haircut' }, { id: 'updo' }],
      notes: '',
      sms_consent: false,
    });
    expect(called('GET /api/admin/customers?').at(-1)?.call).toContain('limit=10');
    expect(called('GET /api/admin/availability?').at(-1)?.call).toContain(
      'date=2026-12-04&services=womens-haircut%2Cupdo',
    );
  });

  // Spec: 2.add-booking, 5.manual-name, 5.manual-email, 5.manual-phone, 5.manual-time, 5.manual-service
  it('names what is missing, takes a new name, and keeps all fields and its buttons in view after a refusal', async () => {
    const refusals = {
      'GET /api/admin/customers': listed([]),
      'GET /api/admin/availability': lostNetwork,
      'POST /api/admin/bookings': problem('forbidden'),
    };
    const size = { width: 1100, height: 700 };
    const { page, api, dialog, button, toast, called } = await open('?new', refusals, { size });
    await button('Create Booking').click();
    for (const text of [
      'Customer name must be at least 2 characters',
      'Please enter a valid phone number',
      'Please select at least one service',
      'Please select appointment date and time',
    ]) {
      await dialog.getByText(text).waitFor();
    }
    await expectAccessible(page);
    await dialog.getByLabel('Customer name').fill('Grace Holm');
    await dialog.getByText('A new customer, unless email or phone are known.').waitFor();
    await dialog.getByLabel('Phone').fill('9255550177');
    await expect.poll(() => dialog.getByLabel('Phone').inputValue()).toBe('(925) 555-0177');
    await dialog.getByLabel('Email (optional)').fill('grace');
    await dialog.getByLabel("Women's Haircut").check();
    await dialog.getByLabel('Date', { exact: true }).fill('2026-12-04');
    await dialog.getByText('The times couldn’t be loaded.').waitFor();
    const times = BOOKING_SUCCESS['GET /api/admin/availability'] ?? lostNetwork;
    api.change({ 'GET /api/admin/availability': times });
    await button('Try again').click();
    await dialog.getByLabel('Time').selectOption('10:00 AM');
    // They come by themselves once the browser is online again.
    api.change({ 'GET /api/admin/availability': lostNetwork });
    await page.evaluate(() => window.dispatchEvent(new Event('offline')));
    await dialog.getByLabel('Date', { exact: true }).fill('2026-12-05');
    await dialog.getByText('The times couldn’t be loaded.').waitFor();
    api.change({ 'GET /api/admin/availability': times });
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await dialog.getByLabel('Time').selectOption('10:00 AM');
    await button('Create Booking').click();
    await dialog.getByText('Please enter a valid email address').waitFor();
    await dialog.getByLabel('Email (optional)').fill('');
    expect(called('POST /api/admin/bookings')).toEqual([]);
    await button('Create Booking').click();
    await toast('Access denied.').waitFor();
    const gap = async () => {
      const [over, below] = await Promise.all([
        page.locator('[data-sonner-toast]').boundingBox(),
        button('Create Booking').boundingBox(),
      ]);
      return over && below ? below.y - (over.y + over.height) : -1;
    };
    await expect.poll(gap).toBeGreaterThan(0);
    await expect.poll(gap).toBeLessThan(60);
    // In a wide window they stand beside the dialog, as low as always.
    await page.setViewportSize({ width: 1500, height: 700 });
    await expect.poll(gap).toBeLessThan(0);
    const [beside, box] = await Promise.all([
      page.locator('[data-sonner-toast]').boundingBox(),
      dialog.boundingBox(),
    ]);
    expect(beside?.x).toBeGreaterThan((box?.x ?? 0) + (box?.width ?? 0));
    api.change({ 'POST /api/admin/bookings': problem('slot-taken') });
    await button('Create Booking').click();
    await dialog.getByText('That time was just taken. Please choose another.').waitFor();
    expect(await dialog.getByLabel('Customer name').inputValue()).toBe('Grace Holm');
    expect(called('POST /api/admin/bookings')[0]?.body).not.toHaveProperty('customer_id');
  });
});

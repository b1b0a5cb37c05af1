import { expect, it } from 'vitest';
import { CUSTOMERS, customerId, listed } from '../support/admin-fixtures.ts';
import { bookingAdmin } from '../support/booking-admin.ts';
import {
  ADA,
  ADMIN_BOOKINGS,
  bookingId,
  bookingPath,
  changedTo,
  details,
  YUKI,
} from '../support/booking-fixtures.ts';
import { chooseAction } from '../support/booking-screens.ts';
import { givenSite } from '../support/given-site.ts';
import { positionAt } from '../support/live-updates.ts';
import { json, lostNetwork, problem } from '../support/mock-api.ts';
import { expectAccessible } from '../support/open-page.ts';

/** One appointment, and what ends it. */

const site = givenSite();
const open = bookingAdmin(site);

// Spec: 2.send-sms, 7.send-booking-sms, 8.sms-sent, 8.sms-failed
it('texts the customer about it on request, never one whose number has opted out', async () => {
  const messages = `POST ${bookingPath(1)}/messages`;
  const { page, dialog, button, toast, api, called } = await open(`/${ADA.id}`, {
    [messages]: json({ id: ADA.id, queued: true, position: positionAt(5) }),
  });
  // Which of the contacts a code has proven.
  await expect.poll(() => dialog.getByText('Confirmed by a code').count()).toBe(1);
  await button('Send SMS Notification').click();
  await toast('SMS notifications sent successfully').waitFor();
  expect(called('POST')).toHaveLength(1);
  api.change({ [messages]: problem('texts-paused') });
  await button('Send SMS Notification').click();
  await toast('Failed to send SMS notifications').waitFor();
  await toast('Messages are paused. Resume them on the page Messages first.').waitFor();

  // The customer texts STOP: the dialog says so by itself, and consent can't be enabled by others.
  api.change({
    [`GET ${bookingPath(1)}`]: details(ADA, 7, { at: '2026-11-20T17:30:00.000Z', by: 'customer' }),
  });
  site.live.tell({ kind: 'message', id: ADA.id, position: positionAt(7) });
  await dialog.getByText(/^The customer texted STOP on .*until the customer texts START\.$/).waitFor();
  await button('Send SMS Notification').waitFor({ state: 'hidden' });
  expect(await button('Enable SMS consent').isDisabled()).toBe(true);
  await expectAccessible(page);

  // Without consent there is no such button either.
  api.change({ [`GET ${bookingPath(1)}`]: details({ ...ADA, sms_consent: false }, 8) });
  site.live.tell({ kind: 'message', id: ADA.id, position: positionAt(8) });
  await dialog.getByText('Not given').waitFor();
  expect(await button('Send SMS Notification').count()).toBe(0);
});

// Spec: 2.appointment-details, 8.consent-failed, 8.consent-updated, 8.confirm-delete-booking, 8.delete-failed, 8.deleted
it('has its own address, with all that is known and what has happened, until it is deleted', async () => {
  const { page, api, dialog, button, toast, called, at } = await open(`/${ADA.id}`);
  await dialog.getByRole('heading', { name: 'Ada Moreau' }).waitFor();
  await dialog.getByText('2:30 PM – 4:00 PM (1h 30min)').waitFor();
  await dialog.getByText('Sensitive scalp').waitFor();
  await dialog.getByText('Allergic to PPD.').waitFor();
  await dialog.getByText('· 3 earlier visits').waitFor();
  expect(await dialog.getByRole('link', { name: '(925) 555-0101' }).getAttribute('href')).toBe(
    'tel:9255550101',
  );
  await button('History').click();
  await dialog.getByText('Marie Petit').waitFor();
  await dialog.getByText('Dec 02, 2026').waitFor();
  await dialog.getByText('Followed from: booked').waitFor();
  await dialog.getByText('The phone was off or out of reach.').waitFor();
  await dialog.getByText('Followed from: moved').waitFor();
  // Somebody asks for no more than what happened to people: ids are left out.
  expect(await dialog.getByText('Customer: ').count()).toBe(0);
  await expectAccessible(page);

  // Consent is switched, and switched back when that fails.
  await dialog.getByText('Given', { exact: true }).waitFor();
  await dialog.getByText('Agreed: by the customer on Fri, Nov 20 · 7:00 AM').waitFor();
  const taken = { at: '2026-11-20T17:55:00.000Z', by: 'staff' } as const;
  api.change({
    [`GET ${bookingPath(1)}`]: details({ ...ADA, sms_consent: false, version: 3 }, 5, null, taken),
  });
  await button('Disable SMS consent').click();
  await toast('SMS consent disabled').waitFor();
  await dialog.getByText('Not given').waitFor();
  await dialog.getByText('Taken back: entered by staff on Fri, Nov 20 · 9:55 AM').waitFor();
  expect(called('POST').map(({ body }) => body)).toEqual([{ sms_consent: false }]);
  api.change({ [`POST ${bookingPath(1)}/sms-consent`]: problem('unavailable') });
  const question = page.getByRole('alertdialog', { name: 'Has the customer agreed to texts?' });
  await button('Enable SMS consent').click();
  await question.getByText('Ada Moreau · (925) 555-0101').waitFor();
  await expectAccessible(page);
  await button('No').click();
  await question.waitFor({ state: 'hidden' });
  expect(called('POST')).toHaveLength(1);
  await button('Enable SMS consent').click();
  await button('Yes, Enable').click();
  await toast('Failed to update SMS consent').waitFor();
  await dialog.getByText('Not given').waitFor();
  api.change({ [`POST ${bookingPath(1)}/sms-consent`]: changedTo(1, 'pending', 6) });
  await button('Enable SMS consent').click();
  await button('Yes, Enable').click();
  await toast('SMS consent enabled').waitFor();

  await button('Delete').click();
  await page
    .getByText('Are you sure you want to permanently delete this booking? This action cannot be undone.')
    .waitFor();
  await expectAccessible(page);
  api.change({ [`DELETE ${bookingPath(1)}`]: lostNetwork });
  await button('Delete Booking').click();
  await page.getByText('Failed to delete booking. You may need admin permissions.').waitFor();
  api.change({ [`DELETE ${bookingPath(1)}`]: json({ id: ADA.id, position: positionAt(6) }) });
  await button('Delete Booking').click();
  await toast('Booking Deleted').waitFor();
  await dialog.first().waitFor({ state: 'hidden' });
  await at('/admin/appointments');
  expect(called('DELETE')).toHaveLength(2);
});

it('is given to another customer, where it was taken for somebody else’s', async () => {
  const path = `POST ${bookingPath(1)}/customer`;
  const { page, api, dialog, button, toast, called } = await open(`/${ADA.id}`, {
    'GET /api/admin/customers': listed([]),
    [path]: problem('customer-not-found'),
  });
  await button('Change Customer...').click();
  const name = dialog.getByRole('combobox', { name: 'Customer name' });
  await name.fill('nobody');
  await dialog.getByText('No customers found matching your search').waitFor();
  await button('Change Customer').click();
  await dialog.getByText('Please select a customer').waitFor();
  await expectAccessible(page);
  api.change({ 'GET /api/admin/customers': listed(CUSTOMERS.slice(3, 4)) });
  await name.fill('(925) 555');
  await page.getByRole('option', { name: 'Dara Okafor' }).click();
  await dialog.getByText('dara.okafor@example.com').waitFor();
  await button('Change Customer').click();
  await toast('The customer was not found. They may have been removed.').waitFor();
  api.change({ [path]: json({ id: ADA.id, position: positionAt(5) }) });
  await button('Change Customer').click();
  await toast('Customer changed').waitFor();
  await name.waitFor({ state: 'hidden' });
  expect(called('POST').map(({ body }) => body)).toEqual([
    { customer_id: customerId(4) },
    { customer_id: customerId(4) },
  ]);
});

// Spec: 4.cancelled-is-final
it('can’t be confirmed, moved or cancelled once it is cancelled, but reinstated', async () => {
  const { page, api, dialog, button, toast, called } = await open(`/${bookingId(4)}`);
  await button('Reinstate').waitFor();
  for (const name of ['Confirm', 'Reschedule', 'Cancel']) {
    expect(await button(name).last().isDisabled()).toBe(true);
  }
  await button('Reinstate').click();
  await dialog.getByText('if the time is still free. The customer is told by text message.').waitFor();
  await button('Leave it cancelled').click();
  // Nobody is told who doesn't want texts.
  api.change({ [`GET ${bookingPath(4)}`]: details({ ...YUKI, sms_consent: false }, 7) });
  site.live.tell({ kind: 'booking', id: YUKI.id, position: positionAt(7) });
  await dialog.getByText('Not given').waitFor();
  await button('Reinstate').click();
  await dialog.getByText(/if the time is still free\.$/).waitFor();
  await button('Reinstate Appointment').click();
  await toast('Appointment Reinstated').waitFor();
  await page.getByText('It is confirmed again.').waitFor();
  expect(called('POST')).toHaveLength(1);
});

it('says when it is gone', async () => {
  const { dialog } = await open(`/${bookingId(99)}`, {
    [`GET ${bookingPath(99)}`]: problem('booking-not-found'),
  });
  await dialog.getByText('The booking was not found. It may have been removed.').waitFor();
});

it('has its amount corrected, from the toast or later', async () => {
  const { page, dialog, button, toast, called } = await open('');
  await chooseAction('Hannah Ruiz', 'Complete')(page);
  const amount = dialog.getByLabel('Amount paid ($)');
  await amount.fill('1,234.5');
  await button('Complete Appointment').click();
  await toast('Booking completed successfully').waitFor();
  const changed = page.waitForRequest(`**${bookingPath(3)}/complete`);
  await button('Change Amount').click();
  const change = dialog.getByRole('button', { name: 'Change Amount' });
  await change.waitFor();
  expect(await amount.inputValue()).toBe('1234.50');
  await expectAccessible(page);
  await amount.fill('');
  await change.click();
  await dialog.getByText('Please enter an amount from 0 to 100,000, such as 65.00.').waitFor();
  await amount.fill('160');
  await change.click();
  await toast('Amount changed').waitFor();
  // For the version that the completion made.
  expect((await changed).headers()['if-match']).toBe('"3"');

  await chooseAction('Sam Whitfield', 'Change Amount')(page);
  expect(await amount.inputValue()).toBe('35.00');
  await button('Keep $35.00').click();
  await dialog.waitFor({ state: 'hidden' });
  expect(called('POST').map(({ body }) => body)).toEqual([
    { amount_cents: 123_450 },
    { amount_cents: 16_000 },
  ]);
});

it('is completed with what was paid; those from the same sender are cancelled together', async () => {
  const path = `${bookingPath(1)}/same-source`;
  const shown = ADMIN_BOOKINGS.slice(0, 4).map(
    ({ id, customer_name, appointment_date, appointment_time, status, created_at }) => ({
      id,
      customer_name,
      appointment_date,
      appointment_time,
      status,
      created_at,
    }),
  );
  const { page, dialog, button, toast, called } = await open('', {
    [`GET ${path}`]: json(shown),
    [`POST ${path}/cancel`]: json({ cancelled: [ADA.id], left: [bookingId(2)], position: positionAt(9) }),
  });
  await chooseAction('Hannah Ruiz', 'Complete')(page);
  const amount = dialog.getByLabel('Amount paid ($)');
  expect(await amount.inputValue()).toBe('110.00');
  await expect.poll(() => amount.evaluate((field) => field === document.activeElement)).toBe(true);
  await amount.fill('lots');
  await button('Complete Appointment').click();
  await dialog.getByText('Please enter an amount from 0 to 100,000, such as 65.00.').waitFor();
  await amount.fill('$120.50');
  await button('Complete Appointment').click();
  await toast('Booking completed successfully').waitFor();
  expect(called('POST').map(({ body }) => body)).toEqual([{ amount_cents: 12_050 }]);

  await page.getByRole('link', { name: 'Ada Moreau' }).click();
  await button('Bookings from the same sender...').click();
  await button('Cancel 3 appointments').click();
  await toast('1 appointment cancelled').waitFor();
  await page.getByText('Nobody was told. 1 had changed meanwhile and stayed as they are.').waitFor();
  expect(called('POST').at(-1)?.body).toEqual({
    from: '2026-11-20T03:00:00.000Z',
    to: '2026-11-21T03:00:00.000Z',
    scope: 'address',
  });
});

import { expect, it } from 'vitest';
import { projected } from '../support/fixtures/admin-fixtures.ts';
import {
  ADA,
  ADMIN_BOOKINGS,
  bookingId,
  bookingPath,
  changedTo,
  details,
  movedTo,
  YUKI,
} from '../support/fixtures/booking-fixtures.ts';
import { UNDELIVERED, untold, WAITING_MESSAGES } from '../support/fixtures/waiting-fixtures.ts';
import { expectAccessible } from '../support/pages/open-page.ts';
import { chooseAction } from '../support/screens/booking-screens.ts';
import { givenSite } from '../support/site/given-site.ts';
import { positionAt } from '../support/site/live-updates.ts';
import { json, lostNetwork, problem } from '../support/site/mock-api.ts';
import { bookingAdmin } from '../support/visitor/booking-admin.ts';

/** One appointment. */

const site = givenSite();
const open = bookingAdmin(site);

// Spec: 2.appointment-details, 8.consent-failed, 8.consent-updated, 8.confirm-delete-booking, 8.delete-failed
it('has all that is known and what has happened, and keeps what can’t be changed or deleted', async () => {
  const { page, api, dialog, button, toast, called } = await open(`/${ADA.id}`);
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
  await dialog.getByText('Wed, Dec 2, 2026').first().waitFor();
  await dialog.getByText('Because the booking was made').waitFor();
  await dialog.getByText('The phone was off or out of reach.').waitFor();
  await dialog.getByText('Text of the mail').click();
  await dialog.getByText('is now on Thursday, December 3 at 2:30 PM.').waitFor();
  await dialog.getByTitle('Nov 20, 2026 · 9:30:00 AM').waitFor();
  // Somebody asks for no more than what happened to people: ids are left out.
  expect(await dialog.getByText(/^Customer: /).count()).toBe(0);
  await expectAccessible(page);
  await button('Hide messages').click();
  await dialog.getByText('Customer texted back').waitFor({ state: 'hidden' });
  await dialog.getByText('Marie Petit').waitFor();
  await button('Show messages (4)').click();
  await dialog.getByText('Customer texted back').waitFor();

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
  await dialog.getByText('cancel it instead').waitFor();
  await expectAccessible(page);
  api.change({ [`DELETE ${bookingPath(1)}`]: lostNetwork });
  await button('Delete Booking').click();
  await dialog.getByText('Failed to delete booking. You may need admin permissions.').waitFor();
  await toast('Failed to delete booking. You may need admin permissions.').waitFor();
});

it('says what its customer has not been told, and marks it in the list, until they are', async () => {
  const told = `GET ${bookingPath(1)}/messages`;
  const attention = 'GET /api/admin/messages/attention';
  const { page, api, dialog, button, row } = await open(`/${ADA.id}`, {
    [told]: untold({ waiting: [...WAITING_MESSAGES] }),
  });
  await dialog.getByText('Not told yet').waitFor();
  await dialog
    .getByText('Text: Booking confirmed · quiet hours, looked at 9:12 PM, next look 8:00 AM')
    .waitFor();
  await dialog.getByText('Text: Booking confirmed · due').waitFor();
  await dialog.getByText('Text: Booking confirmed · behind another').waitFor();
  await expectAccessible(page);

  // A pause leaves no live event: it is asked for again, as long as something waits.
  const [first] = WAITING_MESSAGES;
  if (!first) throw new Error('nothing waits');
  const paused = { ...first, waits_for: 'resuming' as const, next_look_at: null };
  api.change({ [told]: untold({ waiting: [paused] }) });
  await page.clock.fastForward(11_000);
  await dialog.getByText('Text: Booking confirmed · messages are paused, looked at 9:12 PM').waitFor();

  api.change({
    [told]: untold({ undelivered: UNDELIVERED }, 7),
    [attention]: projected(
      { count: 1, questions: 0, undelivered: [{ booking_id: ADA.id, channel: 'sms' }], late: [] },
      7,
    ),
  });
  site.live.tell({ kind: 'message', id: ADA.id, position: positionAt(7) });
  await dialog.getByText('Text failed: that number does not exist.').waitFor();
  await dialog.getByText('Not told yet').waitFor({ state: 'hidden' });
  await button('Close').click();
  await row('Ada Moreau').getByTitle('Text not delivered').waitFor();
  expect(await page.getByTitle('Text not delivered').count()).toBe(1);
  api.change({ [attention]: projected({ count: 0, questions: 0, undelivered: [], late: [] }, 8) });
  site.live.tell({ kind: 'message', id: ADA.id, position: positionAt(8) });
  await page.getByTitle('Text not delivered').waitFor({ state: 'hidden' });
});

// Spec: 4.cancelled-is-final
it('can’t be confirmed, moved or cancelled once it is cancelled, but reinstated while its time is free', async () => {
  const { page, api, dialog, button, toast } = await open(`/${bookingId(4)}`, {
    [`POST ${bookingPath(4)}/reinstate`]: problem('slot-taken'),
  });
  await button('Restore').waitFor();
  await dialog.getByText('Customer Request · Fri, Nov 20 · 6:00 AM').waitFor();
  await button('Delete').click();
  await dialog.getByText('Are you sure you want to permanently delete this booking?').waitFor();
  expect(await dialog.getByText('cancel it instead').count()).toBe(0);
  await button('Keep Booking').click();
  for (const name of ['Confirm', 'Reschedule', 'Cancel']) {
    expect(await button(name).last().isDisabled()).toBe(true);
  }
  await button('Restore').click();
  await dialog.getByText('The cancellation is undone, if the time is still free.').waitFor();
  await dialog.getByLabel('SMS message').fill('Your time is free again.');
  await button('Leave it cancelled').click();
  const asked = page.getByRole('alertdialog', { name: 'Discard this message?' });
  await asked.waitFor();
  await button('Keep editing').click();
  expect(await dialog.getByLabel('SMS message').inputValue()).toBe('Your time is free again.');
  await page.keyboard.press('Escape');
  await asked.waitFor();
  await button('Discard').click();
  await dialog.getByText('The cancellation is undone').waitFor({ state: 'hidden' });
  // Nobody is told who doesn't want texts and has no address.
  api.change({
    [`GET ${bookingPath(4)}`]: details({ ...YUKI, sms_consent: false, customer_email: null }, 7),
  });
  site.live.tell({ kind: 'booking', id: YUKI.id, position: positionAt(7) });
  await dialog.getByText('Not given').waitFor();
  await button('Restore').click();
  await dialog.getByText(/if the time is still free\.$/).waitFor();
  await button('Restore Appointment').click();
  await dialog.getByText('Taken by Tom Okafor, 12:00 PM to 1:30 PM').waitFor();
  expect(await page.getByText('Please choose another').count()).toBe(0);
  api.change({ [`POST ${bookingPath(4)}/reinstate`]: movedTo(4, 'confirmed', 8) });
  await button('Restore Appointment').click();
  await toast('Appointment Restored').waitFor();
  await page.getByText('It is confirmed again.').waitFor();
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
  const amount = dialog.getByLabel("Women's Haircut");
  expect(await amount.inputValue()).toBe('45.00');
  await expect.poll(() => amount.evaluate((field) => field === document.activeElement)).toBe(true);
  await amount.fill('$120.50');
  await button('Record $120.50 · card').click();
  await toast('Booking completed successfully').waitFor();
  const lines = [{ service_id: 'womens-haircut', cents: 12_050 }];
  expect(called('POST').map(({ body }) => body)).toEqual([{ amount_cents: 12_050, lines, method: 'card' }]);

  await page.getByRole('link', { name: 'Ada Moreau' }).click();
  await button('More about this appointment').click();
  await page.getByRole('menuitem', { name: 'Bookings from the same sender...' }).click();
  // The dialog asks about the choice once more.
  const choice = (name: string) => dialog.getByRole('checkbox', { name });
  expect(await choice('Yuki Tanabe').isDisabled()).toBe(true);
  await button('Cancel 3 appointments').waitFor();
  await choice('Hannah Ruiz').uncheck();
  await button('Cancel 2 appointments').click();
  await page.getByRole('alertdialog', { name: 'Cancel 2 appointments?' }).waitFor();
  await expectAccessible(page);
  await button('Cancel 2 appointments').click();
  await toast('1 appointment cancelled').waitFor();
  await page.getByText('Nobody was told. 1 had changed meanwhile and stayed as they are.').waitFor();
  expect(called('POST').at(-1)?.body).toEqual({
    from: '2026-11-20T03:00:00.000Z',
    to: '2026-11-21T03:00:00.000Z',
    ids: [ADA.id, bookingId(2)],
  });
});

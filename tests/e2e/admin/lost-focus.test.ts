import type { Locator, Page } from 'playwright-core';
import { it } from 'vitest';
import {
  ADA_PATH,
  customerId,
  MERGED_PROFILE,
  profiled,
  projected,
} from '../support/fixtures/admin-fixtures.ts';
import {
  ADMIN_BOOKINGS,
  BOOKING_SUCCESS,
  bookingList,
  bookingPath,
  changedTo,
} from '../support/fixtures/booking-fixtures.ts';
import { BLOCKED, CALENDAR_SUCCESS } from '../support/fixtures/calendar-fixtures.ts';
import { MESSAGE_SUCCESS, sendingChanged } from '../support/fixtures/message-fixtures.ts';
import { sendingIs } from '../support/fixtures/sending-fixtures.ts';
import { accountOpener } from '../support/pages/open-account.ts';
import { adminOpener } from '../support/pages/open-admin.ts';
import { expectFocus } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { positionAt } from '../support/site/live-updates.ts';
import { json, type MockResponse } from '../support/site/mock-api.ts';

/** A user of the keyboard goes on from the same place when the focused element is gone. */

const site = givenSite();
const open = adminOpener(site);
const openAccount = accountOpener(site);
const position = positionAt(9);

/** Keys are pressed on the element that has the focus. */
async function enter(page: Page, target: Locator) {
  await target.focus();
  await page.keyboard.press('Enter');
}

it('goes into a customer’s card, and back to its button', async () => {
  const { page, button, toast } = await open(`/admin/customers?customer=${customerId(1)}`, {
    [`PATCH ${ADA_PATH}`]: json({ id: customerId(1), version: 2, position }),
  });
  const name = page.getByLabel('Name', { exact: true });
  await enter(page, button('Edit'));
  await expectFocus(name);
  await enter(page, button('Cancel'));
  await expectFocus(button('Edit'));
  await page.keyboard.press('Enter');
  await name.fill('Ada M. Moreau');
  await page.keyboard.press('Enter');
  await toast('Customer updated successfully').waitFor();
  await expectFocus(button('Edit'));
});

it('stays by the people who may be one when two of them are merged', async () => {
  const other = customerId(6);
  const { page, api, button } = await open(`/admin/customers?customer=${customerId(1)}`, {
    [`POST /api/admin/customers/${other}/merge`]: json({
      id: other,
      merge_id: customerId(201),
      into: customerId(1),
      position,
    }),
  });
  await enter(page, button('Merge A. Moreau'));
  api.change({ [`GET ${ADA_PATH}`]: profiled({ ...MERGED_PROFILE, same_person: [] }, 1, 9) });
  await enter(page, button('Merge both'));
  await button('Undo the merge with A. Moreau').waitFor();
  await expectFocus(page.getByRole('region', { name: 'Same person?' }));
});

it('goes to the next blocked date, from the last to the form', async () => {
  const removed = new Set<string>();
  const { page, button, toast } = await open('/admin/calendar', {
    ...CALENDAR_SUCCESS,
    'GET /api/admin/blocked-dates': (route, url) =>
      projected(
        BLOCKED.filter(({ id }) => !removed.has(id)),
        removed.size,
      )(route, url),
    ...Object.fromEntries(
      BLOCKED.map(({ id, blocked_date }): [string, MockResponse] => [
        `DELETE /api/admin/blocked-dates/${id}`,
        (route, url) => {
          removed.add(id);
          return json({ id, blocked_date, version: 2, position: positionAt(removed.size) })(route, url);
        },
      ]),
    ),
  });
  const row = (day: string) => page.getByRole('listitem').filter({ hasText: day });
  await enter(page, button('Remove Nov 26, 2026'));
  await expectFocus(row('Dec 25, 2026'));
  // A key that is held removes no other.
  await page.keyboard.press('Enter');
  await toast('Blocked date removed').waitFor();
  await enter(page, button('Remove Jan 01, 2027'));
  await expectFocus(row('Dec 25, 2026'));
  await enter(page, button('Remove Dec 25, 2026'));
  await expectFocus(page.getByLabel('Date', { exact: true }));
});

it('goes to the heading when the selected requests are confirmed', async () => {
  const { page, api, button, heading, toast } = await open('/admin/appointments', {
    ...BOOKING_SUCCESS,
    ...Object.fromEntries(
      [1, 2, 7].map((number) => [`POST ${bookingPath(number)}/confirm`, changedTo(number, 'confirmed')]),
    ),
  });
  await page.getByLabel('Select all 3 pending').check();
  api.change({
    'GET /api/admin/bookings': bookingList(
      ADMIN_BOOKINGS.map((each) => ({ ...each, status: 'confirmed' })),
      9,
    ),
  });
  await enter(page, button('Confirm 3 requests'));
  await toast('3 bookings confirmed successfully').waitFor();
  await expectFocus(heading('Appointments'));
});

it('goes to the heading when messages are paused', async () => {
  const { page, api, button, heading, dialog } = await open('/admin/messages', {
    ...MESSAGE_SUCCESS,
    'POST /api/admin/sending': sendingChanged(),
  });
  await enter(page, button('Pause messages'));
  api.change({ 'GET /api/admin/sending': sendingIs({ paused: true, why: 'staff', by: 'Ana Ruiz' }) });
  await enter(page, dialog.getByRole('button', { name: 'Pause messages' }));
  await page.getByText(/Ana Ruiz has paused them\.$/).waitFor();
  await expectFocus(heading('Messages'));
});

it('is at the heading of the sign-in page, also after signing out', async () => {
  const opened = await openAccount('/auth');
  await expectFocus(opened.page.getByRole('heading', { level: 1 }));
  const { page, button, at } = await open('/admin/services');
  await enter(page, button('Sign Out'));
  await at('/auth');
  await expectFocus(page.getByRole('heading', { level: 1 }));
});

import { expect, it } from 'vitest';
import { ADMIN_BOOKINGS, bookingList, PRIYA_OPEN } from '../support/fixtures/booking-fixtures.ts';
import { expectAccessible } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { bookingAdmin } from '../support/visitor/booking-admin.ts';

/** The parts of the list of appointments that are needed most. */

const open = bookingAdmin(givenSite());

it('has tabs with their own addresses, and opens with the last chosen one', async () => {
  const { page, at, button, called } = await open('');
  const asked = () => called('GET /api/admin/bookings?').at(-1)?.call;
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Which appointments' }).getByRole('link', { name, exact: true });
  await page.getByText('Newest booking first').waitFor();
  await expect.poll(() => tab('All').getAttribute('aria-current')).toBe('page');

  await tab('Today').click();
  await at('/admin/appointments?tab=today');
  await expect.poll(asked).toMatch(/from=2026-11-20&to=2026-11-20/);
  await expect.poll(() => page.getByLabel('From').inputValue()).toBe('2026-11-20');
  await tab('Past').click();
  await page.getByText('Latest appointment first').waitFor();
  await expect.poll(asked).toMatch(/to=2026-11-19&sort=-date/);
  await tab('To confirm').click();
  await expect.poll(asked).toMatch(/status=pending/);
  expect(asked()).not.toMatch(/from=|to=|sort=/);
  await page.goBack();
  await at('/admin/appointments?tab=past');
  await tab('Upcoming').click();
  await page.getByText('Earliest appointment first').waitFor();
  // Upcoming is what is still to come: nothing that is completed or cancelled.
  await expect.poll(asked).toMatch(/open=true/);
  expect(asked()).toMatch(/from=2026-11-20/);
  await expectAccessible(page);

  // A search stays within the tab, and is all that there is to clear.
  await page.getByLabel('Name, email or phone').fill('ada');
  await at('/admin/appointments?tab=upcoming&search=ada');
  await button('Clear filters').click();
  await at('/admin/appointments?tab=upcoming');

  // Whoever comes back by the sidebar is where they were; a link with filters shows just these.
  await page.getByRole('link', { name: 'Customers' }).click();
  await at('/admin/customers');
  await page.getByRole('link', { name: 'Appointments' }).click();
  await at('/admin/appointments?tab=upcoming');
  await page.reload();
  await expect.poll(() => tab('Upcoming').getAttribute('aria-current')).toBe('page');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page
    .getByRole('link', { name: /Pending/ })
    .first()
    .click();
  await at('/admin/appointments?status=pending');
  await expect.poll(() => tab('All').getAttribute('aria-current')).toBe('page');
  await button('Clear filters').click();
  await at('/admin/appointments');
});

it('goes on from what a tab stands for when a filter is changed, and has weeks to choose', async () => {
  const { page, at, button } = await open('?tab=today');
  await page.getByLabel('Status').selectOption('Confirmed');
  await at('/admin/appointments?status=confirmed&from=2026-11-20&to=2026-11-20');
  await page.getByLabel('Status').selectOption('All Statuses');
  await button('This week').click();
  await at('/admin/appointments?from=2026-11-15&to=2026-11-21');
  await button('Next week').click();
  await at('/admin/appointments?from=2026-11-22&to=2026-11-28');
  await expect.poll(() => button('Next week').getAttribute('aria-pressed')).toBe('true');
  await button('Next week').click();
  await at('/admin/appointments');
});

it('says about what is paid where the price varies and the catalogue has one', async () => {
  const { row } = await open('', {
    'GET /api/admin/bookings': bookingList([PRIYA_OPEN, ...ADMIN_BOOKINGS.slice(0, 1)]),
  });
  await row('Priya Nair').getByText('≈\u00a0$1,180').filter({ visible: true }).waitFor();
  await row('Ada Moreau').getByText('Price Varies').filter({ visible: true }).waitFor();
});

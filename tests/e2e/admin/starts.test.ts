import { expect, it } from 'vitest';
import type { StaffTimes } from '../../../src/contracts/bookings/staff-times.ts';
import { givenAdmin } from '../../support/accounts/auth-client.ts';
import { givenStaff } from '../../support/staff/staff-api.ts';
import { staffOpener } from '../support/pages/open-as.ts';
import { expectAccessible, PHONE } from '../support/pages/open-page.ts';
import { givenSalonAndBrowser } from '../support/site/given-salon.ts';

/** The settings about starts, and the times that staff type, on real pages of the real service. */

const NOW = new Date();
const given = givenSalonAndBrowser({ now: NOW });
const openAs = staffOpener(given, NOW);

it('once Settings allow it, staff type a time between the half hours, and read why one can’t be had', async () => {
  const staff = await givenStaff(given.salon);
  const date = given.salon.freshDay();
  const { page, button, toast } = await openAs(
    await givenAdmin(given.salon),
    '/admin/settings/booking',
    PHONE,
  );
  await page.getByLabel('A start every').selectOption('15 minutes');
  await page.getByLabel('Shortest notice, in minutes').fill('90');
  await page.getByLabel(/ends exactly at closing/).check();
  await page.getByLabel(/Any five minutes/).check();
  await expectAccessible(page);
  await button('Save changes').click();
  await toast('Saved').waitFor();
  expect((await staff.get('/api/admin/settings/booking')).json).toMatchObject({
    settings: {
      start_every_minutes: 15,
      notice_minutes: 90,
      last_start_offered: true,
      staff_any_five_minutes: true,
    },
  });

  // The answer waits a second until the service goes by the settings. A busy machine may take longer.
  const times = () => staff.get(`/api/admin/availability?date=${date}&services=scalp-treatment`);
  await expect.poll(async () => (await times()).json).toMatchObject({ any_five_minutes: true });
  await page.goto(`${given.salon.url}/admin/appointments?new&day=${date}`);
  const dialog = page.getByRole('dialog', { name: 'Add Booking' });
  await dialog.getByLabel('Customer name').fill('Grace Holm');
  await dialog.getByLabel('Phone').fill('(925) 555-0177');
  await dialog.getByLabel('Scalp Treatment').check();
  await dialog.getByLabel('Or choose one').waitFor();
  const typed = dialog.getByLabel('Time', { exact: true });
  await typed.fill('08:52');
  await dialog.getByText(/^An appointment starts in steps of five minutes/).waitFor();
  await typed.fill('10:05');
  expect(await dialog.getByLabel('Or choose one').inputValue()).toBe('10:05 AM');
  await expectAccessible(page);
  await button('Create Booking').click();
  await toast('Booking created successfully').waitFor();
  const taken = async () =>
    ((await times()).json as StaffTimes).times.flatMap(({ time, state }) =>
      state === 'taken' ? [time] : [],
    );
  await expect.poll(taken).toEqual(['9:45 AM', '10:00 AM', '10:15 AM', '10:30 AM']);
});

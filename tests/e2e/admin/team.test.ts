import { expect, it } from 'vitest';
import type { AdminStylist } from '../../../src/contracts/salon/admin-stylists.ts';
import { weekdayName } from '../../../src/salon/date-text.ts';
import { FIRST } from '../../../src/salon/parts.ts';
import { dayOfWeek } from '../../../src/salon/salon-time.ts';
import { givenAdmin } from '../../support/accounts/auth-client.ts';
import { givenStaff, positionOf } from '../../support/staff/staff-api.ts';
import { bookedByStaff } from '../../support/staff/staff-bookings.ts';
import { staffOpener } from '../support/pages/open-as.ts';
import { expectAccessible, pressEscape } from '../support/pages/open-page.ts';
import { givenSalonAndBrowser } from '../support/site/given-salon.ts';

/** Staff make a team of the salon: somebody comes, works Mondays off, is let go, and is forgotten. */

const NOW = new Date();
const given = givenSalonAndBrowser({ now: NOW });
const openAs = staffOpener(given, NOW);

it('a salon of one becomes a team, changes its order, hands over, and forgets a name', async () => {
  const staff = await givenStaff(given.salon);
  await givenAdmin(given.salon, { role: 'stylist', stylistId: FIRST });
  const date = given.salon.freshDay();
  const booked = await bookedByStaff(staff, { appointment_date: date });
  await staff.get(`/api/admin/bookings/${booked.id}?after=${booked.position}`);
  const team = async (position = '') =>
    (
      (await staff.get(`/api/admin/stylists${position && `?after=${position}`}`)).json as {
        stylists: AdminStylist[];
      }
    ).stylists;
  const { page, button, toast, dialog } = await openAs(await givenAdmin(given.salon), '/admin/team');
  await page.getByText(/^The salon has one stylist/).waitFor();
  await expectAccessible(page);

  await button('Add a stylist').click();
  await dialog.getByText(/only a backup from before/).waitFor();
  await dialog.getByLabel('Name', { exact: true }).fill('Ann Lee');
  await dialog.getByLabel('Title').fill('Color specialist');
  await dialog.getByLabel('Only these').check();
  await button('Add stylist').click();
  await dialog.getByText('Please choose at least one service, or all.').waitFor();
  await dialog.getByLabel('Full Color').check();
  await dialog.getByLabel('Minutes for Full Color').fill('100');
  await button('Add stylist').click();
  await dialog.getByText(/in steps of 15/).waitFor();
  await dialog.getByLabel('Minutes for Full Color').fill('105');
  await dialog.getByLabel('Price of Full Color in dollars').fill('99.50');
  await expectAccessible(page);
  await button('Add stylist').click();
  await toast('Stylist added').waitFor();
  expect((await team()).at(-1)).toMatchObject({
    name: 'Ann Lee',
    services: [{ id: 'full-color', minutes: 105, price_cents: 9_950 }],
  });

  await button('Enter their name').click();
  await dialog.getByLabel('Name', { exact: true }).fill('Bea Stone');
  await button('Save changes').click();
  await toast('Stylist changed').waitFor();
  await page.getByText('1 service · The salon’s hours').waitFor();

  await button('More about Ann Lee').click();
  await page.getByRole('menuitem', { name: 'Weekly hours' }).click();
  await dialog.getByLabel(/^Own hours/).check();
  // A weekday on which the appointment can't be.
  await dialog.getByLabel('Works on Friday').uncheck();
  await button('Save hours').click();
  await toast('Weekly hours saved').waitFor();
  expect((await team()).find(({ name }) => name === 'Ann Lee')?.week?.map((day) => day.day_of_week)).toEqual([
    2, 3, 4, 6,
  ]);

  await button('More about Bea Stone').click();
  await page.getByRole('menuitem', { name: 'Weekly hours' }).click();
  await dialog.getByLabel(/^Own hours/).check();
  await dialog.getByLabel(`Works on ${weekdayName(dayOfWeek(date))}`).uncheck();
  await button('Save hours').click();
  const question = page.getByRole('dialog', { name: 'Change the weekly hours of Bea Stone?' });
  await question.getByText('Grace Hopper').waitFor();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Change and keep the appointment' }).click();
  await toast('Weekly hours saved').waitFor();

  await button('Move Ann Lee up').press('Enter');
  await toast('Ann Lee moved up').waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Move Ann Lee up');
  expect((await team()).map(({ name }) => name)).toEqual(['Ann Lee', 'Bea Stone']);
  const rows = page.getByRole('main').getByRole('listitem');
  await rows
    .filter({ hasText: 'Bea Stone' })
    .getByTitle('Drag to another place')
    .dragTo(rows.filter({ hasText: 'Ann Lee' }), { targetPosition: { x: 200, y: 5 } });
  await toast('Bea Stone moved').waitFor();
  expect((await team()).map(({ name }) => name)).toEqual(['Bea Stone', 'Ann Lee']);

  for (const [item, title] of [
    ['Hours for a week...', /^Hours/],
    ['Day off, blocked time...', /^Block time/],
  ] as const) {
    await button('More about Ann Lee').click();
    await page.getByRole('menuitem', { name: item }).click();
    await expect
      .poll(() =>
        dialog.filter({ hasText: title }).getByRole('combobox').first().locator('option:checked').innerText(),
      )
      .toBe('Ann Lee');
    await pressEscape(page);
    await page.getByRole('button', { name: 'Ann Lee', pressed: true }).waitFor();
    await page.goBack();
  }
  await button('More about Ann Lee').click();
  await page.getByRole('menuitem', { name: 'Days in the calendar' }).click();
  await page.getByRole('button', { name: 'Ann Lee', pressed: true }).waitFor();
  await page.goBack();

  await button('More about Bea Stone').click();
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  await dialog.getByText(/^1 coming appointment stays with Bea Stone/).waitFor();
  await dialog.getByRole('link', { name: 'under People' }).waitFor();
  await button('Deactivate').click();
  await page.getByText('1 appointment to hand over').waitFor();
  await expectAccessible(page);
  await staff.post('/api/admin/blocked-times', {
    date,
    start_time: '16:00',
    end_time: '17:00',
    reason: 'Lunch',
  });
  await button('Hand over...').click();
  await dialog.getByText(/^Free then, but doesn’t do .+: Ann Lee\.$/).waitFor();
  await dialog.getByLabel('Stylist').selectOption({ index: 1 });
  await dialog.getByLabel('New time').selectOption('4:00 PM');
  await dialog.getByRole('group', { name: 'Nearest free times' }).waitFor();
  await page.keyboard.press('Escape');
  const cancelled = await staff.post(`/api/admin/bookings/${booked.id}/cancel`, { reason: 'other' });
  await team(positionOf(cancelled));
  await page.getByText('1 appointment to hand over').waitFor({ state: 'detached' });

  await button('More about Bea Stone').click();
  await page.getByRole('menuitem', { name: 'Erase the name' }).click();
  await dialog.getByText(/^Their account still works/).waitFor();
  await button('Erase for good').click();
  await page.getByText('Former stylist').waitFor();
  expect((await team()).at(-1)).toMatchObject({ id: 'first', name: null, erased: true });
});

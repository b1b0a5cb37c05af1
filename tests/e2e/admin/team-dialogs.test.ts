import { beforeAll, expect, it } from 'vitest';
import { givenAdmin } from '../../support/accounts/auth-client.ts';
import { givenStaff, type StaffApi } from '../../support/staff/staff-api.ts';
import { bookedByStaff } from '../../support/staff/staff-bookings.ts';
import { addedStylist } from '../../support/staff/stylists.ts';
import { staffOpener } from '../support/pages/open-as.ts';
import { expectAccessible, pressEscape } from '../support/pages/open-page.ts';
import { givenSalonAndBrowser } from '../support/site/given-salon.ts';

/** The dialogs of staff in a team, in a real browser against the real service. */

const NOW = new Date();
const given = givenSalonAndBrowser({ now: NOW });
const openAs = staffOpener(given, NOW);

let staff: StaffApi;
let bea: string;
beforeAll(async () => {
  staff = await givenStaff(given.salon);
  await staff.patch('/api/admin/stylists/first', { name: 'Ann Lee' });
  // Ann's Women's Haircut would take an hour.
  const services = [{ id: 'womens-haircut', minutes: 45, price_cents: 9_900 }, { id: 'scalp-treatment' }];
  bea = await addedStylist(staff, { name: 'Bea Ray', services });
});

const open = async (path: string) => openAs(await givenAdmin(given.salon), path);

const slotOf = async (id: string) =>
  (await given.salon.historyByPeople(id))
    .filter(({ type }) => type === 'BookingRequested' || type === 'BookingRescheduled')
    .map(({ data }) => data as { start: number; end: number; parts?: { resource: string }[] })
    .map(({ start, end, parts }) => [start, end, parts?.[0]?.resource ?? 'first'])
    .at(-1);

it('books with a stylist, whose times and minutes count, and disables one who doesn’t do the services', async () => {
  const date = given.salon.freshDay();
  await bookedByStaff(staff, { appointment_date: date, appointment_time: '11:00 AM', stylist_id: bea });
  const { page, dialog, toast } = await open(`/admin?new&day=${date}`);
  const stylist = dialog.getByLabel('Stylist');
  await dialog.getByLabel('Full Color').check();
  await expect.poll(() => stylist.locator('option', { hasText: 'Bea Ray' }).isDisabled()).toBe(true);
  expect(await stylist.locator('option', { hasText: 'Bea Ray' }).textContent()).toBe(
    'Bea Ray · doesn’t do Full Color',
  );
  await dialog.getByLabel('Full Color').uncheck();
  await dialog.getByLabel("Women's Haircut").check();
  const time = dialog.getByLabel('Time', { exact: true });
  const option = (text: string) => time.locator('option', { hasText: text });
  await option('11:00 AM').waitFor({ state: 'attached' });
  await time.selectOption('11:00 AM');
  await dialog.getByText('It will be with Ann Lee: nobody else is free then.').waitFor();
  await stylist.selectOption(bea);
  await dialog.getByText('Total: 45min · $99.00').waitFor();
  await expect.poll(() => option('11:00 AM').textContent()).toBe('11:00 AM · taken');
  await time.selectOption('12:00 PM');
  await expectAccessible(page);
  await dialog.getByRole('combobox', { name: 'Customer name' }).fill('Ada Moreau');
  await dialog.getByLabel('Phone').fill('(925) 555-0187');
  await dialog.getByRole('button', { name: 'Create Booking' }).click();
  await toast('Ada Moreau with Bea Ray').waitFor();
});

it('hands an appointment over at its time by the dialog that reschedules, and shows whose times are offered', async () => {
  const date = given.salon.freshDay();
  const { id } = await bookedByStaff(staff, { appointment_date: date, appointment_time: '10:00 AM' });
  await bookedByStaff(staff, { appointment_date: date, appointment_time: '12:00 PM', stylist_id: bea });
  const { page, dialog, toast } = await open(`/admin/appointments/${id}`);
  await page.getByRole('button', { name: 'Reschedule' }).click();
  const stylist = dialog.getByLabel('Stylist');
  const time = dialog.getByLabel('New time');
  await expect
    .poll(() => stylist.locator('option').allTextContents())
    .toEqual(['Stays with Ann Lee', 'Anyone', 'Bea Ray']);
  await stylist.selectOption(bea);
  expect(await time.inputValue()).toBe('10:00 AM');
  await expect
    .poll(() => time.locator('option', { hasText: '12:00 PM' }).textContent())
    .toBe('12:00 PM · taken');
  await dialog.getByRole('button', { name: 'Hand over to Bea Ray' }).waitFor();
  await dialog.getByLabel('Mail the customer').check();
  const message = dialog.getByRole('textbox', { name: /^Message/ });
  await expect.poll(() => message.inputValue()).toMatch(/with Bea Ray/);
  await expectAccessible(page);
  await stylist.selectOption('');
  expect(await time.inputValue()).toBe('');
  await stylist.selectOption('Anyone');
  await time.selectOption('2:00 PM');
  // It isn't known yet who would get it.
  await expect.poll(() => message.inputValue()).toMatch(/2:00 PM/);
  expect(await message.inputValue()).not.toMatch(/Ann Lee|Bea Ray/);
  await stylist.selectOption('');
  await time.selectOption('');
  await stylist.selectOption(bea);
  await dialog.getByRole('button', { name: 'Hand over to Bea Ray' }).click();
  await toast('Appointment Handed Over').waitFor();
  expect(await slotOf(id)).toEqual([600, 630, bea]);
});

it('shows whose an appointment is since somebody else has handed it over', async () => {
  const { id } = await bookedByStaff(staff, { appointment_date: given.salon.freshDay() });
  const { page, dialog } = await open(`/admin/appointments/${id}`);
  await page.getByRole('button', { name: 'Reschedule' }).click();
  await dialog.getByRole('option', { name: 'Stays with Ann Lee' }).waitFor({ state: 'attached' });
  await dialog.getByLabel('New time').selectOption('3:00 PM');
  const { appointment_date: new_date, appointment_time: new_time } = (
    await staff.get(`/api/admin/bookings/${id}`)
  ).json as { appointment_date: string; appointment_time: string };
  await staff.post(`/api/admin/bookings/${id}/reschedule`, { new_date, new_time, stylist_id: bea });
  await dialog.getByRole('button', { name: /^Move to/ }).click();
  await dialog.getByRole('option', { name: 'Stays with Bea Ray' }).waitFor({ state: 'attached' });
  await dialog.getByRole('option', { name: 'Ann Lee', exact: true }).waitFor({ state: 'attached' });
});

it('blocks a day off of one stylist, says whose it is, and keeps it theirs', async () => {
  const date = given.salon.freshDay();
  const { page, dialog } = await open(`/admin/calendar?view=day&date=${date}`);
  await page.locator('[data-stylist]').first().waitFor();
  await page.keyboard.press('b');
  await dialog.getByLabel('For').selectOption('Bea Ray');
  await dialog.getByRole('heading', { name: 'Block time of Bea Ray' }).waitFor();
  await dialog.getByLabel('All day').check();
  await dialog.getByLabel('Reason').fill('Holiday');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Block time' }).click();
  const block = page.locator('[data-stylist]').nth(1).locator('[data-appointment]');
  await block.getByText('Holiday').waitFor();
  await dialog.waitFor({ state: 'hidden' });
  await block.click({ position: { x: 20, y: 40 } });
  await dialog.getByText(/^Blocked for Bea Ray on .*all day$/).waitFor();
  await dialog.getByLabel('Reason').fill('Training');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await block.getByText('Training').waitFor();
});

it('asks about the appointments in a stylist’s day off, of which each can be handed over there', async () => {
  const date = given.salon.freshDay();
  const theirs = (appointment_time: string, customer_name: string) =>
    bookedByStaff(staff, { appointment_date: date, appointment_time, customer_name, stylist_id: bea });
  const { id } = await theirs('10:00 AM', 'Ada Moreau');
  await theirs('12:00 PM', 'Grace Hopper');
  await bookedByStaff(staff, { appointment_date: date, appointment_time: '11:00 AM' });
  const { page, dialog, toast } = await open(`/admin/calendar?view=day&date=${date}`);
  await page.locator('[data-stylist]').first().waitFor();
  await page.keyboard.press('b');
  await dialog.getByLabel('For').selectOption('Bea Ray');
  await dialog.getByLabel('All day').check();
  await dialog.getByRole('button', { name: 'Sick' }).click();
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await dialog.getByRole('button', { name: 'Block time' }).click();
  const question = page.getByRole('dialog', { name: /^Block .* all day for Bea Ray\?$/ });
  await question.getByText('These 2 appointments stay unless you hand over, move or cancel them.').waitFor();
  await expectAccessible(page);
  // The list may be long: an appointment is loaded only once somebody asks about it.
  expect(loaded.filter((path) => /^\/api\/admin\/bookings\/[^/]+$/.test(path))).toEqual([]);
  const row = question.getByRole('listitem').filter({ hasText: 'Ada Moreau' });
  await row.getByRole('button', { name: 'Hand over...' }).click();
  const handingOver = page.getByRole('dialog', { name: 'Hand Over Appointment' });
  await handingOver.getByText('Free then: Ann Lee.').waitFor();
  await question.waitFor({ state: 'detached' });
  await handingOver.getByRole('button', { name: 'Hand over', exact: true }).click();
  await handingOver.getByText('Please choose a stylist.').waitFor();
  await handingOver.getByLabel('Stylist').selectOption('Ann Lee');
  await expectAccessible(page);
  await handingOver.getByRole('button', { name: 'Hand over to Ann Lee' }).click();
  await toast('Appointment Handed Over').waitFor();
  expect(await slotOf(id)).toEqual([600, 630, 'first']);
  await question.getByText('This appointment stays unless you hand over, move or cancel it.').waitFor();
  expect(await question.getByRole('listitem').count()).toBe(1);
  await question.getByRole('button', { name: 'Block and keep the appointment' }).click();
  await toast('Time blocked').waitFor();
});

it('gives one stylist other hours on a date, which the day says, and the weekly ones again', async () => {
  const date = given.salon.freshDay();
  const { page, dialog } = await open(`/admin/calendar?view=day&date=${date}`);
  const hours = page.getByRole('list', { name: 'Hours of the stylists' });
  await hours.getByRole('button', { name: 'Edit the hours of Bea Ray' }).click();
  expect(await dialog.getByLabel('Hours of').inputValue()).toBe(bea);
  await dialog.getByLabel(/^Start on/).fill('11:00');
  await dialog.getByLabel(/^End on/).fill('14:00');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save hours' }).click();
  await page
    .locator('[data-sonner-toast]')
    .getByText(/^Hours of Bea Ray on .* set$/)
    .waitFor();
  const ofBea = hours.getByRole('listitem').filter({ hasText: 'Bea Ray' });
  await ofBea.getByText('11 AM – 2 PM · only on this date').waitFor();
  // Times that were typed for one, and taken back, aren't another's.
  await hours.getByRole('button', { name: 'Edit the hours of Bea Ray' }).click();
  for (const time of ['10:00', '11:00']) await dialog.getByLabel(/^Start on/).fill(time);
  await dialog.getByLabel('Hours of').selectOption('Ann Lee');
  await expect.poll(() => dialog.getByLabel(/^Start on/).inputValue()).not.toBe('11:00');
  await pressEscape(page);
  await dialog.waitFor({ state: 'hidden' });
  const ofAnn = hours.getByRole('listitem').filter({ hasText: 'Ann Lee' });
  expect(await ofAnn.getByText('only on this date').count()).toBe(0);
  await hours.getByRole('button', { name: 'Back to the weekly hours of Bea Ray' }).click();
  await ofBea.getByText('only on this date').waitFor({ state: 'hidden' });
});

import { expect, it } from 'vitest';
import { addSalonDays, dayOfWeek } from '../../../src/salon/salon-time.ts';
import { givenAdmin } from '../../support/accounts/auth-client.ts';
import { givenStaff } from '../../support/staff/staff-api.ts';
import { bookedByStaff, changed } from '../../support/staff/staff-bookings.ts';
import { staffOpener } from '../support/pages/open-as.ts';
import { HALF } from '../support/pages/open-calendar.ts';
import { DESKTOP, pressEscape } from '../support/pages/open-page.ts';
import { givenSalonAndBrowser } from '../support/site/given-salon.ts';
import { endIntercepting, intercept } from '../support/site/intercept.ts';

/** The calendar in a real browser against the real service. */

const NOW = new Date();
const given = givenSalonAndBrowser({ now: NOW });
const openAs = staffOpener(given, NOW);

/** Opens the calendar for an administrator. */
const open = async (query: string) =>
  openAs(await givenAdmin(given.salon), `/admin/calendar?${query}`, DESKTOP);

it('moves an appointment that is dragged twice quickly to where it was dropped last, by way of the first place', async () => {
  const { salon } = given;
  const date = salon.freshDay();
  const staff = await givenStaff(salon);
  const { id } = await bookedByStaff(staff, { appointment_date: date, sms_consent: false });
  const { page, dialog } = await open(`view=day&date=${date}`);
  const block = page.locator('[data-appointment]');
  await block.waitFor();

  const first = Promise.withResolvers<void>();
  await intercept(page, ['*/reschedule'], async (route) => {
    await first.promise;
    await route.continue();
  });
  // Each place at which it is drawn, at every frame.
  await block.evaluate((drawn) => {
    const places: string[] = [];
    const grid = drawn.closest('section') ?? document.body;
    const look = () => {
      const place = grid.querySelector('[data-appointment]')?.textContent?.slice(0, 5) ?? 'nowhere';
      if (places.at(-1) !== place) places.push(place);
      requestAnimationFrame(look);
    };
    look();
    Object.assign(window, { places });
  });
  const places = () => page.evaluate(() => (window as unknown as { places: string[] }).places);

  const drag = async (halfHours: number, to: string) => {
    const box = await block.boundingBox();
    const [x, y] = [(box?.x ?? 0) + 40, (box?.y ?? 0) + 12];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + halfHours * HALF, { steps: 3 });
    await page.mouse.up();
    await dialog.getByRole('button', { name: new RegExp(`^Move to .* ${to}$`) }).click();
  };
  await drag(2, '11:00 AM');
  await dialog.getByRole('button', { name: 'Moving...' }).waitFor();
  await pressEscape(page);
  await dialog.waitFor({ state: 'hidden' });
  await drag(3, '12:30 PM');
  await dialog.getByRole('button', { name: 'Moving...' }).waitFor();
  first.resolve();
  await dialog.waitFor({ state: 'hidden' });
  await endIntercepting(page);

  const moves = (await salon.historyByPeople(id))
    .filter(({ type }) => type === 'BookingRescheduled')
    .map(({ data }) => data as { start: number; from: { start: number } });
  expect(moves.map(({ from, start }) => [from.start, start])).toEqual([
    [600, 660],
    [660, 750],
  ]);
  await expect.poll(() => block.textContent()).toMatch(/^12:30/);
  expect(await places()).toEqual(['10:00', '11:00', '12:30']);
});

it('leads from an entry of a history to the calendar as it was then, and on to what was there before', async () => {
  const date = given.salon.freshDay();
  const staff = await givenStaff(given.salon);
  const { id } = await bookedByStaff(staff, { appointment_date: date, customer_name: 'Mary Jackson' });
  await changed(staff, id, 'reschedule', { new_date: date, new_time: '2:00 PM', message: null });
  const { page, dialog, button } = await open(`view=day&date=${date}&history=day`);
  const banner = page.getByRole('region', { name: 'The calendar as it was' });
  const block = page.locator('[data-appointment]');
  await dialog.getByRole('link', { name: 'The calendar then after: Moved' }).click();
  await banner.getByText(/: Mary Jackson moved from 10 AM to 2 PM on .+\.$/).waitFor();
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => block.textContent()).toMatch(/^2:00/);
  await button('Earlier change').click();
  await banner.getByText(/: Mary Jackson · booked/).waitFor();
  await expect.poll(() => block.textContent()).toMatch(/^10:00/);
  // What is there now, with which it is compared, is loaded apart.
  await expect.poll(() => block.getAttribute('aria-label')).toContain('moved since');
  await button('Back to now').click();
  await button('Add Booking').waitFor();
  await expect.poll(() => block.textContent()).toMatch(/^2:00/);
});

// Spec: 2.calendar-slots, 4.toggles, 5.slot-times, 8.schedule-updated, 8.slots-updated, 8.schedule-failed, 8.slot-add-failed, 8.slot-failed
it('switches, edits and adds weekly hours, deletes some over an appointment, which an undo brings back, and says what failed', async () => {
  const day = given.salon.freshDay();
  // Other tests have no Fridays.
  const date = addSalonDays(day, 5 - dayOfWeek(day));
  const { page, dialog, button, toast } = await open(`view=day&date=${date}`);
  await page.getByText('Every Friday').waitFor();
  const isOpen = page.getByRole('switch', { name: 'Available 9:00 AM – 7:00 PM' });
  for (const checked of [false, true]) {
    await isOpen.click();
    await toast('Schedule updated successfully').first().waitFor();
    await expect.poll(() => isOpen.isChecked()).toBe(checked);
  }
  await button('Edit 9:00 AM – 7:00 PM').click();
  await dialog.getByRole('heading', { name: 'Edit hours on Fridays' }).waitFor();
  await dialog.getByLabel('End time').fill('18:30');
  await button('Save hours').click();
  await toast('Time slot updated successfully').waitFor();

  await button('Add Hours').click();
  await button('Add hours').click();
  await dialog.getByText('Please fill in all time fields').waitFor();
  const times = async (start: string, end: string) => {
    await dialog.getByLabel('Start time').fill(start);
    await dialog.getByLabel('End time').fill(end);
    await button('Add hours').click();
  };
  await times('20:00', '19:00');
  await dialog.getByText('The end must come after the start.').waitFor();
  await times('10:00', '11:00');
  await toast("Failed to add time slot. Make sure the time doesn't overlap with existing slots.").waitFor();
  expect(await dialog.getByLabel('Start time').inputValue()).toBe('10:00');
  await times('20:00', '21:00');
  await toast('New time slot added successfully').waitFor();
  await button('Delete 8:00 PM – 9:00 PM').waitFor();

  await bookedByStaff(await givenStaff(given.salon), { appointment_date: date, customer_name: 'Ann Lee' });
  await page.locator('[data-appointment]').getByText('Ann Lee').waitFor();
  await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Week' }).click();
  const menu = page.locator('[aria-haspopup=menu]').filter({ hasText: '9 AM – 6:30 PM' });
  const choose = async (role: 'menuitem' | 'menuitemcheckbox', name: string) => {
    await menu.click();
    await page.getByRole(role, { name }).click();
  };
  const question = page.getByRole('dialog', { name: 'Delete Fridays 9 AM – 6:30 PM?' });
  for (const answer of ['Change nothing', 'Delete and keep the appointment']) {
    await choose('menuitem', 'Delete');
    await question.getByText('Ann Lee').waitFor();
    await button(answer).click();
    await question.waitFor({ state: 'hidden' });
  }
  await toast('Time slot deleted successfully').waitFor();
  await menu.waitFor({ state: 'hidden' });
  await button('Undo').click();
  await toast('Undone: Hours removed · Friday').waitFor();
  await menu.waitFor();

  await intercept(page, ['*/api/admin/hours/*'], (route) => route.abort());
  await choose('menuitemcheckbox', 'Available');
  await toast('Failed to update schedule').waitFor();
  await choose('menuitem', 'Edit');
  await button('Save hours').click();
  await toast('Failed to update time slot').waitFor();
  await pressEscape(page);
  await choose('menuitem', 'Delete');
  await toast('Failed to delete time slot').waitFor();
  await endIntercepting(page);
});

// Spec: 2.blocked-dates, 5.block-fields, 8.blocked, 8.block-failed
it('blocks a date once its appointments are cancelled or moved, asks again about a new one, and opens it again', async () => {
  const { salon } = given;
  const [date, free] = [salon.freshDay(), salon.freshDay()];
  const staff = await givenStaff(salon);
  const book = (customer_name: string, appointment_time: string) =>
    bookedByStaff(staff, { appointment_date: date, customer_name, appointment_time });
  await book('Ann Lee', '10:00 AM');
  await book('Mary Jackson', '11:00 AM');
  await book('Annie Easley', '12:00 PM');
  const { id } = await book('Evelyn Boyd', '1:00 PM');
  const { page, dialog, button, toast } = await open(`view=day&date=${free}`);
  const card = page.getByRole('region', { name: 'Blocked Dates' });
  const reason = card.getByLabel('Reason');
  await button('Block Date').click();
  await card.getByText('Please choose a date.').waitFor();
  await card.getByText('Please enter a reason for blocking the date.').waitFor();
  await card.getByLabel('Date', { exact: true }).fill(date);
  await reason.fill('Training');
  await button('Block Date').click();
  const question = page.getByRole('dialog', { name: /^Block .+\?$/ });
  await question.getByText('Ann Lee').waitFor();
  await button('Change nothing').click();
  expect(await reason.inputValue()).toBe('Training');
  await button('Block Date').click();
  await question.getByRole('button', { name: 'Block and keep 4 appointments' }).waitFor();

  const row = (name: string) => question.getByRole('listitem').filter({ hasText: name });
  await row('Ann Lee').getByRole('button', { name: 'Cancel...' }).click();
  await dialog.getByLabel('Other').check();
  await button('Cancel Appointment').click();
  await row('Ann Lee').waitFor({ state: 'detached' });
  for (const [name, press, time] of [
    ['Mary Jackson', 'Mary Jackson', '2:00 PM'],
    ['Annie Easley', 'Move...', '3:00 PM'],
  ] as const) {
    await row(name).getByRole('button', { name: press }).click();
    await dialog.getByLabel('New date').fill(free);
    await dialog.getByLabel('New time').selectOption(time);
    await dialog.getByRole('button', { name: /^Move / }).click();
    await question.waitFor();
    await row(name).waitFor({ state: 'detached' });
  }
  // Somebody else cancels this one.
  await row('Evelyn Boyd').waitFor();
  await changed(staff, id, 'cancel', { reason: 'other', message: null });
  await row('Evelyn Boyd').waitFor({ state: 'detached' });
  await question.getByText('They are cancelled or moved.', { exact: false }).waitFor();
  await book('Dorothy Vaughan', '10:30 AM');
  await question.getByRole('button', { name: 'Block', exact: true }).click();
  await row('Dorothy Vaughan').waitFor();
  await question.getByText('This appointment stays unless you cancel or move it.').waitFor();
  await button('Block and keep the appointment').click();
  await toast('Date blocked successfully').waitFor();
  expect(await reason.inputValue()).toBe('');

  const remove = card.getByRole('button', { name: /^Remove / });
  await remove.click();
  await toast('Blocked date removed').waitFor();
  await remove.waitFor({ state: 'hidden' });
  await button('Undo').click();
  await page.getByText(/^Undone: Date opened again/).waitFor();
  await remove.waitFor();

  await card.getByLabel('Date', { exact: true }).fill(date);
  await reason.fill('Again');
  await button('Block Date').click();
  await toast('Failed to block date').waitFor();
  await toast('This date is already blocked.').waitFor();
  expect(await reason.inputValue()).toBe('Again');
  await intercept(page, ['*/blocked-dates/*'], (route) => route.abort());
  await remove.click();
  await toast('Failed to remove blocked date').waitFor();
  await endIntercepting(page);
  await remove.waitFor();
});

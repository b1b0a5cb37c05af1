// Slow because it changes many days on a real service, on a phone and at a desk.
import { describe, expect, it } from 'vitest';
import { addSalonDays } from '../../../src/salon/salon-time.ts';
import { givenAdmin, PASSWORD } from '../../support/accounts/auth-client.ts';
import { DESKTOP, expectAccessible, openPage, PHONE } from '../support/pages/open-page.ts';
import { givenSalonAndBrowser } from '../support/site/given-salon.ts';
import { wizardVisitor } from '../support/visitor/wizard-visitor.ts';

/** Hours of single dates and blocked times, on real pages of the real service. */

const NOW = new Date();
const given = givenSalonAndBrowser({ now: NOW });

/** An administrator looks at a day on which Ann Lee comes at ten for half an hour. */
async function dayOfAnn(size: typeof PHONE) {
  const date = given.salon.freshDay();
  await given.salon.booked({ appointment_date: date, customer_name: 'Ann Lee' });
  const { email } = await givenAdmin(given.salon);
  const page = await openPage(given.browser, { size, now: NOW });
  const visitor = wizardVisitor(page);
  await page.goto(
    `${given.salon.url}/auth?next=${encodeURIComponent(`/admin/calendar?view=day&date=${date}`)}`,
  );
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await visitor.button('Sign In').click();
  await page.locator('[data-appointment]').getByText('Ann Lee').waitFor();
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'Hours and blocked time' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  /** The dialog that lists whom a change affects, above the one that asks for the change. */
  const affected = page.getByRole('dialog', { name: /\?$/ });
  return { page, ...visitor, date, choose, affected, dialog: page.getByRole('dialog') };
}

describe.each([
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
] as const)('on %s', (_name, size) => {
  it('hours are edited for one date alone, over an appointment, and undone from the toast', async () => {
    const { page, button, dialog, affected } = await dayOfAnn(size);
    await page.getByRole('button', { name: /^Edit \d/ }).click();
    // The specified slot is that of every week; the date alone is the second choice.
    expect(await dialog.getByLabel(/^Every /).isChecked()).toBe(true);
    await dialog.getByLabel(/^Only /).check();
    await dialog.getByLabel('Start time').fill('11:00');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save hours' }).click();
    await affected.getByText('Ann Lee').waitFor();
    // She can be moved to a time that holds once the hours are set.
    await affected.getByRole('button', { name: 'Move...' }).click();
    const moving = page.getByRole('dialog', { name: 'Reschedule Appointment' });
    const free = moving.getByLabel('New time').locator('optgroup[label=Free] option');
    await expect.poll(() => free.first().textContent()).toBe('11:00 AM');
    await moving.getByLabel('New time').selectOption('9:30 AM');
    await moving.getByText('Begins at 9:30 AM, before opening at 11:00 AM.').waitFor();
    await expectAccessible(page);
    await moving.getByRole('button', { name: /^Keep/ }).click();
    await affected.getByRole('button', { name: 'Change nothing' }).click();
    expect(await dialog.getByLabel('Start time').inputValue()).toBe('11:00');
    await dialog.getByRole('button', { name: 'Save hours' }).click();
    await affected.getByRole('button', { name: 'Set hours and keep the appointment' }).click();
    await page.getByText('Time slot updated successfully').waitFor();
    await page.getByText('Only on this date').waitFor();
    await page.getByText(/^11:00 AM –/).waitFor();

    await button('Undo').click();
    await page.getByText(/^Undone: Hours of this date set/).waitFor();
    await page.getByText(/^Every /).waitFor();
  });

  it('hours of one date are switched off and on again, edited and deleted, each for that date alone', async () => {
    const { page, button, dialog, choose, date, toast } = await dayOfAnn(size);
    await choose('Hours for a week...');
    const named = (what: string) => dialog.getByLabel(new RegExp(`^${what} on .+ ${Number(date.slice(8))}$`));
    await named('More times').click();
    for (const [at, time] of ['09:00', '13:00', '14:00', '18:00'].entries())
      await named(['Start 1', 'End 1', 'Start 2', 'End 2'][at] ?? '').fill(time);
    await dialog.getByRole('button', { name: 'Save hours' }).click();
    await page.getByText('Only on this date').waitFor();

    const afternoon = page.getByRole('switch', { name: 'Available 2:00 PM – 6:00 PM' });
    await afternoon.click();
    await toast('Schedule updated successfully').waitFor();
    await expect.poll(() => afternoon.isChecked()).toBe(false);
    await afternoon.click();
    await expect.poll(() => afternoon.isChecked()).toBe(true);

    await button('Edit 2:00 PM – 6:00 PM').click();
    expect(await dialog.getByLabel(/^Every /).count()).toBe(0);
    await dialog.getByLabel('End time').fill('17:00');
    await dialog.getByRole('button', { name: 'Save hours' }).click();
    await button('Delete 2:00 PM – 5:00 PM').click();
    await toast('Time slot deleted successfully').waitFor();
    await button('Delete 2:00 PM – 5:00 PM').waitFor({ state: 'hidden' });
    await button('Undo').click();
    await button('Delete 2:00 PM – 5:00 PM').waitFor();
    await expectAccessible(page);
  });

  it('hours are set for a week, and a date goes back to the weekly ones', async () => {
    const { page, button, dialog, affected, choose, date } = await dayOfAnn(size);
    await choose('Hours for a week...');
    await dialog.getByRole('button', { name: 'Save hours' }).click();
    await dialog.getByText('Nothing is different yet.').waitFor();
    const named = (what: string) => dialog.getByLabel(new RegExp(`^${what} on .+ ${Number(date.slice(8))}$`));
    await named('More times').click();
    await dialog.getByRole('button', { name: 'Save hours' }).click();
    await dialog.getByText('Please fill in all time fields').waitFor();
    await named('Remove times 2').click();
    await named('Open').uncheck();
    await dialog.getByRole('button', { name: 'Week after' }).click();
    await dialog.getByText('Save the hours of this week first.').waitFor();
    expect(await named('Open').isChecked()).toBe(false);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save hours' }).click();
    await affected.getByText('Ann Lee').waitFor();
    await affected.getByRole('button', { name: 'Set hours and keep the appointment' }).click();
    await page.getByText(/^Hours of .+ set$/).waitFor();
    await page.getByText('Closed on this date.').waitFor();

    await button('Edit hours').click();
    await named('Open').check();
    await named('More times').click();
    for (const [at, time] of ['09:00', '13:00', '13:00', '18:00'].entries())
      await dialog.locator('input[type=time]').nth(at).fill(time);
    await dialog.getByRole('button', { name: 'Save hours' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Only on this date').waitFor();
    // They touch, so an appointment may go on from one to the next.
    await page.getByText('9:00 AM – 6:00 PM', { exact: true }).waitFor();
    await button('Back to the weekly hours').click();
    await page.getByText('Weekly hours again').waitFor();
    await page.getByText(/^Every /).waitFor();
  });

  it('a part of the day is blocked over an appointment, moved, removed, and blocked again', async () => {
    const { page, button, dialog, affected, choose, toast } = await dayOfAnn(size);
    const block = page.getByRole('button', { name: /Lunch, blocked/ });
    await choose('Block time...');
    await dialog.getByLabel('Start time').fill('10:15');
    await dialog.getByLabel('End time').fill('10:00');
    await dialog.getByRole('button', { name: 'Block time' }).click();
    await dialog.getByText('The end must come after the start.').waitFor();
    await dialog.getByLabel('End time').fill('11:00');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Block time' }).click();
    await affected.getByText('Ann Lee').waitFor();
    await affected.getByRole('button', { name: 'Block and keep the appointment' }).click();
    await toast('Time blocked').waitFor();

    await block.focus();
    await page.keyboard.press('Enter');
    const opened = page.getByRole('dialog', { name: 'Lunch' });
    await opened.getByLabel('Start time').fill('12:00');
    await opened.getByLabel('End time').fill('12:30');
    await opened.getByRole('button', { name: 'Errand' }).click();
    await expectAccessible(page);
    await opened.getByRole('button', { name: 'Save' }).click();
    await toast('Blocked time changed').waitFor();
    const errand = page.getByRole('button', { name: '12:00 PM Errand, blocked, 12:00 PM to 12:30 PM' });
    await errand.click();
    await page.getByRole('dialog', { name: 'Errand' }).getByRole('button', { name: 'Remove' }).click();
    await toast('Blocked time removed').waitFor();
    await errand.waitFor({ state: 'hidden' });
    await button('Undo').click();
    await page.getByText(/^Undone: Blocked time opened again/).waitFor();
    await errand.waitFor();
  });

  it('a blocked time repeats weekly until a date, and goes from one of them on', async () => {
    const { page, button, dialog, choose, toast, date } = await dayOfAnn(size);
    await choose('Block time...');
    await dialog.getByRole('button', { name: 'Training' }).click();
    await dialog.getByLabel('Repeat every week').check();
    await dialog.getByLabel('Until').fill(addSalonDays(date, -1));
    await dialog.getByRole('button', { name: 'Block time' }).click();
    await dialog.getByText('This lies before the first date.').waitFor();
    await dialog.getByLabel('Until').fill(addSalonDays(date, 15));
    await dialog.getByRole('button', { name: 'Block time' }).click();
    await toast('Blocked on 3 days').waitFor();
    const training = page.getByRole('button', { name: /Training, blocked/ });
    await training.click();
    await button('Remove this and following').click();
    await toast('Blocked time removed on 3 days').waitFor();
    await training.waitFor({ state: 'hidden' });
    await button('Undo').click();
    await toast('Undone on 3 days').waitFor();
    // Later tests look at days that may be among these.
    await training.click();
    await button('Remove this and following').click();
    await training.waitFor({ state: 'hidden' });
  });

  it('dates are blocked as a range, once an appointment on them is cancelled, and opened by one undo', async () => {
    const { page, button, affected, toast, date } = await dayOfAnn(size);
    await page.getByLabel('Date', { exact: true }).fill(date);
    await page.getByLabel('Until').fill(addSalonDays(date, 2));
    await page.getByLabel('Reason').fill('Holiday');
    await button('Block Date').click();
    await affected.getByText('Ann Lee').waitFor();
    await affected.getByRole('button', { name: 'Cancel...' }).click();
    const cancelling = page.getByRole('dialog', { name: 'Cancel Appointment' });
    await cancelling.getByLabel('Scheduling Conflict').check();
    await cancelling.getByRole('button', { name: 'Cancel Appointment' }).click();
    await cancelling.waitFor({ state: 'hidden' });
    await affected.getByText(/^They are cancelled or moved/).waitFor();
    await expectAccessible(page);
    // By key: on a phone the button stands where the one was that has just cancelled, and a second click there is ignored.
    await affected.getByRole('button', { name: 'Block', exact: true }).press('Enter');
    await toast('3 dates blocked successfully').waitFor();
    await page.getByText('Salon Closed - Blocked').waitFor();
    await button('Undo').click();
    await toast('Undone on 3 days').waitFor();
    await page.getByText('Salon Closed - Blocked').waitFor({ state: 'hidden' });
  });
});

it('a key asks about blocking a time', async () => {
  const { page, dialog } = await dayOfAnn(DESKTOP);
  await page.keyboard.press('b');
  await dialog.getByRole('heading', { name: 'Block time' }).waitFor();
  await dialog.getByLabel('Reason').fill('');
  await page.keyboard.press('Enter');
  await page.getByText(/^Blocked · .+, 12 PM – 1 PM$/).waitFor();
});

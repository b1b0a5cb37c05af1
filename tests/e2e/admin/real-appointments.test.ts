import type { Locator, Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { formatLongDate } from '../../../src/salon/date-text.ts';
import { addSalonDays, dayOfWeek, salonDate } from '../../../src/salon/salon-time.ts';
import { givenAdmin } from '../../support/accounts/auth-client.ts';
import { TIME_ZONE } from '../../support/salon/test-salon.ts';
import { customersOf } from '../../support/staff/customers-api.ts';
import { givenStaff } from '../../support/staff/staff-api.ts';
import { at, bookedByStaff, changed } from '../../support/staff/staff-bookings.ts';
import { staffOpener } from '../support/pages/open-as.ts';
import { HALF } from '../support/pages/open-calendar.ts';
import { DESKTOP, expectFocus, PHONE, pressEscape } from '../support/pages/open-page.ts';
import { chooseAction } from '../support/screens/booking-screens.ts';
import { givenSalonAndBrowser } from '../support/site/given-salon.ts';

/** Staff change appointments, and undo changes, in real browsers against the real service. */

const NOW = new Date();
const TODAY = salonDate(NOW, TIME_ZONE);
const DAY_MS = 86_400_000;
const given = givenSalonAndBrowser({ now: NOW });
const openAs = staffOpener(given, NOW);

const openPath = async (path: string, size = DESKTOP) => {
  const opened = await openAs(await givenAdmin(given.salon), path, size);
  const toasts = opened.page.locator('[data-sonner-toast]');
  return {
    ...opened,
    toasts,
    /** Waits for the toast that says this of somebody. */
    named: (said: string, name: string) => toasts.filter({ hasText: said }).getByText(name).waitFor(),
  };
};

/** Cancels from the dialog that asks why. */
async function cancelNow({ page, button }: Pick<Awaited<ReturnType<typeof openPath>>, 'page' | 'button'>) {
  await page.getByLabel('Emergency').check();
  await button('Cancel Appointment').click();
}

/** Whether no point of one is a point of the other. */
async function areApart(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()]);
  if (!a || !b) return false;
  return a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
}

it('completes a visit that is over, corrects its amount, and books it again', async () => {
  const { salon } = given;
  const visit = { appointment_date: addSalonDays(TODAY, -((dayOfWeek(TODAY) + 4) % 7 || 7)) };
  const before = new Date(NOW.getTime() - 14 * DAY_MS);
  const name = 'Mary Jackson';
  const cut = { id: 'wash-cut-style', name: 'Wash Cut Style', price: '$65', duration: 60 };
  const { id } = await at(salon, before, () =>
    salon.booked({ ...visit, customer_name: name, services: [cut], total_amount: '$65' }),
  );
  const { page, dialog, button, toast, named } = await openPath(`/admin/appointments/${id}`);
  await button('Complete').click();
  const amount = dialog.getByLabel('Wash Cut Style');
  await amount.fill('1,234.5');
  await button('Record $1,234.50 · cash').click();
  await named('Booking completed successfully', `${name} · $1,234.50 · Paid by: Cash`);

  await button('Change Amount').last().click();
  expect(await amount.inputValue()).toBe('1234.50');
  await amount.fill('');
  await button('Complete without an amount').click();
  await dialog.getByText('Please enter an amount from 0 to 100,000, such as 65.00.').waitFor();
  await amount.fill('90');
  await button('Record $90 · card').click();
  await named('Amount changed', name);
  await toast('It is $90.00. Paid by: Card.').waitFor();
  await page.reload();
  await dialog.getByText('Paid by: Card').waitFor();
  await dialog.getByText('$90.00').first().waitFor();

  await button('Book again').click();
  const again = page.getByRole('dialog', { name: 'Book again' });
  await again.getByText(`${name} · Wash Cut Style`).waitFor();
  await again.getByRole('button', { name: /^In 4 weeks · / }).waitFor();
  await again.getByRole('button', { name: 'On a date...' }).click();
  const booking = page.getByRole('dialog', { name: 'Add Booking' });
  await expect.poll(() => booking.getByLabel('Customer name').inputValue()).toBe(name);
  expect(await booking.getByLabel('Wash Cut Style').isChecked()).toBe(true);
  await booking.getByLabel('Date', { exact: true }).fill(salon.freshDay());
  await booking.getByLabel('Time').selectOption('2:00 PM');
  await button('Create Booking').click();
  await named('Booking created successfully', name);
});

// Spec: 8.deleted
it('names in each toast who it was about, from a change of customer to the deletion, and covers nothing that is pressed next', async () => {
  const { salon } = given;
  const name = 'Annie Easley';
  const [first, second] = [salon.freshDay(), salon.freshDay()];
  const { id } = await salon.booked({ customer_name: name, appointment_date: first });
  const { id: other } = await customersOf(salon, await givenStaff(salon)).registered('Anne Easley');
  const opened = await openPath(`/admin/appointments/${id}`);
  const { page, button, named, toasts, dialog } = opened;
  await button('Change Customer...').click();
  const customer = dialog.getByRole('combobox', { name: 'Customer name' });
  await customer.fill('nobody');
  await dialog.getByText('No customers found matching your search').waitFor();
  await button('Change Customer').click();
  await dialog.getByText('Please select a customer').waitFor();
  await customer.fill('anne');
  await page.getByRole('option', { name: 'Anne Easley' }).click();
  await button('Change Customer').click();
  await named('Customer changed', 'The appointment is in the history of Anne Easley now.');
  const card = dialog.getByRole('link', { name });
  await expect.poll(() => card.getAttribute('href')).toBe(`/admin/customers/${other}`);
  await button('Confirm').click();
  await named('Booking confirmed successfully', name);
  await expect.poll(() => areApart(toasts, button('Reschedule'))).toBe(true);
  await button('Reschedule').click();
  await dialog.getByLabel('New date').fill(second);
  await dialog.getByLabel('New time').selectOption('2:00 PM');
  await dialog.getByRole('button', { name: /^Move / }).click();
  await named('Appointment Rescheduled', name);

  // Its dialog stays open, and the toast is used over it.
  await button('Cancel').click();
  await cancelNow(opened);
  await named('Appointment Cancelled', name);
  const shown = page.getByRole('dialog', { name });
  await shown.getByText('Cancelled', { exact: true }).first().waitFor();
  await expect.poll(() => areApart(toasts, button('Restore'))).toBe(true);
  await page.keyboard.press('Alt+t');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expectFocus(button('Undo'));
  await page.keyboard.press('Enter');
  await toasts.getByText(`Undone: ${name} is confirmed again`).waitFor();
  await shown.getByText('Confirmed', { exact: true }).first().waitFor();
  await expect.poll(() => shown.evaluate((box) => box.contains(document.activeElement))).toBe(true);
  await button('Delete').click();
  await button('Delete Booking').click();
  await named('Booking Deleted', name);
  await page.goto(`${salon.url}/admin/appointments/${id}`);
  await dialog.getByText('The booking was not found. It may have been removed.').waitFor();
});

it('undoes on a phone over a dialog that was opened since, in which nothing moves', async () => {
  const name = 'Dorothy Vaughan';
  await given.salon.booked({ customer_name: name, appointment_date: given.salon.freshDay() });
  const opened = await openPath('/admin/appointments?search=dorothy', PHONE);
  const { page, button, named, toasts, dialog } = opened;
  await chooseAction(name, 'Cancel')(page);
  await cancelNow(opened);
  await named('Appointment Cancelled', name);
  await dialog.waitFor({ state: 'hidden' });
  const add = button('Add Booking');
  for (const next of [add, page.getByRole('navigation', { name: 'Administration' })])
    await expect.poll(() => areApart(toasts, next)).toBe(true);

  await add.click();
  const customer = dialog.getByRole('combobox', { name: 'Customer name' });
  await customer.fill('Ada');
  await expect.poll(() => areApart(toasts, dialog)).toBe(true);
  const box = await dialog.boundingBox();
  await button('Undo').click();
  await toasts.getByText(`Undone: ${name} is pending again`).waitFor();
  await toasts.getByText('Appointment Cancelled').waitFor({ state: 'detached' });
  expect(await dialog.boundingBox()).toEqual(box);
  expect(await customer.inputValue()).toBe('Ada');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await button('Discard').click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('list', { name: 'Appointments' }).getByText('Pending').waitFor();
});

it('offers an undo in the toast and in the activity, and each device sees what was undone', async () => {
  const admin = await givenAdmin(given.salon);
  const [desk, phone] = await Promise.all([
    openAs(admin, '/admin/services', DESKTOP),
    openAs(admin, '/admin/activity?kind=service&actor=admin', PHONE),
  ]);
  await phone.page.getByText('Nothing found').waitFor();
  const perm = (checked: boolean) => desk.page.getByRole('switch', { name: 'Perm is active', checked });
  const undoOnPhone = phone.page.getByRole('button', { name: /^Undo/ });
  await perm(true).click();
  await desk.toast('Service deactivated').waitFor();
  await phone.page.getByText('Service deactivated').waitFor();
  await undoOnPhone.waitFor();
  await desk.button('Undo').click();
  await desk.toast('Undone: Service deactivated · Perm').waitFor();
  await perm(true).waitFor();
  await phone.page.getByText('Undoes: service deactivated').waitFor();
  await undoOnPhone.waitFor({ state: 'hidden' });

  // The other way round.
  await desk.button('Delete Perm').click();
  await desk.page.getByRole('alertdialog').getByRole('button', { name: 'Delete Service' }).click();
  await perm(true).waitFor({ state: 'hidden' });
  await undoOnPhone.click();
  await phone.toast('Undone: Service removed · Perm').waitFor();
  await perm(true).waitFor();
  await phone.page.getByText('Service restored').waitFor();
  await undoOnPhone.waitFor({ state: 'hidden' });
});

it('keeps an appointment in the hand while somebody else moves it, and doesn’t move it over that', async () => {
  const { salon } = given;
  const date = salon.freshDay();
  const staff = await givenStaff(salon);
  const { id } = await bookedByStaff(staff, { appointment_date: date });
  const { page, button, notice, dialog } = await openPath(`/admin/calendar?view=day&date=${date}`);
  const block = page.locator('[data-appointment]');
  const ghost = page.locator('[data-ghost]');
  await block.scrollIntoViewIfNeeded();
  const { x = 0, y = 0, width = 0 } = (await block.boundingBox()) ?? {};
  await page.mouse.move(x + width / 2, y + 12);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + 12 + HALF);
  await ghost.getByText('10:30 AM – 11:00 AM').waitFor();

  await changed(staff, id, 'reschedule', { new_date: date, new_time: '2:00 PM', message: null });
  await expect.poll(() => block.textContent()).toMatch(/^2:00 /);
  await page.mouse.move(x + width / 2, y + 12 + 2 * HALF);
  await ghost.getByText('11:00 AM – 11:30 AM').waitFor();
  await page.mouse.up();
  await dialog.getByText(/^Now .* · 10:00 AM/).waitFor();
  await dialog.getByRole('button', { name: /^Move / }).click();
  await notice(/changed this on/).waitFor();
  await dialog.getByText(/Date and time: .*10:00 AM is now .*2:00 PM/).waitFor();
  await button('Discard mine, show theirs').click();
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => block.textContent()).toMatch(/^2:00 /);
  expect(await salon.historyByPeople(id)).toHaveLength(2);
});

/** Swipes sideways over the middle of an element. */
async function swipe(page: Page, over: Locator, across: number) {
  const { x = 0, y = 0, width = 0, height = 0 } = (await over.boundingBox()) ?? {};
  const session = await page.context().newCDPSession(page);
  onTestFinished(() => session.detach());
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', moved?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: moved === undefined ? [] : [{ x: x + width / 2 + moved, y: y + height / 2 }],
    });
  await touch('touchStart', 0);
  for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', across * part);
  await touch('touchEnd');
}

it('shows the calendar on a phone a day at a time, and opens an appointment by a tap', async () => {
  const { salon } = given;
  const date = salon.freshDay();
  const next = addSalonDays(date, 1);
  const name = 'Evelyn Boyd';
  await salon.booked({ customer_name: name, appointment_date: next, appointment_time: '4:30 PM' });
  const { page, dialog, button } = await openPath(`/admin/calendar?view=week&date=${date}`, PHONE);
  const days = page.getByRole('navigation', { name: 'Days' });
  const day = (one: string) => days.getByRole('link', { name: formatLongDate(one) });
  const isShown = (one: string) => expect.poll(() => day(one).getAttribute('aria-current')).toBe('true');
  await isShown(date);
  expect(await days.getByRole('link').count()).toBe(7);
  await button('Day after').click();
  await isShown(next);
  await page.waitForURL(new RegExp(`date=${next}$`));
  await swipe(page, days, 120);
  await isShown(date);
  await day(next).click();
  await page.getByText(`Day ${dayOfWeek(next) + 1} of 7`).waitFor();
  const block = page.getByRole('button', { name: new RegExp(name) });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);

  await block.click();
  await dialog.getByRole('heading', { name }).waitFor();
  await dialog.getByRole('button', { name: 'Move' }).waitFor();
  await dialog.getByRole('link', { name: 'Open appointment' }).click();
  await page.waitForURL(/\/admin\/appointments\/[\w-]+$/);
  // The sheet, which has the same buttons, may be there for a moment longer than its address.
  await dialog.getByRole('link', { name: 'Open appointment' }).waitFor({ state: 'hidden' });
  await dialog.getByRole('button', { name: 'Confirm' }).waitFor();
  await button('Close').click();
  await dialog.getByRole('link', { name: 'Open appointment' }).waitFor();
  await pressEscape(page);
  await isShown(next);
});

import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Calendar } from '../../../src/contracts/bookings/calendar.ts';
import { givenAdmin } from '../../support/accounts/auth-client.ts';
import { CUSTOMERS, customersOf } from '../../support/staff/customers-api.ts';
import { givenStaff } from '../../support/staff/staff-api.ts';
import { bookedByStaff, changed } from '../../support/staff/staff-bookings.ts';
import { staffOpener } from '../support/pages/open-as.ts';
import {
  DESKTOP,
  expectAccessible,
  expectFocus,
  PHONE,
  pressEscape,
  pressInTime,
} from '../support/pages/open-page.ts';
import { givenSalonAndBrowser } from '../support/site/given-salon.ts';

/** The admin area in real browsers against the real service. */

const NOW = new Date();
const given = givenSalonAndBrowser({ now: NOW });
const openAs = staffOpener(given, NOW);

// Spec: 4.toggles, 8.service-switched, 8.services-updated
it('two devices agree about the services, and about who was faster', async () => {
  const admin = await givenAdmin(given.salon);
  const [desk, phone] = await Promise.all([
    openAs(admin, '/admin/services', DESKTOP),
    openAs(admin, '/admin/services', PHONE),
  ]);
  const perm = (device: typeof desk, checked: boolean) =>
    device.page.getByRole('switch', { name: 'Perm is active', checked });
  await perm(phone, true).waitFor();
  await perm(desk, true).click();
  await desk.toast('Service deactivated').waitFor();
  await perm(phone, false).waitFor();

  await phone.button('Edit Perm').click();
  await phone.page.getByLabel('Price ($)').fill('99');
  // Meanwhile at the desk.
  await perm(desk, false).click();
  await desk.toast('Service activated').waitFor();
  await phone.button('Save changes').click();
  await phone.page
    .getByRole('alert')
    .getByText(/^Ada Lovelace changed this on /)
    .waitFor();
  await phone.page.getByRole('alert').getByText('Active: no is now yes').waitFor();
  expect(await phone.page.getByLabel('Price ($)').inputValue()).toBe('99');
  await phone.button('Save changes').click();
  await phone.toast('Service updated successfully').waitFor();
  await desk.page.getByRole('listitem').filter({ hasText: 'Perm' }).getByText('$99.00').waitFor();
  await perm(desk, true).waitFor();
  await expectAccessible(desk.page);
});

// Spec: 2.customer-profile, 8.customer-updated
it('a customer who has booked is found by phone, changed beside a colleague, and erased', async () => {
  const { salon } = given;
  const booked = await salon.booked({
    customer_name: 'Grace Hopper',
    customer_email: 'grace@example.com',
    customer_phone: '(925) 555-0177',
    appointment_date: salon.freshDay(),
  });
  const staff = await givenStaff(salon);
  const id = await customersOf(salon, staff).customerOf(booked.id);
  const opened = await openAs(await givenAdmin(salon), '/admin/customers', DESKTOP);
  const { page, button, toast, notice, heading, dialog } = opened;
  await heading('Customer Management').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('925 555 0177');
  await page.getByText('1 customer', { exact: true }).waitFor();
  await page.waitForURL(/\?search=925\+555\+0177$/);
  await page.getByRole('button', { name: 'Grace Hopper', exact: true }).click();
  await page.getByRole('region', { name: 'Service History' }).getByText('Scalp Treatment').waitFor();
  // The focus goes into the card, and back to its button.
  await button('Edit').press('Enter');
  await expectFocus(page.getByLabel('Name', { exact: true }));
  await button('Cancel').press('Enter');
  await expectFocus(button('Edit'));
  await page.keyboard.press('Enter');
  await page.getByLabel('Birthday month').selectOption('February');
  await page.getByLabel('Birthday day').fill('30');
  await page.getByLabel('Notes').fill('Brings her own tea.');
  await button('Save').press('Enter');
  await page.getByText('The month of the birthday has no such day').waitFor();
  await page.getByLabel('Birthday day').fill('29');

  const theirs = await staff.patch(`${CUSTOMERS}/${id}`, { email: 'hopper@example.com' });
  expect(theirs.status, theirs.text).toBe(200);
  await button('Save').click();
  await notice(/^Ada Lovelace changed this on /).waitFor();
  await page.getByText('Email: grace@example.com is now hopper@example.com').waitFor();
  expect(await page.getByLabel('Notes').inputValue()).toBe('Brings her own tea.');
  await button('Save').press('Enter');
  await toast('Customer updated successfully').waitFor();
  await expectFocus(button('Edit'));
  await page.reload();
  await page.getByText('Brings her own tea.').waitFor();
  await page.getByRole('cell', { name: 'February 29', exact: true }).waitFor();
  await page.getByRole('link', { name: 'hopper@example.com' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Name, phone, day or command').fill('grace hop');
  await page.getByRole('option', { name: /^Grace Hopper\s*\(925\) 555-0177$/ }).click();
  await page.waitForURL(`**/admin/customers/${id}`);
  await heading('Grace Hopper').waitFor();
  await page.goBack();
  await heading('Customer Management').waitFor();

  await button('Erase...').click();
  await dialog.getByText('Grace Hopper has an appointment on').waitFor();
  await button('Keep Customer').click();
  await dialog.waitFor({ state: 'hidden' });
  await button('Erase...').click();
  await dialog.getByText('This cannot be undone.').waitFor();
  await button('Erase for good').click();
  await toast('Customer erased').waitFor();
  await page.getByText('No customers found matching your search').waitFor();
  expect(page.url()).not.toContain('customer=');
  // The appointment stays, and leads to nobody.
  await page.goto(`${salon.url}/admin/appointments/${booked.id}`);
  await dialog.getByRole('heading', { name: 'Erased customer' }).waitFor();
  expect(await dialog.getByRole('link', { name: 'Erased customer' }).count()).toBe(0);
  expect(await dialog.getByText('first visit').count()).toBe(0);
});

it('a visit is noted on the phone, and the desk that books the next one reads the formula', async () => {
  const admin = await givenAdmin(given.salon);
  const booked = await given.salon.booked({
    customer_name: 'Annie Easley',
    customer_email: 'annie@example.com',
    customer_phone: '(925) 555-0179',
    appointment_date: given.salon.freshDay(),
  });
  const phone = await openAs(admin, `/admin/appointments/${booked.id}`, PHONE);
  await phone.button('Add Visit Note').click();
  await phone.page.getByLabel('What was done').fill('6N + 7G 1:1, 20 vol');
  await phone.button('Save').click();
  await phone.toast('Visit note saved').waitFor();
  await phone.page.getByRole('region', { name: 'Visit note' }).getByText('6N + 7G').waitFor();

  const { page, button, heading } = await openAs(admin, '/admin/customers?search=annie', DESKTOP);
  await page.getByRole('button', { name: 'Annie Easley', exact: true }).click();
  await page.getByRole('link', { name: 'Visits and notes' }).click();
  await heading('Annie Easley').waitFor();
  const pinned = page.getByRole('region', { name: 'Last visit note' });
  await pinned.getByText('6N + 7G 1:1, 20 vol').waitFor();
  // Changed on the phone, it changes here.
  await phone.button('Edit Visit Note').click();
  await phone.page.getByLabel('What was done').fill('7N, 20 vol');
  await phone.button('Save').click();
  await pinned.getByText('7N, 20 vol').waitFor();
  await expectAccessible(page);
  await button('Book again').click();
  await button('On a date...').click();
  await page.getByRole('dialog').getByText('7N, 20 vol').waitFor();
});

it('a request comes in, is confirmed by keys alone, and another device sees it', async () => {
  const admin = await givenAdmin(given.salon);
  const name = 'Katherine Johnson';
  const [desk, phone] = await Promise.all([
    openAs(admin, '/admin', DESKTOP),
    openAs(admin, '/admin/appointments?search=katherine', PHONE),
  ]);
  const { page, toast, heading } = desk;
  await heading('Dashboard').waitFor();
  await phone.page.getByText('No appointments found').waitFor();
  await given.salon.booked({
    customer_name: name,
    customer_email: 'katherine@example.com',
    customer_phone: '(925) 555-0178',
    appointment_date: given.salon.freshDay(),
  });
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  await phone.page.getByRole('listitem').getByText('Pending').waitFor();
  const waiting = page.getByRole('region', { name: /^Waiting for confirmation/ });
  await waiting.getByText(name).waitFor();
  await page.getByText('Texts aren’t set up, so customers get no texts about changes.').waitFor();
  await expectAccessible(page);
  // Others may be waiting, too.
  const requests = await waiting.getByRole('listitem').count();
  for (let step = 0; step < requests && (await focused()) !== name; step += 1) await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('link', { name: '(925) 555-0178' }).waitFor();
  await pressEscape(page);
  await expect.poll(focused).toBe(name);
  await page.keyboard.press('y');
  await toast('Booking confirmed successfully').waitFor();
  await toast(`${name}. Texts aren’t set up: call (925) 555-0178.`).waitFor();
  await waiting.getByText(name).waitFor({ state: 'hidden' });
  await phone.page.getByRole('listitem').getByText('Confirmed').waitFor();

  await pressInTime(page, 'g', 'a');
  await heading('Appointments').waitFor();
  await page.getByRole('row').filter({ hasText: name }).waitFor();
  const rows = await page.getByRole('row').count();
  for (let step = 0; step < rows && (await focused()) !== name; step += 1) await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('link', { name: '(925) 555-0178' }).waitFor();
  const history = page.getByRole('button', { name: 'History', exact: true });
  for (let step = 0; step < 20 && (await focused()) !== 'History'; step += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => history.getAttribute('aria-expanded')).toBe('true');
  await dialog
    .getByRole('listitem')
    .filter({ hasText: /^Confirmed/ })
    .getByText(/^Ada Lovelace/)
    .waitFor();
});

/** The touch goes from one end of a screen to the other. */
const MOST_STEPS = 80;

/** Opens an empty day of the calendar for an administrator. */
async function openDay() {
  const { salon } = given;
  const date = salon.freshDay();
  const desk = await openAs(await givenAdmin(salon), `/admin/calendar?view=day&date=${date}`, DESKTOP);
  await desk.page.getByText('0 appointments').waitFor();
  const staff = await givenStaff(salon);
  const start = async () => {
    const { json } = await staff.get(`/api/admin/calendar?from=${date}&to=${date}`);
    return (json as Calendar).days[0]?.bookings.map((booking) => booking.start);
  };
  return { salon, date, staff, start, ...desk };
}

it('shows a request as it comes in, and moves it by keyboard to where the server then has it', async () => {
  const { salon, page, date, staff, start, toast } = await openDay();

  // Somebody books: it is there without a reload.
  await salon.booked({ appointment_date: date });
  const block = page.getByRole('button', { name: /Ada Lovelace/ });
  await block.waitFor();

  await block.focus();
  await page.keyboard.press('m');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByLabel('Text the customer').uncheck();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Move to \w+ 11:00 AM$/ })
    .press('Enter');
  await toast('Appointment Rescheduled').waitFor();

  await expect.poll(start).toEqual([660]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(start).toEqual([600]);

  // Keys alone open an appointment from the palette, and block a date.
  const tabTo = async (field: Locator) => {
    const isThere = () => field.evaluate((element) => element === document.activeElement);
    for (let step = 0; step < MOST_STEPS && !(await isThere()); step += 1) await page.keyboard.press('Tab');
    expect(await isThere()).toBe(true);
  };
  const typeDay = (day: string) => page.keyboard.type(day.slice(5).replace('-', '') + day.slice(0, 4));
  await page.keyboard.press('Control+k');
  await expectFocus(page.getByPlaceholder('Name, phone, day or command'));
  await page.keyboard.type('new booking');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add Booking' });
  await expectFocus(dialog.getByRole('combobox', { name: 'Customer name' }));
  await page.keyboard.type('Hedy Lamarr');
  await tabTo(dialog.getByLabel('Phone'));
  await page.keyboard.type('(925) 555-0155');
  await tabTo(dialog.getByLabel('Scalp Treatment'));
  await page.keyboard.press('Space');
  await tabTo(dialog.getByLabel('Date', { exact: true }));
  await typeDay(date);
  await dialog.getByRole('option', { name: '2:00 PM', exact: true }).waitFor({ state: 'attached' });
  await tabTo(dialog.getByLabel('Time'));
  await page.keyboard.type('2:00');
  await tabTo(dialog.getByRole('button', { name: 'Create Booking' }));
  await page.keyboard.press('Enter');
  await toast('Booking created successfully').waitFor();
  await expect.poll(start).toEqual([600, 840]);

  // Its keys are the dialog's as long as there is one.
  await dialog.waitFor({ state: 'hidden' });
  await pressInTime(page, 'g', 'c');
  const card = page.getByRole('region', { name: 'Blocked Dates' });
  const closed = salon.freshDay();
  await tabTo(card.getByLabel('Date'));
  await typeDay(closed);
  await tabTo(card.getByLabel('Reason'));
  await page.keyboard.type('Inventory');
  await page.keyboard.press('Enter');
  await toast('Date blocked successfully').waitFor();
  const isBlocked = async () => {
    const { json } = await staff.get(`/api/admin/calendar?from=${closed}&to=${closed}`);
    return (json as Calendar).days[0]?.blocked;
  };
  await expect.poll(isBlocked).toBe(true);
});

it('moves no appointment over somebody else’s move, keeps what was typed, and does so once that was seen', async () => {
  const { page, date, staff, start, toast, button, notice } = await openDay();
  const { id } = await bookedByStaff(staff, { appointment_date: date });
  const block = page.locator('[data-appointment]');
  await block.focus();
  await page.keyboard.press('m');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Text the customer').check();
  await dialog.getByLabel('SMS message').fill('An hour later, please.');

  await changed(staff, id, 'reschedule', { new_date: date, new_time: '2:00 PM', message: null });
  await button('Move and tell the customer').click();
  await notice(/changed this on/).waitFor();
  await dialog.getByText(/Date and time: .*10:00 AM is now .*2:00 PM/).waitFor();
  // It stands where they have put it, here as on the server.
  await expect.poll(() => block.textContent()).toMatch(/^2:00 /);
  await expect.poll(start).toEqual([840]);
  expect(await dialog.getByLabel('SMS message').inputValue()).toBe('An hour later, please.');

  await button('Move and tell the customer').click();
  await toast('Appointment Rescheduled').waitFor();
  await expect.poll(start).toEqual([660]);
  await expect.poll(() => block.textContent()).toMatch(/^11:00 /);
});

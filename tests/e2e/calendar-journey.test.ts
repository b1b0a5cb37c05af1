import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Calendar } from '../../src/contracts/calendar.ts';
import { grantAdmin } from '../../src/features/accounts/store/roles.ts';
import { givenUser, PASSWORD } from '../support/auth-client.ts';
import { bookingRequest } from '../support/server.ts';
import { givenStaff } from '../support/staff-api.ts';
import { bookedByStaff, changed } from '../support/staff-bookings.ts';
import { givenSalonAndBrowser } from './support/given-salon.ts';
import { openPage } from './support/open-page.ts';
import { wizardVisitor } from './support/wizard-visitor.ts';

/** The calendar against a real server. */

const NOW = new Date();
const given = givenSalonAndBrowser({ now: NOW });

/** From one end of a screen to the other. */
const MOST_STEPS = 80;

/** Opens an empty day of the calendar for an administrator. */
async function openDay() {
  const { salon, browser } = given;
  const { id, email } = await givenUser(salon);
  await grantAdmin(salon.database.pool, id, NOW);
  const date = salon.freshDay();
  const page = await openPage(browser, { now: NOW });
  await page.goto(`${salon.url}/auth?next=${encodeURIComponent(`/admin/calendar?view=day&date=${date}`)}`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByText('0 appointments').waitFor();
  const staff = await givenStaff(salon);
  const start = async () => {
    const { json } = await staff.get(`/api/admin/calendar?from=${date}&to=${date}`);
    return (json as Calendar).days[0]?.bookings.map((booking) => booking.start);
  };
  return { salon, page, date, staff, start, ...wizardVisitor(page) };
}

it('shows a request as it comes in, and moves it by keyboard to where the server then has it', async () => {
  const { salon, page, date, staff, start, toast } = await openDay();

  // Somebody books: it is there without a reload.
  const booked = await salon.post('/api/bookings', bookingRequest({ appointment_date: date }));
  expect(booked.status, booked.text).toBe(201);
  const block = page.getByRole('button', { name: /Ada Lovelace/ });
  await block.waitFor();

  await block.focus();
  await page.keyboard.press('m');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Enter');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Move to \w+ 11:00 AM$/ })
    .press('Enter');
  await toast('Appointment Rescheduled').waitFor();

  await expect.poll(start).toEqual([660]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(start).toEqual([600]);

  // By keys alone: an appointment from the palette, and a date that is blocked.
  const tabTo = async (field: Locator) => {
    const isThere = () => field.evaluate((element) => element === document.activeElement);
    for (let step = 0; step < MOST_STEPS && !(await isThere()); step += 1) await page.keyboard.press('Tab');
    expect(await isThere()).toBe(true);
  };
  const typeDay = (day: string) => page.keyboard.type(day.slice(5).replace('-', '') + day.slice(0, 4));
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Name, phone, day or command').waitFor();
  await page.keyboard.type('new booking');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add Booking' });
  await dialog.waitFor();
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

  await page.keyboard.press('g');
  await page.keyboard.press('c');
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
  await dialog.getByLabel('Message', { exact: true }).fill('An hour later, please.');

  await changed(staff, id, 'reschedule', { new_date: date, new_time: '2:00 PM', message: null });
  await button('Move and text the customer').click();
  await notice(/changed this on/).waitFor();
  await dialog.getByText(/Date and time: .*10:00 AM is now .*2:00 PM/).waitFor();
  // It stands where they have put it, here as on the server.
  await expect.poll(() => block.textContent()).toMatch(/^2:00 /);
  await expect.poll(start).toEqual([840]);
  expect(await dialog.getByLabel('Message', { exact: true }).inputValue()).toBe('An hour later, please.');

  await button('Move and text the customer').click();
  await toast('Appointment Rescheduled').waitFor();
  await expect.poll(start).toEqual([660]);
  await expect.poll(() => block.textContent()).toMatch(/^11:00 /);
});

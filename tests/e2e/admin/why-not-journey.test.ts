import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { givenAdmin, PASSWORD } from '../../support/accounts/auth-client.ts';
import { givenStaff, type StaffApi } from '../../support/staff/staff-api.ts';
import { bookedByStaff } from '../../support/staff/staff-bookings.ts';
import { DESKTOP, expectAccessible, expectFocus, openPage, PHONE } from '../support/pages/open-page.ts';
import { givenSalonAndBrowser } from '../support/site/given-salon.ts';
import { wizardVisitor } from '../support/visitor/wizard-visitor.ts';

/** Staff meet times that can't be had, on real pages of the real service. */

const NOW = new Date();
const given = givenSalonAndBrowser({ now: NOW });

async function signIn(path: string, size: typeof PHONE) {
  const { email } = await givenAdmin(given.salon);
  const page = await openPage(given.browser, { size, now: NOW });
  const visitor = wizardVisitor(page);
  await page.goto(`${given.salon.url}/auth?next=${encodeURIComponent(path)}`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await visitor.button('Sign In').click();
  return { page, ...visitor };
}

/** A day on which Ann Lee comes at ten for half an hour. */
async function dayOfAnn(staff: StaffApi) {
  const date = given.salon.freshDay();
  const { id } = await given.salon.booked({ appointment_date: date, customer_name: 'Ann Lee' });
  const bo = await bookedByStaff(staff, {
    appointment_date: date,
    appointment_time: '11:00 AM',
    customer_name: 'Bo Chen',
  });
  return { date, id, bo: bo.id };
}

const ANN = /^Taken by Ann Lee, 10:00 AM to 10:30 AM, booked on .+ by the customer\.$/;

it('on a phone, choosing a taken time for a new booking says who is there, and the nearest one is a tap away', async () => {
  const staff = await givenStaff(given.salon);
  const { date } = await dayOfAnn(staff);
  const { page, button, toast } = await signIn('/admin/appointments?new', PHONE);
  const dialog = page.getByRole('dialog', { name: 'Add Booking' });
  await dialog.getByLabel('Customer name').fill('Grace Holm');
  await dialog.getByLabel('Phone').fill('(925) 555-0177');
  await dialog.getByLabel('Scalp Treatment').check();
  await dialog.getByLabel('Date', { exact: true }).fill(date);
  const time = dialog.getByLabel('Time');
  await time.selectOption('10:00 AM');
  // The field is described by the reason, which is announced, too.
  await dialog.getByRole('status').getByText(ANN).waitFor();
  const described = await time.getAttribute('aria-describedby');
  expect(await page.locator(`[id="${described}"]`).textContent()).toMatch(ANN);
  await expectAccessible(page);
  await button('Create Booking').click();
  await expectFocus(time);

  const nearest = dialog.getByRole('group', { name: 'Nearest free times' });
  await nearest.getByRole('button', { name: '9:30 AM' }).waitFor();
  await nearest.getByRole('button', { name: '10:30 AM' }).click();
  expect(await time.inputValue()).toBe('10:30 AM');
  await nearest.waitFor({ state: 'hidden' });
  await button('Create Booking').click();
  await toast('Booking created successfully').waitFor();
});

it('says why and since when a date is blocked, in the calendar and in the list of times', async () => {
  const staff = await givenStaff(given.salon);
  const date = given.salon.freshDay();
  const blocked = await staff.post('/api/admin/blocked-dates', { blocked_date: date, reason: 'Wedding' });
  expect(blocked.status, blocked.text).toBe(201);
  const { page, button } = await signIn(`/admin/calendar?view=day&date=${date}`, DESKTOP);
  await page.getByText('Salon Closed - Blocked').waitFor();
  const why = /^The date is blocked: “Wedding”, since .+ by Ada Lovelace\.$/;
  await page.locator(`[data-day="${date}"]`).click({ position: { x: 40, y: 200 } });
  await page.locator('[data-sonner-toast]').getByText(why).waitFor();

  await button('Add Booking').click();
  const dialog = page.getByRole('dialog', { name: 'Add Booking' });
  await dialog.getByLabel('Scalp Treatment').check();
  await dialog.getByRole('status').getByText(why).waitFor();
  const nearest = dialog.getByRole('group', { name: 'Nearest free times' }).getByRole('button');
  await nearest.last().click();
  // It is on another day, and keeps the focus while that day's times are loading.
  const time = dialog.getByLabel('Time');
  await expect.poll(() => dialog.getByLabel('Date', { exact: true }).inputValue()).not.toBe(date);
  await expectFocus(time);
  await dialog.getByText('Loading the times...').waitFor({ state: 'hidden' });
  expect(await time.evaluate((field) => field === document.activeElement)).toBe(true);
});

const block = (page: Page, id: string) => page.locator(`[data-appointment="${id}"]`);

it('at a desk, the day view says why an appointment can’t be dropped somewhere, by keyboard and by mouse', async () => {
  const staff = await givenStaff(given.salon);
  const { date, id, bo } = await dayOfAnn(staff);
  const { page, button, toast } = await signIn(`/admin/calendar?view=day&date=${date}`, DESKTOP);
  await block(page, id).waitFor();
  await block(page, bo).focus();
  await page.keyboard.press('m');
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Enter');
  const told = page.getByRole('status').getByText('That time overlaps another appointment. Taken by Ann Lee');
  await told.waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');

  // An hour is sixty-four pixels high.
  const box = await block(page, bo).boundingBox();
  if (!box) throw new Error('is not drawn');
  const { x, y } = { x: box.x + box.width / 2, y: box.y + 8 };
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 64);
  await page.mouse.up();
  await toast('Nothing was changed').waitFor();
  await page.locator('[data-sonner-toast]').getByText(ANN).waitFor();
  await button('Nearest times').click();
  const dialog = page.getByRole('dialog', { name: /^Why not .+ · 10:00 AM\?$/ });
  await dialog.getByText(ANN).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '9:30 AM' }).click();
  // Here texts can't be sent, so none is offered, once that is known.
  await page.getByText('Texts aren’t set up', { exact: false }).waitFor();
  await page.getByRole('button', { name: /^Move to .* 9:30 AM$/ }).click();
  await toast('Appointment Rescheduled').waitFor();
});

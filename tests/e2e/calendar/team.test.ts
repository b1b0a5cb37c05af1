import { beforeAll, expect, it } from 'vitest';
import { givenAdmin } from '../../support/accounts/auth-client.ts';
import { eventually } from '../../support/machine/eventually.ts';
import { givenStaff, type StaffApi } from '../../support/staff/staff-api.ts';
import { bookedByStaff } from '../../support/staff/staff-bookings.ts';
import { addedStylist } from '../../support/staff/stylists.ts';
import { staffOpener } from '../support/pages/open-as.ts';
import { DESKTOP, expectAccessible, PHONE, pressEscape } from '../support/pages/open-page.ts';
import { givenSalonAndBrowser } from '../support/site/given-salon.ts';

/** The calendar of a team in a real browser against the real service. */

const NOW = new Date();
const given = givenSalonAndBrowser({ now: NOW });
const openAs = staffOpener(given, NOW);

let staff: StaffApi;
let bea: string;
beforeAll(async () => {
  staff = await givenStaff(given.salon);
  await staff.patch('/api/admin/stylists/first', { name: 'Ann Lee' });
  bea = await addedStylist(staff, { name: 'Bea Ray' });
});

const open = async (query: string, size = DESKTOP) =>
  openAs(await givenAdmin(given.salon), `/admin/calendar?${query}`, size);

const handedOverTo = async (id: string) =>
  (await given.salon.historyByPeople(id))
    .filter(({ type }) => type === 'BookingRescheduled')
    .map(({ data }) => data as { start: number; parts?: { resource: string }[] })
    .map(({ start, parts }) => [start, parts?.[0]?.resource ?? 'first']);

it('hands an appointment over to the stylist in whose column it is dropped, by mouse and by keyboard', async () => {
  const date = given.salon.freshDay();
  const { id } = await bookedByStaff(staff, { appointment_date: date, customer_name: 'Ada Moreau' });
  await bookedByStaff(staff, { appointment_date: date, customer_name: 'Mae Jemison', stylist_id: bea });
  const { page, dialog } = await open(`view=day&date=${date}`);
  const columns = page.locator('[data-stylist]');
  const ada = page.locator(`[data-appointment="${id}"]`);
  await ada.waitFor();
  await expect.poll(() => columns.count()).toBe(2);

  const [from, to] = [await ada.boundingBox(), await columns.nth(1).boundingBox()];
  const y = (from?.y ?? 0) + 8;
  await page.mouse.move((from?.x ?? 0) + 30, y);
  await page.mouse.down();
  await page.mouse.move((to?.x ?? 0) + 30, y + 64, { steps: 4 });
  await page.mouse.up();
  await dialog.getByRole('heading', { name: /^Move Ada Moreau to .* from Ann Lee to Bea Ray\?$/ }).waitFor();
  await dialog.getByLabel('Text the customer').uncheck();
  await dialog.getByLabel('Mail the customer').uncheck();
  await dialog.getByRole('button', { name: /^Move to/ }).click();
  await columns.nth(1).locator(`[data-appointment="${id}"]`).waitFor();
  await dialog.waitFor({ state: 'hidden' });

  await ada.focus();
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowLeft');
  await page.getByText(/11:00 AM with Ann Lee, free/).waitFor({ state: 'attached' });
  await page.keyboard.press('Enter');
  await dialog.getByRole('heading', { name: 'Hand over Ada Moreau from Bea Ray to Ann Lee?' }).waitFor();
  await dialog.getByRole('button', { name: /^Hand over/ }).click();
  await columns.nth(0).locator(`[data-appointment="${id}"]`).waitFor();
  await dialog.waitFor({ state: 'hidden' });
  expect(await handedOverTo(id)).toEqual([
    [660, bea],
    [660, 'first'],
  ]);
});

it('warns of the hours of the stylist who is to take a moved appointment, as chosen', async () => {
  const date = given.salon.freshDay();
  const { id } = await bookedByStaff(staff, { appointment_date: date, customer_name: 'Ada Moreau' });
  const windows = [{ start_time: '12:00', end_time: '19:00' }];
  const late = await staff.post(`/api/admin/days/${date}/hours`, { stylist_id: bea, windows });
  expect(late.status, late.text).toBe(200);
  const { page, dialog } = await open(`view=day&date=${date}`);
  await page.locator(`[data-appointment="${id}"]`).focus();
  for (const key of ['m', 'ArrowUp', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  const warning = dialog.getByText(/^This is outside/);
  await expect.poll(() => warning.allInnerTexts()).toEqual(['This is outside the hours of Bea Ray.']);
  await dialog.getByLabel('Stylist').selectOption('Stays with Ann Lee');
  await warning.waitFor({ state: 'hidden' });
  await dialog.getByLabel('Stylist').selectOption('Bea Ray');
  await warning.waitFor();
});

it('blocks the time of one stylist in their column alone, and shows one stylist after the other on a phone', async () => {
  const date = given.salon.freshDay();
  const time = { date, start_time: '12:00', end_time: '13:00', reason: 'Dentist' };
  const blocked = await staff.post('/api/admin/blocked-times', { ...time, stylist_id: bea });
  expect(blocked.status, blocked.text).toBe(201);
  const { page } = await open(`view=day&date=${date}`);
  const columns = page.locator('[data-stylist]');
  await columns.nth(1).getByText('Dentist').waitFor();
  expect(await columns.nth(0).getByText('Dentist').count()).toBe(0);
  await expectAccessible(page);
  await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Week' }).click();
  await page.getByRole('button', { name: '12:00 PM Dentist, blocked, of Bea Ray,' }).waitFor();

  const phone = await open(`view=day&date=${date}`, PHONE);
  const chosen = phone.page.getByRole('combobox', { name: 'Stylist' });
  await chosen.waitFor();
  expect(await chosen.inputValue()).toBe('first');
  const block = phone.page.locator('[data-day]').getByText('Dentist');
  expect(await block.count()).toBe(0);
  await phone.page.getByRole('button', { name: 'Stylist after' }).click();
  await block.waitFor();
  await expectAccessible(phone.page);
});

it('shows and counts one stylist’s appointments in day, week and month, and remembers whose', async () => {
  const date = given.salon.freshDay();
  for (const [customer_name, stylist_id] of [
    ['Edda Holm', 'first'],
    ['Rosa Lind', bea],
  ])
    await bookedByStaff(staff, { appointment_date: date, customer_name, stylist_id });
  const { page } = await open(`view=day&date=${date}`);
  const shown = (name: string) => page.locator('[data-appointment]').filter({ hasText: name });
  await page.getByRole('button', { name: 'Bea Ray', exact: true }).click();
  await shown('Rosa Lind').waitFor();
  expect(await shown('Edda Holm').count()).toBe(0);
  await page.getByText('1 appointment', { exact: true }).waitFor();
  await page.reload();
  for (const view of ['Week', 'Month']) {
    await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: view }).click();
    await page.waitForURL(new RegExp(`view=${view.toLowerCase()}`));
    await shown('Rosa Lind').waitFor();
    expect(await shown('Edda Holm').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Bea Ray', pressed: true }).count()).toBe(1);
  }
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('button', { name: 'All', exact: true, pressed: true }).waitFor();
  await page.goBack();
  // The dashboard, which has such a button too, may be there for a moment longer.
  await page.getByRole('button', { name: 'Bea Ray', pressed: true }).waitFor();
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await shown('Edda Holm').waitFor();
});

it('lets a stylist see when others are busy, and block only their own time', async () => {
  const date = given.salon.freshDay();
  for (const [customer_name, stylist_id] of [
    ['Ida Anning', 'first'],
    ['Noor Bell', bea],
  ])
    await bookedByStaff(staff, { appointment_date: date, customer_name, stylist_id });
  const stylist = await givenAdmin(given.salon, { role: 'stylist', stylistId: bea });
  const { page, dialog } = await openAs(stylist, `/admin/calendar?view=day&date=${date}`, DESKTOP);
  const columns = page.locator('[data-stylist]');
  const noor = columns.locator('[data-appointment]').filter({ hasText: 'Noor Bell' });
  await noor.waitFor();
  expect(await columns.count()).toBe(1);
  expect(await noor.getAttribute('data-movable')).toBe('false');
  expect(await page.getByRole('button', { name: 'Add Booking' }).count()).toBe(0);
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await columns.nth(0).getByText('Busy').waitFor();
  expect(await page.getByText('Ida Anning').count()).toBe(0);
  await columns.nth(0).click({ position: { x: 60, y: 300 } });
  await page.getByText('You can block only your own time.').first().waitFor();
  await columns.nth(1).click({ position: { x: 60, y: 300 } });
  await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual(['Block']);
  await page.getByRole('menuitem', { name: 'Block' }).click();
  await dialog.getByRole('heading', { name: 'Block time of Bea Ray' }).waitFor();
  await dialog.getByRole('button', { name: 'Block time' }).click();
  await columns.nth(1).getByText('Lunch').waitFor();
  await expectAccessible(page);
});

it('books and blocks for the stylist in whose column free time is chosen', async () => {
  const date = given.salon.freshDay();
  const { page, dialog } = await open(`view=day&date=${date}`);
  const column = page.locator('[data-stylist]').nth(1);
  const choose = async (item: string) => {
    await column.click({ position: { x: 60, y: 200 } });
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Book');
  expect(await dialog.getByLabel('Stylist').inputValue()).toBe(bea);
  await pressEscape(page);
  await dialog.waitFor({ state: 'hidden' });
  await choose('Block');
  await dialog.getByRole('heading', { name: 'Block time of Bea Ray' }).waitFor();
  await dialog.getByRole('button', { name: 'Block time' }).click();
  await column.locator('[data-appointment]').waitFor();
  expect(await page.locator('[data-stylist] [data-appointment]').count()).toBe(1);
});

it('offers the gap of an appointment like other free time, with its stylist, on a phone too', async () => {
  const sets = { name: 'Colour that sets', category: 'Hair Color', price_cents: 12_000 };
  const added = await staff.post('/api/admin/services', {
    ...sets,
    duration_minutes: 120,
    gap: { start: 30, end: 90 },
  });
  const { id } = added.json as { id: string };
  const date = given.salon.freshDay();
  // Commands follow the catalogue a moment later.
  await eventually(async () => {
    const query = new URLSearchParams({ date, time: '10:00 AM', services: id });
    expect((await staff.get(`/api/admin/availability/why?${query}`)).status).toBe(200);
  });
  const customer_name = 'Ada Moreau';
  await bookedByStaff(staff, { appointment_date: date, customer_name, services: [{ id }], stylist_id: bea });
  for (const size of [DESKTOP, PHONE]) {
    const { page, dialog } = await open(`view=week&date=${date}`, size);
    if (size === PHONE) await page.getByRole('combobox', { name: 'Stylist' }).selectOption('All');
    await page.locator('[data-gap]').click();
    await page.getByRole('menuitem', { name: 'Block' }).waitFor();
    await page.getByRole('menuitem', { name: 'Book' }).click();
    await expect.poll(() => dialog.getByLabel('Stylist').inputValue()).toBe(bea);
    expect(await dialog.getByLabel('Date').inputValue()).toBe(date);
    await pressEscape(page);
    await dialog.waitFor({ state: 'hidden' });
    await page.locator('[data-gap]').click();
    await page.getByRole('menuitem', { name: 'Open Ada Moreau' }).click();
    await dialog.getByText('Colour that sets').waitFor();
  }
});

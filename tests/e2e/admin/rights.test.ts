import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { FIRST } from '../../../src/salon/parts.ts';
import { givenAdmin } from '../../support/accounts/auth-client.ts';
import { givenStaff, type StaffApi } from '../../support/staff/staff-api.ts';
import { bookedByStaff } from '../../support/staff/staff-bookings.ts';
import { addedStylist } from '../../support/staff/stylists.ts';
import { staffOpener } from '../support/pages/open-as.ts';
import { expectAccessible } from '../support/pages/open-page.ts';
import { givenSalonAndBrowser } from '../support/site/given-salon.ts';
import { unansweredIn } from '../support/site/unanswered.ts';

/** The screens of others than owners ask the server for nothing that it refuses them. */

const NOW = new Date();
const given = givenSalonAndBrowser({ now: NOW });
const openAs = staffOpener(given, NOW);

let owner: StaffApi;
let own: { readonly id: string; readonly customer_id: string };
beforeAll(async () => {
  owner = await givenStaff(given.salon);
  const ann = await addedStylist(owner, { name: 'Ann Smith' });
  const date = given.salon.freshDay();
  const others = { appointment_date: date, appointment_time: '2:00 PM', stylist_id: ann };
  await bookedByStaff(owner, others);
  const { id, position } = await bookedByStaff(owner, {
    appointment_date: date,
    appointment_time: '11:00 AM',
    stylist_id: FIRST,
  });
  await given.salon.idle();
  own = (await owner.get(`/api/admin/bookings/${id}?after=${position}`)).json as typeof own;
});

type Refusals = ReturnType<typeof refusalsOn>;

async function openEach(
  page: Page,
  refusals: Refusals,
  pages: readonly (readonly [path: string, heading: string])[],
) {
  for (const [path, name] of pages) {
    await page.goto(given.salon.url + path);
    await page.getByRole('heading', { name, exact: true }).first().waitFor();
    expect(await refusals(), path).toEqual([]);
  }
}

/** Looks for somebody in the palette. */
async function search(page: Page, name: string) {
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Name, phone, day or command').fill(name);
  await page.getByRole('option', { name }).first().waitFor();
  await page.keyboard.press('Escape');
}

const CALENDARS = ['day', 'week', 'month'].map(
  (view) => [`/admin/calendar?view=${view}`, 'Calendar Management'] as const,
);

/** Makes a function that waits for the answers, and returns the requests that were refused because of the role. */
function refusalsOn(page: Page) {
  const refused: string[] = [];
  const unanswered = unansweredIn(page);
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(new URL(response.url()).pathname);
  });
  return async () => {
    await expect.poll(() => unanswered.size).toBe(0);
    return refused;
  };
}

it('a stylist sees an own client: own visits, and of those with others date and services', async () => {
  const { page, heading, dialog } = await openAs(
    await givenAdmin(given.salon, { role: 'stylist', stylistId: FIRST }),
    '/admin/calendar?view=day',
  );
  const refusals = refusalsOn(page);
  await heading('Calendar Management').waitFor();
  await page.goto(`${given.salon.url}/admin/appointments/${own.id}`);
  await dialog.getByRole('link', { name: 'Grace Hopper' }).waitFor();
  expect(await dialog.getByRole('button', { name: /Change services|Reschedule|SMS/ }).count()).toBe(0);
  await dialog.getByRole('link', { name: 'Grace Hopper' }).click();
  await page.getByRole('heading', { name: 'With others' }).waitFor();
  await expectAccessible(page);
  expect(await page.getByRole('button', { name: /Book|Edit$|Export|Erase/ }).count()).toBe(0);
  await page.getByRole('button', { name: /^Add note/ }).click();
  await dialog.getByRole('textbox').fill('Copper 7.4');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(/^Undone/).waitFor();
  expect(await refusals()).toEqual([]);
});

it('a stylist who looked at a colleague’s days finds the own ones again in the next page', async () => {
  const stylist = await givenAdmin(given.salon, { role: 'stylist', stylistId: FIRST });
  const { page } = await openAs(stylist, '/admin/calendar?view=day');
  const choices = page.getByRole('group', { name: 'Stylist' });
  const own = choices.getByRole('button', { pressed: true, name: /^(?!All|.*Ann Smith)/ });
  await own.waitFor();
  await choices.getByRole('button', { name: /Ann Smith/ }).click();
  await choices.getByRole('button', { pressed: true, name: /Ann Smith/ }).waitFor();
  await page.reload();
  await own.waitFor();
});

it('no page of a stylist asks for what the server refuses them', async () => {
  const stylist = await givenAdmin(given.salon, { role: 'stylist', stylistId: FIRST });
  const { page, heading, dialog } = await openAs(stylist, '/admin/calendar?view=day');
  const refusals = refusalsOn(page);
  await heading('Calendar Management').waitFor();
  await openEach(page, refusals, [
    ...CALENDARS,
    ['/admin/appointments', 'Appointments'],
    ['/admin/account', 'Account'],
  ]);
  await search(page, 'Grace');
  await page.goto(`${given.salon.url}/admin/calendar?view=day`);
  await page.getByRole('button', { name: 'Block time' }).click();
  await dialog.getByText('Repeat every week').waitFor();
  expect(await refusals()).toEqual([]);
});

it('the front desk finds the appointments of a stylist who has left', async () => {
  const bea = await addedStylist(owner, { name: 'Bea Stone' });
  const { id } = await bookedByStaff(owner, {
    appointment_date: given.salon.freshDay(),
    appointment_time: '11:00 AM',
    stylist_id: bea,
  });
  await owner.post(`/api/admin/stylists/${bea}/deactivate`);
  await owner.post(`/api/admin/stylists/${bea}/erase`);
  await given.salon.idle();
  const desk = await givenAdmin(given.salon, { role: 'front_desk', stylistId: null });
  const { page, dialog } = await openAs(desk, '/admin');
  const refusals = refusalsOn(page);
  await page.getByText('1 appointment whose stylist is off or has left').waitFor();
  const ofBea = page.getByRole('listitem').filter({ hasText: 'with a former stylist' });
  await ofBea.getByRole('link').first().click();
  await page.waitForURL(`**/admin?appointment=${id}`);
  await dialog.getByRole('button', { name: 'Hand over...' }).waitFor();
  expect(await refusals()).toEqual([]);
});

it('the front desk sees a customer without what they have spent', async () => {
  const desk = await givenAdmin(given.salon, { role: 'front_desk', stylistId: null });
  const { page, heading } = await openAs(desk, '/admin/customers');
  const refusals = refusalsOn(page);
  await heading('Customer Management').waitFor();
  await page.getByRole('cell', { name: 'Grace Hopper' }).first().waitFor();
  expect(await page.getByRole('columnheader', { name: 'Spent' }).count()).toBe(0);
  await openEach(page, refusals, [
    [`/admin/customers/${own.customer_id}`, 'Grace Hopper'],
    ['/admin', 'Dashboard'],
    ...CALENDARS,
    ['/admin/appointments', 'Appointments'],
    ['/admin/messages', 'Messages'],
    // An address of an owner's may name another day.
    ['/admin/takings?date=2020-01-01', 'Takings'],
  ]);
  await page.getByText('Only today is shown.').waitFor();
  expect(await page.getByLabel('Day', { exact: true }).count()).toBe(0);
  await openEach(page, refusals, [['/admin/account', 'Account']]);
  await search(page, 'Grace');
  expect(await refusals()).toEqual([]);
});

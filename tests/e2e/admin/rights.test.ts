import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { FIRST } from '../../../src/salon/parts.ts';
import { givenAdmin } from '../../support/accounts/auth-client.ts';
import { givenStaff, type StaffApi } from '../../support/staff/staff-api.ts';
import { bookedByStaff } from '../../support/staff/staff-bookings.ts';
import { staffOpener } from '../support/pages/open-as.ts';
import { expectAccessible } from '../support/pages/open-page.ts';
import { givenSalonAndBrowser } from '../support/site/given-salon.ts';

/** The screens of others than owners ask the server for nothing that it refuses them. */

const NOW = new Date();
const given = givenSalonAndBrowser({ now: NOW });
const openAs = staffOpener(given, NOW);

let owner: StaffApi;
let own: { readonly id: string; readonly customer_id: string };
beforeAll(async () => {
  owner = await givenStaff(given.salon);
  const added = await owner.post('/api/admin/stylists', { name: 'Ann Smith' });
  const ann = (added.json as { readonly id: string }).id;
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

/** The requests that were refused because of the role. */
function refusedOn(page: Page): readonly string[] {
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(new URL(response.url()).pathname);
  });
  return refused;
}

it('a stylist sees an own client: own visits, and of those with others date and services', async () => {
  const { page, heading, dialog } = await openAs(
    await givenAdmin(given.salon, { role: 'stylist', stylistId: FIRST }),
    '/admin/calendar?view=day',
  );
  const refused = refusedOn(page);
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
  expect(refused).toEqual([]);
});

it('the front desk sees a customer without what they have spent', async () => {
  const desk = await givenAdmin(given.salon, { role: 'front_desk', stylistId: null });
  const { page, heading } = await openAs(desk, '/admin/customers');
  const refused = refusedOn(page);
  await heading('Customer Management').waitFor();
  await page.getByRole('cell', { name: 'Grace Hopper' }).first().waitFor();
  expect(await page.getByRole('columnheader', { name: 'Spent' }).count()).toBe(0);
  for (const [path, name] of [
    [`/admin/customers/${own.customer_id}`, 'Grace Hopper'],
    ['/admin', 'Dashboard'],
    ['/admin/messages', 'Messages'],
    ['/admin/takings', 'Takings'],
  ] as const) {
    await page.goto(`${given.salon.url}${path}`);
    await heading(name).waitFor();
  }
  expect(refused).toEqual([]);
});

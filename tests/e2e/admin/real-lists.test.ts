import { expect, it } from 'vitest';
import { salonDate } from '../../../src/salon/salon-time.ts';
import { givenAdmin } from '../../support/accounts/auth-client.ts';
import { TIME_ZONE } from '../../support/salon/test-salon.ts';
import { CUSTOMERS, customersOf } from '../../support/staff/customers-api.ts';
import { givenStaff, positionOf } from '../../support/staff/staff-api.ts';
import { bookedByStaff } from '../../support/staff/staff-bookings.ts';
import { staffOpener } from '../support/pages/open-as.ts';
import { givenSalonAndBrowser } from '../support/site/given-salon.ts';

/** The lists of customers, appointments, events and messages, in a real browser against the real service. */

const NOW = new Date();
const TODAY = salonDate(NOW, TIME_ZONE);
const given = givenSalonAndBrowser({ now: NOW, settings: { MESSAGE_WINDOW_SECONDS: '0' } });
const openAs = staffOpener(given, NOW);
const open = async (path: string) => openAs(await givenAdmin(given.salon), path);

const FILE = `First Name,Last Name,Email Address,Phone Number,City
Ida,Import,ida@import.example,(925) 555-3001,Bend
Noor,Import,noor@import.example,(925) 555-3002,Bend
,,nameless@import.example,,Bend
Zoe,Parent,,(925) 555-3001,Bend
`;

it('imports customers from a file, tells of each line that it doesn’t take, and takes the import back', async () => {
  const { page, button, dialog, notice } = await open('/admin/customers?search=import');
  await page.getByText('No customers found matching your search').waitFor();
  await button('Import').click();
  const choose = (name: string, content: string) =>
    dialog.getByLabel('File').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
  await choose('empty.csv', 'Name\n');
  await notice(/^This file has no rows below its headings\.$/).waitFor();
  await choose('customers.csv', FILE);
  await dialog.getByText('Not taken: City.').waitFor();
  expect(await dialog.getByLabel('Email', { exact: true }).inputValue()).toBe('2');
  await dialog.getByText('Line 4: There is no name.').waitFor();
  await dialog.getByRole('button', { name: 'Import 3 rows' }).click();
  await dialog.getByText('4 lines: 2 new customers, 1 not taken, 1 refused.').waitFor();
  const notTaken = dialog.getByRole('list', { name: 'Not taken' });
  await notTaken.getByText('Zoe Parent: shares (925) 555-3001 with Ida Import, line 2').waitFor();
  await button('Add Zoe Parent').click();
  const form = page.getByRole('dialog', { name: 'Add Customer' });
  expect(await form.getByLabel('Name', { exact: true }).inputValue()).toBe('Zoe Parent');
  await form.getByRole('button', { name: 'Add Customer' }).click();
  await notTaken.getByText('Added').waitFor();

  // It can be taken back later, too.
  await button('Close').first().click();
  await page.reload();
  await button('Noor Import').waitFor();
  await button('Import').click();
  await button('Show the Last Import').click();
  await button('Undo Import').click();
  await dialog.getByText('The import was undone. 2 customers removed.').waitFor();
  await button('Close').first().click();
  await page.getByText('No customers found matching your search').waitFor();
});

it('merges two customers who are one, under the name that is chosen, and separates them again', async () => {
  const { salon } = given;
  const staff = await givenStaff(salon);
  const customers = customersOf(salon, staff);
  const [ann, anna] = [await customers.registered('Annie Two'), await customers.registered('Annette Two')];
  const shared = await staff.patch(`${CUSTOMERS}/${anna.id}`, { phone: ann.person.customer_phone });
  await customers.read(anna.id, positionOf(shared));
  const { page, button, toast } = await open(`/admin/customers?search=two&customer=${ann.id}`);
  await page.getByText(`Same phone: ${ann.person.customer_phone}`).waitFor();
  await button('Merge Annette Two').click();
  const question = page.getByRole('alertdialog', { name: 'Merge Annette Two and Annie Two?' });
  const choice = (name: string) => question.getByRole('radio', { name: new RegExp(`^${name}`) });
  expect(await choice('Annie Two').isChecked()).toBe(true);
  await choice('Annette Two').check();
  await button('Merge both').click();
  await toast('Customers merged').waitFor();
  await page.waitForURL(new RegExp(`customer=${anna.id}`));
  await page.getByText('1 customer', { exact: true }).waitFor();
  await page.reload();
  await page.getByRole('link', { name: ann.person.customer_email }).waitFor();
  await button('Undo the merge with Annie Two').click();
  await toast('Merge undone').waitFor();
  await button('Merge Annie Two').waitFor();
  await page.getByText('2 customers', { exact: true }).waitFor();
});

// Spec: 2.appointments-filters
it('keeps the filters of appointments and of the activity in the address, over a reload and the way back', async () => {
  const { salon } = given;
  const staff = await givenStaff(salon);
  await salon.booked({ customer_name: 'Joan Clarke', appointment_date: salon.freshDay() });
  const { id } = await bookedByStaff(staff, {
    customer_name: 'Joan Curran',
    customer_phone: '(925) 555-0142',
    customer_email: null,
    appointment_date: salon.freshDay(),
  });
  await salon.idle();
  const { page, heading, dialog } = await open('/admin/appointments');
  const address = () => {
    const { pathname, search } = new URL(page.url());
    return pathname + search;
  };
  const rows = page.getByRole('row').filter({ hasText: /Joan/ });
  const tab = page.getByRole('navigation', { name: 'Which appointments' }).getByRole('link', {
    name: 'Upcoming',
  });
  await tab.click();
  await page.getByLabel('Name, email or phone').fill('joan');
  await expect.poll(() => rows.count()).toBe(2);
  await expect.poll(address).toBe('/admin/appointments?tab=upcoming&search=joan');
  await page.reload();
  await expect.poll(() => tab.getAttribute('aria-current')).toBe('page');
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByLabel('Status').selectOption('Confirmed');
  const filtered = `/admin/appointments?search=joan&status=confirmed&from=${TODAY}`;
  await expect.poll(address).toBe(filtered);
  const shown = async () => {
    await expect.poll(address).toBe(filtered);
    await expect.poll(() => rows.count()).toBe(1);
    const fields = ['Name, email or phone', 'Status', 'From'].map((label) => page.getByLabel(label));
    expect(await Promise.all(fields.map((field) => field.inputValue()))).toEqual([
      'joan',
      'confirmed',
      TODAY,
    ]);
  };
  await shown();
  await page.reload();
  await shown();
  await rows.getByRole('link', { name: 'Joan Curran' }).click();
  await dialog.getByRole('heading', { name: 'Joan Curran' }).waitFor();
  await page.goBack();
  await dialog.waitFor({ state: 'hidden' });
  await shown();

  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Name, phone, day or command').fill('activity');
  await page.keyboard.press('Enter');
  await heading('Activity').waitFor();
  await page.getByLabel('By', { exact: true }).selectOption('Staff');
  await page.getByLabel('About').selectOption('Appointments');
  await page.getByLabel('From').fill(TODAY);
  const narrowed = `/admin/activity?actor=admin&kind=booking&from=${TODAY}`;
  const entry = page.getByRole('link', { name: /^Joan Curran/ });
  await expect.poll(address).toBe(narrowed);
  await entry.waitFor();
  await page.reload();
  await entry.waitFor();
  expect(await page.getByRole('link', { name: /^Joan Clarke/ }).count()).toBe(0);
  await entry.click();
  await page.waitForURL(new RegExp(`/admin/appointments/${id}`));
  await page.goBack();
  await expect.poll(address).toBe(narrowed);
  expect(await page.getByLabel('About').inputValue()).toBe('booking');
  await page.goBack();
  await shown();
});

it('moves no message when a notice comes or goes', async () => {
  const { salon } = given;
  await salon.booked({ customer_name: 'Rosalind Franklin', appointment_date: salon.freshDay() });
  await salon.idle();
  const { page, button, dialog, toast } = await open('/admin/messages?search=rosalind');
  const row = page.getByRole('button', { name: /^Rosalind Franklin/ }).first();
  await row.waitFor();
  const before = await row.boundingBox();
  const answered = async (label: string, done: string) => {
    await button(label).click();
    await dialog.getByRole('button', { name: label }).click();
    await toast(done).waitFor();
    await dialog.waitFor({ state: 'hidden' });
  };
  await answered('Pause messages', 'Messages are paused');
  const notice = page.getByText('Ada Lovelace has paused them.');
  await notice.waitFor();
  expect(await row.boundingBox()).toEqual(before);
  expect(await notice.evaluate((text) => text.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
  await answered('Resume messages', 'Messages are resumed');
  await notice.waitFor({ state: 'hidden' });
  expect(await row.boundingBox()).toEqual(before);
});

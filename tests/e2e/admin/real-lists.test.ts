import { expect, it } from 'vitest';
import { salonDate } from '../../../src/salon/salon-time.ts';
import { givenAdmin } from '../../support/accounts/auth-client.ts';
import { TIME_ZONE } from '../../support/salon/test-salon.ts';
import { CUSTOMERS, customersOf } from '../../support/staff/customers-api.ts';
import { givenStaff, positionOf } from '../../support/staff/staff-api.ts';
import { bookedByStaff } from '../../support/staff/staff-bookings.ts';
import { staffOpener } from '../support/pages/open-as.ts';
import { expectFocus } from '../support/pages/open-page.ts';
import { givenSalonAndBrowser } from '../support/site/given-salon.ts';

/** The lists of customers, services, appointments, events and messages, in a real browser against the real service. */

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

it('adds a child without an email or phone, and leads to the parent whose phone it is', async () => {
  const { page, button, dialog, notice } = await open('/admin/customers?search=parent');
  const phone = dialog.getByLabel('Phone');
  const save = dialog.getByRole('button', { name: 'Add Customer' });
  /** Saves, and returns the address of the profile that opens. */
  const saved = async () => {
    const before = page.url();
    await save.click();
    await page.waitForURL((url) => url.href !== before && url.searchParams.has('customer'));
    await page.getByRole('region', { name: 'Service History' }).waitFor();
    return `/admin/customers/${new URL(page.url()).searchParams.get('customer')}`;
  };
  await button('Add Customer').click();
  await dialog.getByLabel('Name').fill('Paula Parent');
  await phone.fill('(925) 555-3051');
  const parent = await saved();
  await button('Add Customer').click();
  await dialog.getByLabel('Name').fill('Pia Parent');
  await dialog.getByLabel('Birthday month').selectOption('July');
  await dialog.getByLabel('Birthday day').fill('1');
  await phone.fill('(925) 555-3051');
  await save.click();
  await notice(/^Paula Parent has this phone number already\./).waitFor();
  await dialog.getByText('or leave the phone empty if this is somebody else').waitFor();
  const link = dialog.getByRole('link', { name: 'Open Paula Parent' });
  expect(await link.getAttribute('href')).toBe(parent);
  await link.click();
  await button('Keep editing').click();
  await phone.fill('');
  await saved();
  await page.getByText('July 1', { exact: true }).first().waitFor();
});

// Spec: 2.services-list, 2.services-dialog, 5.service-fields, 5.price-cents, 8.services-updated, 9.service-defaults
it('adds a service, shows its price as visitors see it, and changes it', async () => {
  const { page, button, toast, dialog } = await open('/admin/services');
  await button('Add Service').click();
  const field = (label: string) => dialog.getByLabel(label);
  const save = dialog.getByRole('button', { name: 'Add Service' });
  expect(await field('Category').inputValue()).toBe('Hair Styling');
  expect(await field('Duration (minutes)').inputValue()).toBe('60');
  await save.click();
  await page.getByText('Please enter a name for the service.').waitFor();
  await page.getByText('Please enter a price of 0 or more, with two decimals at most.').waitFor();
  await field('Name').fill(' Keratin ');
  await field('Category').selectOption('Hair Treatment');
  expect(await field('Group on the website').inputValue()).toBe('Treatments');
  await field('Price ($)').fill('119.99');
  await dialog.getByText('Visitors see “$119.99”.').waitFor();
  await field('Duration (minutes)').fill('50');
  await save.click();
  await page.getByText('The duration must be 15 minutes or more, in steps of 15.').waitFor();
  await field('Duration (minutes)').fill('45');
  await save.click();
  await toast('Service created successfully').waitFor();
  await dialog.waitFor({ state: 'hidden' });
  const rowOf = (name: string) =>
    page
      .getByRole('region', { name: /^Hair Treatment/ })
      .getByRole('listitem')
      .filter({ hasText: name });
  expect(await rowOf('Keratin').innerText()).toMatch(/No description\s+\$119\.99\s+45 min/);

  await button('Edit Keratin').click();
  await field('Price text').fill('Price Varies');
  await dialog.getByText('Visitors see “Price Varies”.').waitFor();
  // The price menu names this one, so visitors see its starting price and not the text.
  await field('Name').fill('Balayage');
  await field('Price ($)').fill('90');
  await dialog.getByText('Visitors see “starts at $90”.').waitFor();
  await field('Price ($)').press('Enter');
  await toast('Service updated successfully').waitFor();
  await rowOf('Balayage').getByText('shown “starts at $90”').waitFor();
  await expectFocus(button('Edit Balayage'));
});

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

  // A user of the keyboard stays by them.
  await button('Merge Annie Two').press('Enter');
  await button('Merge both').press('Enter');
  await button('Undo the merge with Annie Two').waitFor();
  await expectFocus(page.getByRole('region', { name: 'Same person?' }));
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
  const { page, button, dialog, toast, heading } = await open('/admin/messages?search=rosalind');
  const row = page.getByRole('button', { name: /^Rosalind Franklin/ }).first();
  await row.waitFor();
  const before = await row.boundingBox();
  const answered = async (label: string, done: string) => {
    await button(label).press('Enter');
    await dialog.getByRole('button', { name: label }).press('Enter');
    await toast(done).waitFor();
    await dialog.waitFor({ state: 'hidden' });
  };
  await answered('Pause messages', 'Messages are paused');
  const notice = page.getByText('Ada Lovelace has paused them.');
  await notice.waitFor();
  // The focused button is gone.
  await expectFocus(heading('Messages'));
  expect(await row.boundingBox()).toEqual(before);
  expect(await notice.evaluate((text) => text.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
  await answered('Resume messages', 'Messages are resumed');
  await notice.waitFor({ state: 'hidden' });
  expect(await row.boundingBox()).toEqual(before);
});

import { expect, it } from 'vitest';
import { givenAdmin, PASSWORD } from '../../support/auth-client.ts';
import { givenSalonAndBrowser } from '../support/given-salon.ts';
import { DESKTOP, expectAccessible, openPage, PHONE } from '../support/open-page.ts';
import { wizardVisitor } from '../support/wizard-visitor.ts';

/** The admin area in real browsers against the real service. */

const NOW = new Date();
const given = givenSalonAndBrowser({ now: NOW });

/** An administrator who signs in on a device of their own. */
async function openAs({ email }: { email: string }, path: string, size: typeof PHONE) {
  const page = await openPage(given.browser, { size, now: NOW });
  const visitor = wizardVisitor(page);
  await page.goto(`${given.salon.url}/auth?next=${encodeURIComponent(path)}`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await visitor.button('Sign In').click();
  return { page, ...visitor };
}

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

it('a customer who has booked is found by phone, changed, and kept', async () => {
  const admin = await givenAdmin(given.salon);
  await given.salon.booked({
    customer_name: 'Grace Hopper',
    customer_email: 'grace@example.com',
    customer_phone: '(925) 555-0177',
    appointment_date: given.salon.freshDay(),
  });
  const { page, button, toast, heading } = await openAs(admin, '/admin/customers', DESKTOP);
  await heading('Customer Management').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('925 555 0177');
  const row = page.getByRole('button', { name: 'Grace Hopper', exact: true });
  await row.click();
  await page.getByRole('region', { name: 'Service History' }).getByText('Scalp Treatment').waitFor();
  await button('Edit').click();
  await page.getByLabel('Birthday month').selectOption('December');
  await page.getByLabel('Birthday day').fill('9');
  await page.getByLabel('Notes').fill('Brings her own tea.');
  await button('Save').click();
  await toast('Customer updated successfully').waitFor();
  await page.reload();
  await page.getByText('Brings her own tea.').waitFor();
  await page.getByRole('cell', { name: 'December 9', exact: true }).waitFor();
});

it('a request is confirmed by keys alone, and another device sees it', async () => {
  const admin = await givenAdmin(given.salon);
  const name = 'Katherine Johnson';
  await given.salon.booked({
    customer_name: name,
    customer_email: 'katherine@example.com',
    customer_phone: '(925) 555-0178',
    appointment_date: given.salon.freshDay(),
  });
  const [desk, phone] = await Promise.all([
    openAs(admin, '/admin', DESKTOP),
    openAs(admin, '/admin/appointments?search=katherine', PHONE),
  ]);
  const { page, toast, heading } = desk;
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  await phone.page.getByRole('listitem').getByText('Pending').waitFor();
  const waiting = page.getByRole('region', { name: /^Waiting for confirmation/ });
  await waiting.getByText(name).waitFor();
  await expectAccessible(page);
  // Others may be waiting, too.
  const requests = await waiting.getByRole('listitem').count();
  for (let step = 0; step < requests && (await focused()) !== name; step += 1) await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('(925) 555-0178').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(focused).toBe(name);
  await page.keyboard.press('y');
  await toast('Booking confirmed successfully').waitFor();
  await waiting.getByText(name).waitFor({ state: 'hidden' });
  await phone.page.getByRole('listitem').getByText('Confirmed').waitFor();

  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await heading('Appointments').waitFor();
  await page.getByRole('row').filter({ hasText: name }).waitFor();
  const rows = await page.getByRole('row').count();
  for (let step = 0; step < rows && (await focused()) !== name; step += 1) await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('(925) 555-0178').waitFor();
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

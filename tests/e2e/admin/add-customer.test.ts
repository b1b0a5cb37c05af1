import { describe, expect, it } from 'vitest';
import { customerId } from '../support/fixtures/admin-fixtures.ts';
import { CONTACT_HELD } from '../support/fixtures/import-fixtures.ts';
import { adminOpener } from '../support/pages/open-admin.ts';
import { givenSite } from '../support/site/given-site.ts';
import { json, lostNetwork, type MockResponse } from '../support/site/mock-api.ts';

const site = givenSite();
const openAdmin = adminOpener(site);
const ADD = 'POST /api/admin/customers';
const ADDED = json({ id: customerId(1), version: 1, position: '0'.repeat(32) }, 201);
async function openDialog(response: MockResponse) {
  const admin = await openAdmin('/admin/customers', { [ADD]: response });
  await admin.button('Add Customer').click();
  const save = () => admin.dialog.getByRole('button', { name: 'Add Customer' }).click();
  return { ...admin, save };
}

describe('adding a customer', () => {
  it('takes a child without an email or phone, and opens the profile', async () => {
    const { page, dialog, called, save } = await openDialog(ADDED);
    await dialog.getByLabel('Name').fill('Zoe Moreau');
    await dialog.getByLabel('Birthday month').selectOption('July');
    await dialog.getByLabel('Birthday day').fill('1');
    await save();
    await page.getByRole('region', { name: 'Service History' }).waitFor();
    expect(page.url()).toContain(`customer=${customerId(1)}`);
    expect(called(ADD)[0]?.body).toMatchObject({ name: 'Zoe Moreau', email: null, phone: null });
  });

  it('keeps what was typed when the answer is lost, and sends it again with the same key', async () => {
    const { page, api, alert, dialog, save } = await openDialog(lostNetwork);
    const keys: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/admin/customers'))
        keys.push(request.headers()['idempotency-key']);
    });
    await dialog.getByLabel('Name').fill('Ada Moreau');
    await save();
    await alert('We got no answer.').waitFor();
    api.change({ [ADD]: ADDED });
    await save();
    await page.getByRole('region', { name: 'Service History' }).waitFor();
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('says who has the phone already, and leads to their card once what was typed is given up', async () => {
    const { page, alert, dialog, save } = await openDialog(CONTACT_HELD);
    await dialog.getByLabel('Name').fill('Zoe Moreau');
    await dialog.getByLabel('Phone').fill('(925) 555-0151');
    await save();
    await alert('Ada Moreau has this phone number already.').waitFor();
    await dialog.getByText('or leave the phone empty if this is somebody else').waitFor();
    await dialog.getByRole('link', { name: 'Open Ada Moreau' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.waitForURL(`**/admin/customers/${customerId(1)}`);
  });
});

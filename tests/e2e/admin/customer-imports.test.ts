import { describe, expect, it } from 'vitest';
import { ADA_PATH, customerId } from '../support/fixtures/admin-fixtures.ts';
import {
  chooseFile,
  IMPORT_PATH,
  IMPORT_SUCCESS,
  IMPORT_WITH_REMARKS,
  importStatus,
  PREVIEW_PATH,
} from '../support/fixtures/import-fixtures.ts';
import { adminOpener } from '../support/pages/open-admin.ts';
import { givenSite } from '../support/site/given-site.ts';
import { json, type MockResponse } from '../support/site/mock-api.ts';

const site = givenSite();
const openAdmin = adminOpener(site);
const open = (api: Record<string, MockResponse> = {}) =>
  openAdmin('/admin/customers', { ...IMPORT_SUCCESS, ...api });

describe('importing customers', () => {
  it('shows what the file has, lets the columns be changed, and tells how the import went', async () => {
    const { page, dialog, called } = await open({
      [`GET ${IMPORT_PATH}`]: importStatus({ status: 'open', done: 20 }),
    });
    await chooseFile(page);
    expect(await dialog.getByLabel('Email', { exact: true }).inputValue()).toBe('2');
    await dialog.getByText('Line 62: There is no name.').waitFor();
    await dialog.getByLabel('Notes').selectOption('Not in the file');
    await dialog.getByRole('button', { name: 'Import 61 rows' }).click();
    await dialog.getByText('20 of 62 rows').waitFor();
    const { body } = called('POST /api/admin/imports')[0] ?? {};
    expect(body).toMatchObject({
      columns: { first_name: 0, last_name: 1, email: 2, phone: 3 },
    });
  });

  it('tells which cells are left out, and asks in which order the birthdays are', async () => {
    const { page, dialog, called } = await open(IMPORT_WITH_REMARKS);
    await chooseFile(page);
    await dialog.getByText('Not taken: Client ID, City, Blocked.').waitFor();
    await dialog.getByText('Remarks: 6 remarks').click();
    await dialog.getByText('Line 8: “none”: The email is no address, and is left out.').waitFor();
    await dialog
      .getByText('Line 62: “9.26E+09”: The phone is no complete number, and is left out.')
      .waitFor();
    const button = dialog.getByRole('button', { name: 'Import 61 rows' });
    expect(await button.isDisabled()).toBe(true);
    const order = dialog.getByLabel('Order of the birthdays');
    await dialog.getByText('Nothing in the file shows how to read “5/6/1980”.').waitFor();
    await order.selectOption('Day first: 5/6 is June 5');
    await button.click();
    await dialog.getByText('Line 8: The email is no address, and is left out.').waitFor();
    expect(called('POST /api/admin/imports')[0]?.body).toMatchObject({ date_order: 'day-first' });
    expect(called(`POST ${PREVIEW_PATH}`).at(-1)?.body).toMatchObject({ date_order: 'day-first' });
  });

  it('is followed until it is done, and undone with those named who stay', async () => {
    const { page, api, dialog } = await open({
      [`GET ${IMPORT_PATH}`]: importStatus({ status: 'open', done: 20 }),
    });
    await chooseFile(page);
    await dialog.getByRole('button', { name: 'Import 61 rows' }).click();
    await dialog.getByText('20 of 62 rows').waitFor();
    api.change({ [`GET ${IMPORT_PATH}`]: importStatus() });
    await dialog
      .getByText('65 lines: 58 new customers, 1 known already, 2 not taken, 1 refused, 3 empty.')
      .waitFor();
    api.change({ [`GET ${IMPORT_PATH}`]: importStatus({ status: 'undone', kept: [customerId(1)] }) });
    await dialog.getByRole('button', { name: 'Undo Import' }).click();
    await dialog.getByText('The import was undone. 57 customers removed.').waitFor();
    await dialog.getByText('1 customer stays: since the import').waitFor();
    await dialog.getByRole('link', { name: 'Ada Moreau' }).waitFor();
    expect(ADA_PATH).toContain(customerId(1));
  });

  it('lists who was not taken with whom they share what, and adds them without that', async () => {
    const { page, api, dialog, called } = await open();
    await chooseFile(page);
    await dialog.getByRole('button', { name: 'Import 61 rows' }).click();
    const list = dialog.getByRole('list', { name: 'Not taken' });
    await list.waitFor();
    expect(await list.getByRole('paragraph').allTextContents()).toEqual([
      'Line 9: Zoe Parent: shares (925) 555-0151 with Mia Parent, line 8',
      'Line 17: Max Parent: shares mia.parent@example.com with Mia Parent and (925) 555-0151 with Mia Parent, line 8',
    ]);
    await list.getByRole('button', { name: 'Add Zoe Parent' }).click();
    const form = page.getByRole('dialog', { name: 'Add Customer' });
    expect(await form.getByLabel('Name').inputValue()).toBe('Zoe Parent');
    expect(await form.getByLabel('Phone').inputValue()).toBe('');
    expect(await form.getByLabel('Notes').inputValue()).toBe('Curly; first cut');
    api.change({
      'POST /api/admin/customers': json({ id: customerId(5), version: 1, position: '0'.repeat(32) }, 201),
    });
    await form.getByRole('button', { name: 'Add Customer' }).click();
    await list.getByText('Added').waitFor();
    expect(called('POST /api/admin/customers')[0]?.body).toMatchObject({
      name: 'Zoe Parent',
      phone: null,
      birthday_month: 7,
      birthday_day: 1,
    });
  });

  it('says in a sentence why a file is refused', async () => {
    const refused: MockResponse = (route) =>
      route.fulfill({
        status: 400,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          type: 'urn:problem:import-file-unreadable',
          title: 'Refused',
          status: 400,
          code: 'import-file-unreadable',
          detail: 'This file has no rows below its headings.',
        }),
      });
    const { page, button, alert } = await open({ 'POST /api/admin/import-files': refused });
    await button('Import').click();
    await page
      .getByLabel('File')
      .setInputFiles({ name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.from('Name\n') });
    await alert('This file has no rows below its headings.').waitFor();
  });
});

import { ADMIN_SUCCESS, customerId } from '../fixtures/admin-fixtures.ts';
import { signedIn } from '../fixtures/auth-fixtures.ts';
import {
  CONTACT_HELD,
  chooseFile,
  IMPORT_PATH,
  IMPORT_SUCCESS,
  IMPORT_WITH_REMARKS,
  importStatus,
} from '../fixtures/import-fixtures.ts';
import { json, type MockResponse } from '../site/mock-api.ts';
import type { Screen } from './screen.ts';

const mocked = (changes: Record<string, MockResponse> = {}) => ({
  ...ADMIN_SUCCESS,
  ...IMPORT_SUCCESS,
  ...changes,
});
const customers = { path: '/admin/customers', api: mocked(), begin: signedIn() };

/** The import of customers as it stands. */
const started = (name: string, status: Parameters<typeof importStatus>[0], text: string): Screen => ({
  ...customers,
  name: `admin customers, ${name}`,
  api: mocked({ [`GET ${IMPORT_PATH}`]: importStatus(status) }),
  reach: async (page) => {
    await chooseFile(page);
    await page.getByRole('button', { name: 'Import 61 rows' }).click();
    await page.getByText(text).waitFor();
  },
});

/** Adding and importing customers. */
export const IMPORT_SCREENS: readonly Screen[] = [
  {
    ...customers,
    name: 'admin customers, adding one',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Add Customer' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Add Customer' }).click();
      await page.getByText('Customer name must be at least 2 characters').waitFor();
    },
  },
  {
    ...customers,
    name: 'admin customers, adding one whose phone somebody has',
    api: mocked({ 'POST /api/admin/customers': CONTACT_HELD }),
    reach: async (page) => {
      await page.getByRole('button', { name: 'Add Customer' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Zoe Moreau');
      await dialog.getByLabel('Phone').fill('(925) 555-0151');
      await dialog.getByRole('button', { name: 'Add Customer' }).click();
      await page.getByText('has this phone number already').waitFor();
    },
  },
  { ...customers, name: 'admin customers, import', reach: chooseFile },
  {
    ...customers,
    name: 'admin customers, import with remarks',
    api: mocked(IMPORT_WITH_REMARKS),
    reach: async (page) => {
      await chooseFile(page);
      await page.getByText('Remarks: 6 remarks').click();
      await page.getByText('“9.26E+09”').waitFor();
    },
  },
  started('importing', { status: 'open', done: 20 }, '20 of 62 rows'),
  started('imported', {}, 'Zoe Parent: shares'),
  {
    ...started('imported', {}, 'Zoe Parent: shares'),
    name: 'admin customers, adding one who was not taken',
    reach: async (page) => {
      await chooseFile(page);
      await page.getByRole('button', { name: 'Import 61 rows' }).click();
      await page.getByRole('button', { name: 'Add Zoe Parent' }).click();
      await page.getByRole('dialog', { name: 'Add Customer' }).waitFor();
    },
  },
  {
    ...started('imported long ago', {}, 'With whom is kept'),
    api: mocked({ [`GET ${IMPORT_PATH}/not-taken`]: json({ lines: [], next_after: null }) }),
  },
  started('import undone', { status: 'undone', kept: [customerId(1)] }, 'The import was undone.'),
];

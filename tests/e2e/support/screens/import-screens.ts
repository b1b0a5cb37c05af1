import { ADMIN_SUCCESS, customerId } from '../fixtures/admin-fixtures.ts';
import { signedIn } from '../fixtures/auth-fixtures.ts';
import {
  chooseFile,
  IMPORT_PATH,
  IMPORT_SUCCESS,
  IMPORT_WITH_REMARKS,
  importStatus,
} from '../fixtures/import-fixtures.ts';
import type { MockResponse } from '../site/mock-api.ts';
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
      await page.getByText('Please enter an email or a phone number.').waitFor();
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
  started('imported', {}, '58 new customers'),
  started('import undone', { status: 'undone', kept: [customerId(1)] }, 'The import was undone.'),
];

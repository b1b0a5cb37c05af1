import type { Page } from 'playwright-core';
import {
  ADA_PATH,
  ADMIN_SUCCESS,
  customerId,
  listed,
  MERGED_PROFILE,
  profiled,
  projected,
} from '../fixtures/admin-fixtures.ts';
import { signedIn } from '../fixtures/auth-fixtures.ts';
import { ANSWER_PATH, ANSWERED, messageList, QUESTION } from '../fixtures/message-fixtures.ts';
import { lostNetwork, type MockResponse, problem, silence } from '../site/mock-api.ts';
import { wizardVisitor } from '../visitor/wizard-visitor.ts';
import { ACTIVITY_SCREENS } from './activity-screens.ts';
import { CUSTOMER_SCREENS } from './customer-screens.ts';
import { IMPORT_SCREENS } from './import-screens.ts';
import { PICTURE_SCREENS } from './picture-screens.ts';
import type { Screen } from './screen.ts';

const heading = (name: string) => (page: Page) => wizardVisitor(page).heading(name).waitFor();
const press = (name: string) => (page: Page) => wizardVisitor(page).button(name).click();
const mocked = (changes: Record<string, MockResponse> = {}) => ({ ...ADMIN_SUCCESS, ...changes });
const begin = signedIn();

const services = { path: '/admin/services', api: mocked(), begin };

const customers = { path: '/admin/customers', api: mocked(), begin };
const ada = `/admin/customers?customer=${customerId(1)}`;

/** The admin area's screens, in every state that somebody can meet. */
export const ADMIN_SCREENS: readonly Screen[] = [
  ...ACTIVITY_SCREENS,
  ...CUSTOMER_SCREENS,
  ...PICTURE_SCREENS,
  ...IMPORT_SCREENS,
  { ...services, name: 'admin services', reach: heading('Hair Color 3') },
  // Spec: 2.services-dialog
  {
    ...services,
    name: 'admin services, none',
    api: mocked({ 'GET /api/admin/services': projected([]) }),
    reach: (page) => wizardVisitor(page).button('Add Your First Service').waitFor(),
  },
  {
    ...services,
    name: 'admin services, loading',
    api: mocked({ 'GET /api/admin/services': silence }),
    reach: (page) => page.getByText('Loading the services...').waitFor(),
  },
  {
    ...services,
    name: 'admin services, not loaded',
    api: mocked({ 'GET /api/admin/services': lostNetwork }),
    reach: (page) => page.getByRole('alert').waitFor(),
  },
  {
    ...services,
    name: 'admin services, adding one',
    reach: async (page) => {
      await press('Add Service')(page);
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    ...services,
    name: 'admin services, form with problems',
    reach: async (page) => {
      await press('Add Service')(page);
      await page.getByLabel('Duration (minutes)').fill('20');
      await page.getByRole('dialog').getByRole('button', { name: 'Add Service' }).click();
      await page.getByText('Please enter a price of 0 or more, with two decimals at most.').waitFor();
    },
  },
  {
    ...services,
    name: 'admin services, changed by somebody else',
    api: mocked({ 'PATCH /api/admin/services/womens-haircut': problem('stale') }),
    reach: async (page) => {
      await press("Edit Women's Haircut")(page);
      await page.getByLabel('Price ($)').fill('55');
      await press('Save changes')(page);
      await page.getByRole('alert').waitFor();
    },
  },
  {
    ...services,
    name: 'admin services, deleting one',
    reach: async (page) => {
      await press("Delete Women's Haircut")(page);
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    ...services,
    name: 'admin, shortcuts',
    reach: async (page) => {
      await heading('Hair Color 3')(page);
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    ...services,
    name: 'admin, palette',
    reach: async (page) => {
      await heading('Hair Color 3')(page);
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('Name, phone, day or command').fill('a');
      await page.getByRole('option').first().waitFor();
    },
  },
  { ...customers, name: 'admin customers', reach: (page) => page.getByText('7 customers').waitFor() },
  // Spec: 2.customers-empty
  {
    ...customers,
    name: 'admin customers, none',
    api: mocked({ 'GET /api/admin/customers': listed([]) }),
    reach: (page) => page.getByText('No customers yet').waitFor(),
  },
  {
    ...customers,
    name: 'admin customers, none found',
    path: '/admin/customers?search=zzz',
    api: mocked({ 'GET /api/admin/customers': listed([]) }),
    reach: (page) => page.getByText('No customers found matching your search').waitFor(),
  },
  {
    ...customers,
    name: 'admin customers, loading',
    api: mocked({ 'GET /api/admin/customers': silence }),
    reach: (page) => page.getByText('Loading the customers...').waitFor(),
  },
  {
    ...customers,
    name: 'admin customers, profile',
    path: ada,
    reach: (page) => page.getByText('Same person?').waitFor(),
  },
  {
    ...customers,
    name: 'admin customers, texted back',
    path: ada,
    api: mocked({
      'GET /api/admin/messages': messageList([QUESTION, ANSWERED]),
      [`GET ${ANSWER_PATH}`]: projected({ phone: '(925) 555-0101', why_not: null }),
    }),
    reach: (page) => page.getByLabel('Your answer to Ada Moreau').waitFor(),
  },
  {
    ...customers,
    name: 'admin customers, merged',
    path: ada,
    api: mocked({ [`GET ${ADA_PATH}`]: profiled(MERGED_PROFILE) }),
    reach: (page) => page.getByText('Merged with').waitFor(),
  },
  {
    ...customers,
    name: 'admin customers, form with problems',
    path: ada,
    reach: async (page) => {
      await press('Edit')(page);
      await page.getByLabel('Phone (optional)').fill('12');
      await page.getByLabel('Birthday day').fill('32');
      await press('Save')(page);
      await page.getByText('Please enter a valid phone number').waitFor();
    },
  },
  {
    ...customers,
    name: 'admin customers, erasing one',
    path: ada,
    reach: async (page) => {
      await press('Erase...')(page);
      await page.getByRole('alertdialog').waitFor();
    },
  },
];

import type { Page } from 'playwright-core';
import { ADMIN_SUCCESS } from '../fixtures/admin-fixtures.ts';
import { API_KEYS, API_KEYS_PATH, MADE_KEY } from '../fixtures/api-key-fixtures.ts';
import { signedIn } from '../fixtures/auth-fixtures.ts';
import { json, lostNetwork, type MockResponse, problem, silence } from '../site/mock-api.ts';
import type { Screen } from './screen.ts';

const GET = `GET ${API_KEYS_PATH}`;
const POST = `POST ${API_KEYS_PATH}`;

const connections = (api: Record<string, MockResponse>) => ({
  path: '/admin/settings/connections',
  begin: signedIn(),
  api: { ...ADMIN_SUCCESS, [GET]: json(API_KEYS), ...api },
});
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function make(page: Page): Promise<void> {
  await press(page, 'Make a key');
  await page.getByRole('textbox', { name: 'Name' }).fill('Bookkeeping');
  await page.getByRole('checkbox', { name: /^Appointments/ }).check();
  await press(page, 'Make the key');
}

/** The keys of other programs, in their states. */
export const API_KEY_SCREENS: readonly Screen[] = [
  {
    ...connections({}),
    name: 'settings, connections: API keys',
    reach: (page) => page.getByText('Bookkeeping').waitFor(),
  },
  {
    ...connections({ [GET]: json([]) }),
    name: 'settings, connections: no API keys',
    reach: (page) => page.getByText('No program has a key yet.').waitFor(),
  },
  {
    ...connections({}),
    name: 'settings, connections: an API key that lacks what it needs',
    async reach(page) {
      await press(page, 'Make a key');
      await press(page, 'Make the key');
      await page.getByText('Please choose what the key opens.').waitFor();
    },
  },
  {
    ...connections({ [POST]: problem('fresh-sign-in-required') }),
    name: 'settings, connections: an API key, asking who it is',
    async reach(page) {
      await make(page);
      await page.getByText('You signed in a while ago.').waitFor();
    },
  },
  {
    ...connections({ [POST]: json(MADE_KEY, 201) }),
    name: 'settings, connections: a new API key',
    async reach(page) {
      await make(page);
      await page.getByText(MADE_KEY.key).waitFor();
    },
  },
  {
    ...connections({}),
    name: 'settings, connections: revoking an API key',
    async reach(page) {
      await press(page, 'Revoke Bookkeeping');
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    ...connections({ [GET]: silence }),
    name: 'settings, connections: loading the API keys',
    reach: (page) => page.getByText('Loading the keys...').waitFor({ state: 'attached' }),
  },
  {
    ...connections({ [GET]: lostNetwork }),
    name: 'settings, connections: API keys not loaded',
    reach: (page) => page.getByText('Failed to load the keys').waitFor(),
  },
];

import { ADMIN_SUCCESS } from '../fixtures/admin-fixtures.ts';
import { signedIn } from '../fixtures/auth-fixtures.ts';
import { CONNECTIONS, CONNECTIONS_PATH } from '../fixtures/connection-fixtures.ts';
import { json, lostNetwork, type MockResponse, problem, silence } from '../site/mock-api.ts';
import type { Screen } from './screen.ts';

const GET = `GET ${CONNECTIONS_PATH}`;
const POST = `POST ${CONNECTIONS_PATH}/revoke`;
const access = (api: Record<string, MockResponse>, query = '') => ({
  path: `/admin/access${query}`,
  begin: signedIn(),
  api: { ...ADMIN_SUCCESS, [GET]: json({ connections: CONNECTIONS }), ...api },
});

/** The page of everything that works without signing in, after a new password and otherwise. */
export const ACCESS_SCREENS: readonly Screen[] = [
  {
    ...access({}, '?after=password'),
    name: 'access: after a new password',
    reach: (page) => page.getByText('Your new password is saved.').waitFor(),
  },
  {
    ...access({}),
    name: 'access: one is kept, and it asks before it revokes the others',
    async reach(page) {
      await page.getByRole('checkbox', { name: 'Keep Camille Laurent' }).check();
      await page.getByRole('button', { name: 'Revoke 3, keep 1' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    ...access({ [GET]: json({ connections: [] }) }),
    name: 'access: nothing has any',
    reach: (page) => page.getByText('Nothing has access without signing in').waitFor(),
  },
  {
    ...access({ [POST]: problem('unavailable') }),
    name: 'access: could not be revoked',
    async reach(page) {
      await page.getByRole('button', { name: 'Revoke all' }).click();
      await page.getByRole('button', { name: 'Yes, revoke' }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    ...access({ [GET]: silence }),
    name: 'access: loading',
    reach: (page) => page.getByText('Loading what has access...').waitFor({ state: 'attached' }),
  },
  {
    ...access({ [GET]: lostNetwork }),
    name: 'access: not loaded',
    reach: (page) => page.getByText('The list of access couldn’t be loaded').waitFor(),
  },
];

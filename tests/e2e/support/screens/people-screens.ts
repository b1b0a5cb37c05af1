import type { Page } from 'playwright-core';
import { ADMIN_SUCCESS, projected } from '../fixtures/admin-fixtures.ts';
import { signedIn } from '../fixtures/auth-fixtures.ts';
import { ONLY_OWNER, PEOPLE_OF_SIX, PEOPLE_PATH } from '../fixtures/people-fixtures.ts';
import { STYLISTS_PATH, TEAM_OF_FIVE } from '../fixtures/team-fixtures.ts';
import { json, lostNetwork, type MockResponse, problem, silence } from '../site/mock-api.ts';
import type { Screen } from './screen.ts';

const GET = `GET ${PEOPLE_PATH}`;
const people = (api: Record<string, MockResponse> = {}) => ({
  path: '/admin/people',
  begin: signedIn(),
  api: {
    ...ADMIN_SUCCESS,
    [`GET ${STYLISTS_PATH}`]: projected({ stylists: TEAM_OF_FIVE }),
    [GET]: json({ people: PEOPLE_OF_SIX }),
    ...api,
  },
});
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

async function invite(page: Page, email: string): Promise<void> {
  await press(page, 'Invite somebody');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel(/^Stylist/).check();
  await page.getByLabel('Which stylist?').selectOption('Bea Stone');
}

/** The people who work in the salon, in their states. */
export const PEOPLE_SCREENS: readonly Screen[] = [
  {
    ...people(),
    name: 'people: several, and two are invited',
    reach: (page) => page.getByText('The link has expired').waitFor(),
  },
  {
    ...people({ [GET]: json({ people: [ONLY_OWNER] }) }),
    name: 'people: one alone',
    reach: (page) => page.getByText(/^You are the only one/).waitFor(),
  },
  {
    ...people(),
    name: 'people: inviting a stylist',
    reach: (page) => invite(page, 'dora@lumiere.example'),
  },
  {
    ...people(),
    name: 'people: an address that is wrong',
    async reach(page) {
      await invite(page, 'dora');
      await press(page, 'Send invitation');
      await page.getByText('Please enter a valid email address.').waitFor();
    },
  },
  {
    ...people({ [`POST ${PEOPLE_PATH}`]: problem('fresh-sign-in-required') }),
    name: 'people: inviting long after the sign-in',
    async reach(page) {
      await invite(page, 'dora@lumiere.example');
      await press(page, 'Send invitation');
      await page.getByText('You signed in a while ago.').waitFor();
    },
  },
  {
    ...people(),
    name: 'people: another role',
    async reach(page) {
      await press(page, 'Change role of Noor Haddad');
      await page.getByRole('button', { name: 'Save role' }).waitFor();
    },
  },
  {
    ...people({ [`DELETE ${PEOPLE_PATH}/${PEOPLE_OF_SIX[2]?.id}`]: problem('unavailable') }),
    name: 'people: not removed',
    async reach(page) {
      await press(page, 'Remove Noor Haddad');
      await press(page, 'Yes, remove');
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    ...people({ [GET]: silence }),
    name: 'people: loading',
    reach: (page) => page.getByText('Loading the people...').waitFor({ state: 'attached' }),
  },
  {
    ...people({ [GET]: lostNetwork }),
    name: 'people: not loaded',
    reach: (page) => page.getByText('The people couldn’t be loaded').waitFor(),
  },
];

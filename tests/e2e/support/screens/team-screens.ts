import type { Page } from 'playwright-core';
import type { AdminStylist } from '../../../../src/contracts/salon/admin-stylists.ts';
import { ADMIN_SUCCESS, projected } from '../fixtures/admin-fixtures.ts';
import { signedIn } from '../fixtures/auth-fixtures.ts';
import { SCHEDULE } from '../fixtures/calendar-fixtures.ts';
import { PEOPLE_OF_SIX, PEOPLE_PATH } from '../fixtures/people-fixtures.ts';
import { FIRST_STYLIST, STYLISTS_PATH, TEAM_OF_FIVE } from '../fixtures/team-fixtures.ts';
import { json, lostNetwork, type MockResponse, silence } from '../site/mock-api.ts';
import type { Screen } from './screen.ts';

const AHEAD = {
  total: 1,
  appointments: [
    {
      id: '00000000-0000-4000-8000-000000000901',
      customer_name: 'Ada Lovelace',
      appointment_date: '2026-11-24',
      appointment_time: '10:30 AM',
      duration: 60,
      status: 'confirmed',
    },
  ],
};

const team = (api: Record<string, MockResponse> = {}) => ({
  path: '/admin/team',
  begin: signedIn(),
  api: {
    ...ADMIN_SUCCESS,
    [`GET ${STYLISTS_PATH}`]: projected({ stylists: TEAM_OF_FIVE }),
    'GET /api/admin/hours': json(SCHEDULE),
    [`GET ${PEOPLE_PATH}`]: json({ people: PEOPLE_OF_SIX }),
    ...Object.fromEntries(
      TEAM_OF_FIVE.map(({ id, ahead }) => [
        `GET ${STYLISTS_PATH}/${id}/ahead`,
        projected(ahead > 0 ? AHEAD : { total: 0, appointments: [] }),
      ]),
    ),
    ...api,
  },
});
const stylists = (...of: readonly AdminStylist[]) => ({
  [`GET ${STYLISTS_PATH}`]: projected({ stylists: of }),
});

/** Opens the menu of a stylist, and chooses from it. */
async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `More about ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** The salon's team, in its states. */
export const TEAM_SCREENS: readonly Screen[] = [
  {
    ...team(stylists(FIRST_STYLIST)),
    name: 'team, of one',
    reach: (page) => page.getByText(/^The salon has one stylist/).waitFor(),
  },
  {
    ...team(stylists(FIRST_STYLIST)),
    name: 'team, adding the second stylist',
    async reach(page) {
      await page.getByRole('button', { name: 'Add a stylist' }).click();
      await page.getByText(/only a backup from before/).waitFor();
    },
  },
  {
    ...team(),
    name: 'team, of several',
    reach: (page) => page.getByText('1 appointment to hand over').waitFor(),
  },
  {
    ...team(stylists(FIRST_STYLIST, ...TEAM_OF_FIVE.slice(1, 2))),
    name: 'team, whose first stylist has no name yet',
    reach: (page) => page.getByRole('button', { name: 'Enter their name' }).waitFor(),
  },
  {
    ...team(),
    name: 'team, services of a stylist that are wrong',
    async reach(page) {
      await page.getByRole('button', { name: 'Edit Bea Stone' }).click();
      await page.getByLabel('Minutes for Full Color').fill('20');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByText(/in steps of 15/).waitFor();
    },
  },
  {
    ...team(),
    name: 'team, weekly hours of a stylist',
    async reach(page) {
      await choose(page, 'Bea Stone', 'Weekly hours');
      await page.getByLabel('Works on Wednesday').waitFor();
    },
  },
  {
    ...team(),
    name: 'team, picture of a stylist',
    async reach(page) {
      await choose(page, 'Bea Stone', 'Picture');
      await page.getByRole('dialog', { name: 'Picture of Bea Stone' }).waitFor();
    },
  },
  {
    ...team(),
    name: 'team, deactivating a stylist',
    async reach(page) {
      await choose(page, 'Bea Stone', 'Deactivate');
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    ...team(),
    name: 'team, erasing a name',
    async reach(page) {
      await choose(page, 'Cleo Park', 'Erase the name');
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    ...team({ [`GET ${STYLISTS_PATH}`]: silence }),
    name: 'team, loading',
    reach: (page) => page.getByText('Loading the team...').waitFor({ state: 'attached' }),
  },
  {
    ...team({ [`GET ${STYLISTS_PATH}`]: lostNetwork }),
    name: 'team, not loaded',
    reach: (page) => page.getByRole('alert').waitFor(),
  },
];

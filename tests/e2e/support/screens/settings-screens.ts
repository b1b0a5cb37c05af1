import type { Page } from 'playwright-core';
import { SECTION_WORDS } from '../../../../src/contracts/settings/section-words.ts';
import type { SectionName } from '../../../../src/contracts/settings/sections.ts';
import { ADMIN_SUCCESS, projected } from '../fixtures/admin-fixtures.ts';
import { signedIn } from '../fixtures/auth-fixtures.ts';
import { OWN_REVIEWS, sectionShown, settingsPath, staleSettings } from '../fixtures/settings-fixtures.ts';
import { lostNetwork, type MockResponse, problem, silence } from '../site/mock-api.ts';
import type { Screen } from './screen.ts';

const name = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click();
const ofSalon = (api: Record<string, MockResponse>) => ({
  path: '/admin/settings',
  begin: signedIn(),
  api: { ...ADMIN_SUCCESS, ...api },
});
const ofReviews = (api: Record<string, MockResponse>) => ({
  path: '/admin/settings/reviews',
  begin: signedIn(),
  api: {
    ...ADMIN_SUCCESS,
    [`GET ${settingsPath('reviews')}`]: sectionShown('reviews'),
    'GET /api/admin/reviews': projected(OWN_REVIEWS),
    ...api,
  },
});
const shown = { [`GET ${settingsPath('salon')}`]: sectionShown('salon') };

/** The settings, in every state that somebody can meet. */
export const SETTINGS_SCREENS: readonly Screen[] = [
  ...(Object.keys(SECTION_WORDS) as SectionName[]).map(
    (section): Screen => ({
      name: `settings, ${section}`,
      path: `/admin/settings/${section}`,
      begin: signedIn(),
      api: { ...ADMIN_SUCCESS, [`GET ${settingsPath(section)}`]: sectionShown(section) },
      reach: (page) => page.getByRole('form').getByRole('textbox').first().waitFor(),
    }),
  ),
  {
    ...ofReviews({}),
    name: 'settings, reviews of the salon’s own',
    reach: (page) => page.getByRole('heading', { name: 'Priya N.' }).waitFor(),
  },
  {
    ...ofReviews({ 'GET /api/admin/reviews': lostNetwork }),
    name: 'settings, reviews not loaded',
    reach: (page) => page.getByRole('alert').waitFor(),
  },
  {
    ...ofReviews({ 'POST /api/admin/reviews': problem('reviews-full') }),
    name: 'settings, a review that is wrong',
    async reach(page) {
      await page.getByRole('button', { name: 'Add a review' }).click();
      await page.getByRole('button', { name: 'Add review', exact: true }).click();
      await page.getByText(/^Please enter what the client said/).waitFor();
    },
  },
  {
    ...ofReviews({}),
    name: 'settings, a review to be erased',
    async reach(page) {
      await page.getByRole('button', { name: 'Erase the review by Priya N.' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    ...ofSalon(shown),
    name: 'settings, not saved yet',
    reach: (page) => name(page).fill('Maison & Fils'),
  },
  {
    ...ofSalon(shown),
    name: 'settings, with a field that is wrong',
    async reach(page) {
      await name(page).fill('');
      await save(page);
      await page.getByText(/^Please enter a text/).waitFor();
    },
  },
  {
    ...ofSalon({ ...shown, [`PATCH ${settingsPath('salon')}`]: staleSettings }),
    name: 'settings, changed by somebody else meanwhile',
    async reach(page) {
      await name(page).fill('Maison & Fils');
      await save(page);
      await page.getByText(/^Marie Petit changed this on/).waitFor();
    },
  },
  {
    ...ofSalon({ [`GET ${settingsPath('salon')}`]: silence }),
    name: 'settings, loading',
    reach: (page) => page.getByText('Loading the settings...').waitFor({ state: 'attached' }),
  },
  {
    ...ofSalon({ [`GET ${settingsPath('salon')}`]: lostNetwork }),
    name: 'settings, not loaded',
    reach: (page) => page.getByRole('alert').waitFor(),
  },
];

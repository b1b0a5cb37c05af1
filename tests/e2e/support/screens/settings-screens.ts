import type { Page } from 'playwright-core';
import { SECTION_WORDS } from '../../../../src/contracts/settings/section-words.ts';
import type { SectionName } from '../../../../src/contracts/settings/sections.ts';
import { ADMIN_SUCCESS, projected } from '../fixtures/admin-fixtures.ts';
import { signedIn } from '../fixtures/auth-fixtures.ts';
import { SCHEDULE } from '../fixtures/calendar-fixtures.ts';
import {
  FORMER_TEXTS,
  OWN_REVIEWS,
  SENDING_KEYS,
  SENDING_PATH,
  sectionShown,
  settingsPath,
} from '../fixtures/settings-fixtures.ts';
import { json, lostNetwork, type MockResponse, problem, silence, stale } from '../site/mock-api.ts';
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

const sending = (keys: keyof typeof SENDING_KEYS, api: Record<string, MockResponse> = {}) => ({
  path: '/admin/settings/sending',
  begin: signedIn(),
  api: { ...ADMIN_SUCCESS, [`GET ${SENDING_PATH}`]: json(SENDING_KEYS[keys]), ...api },
});
const TEST = `POST ${SENDING_PATH}/test`;
const formOf = (page: Page, label: string) => page.getByRole('form', { name: label, exact: true });

const ofHours = (api: Record<string, MockResponse> = {}) => ({
  path: '/admin/settings/hours',
  begin: signedIn(),
  api: { ...ADMIN_SUCCESS, 'GET /api/admin/hours': json(SCHEDULE), ...api },
});

/** The hours of all weekdays. */
const HOURS_SCREENS: readonly Screen[] = [
  {
    ...ofHours(),
    name: 'settings, hours: times that are wrong, and hours that are switched off',
    async reach(page) {
      await page.getByLabel('End on Tuesday', { exact: true }).fill('08:00');
      await save(page);
      await page.getByText(/^The end must come after the start/).waitFor();
      await page
        .getByText(/^Switched off/)
        .first()
        .waitFor();
    },
  },
  {
    ...ofHours(),
    name: 'settings, hours: copying them to other days',
    async reach(page) {
      await page.getByRole('button', { name: 'Copy the hours of Tuesday' }).click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    ...ofHours({ 'GET /api/admin/hours': silence }),
    name: 'settings, hours: loading',
    reach: (page) => page.getByText('Loading the hours...').waitFor({ state: 'attached' }),
  },
  {
    ...ofHours({ 'GET /api/admin/hours': lostNetwork }),
    name: 'settings, hours: not loaded',
    reach: (page) => page.getByRole('alert').waitFor(),
  },
];

/** The section with the keys for texts and mails. */
const SENDING_SCREENS: readonly Screen[] = [
  ...(Object.keys(SENDING_KEYS) as (keyof typeof SENDING_KEYS)[]).map(
    (keys): Screen => ({
      ...sending(keys),
      name: `settings, sending: ${keys}`,
      reach: (page) => page.getByRole('button', { name: 'Send me a test' }).first().waitFor(),
    }),
  ),
  {
    ...sending('none'),
    name: 'settings, sending: fields that are wrong',
    async reach(page) {
      await formOf(page, 'Texts').getByLabel('Account SID').fill('AC1');
      await formOf(page, 'Texts').getByRole('button', { name: 'Save' }).click();
      await page.getByText(/^Please enter the Account SID/).waitFor();
    },
  },
  {
    ...sending('saved', { [`PATCH ${SENDING_PATH}`]: problem('fresh-sign-in-required') }),
    name: 'settings, sending: asking who it is',
    async reach(page) {
      await page.getByRole('button', { name: 'Enter it anew' }).first().click();
      const form = formOf(page, 'Texts');
      await form.getByLabel('Account SID').fill(`AC${'1'.repeat(32)}`);
      await form.getByLabel('Auth Token').fill('a-token-of-tests');
      await form.getByLabel('Number that texts come from').fill('+1 925 555 0142');
      await form.getByRole('button', { name: 'Save' }).click();
      await page.getByText('You signed in a while ago.').waitFor();
    },
  },
  {
    ...sending('saved', {
      [TEST]: json({
        outcome: 'refused',
        text: 'Twilio does not know this Account SID with this Auth Token. Please copy both anew from its console.',
      }),
    }),
    name: 'settings, sending: a test that failed',
    async reach(page) {
      const form = formOf(page, 'A test of texts');
      await form.getByLabel('Your phone').fill('(925) 555-0171');
      await form.getByRole('button', { name: 'Send me a test' }).click();
      await page.getByText(/^Twilio does not know/).waitFor();
    },
  },
  {
    ...sending('saved', {
      [TEST]: json({
        outcome: 'sent',
        text: 'The mail server has taken the mail. Please look in your mailbox.',
      }),
    }),
    name: 'settings, sending: a test that was sent',
    async reach(page) {
      await formOf(page, 'A test of mails').getByRole('button', { name: 'Send me a test' }).click();
      await page.getByText(/^The mail server has taken/).waitFor();
    },
  },
];

/** The settings, in every state that somebody can meet. */
export const SETTINGS_SCREENS: readonly Screen[] = [
  ...HOURS_SCREENS,
  ...SENDING_SCREENS,
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
    ...ofSalon({ ...shown, 'GET /api/admin/settings/former-texts': json({ texts: FORMER_TEXTS }) }),
    name: 'settings, texts with the former name',
    reach: (page) => page.getByRole('button', { name: 'Look at them' }).waitFor(),
  },
  {
    ...ofSalon({ ...shown, 'GET /api/admin/settings/former-texts': json({ texts: FORMER_TEXTS }) }),
    name: 'settings, replacing the former name',
    async reach(page) {
      await page.getByRole('button', { name: 'Look at them' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    ...ofSalon({ ...shown, [`PATCH ${settingsPath('salon')}`]: stale('SettingsChanged', 4) }),
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

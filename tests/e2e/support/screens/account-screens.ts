import {
  authError,
  ENROLLED_PHONE,
  SECURED_ACCOUNT,
  sessionOf,
  signedIn,
  USER,
  USER_WITH_FACTORS,
} from '../fixtures/auth-fixtures.ts';
import { json, lostNetwork, mockApi, problem, silence } from '../site/mock-api.ts';
import { alert, asAdmin, button, heading, mocked } from './auth-screens.ts';
import type { Screen } from './screen.ts';

const secured = mocked({ 'GET /api/account': json(SECURED_ACCOUNT) });
const asSecured = signedIn(sessionOf(USER_WITH_FACTORS, 'aal2'));

/** The gate of the admin area, its frame, and its pages about the account. */
export const ACCOUNT_SCREENS: readonly Screen[] = [
  {
    name: 'admin, checking',
    path: '/admin',
    api: mocked({ 'GET /api/me': silence }),
    begin: asAdmin,
    reach: (page) => page.getByRole('status').getByText('Loading...').waitFor({ state: 'attached' }),
  },
  {
    name: 'admin, denied',
    path: '/admin',
    api: mocked({ 'GET /api/me': json({ id: USER.id, email: USER.email, role: null }) }),
    begin: asAdmin,
    reach: heading('Access Denied'),
  },
  {
    name: 'admin, role not found out',
    path: '/admin',
    api: mocked({ 'GET /api/me': lostNetwork }),
    begin: asAdmin,
    reach: (page) => button(page, 'Try again').waitFor(),
  },
  {
    name: 'account',
    path: '/admin/account',
    api: mocked(),
    begin: asAdmin,
    reach: async (page) => {
      await heading('Recovery codes')(page);
      await page.getByText('Safari on iPhone').first().waitFor();
    },
  },
  {
    name: 'account, secured',
    path: '/admin/account',
    api: secured,
    begin: asSecured,
    reach: async (page) => {
      await page.getByText('Reception computer').waitFor();
      await page.getByText('Safari on iPhone').first().waitFor();
    },
  },
  {
    name: 'account, address waiting',
    path: '/admin/account',
    api: mocked({ 'GET /api/account': json({ ...SECURED_ACCOUNT, new_email: 'new@lumiere.example' }) }),
    begin: asSecured,
    reach: (page) => button(page, 'Withdraw').waitFor(),
  },
  {
    name: 'account, asked for the password',
    path: '/admin/account',
    api: mocked({
      'GET /api/account': json(SECURED_ACCOUNT),
      'POST /api/account/recovery-codes': problem('fresh-sign-in-required'),
    }),
    begin: asSecured,
    reach: async (page) => {
      await button(page, 'Make new codes').click();
      await button(page, 'Yes, make new ones').click();
      await page.getByLabel('Your password', { exact: true }).waitFor();
    },
  },
  {
    name: 'account, loading',
    path: '/admin/account',
    api: mocked({ 'GET /api/account': silence }),
    begin: asAdmin,
    reach: (page) => page.getByText('Loading your account...').waitFor({ state: 'attached' }),
  },
  {
    name: 'account, not loaded',
    path: '/admin/account',
    api: mocked({ 'GET /api/account': lostNetwork }),
    begin: asAdmin,
    reach: alert,
  },
  {
    name: 'account, setting up an app',
    path: '/admin/account',
    api: mocked(),
    begin: asAdmin,
    reach: async (page) => {
      await button(page, 'Set up an authenticator app').click();
      await heading('Scan this code with your app')(page);
    },
  },
  {
    name: 'account, adding a phone',
    path: '/admin/account',
    api: mocked({ 'POST /auth/v1/factors': ENROLLED_PHONE }),
    begin: asAdmin,
    reach: async (page) => {
      await button(page, 'Add your phone').click();
      await page.getByLabel('Phone number').fill('(925) 555-0142');
      await button(page, 'Text me a code').click();
      await heading('Enter the code we sent')(page);
    },
  },
  {
    name: 'account, new recovery codes',
    path: '/admin/account',
    api: secured,
    begin: asSecured,
    reach: async (page) => {
      await button(page, 'Make new codes').click();
      await button(page, 'Yes, make new ones').click();
      await heading('Keep these codes now')(page);
    },
  },
  {
    name: 'account, calendar address made',
    path: '/admin/account',
    api: mocked({
      'GET /api/account': json({ ...SECURED_ACCOUNT, calendar_address_since: '2026-11-20T18:00:00.000Z' }),
    }),
    begin: asSecured,
    reach: async (page) => {
      await button(page, 'Make a new address').click();
      await button(page, 'Yes, make a new one').click();
      await heading('Your private address')(page);
      await button(page, 'Make a new address').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'account, recovery codes next',
    path: '/admin/account',
    api: mocked(),
    begin: asAdmin,
    reach: async (page) => {
      await button(page, 'Set up an authenticator app').click();
      const field = page.getByLabel('Code that the app shows');
      await field.waitFor();
      await mockApi(
        page,
        mocked({ 'GET /api/account': json({ ...SECURED_ACCOUNT, recovery_codes_left: 0 }) }),
      );
      await field.fill('123456');
      await page.getByText('One step is left.').waitFor();
    },
  },
  {
    name: 'account, ending a session',
    path: '/admin/account',
    api: secured,
    begin: asSecured,
    reach: async (page) => {
      await button(page, 'Sign out Safari on iPhone').click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'account, refused changes',
    path: '/admin/account',
    api: mocked({
      'PUT /auth/v1/user': authError('weak_password', 'This password is among the most common ones.', 422),
    }),
    begin: asAdmin,
    reach: async (page) => {
      await page.getByLabel('New password', { exact: true }).fill('password123');
      await button(page, 'Change password').click();
      await alert(page);
    },
  },
];

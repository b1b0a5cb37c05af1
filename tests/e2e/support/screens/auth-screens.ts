import type { Page } from 'playwright-core';
import {
  AUTH_SUCCESS,
  authError,
  sessionOf,
  signedIn,
  USER_WITH_FACTORS,
  USER_WITH_PHONES,
} from '../fixtures/auth-fixtures.ts';
import { json, type MockResponse, problem, silence } from '../site/mock-api.ts';
import type { Screen } from './screen.ts';

export const heading = (name: string) => (page: Page) =>
  page.getByRole('heading', { name, exact: true }).first().waitFor();
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const alert = (page: Page) => page.getByRole('alert').first().waitFor();

/** The server's answers when all goes well, but for these. */
export const mocked = (changes: Record<string, MockResponse> = {}) => ({ ...AUTH_SUCCESS, ...changes });

export const asAdmin = signedIn();
const atFirstFactor = signedIn(sessionOf(USER_WITH_FACTORS));

async function typeSignIn(page: Page) {
  await page.getByLabel('Email').fill('camille@lumiere.example');
  await page.getByLabel('Password', { exact: true }).fill('something else');
  await button(page, 'Sign In').click();
}

/** The sign-in page in all its steps. */
export const AUTH_SCREENS: readonly Screen[] = [
  { name: 'sign in', path: '/auth', api: mocked(), reach: heading('Welcome back') },
  {
    name: 'sign in, with other services',
    path: '/auth',
    api: mocked({
      'GET /auth/v1/settings': json({ external: { google: true, acme: true }, labels: { acme: 'Acme SSO' } }),
    }),
    reach: (page) => button(page, 'Continue with Acme SSO').waitFor(),
  },
  {
    name: 'sign in, form with problems',
    path: '/auth',
    api: mocked(),
    reach: async (page) => {
      await page.getByLabel('Email').fill('camille@');
      await button(page, 'Sign In').click();
      await page.getByText('Please fill in this field.').waitFor();
    },
  },
  {
    name: 'sign in, refused',
    path: '/auth',
    api: mocked({ 'POST /auth/v1/token': authError('invalid_credentials', 'Invalid login credentials') }),
    reach: async (page) => {
      await typeSignIn(page);
      await alert(page);
    },
  },
  {
    name: 'sign in, not confirmed',
    path: '/auth',
    api: mocked({ 'POST /auth/v1/token': authError('email_not_confirmed', 'Email not confirmed') }),
    reach: async (page) => {
      await typeSignIn(page);
      await button(page, 'Send the link again').waitFor();
    },
  },
  {
    name: 'sign in, sending',
    path: '/auth',
    api: mocked({ 'POST /auth/v1/token': silence }),
    reach: async (page) => {
      await typeSignIn(page);
      await button(page, 'Signing in...').waitFor();
    },
  },
  { name: 'sign up', path: '/auth?tab=signup', api: mocked(), reach: heading('Create your account') },
  {
    name: 'sign up, sent',
    path: '/auth?tab=signup',
    api: mocked(),
    reach: async (page) => {
      await page.getByLabel('First name').fill('Camille');
      await page.getByLabel('Last name').fill('Laurent');
      await page.getByLabel('Email').fill('camille@lumiere.example');
      await page.getByLabel('Password', { exact: true }).fill('brush and comb');
      await button(page, 'Create account').click();
      await heading('Check your email')(page);
    },
  },
  {
    name: 'forgotten password',
    path: '/auth?step=forgot',
    api: mocked(),
    reach: heading('Forgot your password?'),
  },
  {
    name: 'forgotten password, signed in',
    path: '/auth?step=forgot',
    api: mocked(),
    begin: asAdmin,
    reach: heading('Forgot your password?'),
  },
  {
    name: 'forgotten password, sent',
    path: '/auth?step=forgot',
    api: mocked(),
    reach: async (page) => {
      await page.getByLabel('Email').fill('camille@lumiere.example');
      await button(page, 'Send the link').click();
      await heading('Check your email')(page);
    },
  },
  {
    name: 'new password',
    path: '/auth#token_hash=abc&type=recovery',
    api: mocked(),
    reach: heading('Choose a new password'),
  },
  {
    name: 'invitation',
    path: '/auth#token_hash=abc&type=invite',
    api: mocked(),
    reach: heading('Create your account'),
  },
  {
    name: 'new address',
    path: '/auth#token_hash=abc&type=email_change',
    api: mocked(),
    begin: asAdmin,
    reach: heading('Confirm your new email address'),
  },
  {
    name: 'invitation, with an address',
    path: '/auth#token_hash=abc&type=invite&email=camille@lumiere.example',
    api: mocked(),
    reach: heading('Choose your password'),
  },
  {
    name: 'new password, link used',
    path: '/auth?step=used-link',
    api: mocked(),
    reach: heading('This link has been used or has expired'),
  },
  {
    name: 'invitation, link used',
    path: '/auth?step=used-invitation',
    api: mocked(),
    reach: heading('This link has been used or has expired'),
  },
  {
    name: 'sign in, too many tries',
    path: '/auth',
    api: mocked({
      'POST /auth/v1/token': authError(
        'over_request_rate_limit',
        'Too many requests. Please wait a moment.',
        429,
        {
          'Retry-After': '900',
        },
      ),
    }),
    reach: async (page) => {
      await typeSignIn(page);
      await alert(page);
    },
  },
  {
    name: 'sign in, session ended',
    path: '/admin/account',
    api: mocked({ 'GET /api/account': problem('sign-in-required') }),
    begin: asAdmin,
    reach: (page) => page.getByText('Your session has ended.').waitFor(),
  },
  {
    name: 'stronger password',
    path: '/auth?step=stronger-password',
    api: mocked(),
    begin: asAdmin,
    reach: heading('Choose a stronger password'),
  },
  {
    name: 'link from another browser',
    path: '/auth?code=abc',
    api: mocked(),
    reach: (page) => page.getByText('Please sign in.').waitFor(),
  },
  {
    name: 'link that has expired',
    path: '/auth#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired',
    api: mocked(),
    reach: alert,
  },
  {
    name: 'second factor',
    path: '/auth',
    api: mocked(),
    begin: atFirstFactor,
    reach: heading('One more step'),
  },
  {
    name: 'second factor, wrong code',
    path: '/auth',
    api: mocked(
      Object.fromEntries(
        Object.keys(AUTH_SUCCESS)
          .filter((call) => call.endsWith('/verify'))
          .map((call) => [call, authError('mfa_verification_failed', 'This code is not right.', 422)]),
      ),
    ),
    begin: atFirstFactor,
    reach: async (page) => {
      await page.getByLabel('Code', { exact: true }).fill('123456');
      await alert(page);
    },
  },
  {
    name: 'second factor, by text message',
    path: '/auth',
    api: mocked(),
    begin: atFirstFactor,
    reach: async (page) => {
      await button(page, 'Text a code to (•••) •••-0142').click();
      await button(page, 'Text me a code').click();
      await page.getByLabel('Code from the text message').waitFor();
    },
  },
  {
    name: 'second factor, several phones',
    path: '/auth',
    api: mocked(),
    begin: signedIn(sessionOf(USER_WITH_PHONES)),
    reach: heading('One more step'),
  },
  {
    name: 'second factor, recovery code',
    path: '/auth',
    api: mocked(),
    begin: atFirstFactor,
    reach: async (page) => {
      await button(page, 'Use a recovery code').click();
      await page.getByLabel('Recovery code').waitFor();
    },
  },
];

import { describe, expect, it } from 'vitest';
import {
  ACCOUNT,
  AUTH_SUCCESS,
  authError,
  ENROLLED_PHONE,
  RECOVERY_CODES,
  SECURED_ACCOUNT,
  sessionOf,
  USER_WITH_FACTORS,
} from '../support/fixtures/auth-fixtures.ts';
import { accountPageOpeners } from '../support/pages/open-account.ts';
import { givenSite } from '../support/site/given-site.ts';
import { json, type MockResponse, problem } from '../support/site/mock-api.ts';

const site = givenSite();
const { openPlain, openSecured } = accountPageOpeners(site);
const [APP, PHONE] = SECURED_ACCOUNT.factors;
const PHONE_ID = PHONE?.id ?? '';

describe('a session of some time ago', () => {
  const TOO_LONG_AGO = authError('reauthentication_needed', 'Please sign in again.', 400);

  it.each<[string, string, string, string]>([
    ['an app', 'Set up an authenticator app', 'POST /auth/v1/factors', 'Scan this code with your app'],
    ['a phone', 'Add your phone', 'POST /auth/v1/factors', 'Enter the code we sent'],
  ])('asks for the password before %s is added', async (what, begin, path, then) => {
    const { page, api, button, alert, heading, called } = await openPlain({
      [path]: TOO_LONG_AGO,
      'POST /auth/v1/token': authError('invalid_credentials', 'Invalid login credentials', 400),
    });
    await button(begin).click();
    if (what === 'a phone') {
      await page.getByLabel('Phone number').fill('925 555 0142');
      await button('Text me a code').click();
    }
    const password = page.getByLabel('Your password', { exact: true });
    await password.fill('a guess');
    await button('Go on').click();
    await alert('Invalid login credentials').waitFor();
    api.change({
      [path]: what === 'a phone' ? ENROLLED_PHONE : (AUTH_SUCCESS[path] ?? TOO_LONG_AGO),
      'POST /auth/v1/token': json(sessionOf()),
    });
    await password.fill('brush and comb');
    await button('Go on').click();
    await heading(then).waitFor();
    expect(called('POST /auth/v1/token').at(-1)?.body).toMatchObject({
      email: ACCOUNT.email,
      password: 'brush and comb',
    });
  });

  it('leads who has no password to the other ways to sign in, and back', async () => {
    const { page, button, at, called } = await openPlain({ 'POST /auth/v1/factors': TOO_LONG_AGO });
    await button('Set up an authenticator app').click();
    await button('Sign in another way').click();
    await at('/auth?next=%2Fadmin%2Faccount');
    await page.getByText('Your session has ended. Please sign in again.').waitFor();
    expect(called('POST /auth/v1/logout?scope=local')).toHaveLength(1);
  });
});

describe('a session of some time ago that takes away', () => {
  const gone: MockResponse = (route) => route.fulfill({ status: 204 });
  it.each<[string, string, string, string, MockResponse, string]>([
    [
      'an app',
      'Remove Authenticator app',
      'Yes, remove it',
      `DELETE /auth/v1/factors/${APP?.id}`,
      json({ id: APP?.id }),
      'Second factor removed',
    ],
    [
      'a phone',
      'Remove (925) 555-0142',
      'Yes, remove it',
      `DELETE /auth/v1/factors/${PHONE_ID}`,
      json({ id: PHONE_ID }),
      'Second factor removed',
    ],
    [
      'a passkey',
      'Remove Reception computer',
      'Yes, remove it',
      `DELETE /auth/v1/passkeys/${SECURED_ACCOUNT.passkeys[0]?.id}`,
      gone,
      'Passkey removed',
    ],
  ])('%s is asked for the password', async (_what, begin, yes, path, answer, then) => {
    const { page, api, button, toast } = await openSecured({
      [path]: authError('reauthentication_needed', 'Please sign in again.', 400),
    });
    await button(begin).click();
    await button(yes).click();
    const password = page.getByLabel('Your password', { exact: true });
    await password.waitFor();
    await expect.poll(() => password.evaluate((input) => input === document.activeElement)).toBe(true);
    api.change({ [path]: answer, 'POST /auth/v1/token': json(sessionOf(USER_WITH_FACTORS, 'aal2')) });
    await page.keyboard.type('brush and comb');
    await page.keyboard.press('Enter');
    await toast(then).waitFor();
  });

  it('recovery codes, by making new ones, too', async () => {
    const { page, api, button, heading } = await openSecured({
      'POST /api/account/recovery-codes': problem('fresh-sign-in-required'),
    });
    await button('Make new codes').click();
    await button('Yes, make new ones').click();
    await page.getByLabel('Your password', { exact: true }).fill('brush and comb');
    api.change({
      'POST /api/account/recovery-codes': json({ codes: RECOVERY_CODES }),
      'POST /auth/v1/token': json(sessionOf(USER_WITH_FACTORS, 'aal2')),
    });
    await button('Go on').click();
    await heading('Keep these codes now').waitFor();
  });
});

import { expect, it } from 'vitest';
import {
  authError,
  sessionOf,
  signedIn,
  USER_WITH_FACTORS,
  USER_WITH_PHONES,
} from '../support/fixtures/auth-fixtures.ts';
import { accountOpener } from '../support/pages/open-account.ts';
import { held } from '../support/pages/open-admin.ts';
import { expectFocus } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { json, problem } from '../support/site/mock-api.ts';

const site = givenSite();
const open = accountOpener(site);
const atFirstFactor = signedIn(sessionOf(USER_WITH_FACTORS));
const [APP, PHONE] = USER_WITH_FACTORS.factors.map(({ id }) => id);

it('asks for the code after the password, and welcomes only then', async () => {
  const { page, signIn, heading, toast, called, at } = await open('/auth?next=%2Fadmin%2Faccount', {
    api: { 'POST /auth/v1/token': json(sessionOf(USER_WITH_FACTORS)) },
  });
  await signIn();
  await heading('One more step').waitFor();
  expect(await toast('Welcome!').count()).toBe(0);
  const field = page.getByLabel('Code', { exact: true });
  expect(await field.getAttribute('autocomplete')).toBe('one-time-code');
  expect(await field.getAttribute('inputmode')).toBe('numeric');
  await expectFocus(field);
  // As authenticator apps show it.
  await page.keyboard.insertText('123 456');
  await toast('Welcome!').waitFor();
  await at('/admin/account');
  expect(called(`POST /auth/v1/factors/${APP}/verify`)[0]?.body).toMatchObject({ code: '123456' });
});

it('says that a code is wrong, and takes another', async () => {
  const verify = `POST /auth/v1/factors/${APP}/verify`;
  const { page, api, alert, at } = await open('/auth', {
    begin: atFirstFactor,
    api: { [verify]: authError('mfa_verification_failed', 'This code is not right.', 422) },
  });
  const field = page.getByLabel('Code', { exact: true });
  await field.fill('111111');
  await alert('This code is not right.').waitFor();
  await expect.poll(() => field.inputValue()).toBe('');
  api.change({ [verify]: json(sessionOf(USER_WITH_FACTORS, 'aal2')) });
  await field.fill('123456');
  await at('/admin');
});

it('wants all digits', async () => {
  const { page, button, called } = await open('/auth', { begin: atFirstFactor });
  await page.getByLabel('Code', { exact: true }).fill('123');
  await button('Continue').click();
  await page.getByText('Please enter all 6 digits.').waitFor();
  expect(called('POST /auth/v1/factors')).toEqual([]);
});

it('texts a code when asked to', async () => {
  const { page, button, at, called } = await open('/auth', { begin: atFirstFactor });
  await button('Text a code to (•••) •••-0142').click();
  await button('Text me a code').click();
  await page.getByLabel('Code from the text message').fill('654321');
  await at('/admin');
  expect(called(`POST /auth/v1/factors/${PHONE}/challenge`)[0]?.body).toMatchObject({ channel: 'sms' });
});

it('texts a code to the phone that is chosen, of several', async () => {
  const [first, second] = USER_WITH_PHONES.factors.map(({ id }) => id);
  const challenge = json({ id: '5f0c9d0e-6a3f-4a44-9c1b-000000000053', type: 'phone', expires_at: 0 });
  const { page, button, called, at } = await open('/auth', {
    begin: signedIn(sessionOf(USER_WITH_PHONES)),
    api: {
      [`POST /auth/v1/factors/${second}/challenge`]: challenge,
      [`POST /auth/v1/factors/${second}/verify`]: json(sessionOf(USER_WITH_PHONES, 'aal2')),
    },
  });
  await page.getByText('We can text a 6-digit code to (•••) •••-0142.').waitFor();
  await page.getByText('camille@lumiere.example').waitFor();
  await button('Text a code to (•••) •••-0188').click();
  await page.getByText('We can text a 6-digit code to (•••) •••-0188.').waitFor();
  await button('Text me a code').click();
  await page.getByLabel('Code from the text message').fill('654321');
  await at('/admin');
  expect(called(`POST /auth/v1/factors/${first}`)).toEqual([]);
});

it('keeps waiting for the text message over a reload, and when no more are sent', async () => {
  const { page, api, button, alert, called, at } = await open('/auth', { begin: atFirstFactor });
  const toPhone = 'Text a code to (•••) •••-0142';
  await button(toPhone).click();
  await button('Text me a code').click();
  const field = page.getByLabel('Code from the text message');
  await field.waitFor();
  await page.reload();
  await button(toPhone).click();
  await field.waitFor();
  api.change({
    [`POST /auth/v1/factors/${PHONE}/challenge`]: authError(
      'over_sms_send_rate_limit',
      'Too many codes were asked for. Please wait a while.',
      429,
      { 'Retry-After': '3300' },
    ),
  });
  await button('Send another code').click();
  await alert('Please try again in 55 minutes.').waitFor();
  await field.fill('654321');
  await at('/admin');
  expect(called(`POST /auth/v1/factors/${PHONE}/verify`)).toHaveLength(1);
});

it('keeps a code that is typed while another one is sent, and sends it then', async () => {
  const { page, api, button, called, at } = await open('/auth', { begin: atFirstFactor });
  const challenge = `POST /auth/v1/factors/${PHONE}/challenge`;
  const newest = '5f0c9d0e-6a3f-4a44-9c1b-000000000053';
  await button('Text a code to (•••) •••-0142').click();
  await button('Text me a code').click();
  const field = page.getByLabel('Code from the text message');
  await field.waitFor();
  const { respond, release } = held(json({ id: newest, type: 'phone', expires_at: 0 }));
  api.change({ [challenge]: respond });
  await button('Send another code').click();
  await expect.poll(() => called(challenge)).toHaveLength(2);
  await field.fill('654321');
  expect(await field.inputValue()).toBe('654321');
  release();
  await at('/admin');
  const verified = called(`POST /auth/v1/factors/${PHONE}/verify`);
  expect(verified.map(({ body }) => body)).toMatchObject([{ challenge_id: newest, code: '654321' }]);
});

it('takes a recovery code instead', async () => {
  const { page, button, at, called } = await open('/auth', { begin: atFirstFactor });
  await button('Use a recovery code').click();
  await button('Continue').click();
  await page.getByText('Please enter a recovery code.').waitFor();
  await page.getByLabel('Recovery code').fill(' k4m9-x7qp-2ab8 ');
  await button('Continue').click();
  await at('/admin');
  expect(called('POST /auth/v1/factors/recovery-codes/verify')[0]?.body).toEqual({ code: 'k4m9-x7qp-2ab8' });
});

it('lets somebody else sign in', async () => {
  const { button, heading, called } = await open('/auth', { begin: atFirstFactor });
  await button('Sign in as somebody else').click();
  await heading('Welcome back').waitFor();
  await expect
    .poll(() => called('POST /auth/v1/logout').map(({ call }) => call))
    .toEqual(['POST /auth/v1/logout?scope=local']);
});

it('is asked for by the gate, also where only the server knows of it', async () => {
  const { heading, at, button } = await open('/admin', {
    begin: signedIn(),
    api: { 'GET /api/me': problem('second-factor-required') },
  });
  await heading('One more step').waitFor();
  await at('/auth');
  await button('Use your passkey').waitFor();
});

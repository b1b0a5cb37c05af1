import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { authError, sessionOf, signedIn, USER_WITH_FACTORS } from '../support/fixtures/auth-fixtures.ts';
import { accountOpener } from '../support/pages/open-account.ts';
import { openPage } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { json, mockApi, problem } from '../support/site/mock-api.ts';

/** What links of mails and the way back from other services do. */

const site = givenSite();
const open = accountOpener(site);

/** This browser has asked for the link. */
const asked =
  (verifier = 'v'.repeat(56)) =>
  (page: Page) =>
    page.addInitScript((value) => {
      if (sessionStorage.getItem('asked')) return;
      sessionStorage.setItem('asked', 'yes');
      localStorage.setItem('salon-session-code-verifier', JSON.stringify(value));
    }, verifier);

const EXPIRED =
  '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired';

describe('the link that confirms an address', () => {
  it('signs in on the front page, and leaves no code in the address', async () => {
    const { at, toast, heading, called } = await open('/?code=the-code', { begin: asked() });
    await toast('Welcome!').waitFor();
    await heading('Client Love').waitFor();
    await at('/');
    expect(called('POST /auth/v1/token').map(({ call, body }) => [call, body])).toEqual([
      ['POST /auth/v1/token?grant_type=pkce', { auth_code: 'the-code', code_verifier: 'v'.repeat(56) }],
    ]);
  });

  it('asks to sign in where it was opened in another browser', async () => {
    const { page, at, called } = await open('/?code=the-code');
    await page.getByText('Your email address is confirmed. Please sign in.').waitFor();
    await at('/auth');
    expect(called('POST /auth/v1/token')).toEqual([]);
  });

  it('is not what leads back from another service to another browser', async () => {
    const { page, at } = await open('/auth?code=the-code');
    await page.getByText('This sign-in was begun in another browser. Please sign in.').waitFor();
    await at('/auth');
  });

  it('asks to sign in where it was opened before, as by a mail scanner', async () => {
    const { page, at } = await open('/#message=This+address+is+confirmed+already.&type=signup');
    await page.getByText('Your email address is confirmed. Please sign in.').waitFor();
    await at('/auth');
  });

  it('says on the sign-in page that it has expired', async () => {
    const { at, alert } = await open(`/${EXPIRED}`);
    await alert('Email link is invalid or has expired').waitFor();
    await at('/auth');
  });

  it.each(['/', '/?utm_source=code', '/#code'])('is all for which %s loads the client', async (path) => {
    const page = await openPage(site.browser);
    await mockApi(page);
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await page.goto(site.url + path);
    await page.getByRole('heading', { name: 'Client Love' }).waitFor();
    expect(loaded.filter((name) => name.endsWith('.js')).length).toBeGreaterThan(3);
    expect(loaded.filter((name) => /\/client-|\/auth\/v1\//.test(name))).toEqual([]);
  });
});

describe('the way back from another service', () => {
  it('goes on to the page that was asked for', async () => {
    const { at } = await open('/auth?next=%2Fadmin%2Faccount&code=the-code', { begin: asked() });
    await at('/admin/account');
  });

  it('says why it failed', async () => {
    const { alert, at, heading } = await open('/auth?code=the-code', {
      begin: asked(),
      api: { 'POST /auth/v1/token': authError('flow_state_expired', 'This sign-in took too long.', 403) },
    });
    await alert('This sign-in took too long.').waitFor();
    await heading('Welcome back').waitFor();
    await at('/auth');
  });
});

describe('a forgotten password', () => {
  it('is told to the server, and answered alike for every address', async () => {
    const { page, button, heading, toast, called } = await open('/auth?next=%2Fadmin%2Faccount');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await heading('Forgot your password?').waitFor();
    await page.getByLabel('Email').fill('nobody@lumiere.example');
    await button('Send the link').click();
    await toast('Check your email').waitFor();
    await page.getByText('If there is an account for nobody@lumiere.example').waitFor();
    const [sent] = called('POST /auth/v1/recover');
    expect(sent?.body).toMatchObject({ email: 'nobody@lumiere.example', code_challenge_method: 's256' });
  });

  it('takes the new password once, and saves it after the second factor', async () => {
    const { page, heading, button, at, toast, called } = await open(
      '/auth#token_hash=the-token&type=recovery',
      {
        api: {
          'POST /auth/v1/verify': json(sessionOf(USER_WITH_FACTORS)),
          'PUT /auth/v1/user': json(USER_WITH_FACTORS),
        },
      },
    );
    await page.getByLabel('New password', { exact: true }).fill('brush and comb');
    await button('Save password').click();
    await heading('One more step').waitFor();
    await at('/auth?step=new-password');
    expect(called('PUT /auth/v1/user')).toEqual([]);
    await page.getByLabel('Code', { exact: true }).fill('123456');
    await toast('Your new password is saved.').waitFor();
    await heading('Dashboard').waitFor();
    expect(called('PUT /auth/v1/user').map(({ body }) => body)).toEqual([
      expect.objectContaining({ password: 'brush and comb' }),
    ]);
  });

  it('shows the form again when the password is refused after the second factor', async () => {
    const { page, heading, button, alert } = await open('/auth#token_hash=the-token&type=recovery', {
      api: {
        'POST /auth/v1/verify': json(sessionOf(USER_WITH_FACTORS)),
        'PUT /auth/v1/user': authError('weak_password', 'This password is too common.', 422),
      },
    });
    await page.getByLabel('New password', { exact: true }).fill('password');
    await button('Save password').click();
    await page.getByLabel('Code', { exact: true }).fill('123456');
    await alert('This password is too common.').waitFor();
    await heading('Choose a new password').waitFor();
  });

  it('asks for the second factor also where only the server knows of it', async () => {
    const { page, heading, button } = await open('/auth#token_hash=the-token&type=recovery', {
      api: { 'PUT /auth/v1/user': authError('insufficient_aal', 'Please enter the code first.', 403) },
    });
    await page.getByLabel('New password', { exact: true }).fill('brush and comb');
    await button('Save password').click();
    await heading('One more step').waitFor();
    await button('Use your passkey').waitFor();
  });
});

describe.each([
  ['recovery', '', 'Choose a new password', 'new-password'],
  ['invite', '&email=camille%40lumiere.example', 'Choose your password', 'first-password'],
])('a link with a token for %s', (type, more, title, step) => {
  const link = `/auth#token_hash=the-token&type=${type}${more}`;

  it('uses the token only with the new password, and goes on by the session after that', async () => {
    const { page, api, heading, button, alert, toast, at, called } = await open(link, {
      api: { 'PUT /auth/v1/user': authError('weak_password', 'This password is too common.', 422) },
    });
    await heading(title).waitFor();
    const password = page.getByLabel('New password', { exact: true });
    await password.fill('password12');
    expect(called('POST /auth/v1/verify')).toEqual([]);
    await button('Save password').click();
    await alert('This password is too common.').waitFor();
    expect(await password.inputValue()).toBe('password12');
    await at(`/auth?step=${step}`);
    await page.reload();
    await heading(title).waitFor();
    await page.getByText('camille@lumiere.example').waitFor();
    api.change({ 'PUT /auth/v1/user': json(sessionOf().user) });
    await password.fill('brush and comb');
    await button('Save password').click();
    await toast('Welcome!').waitFor();
    await heading('Dashboard').waitFor();
    expect(called('POST /auth/v1/verify').map(({ body }) => body)).toEqual([
      expect.objectContaining({ type, token_hash: 'the-token' }),
    ]);
  });

  it('says what to do when it has expired, also after a reload', async () => {
    const { page, heading, button, alert } = await open(link, {
      api: { 'POST /auth/v1/verify': authError('otp_expired', 'Email link is invalid or has expired', 403) },
    });
    await page.getByLabel('New password', { exact: true }).fill('brush and comb');
    await button('Save password').click();
    await alert('Email link is invalid or has expired').waitFor();
    await page.reload();
    await heading('This link has been used or has expired').waitFor();
    const again = page.getByRole('link', { name: 'Send me a new link' });
    if (type === 'invite') {
      await page.getByText('restart the service to get a new link').waitFor();
      expect(await again.count()).toBe(0);
      await page.getByRole('link', { name: 'Sign In' }).click();
      await heading('Welcome back').waitFor();
    } else {
      await again.click();
      await heading('Forgot your password?').waitFor();
    }
  });

  it('leads whoever is signed in already to the admin area when it has expired', async () => {
    const { page, button, heading, at } = await open(link, {
      begin: signedIn(),
      api: { 'POST /auth/v1/verify': authError('otp_expired', 'Email link is invalid or has expired', 403) },
    });
    await page.getByLabel('New password', { exact: true }).fill('brush and comb');
    await button('Save password').click();
    await heading('Dashboard').waitFor();
    await at('/admin');
  });
});

describe('the link that the first start prints', () => {
  const link = '/auth#type=invite&token_hash=the-token';

  it('asks who the first administrator is, and wants ten characters', async () => {
    const { page, button, toast, heading, alert, api, called } = await open(link, {
      api: { 'PATCH /api/account/first-administrator': problem('address-taken') },
    });
    await heading('Create your account').waitFor();
    await page.getByLabel('New password', { exact: true }).fill('ninechars');
    await button('Save password').click();
    await page.getByText('Please choose at least 10 characters.').waitFor();
    expect(await page.getByText('Please fill in this field.').count()).toBe(3);
    expect(called('POST /auth/v1/verify')).toEqual([]);
    await page.getByLabel('First name').fill('Camille');
    await page.getByLabel('Last name').fill('Laurent');
    await page.getByLabel('Your email').fill('camille@lumiere.example');
    await page.getByLabel('New password', { exact: true }).fill('brush and comb');
    await button('Save password').click();
    await alert('There is an account with this email address already.').waitFor();
    expect(called('PUT /auth/v1/user')).toEqual([]);
    api.change({ 'PATCH /api/account/first-administrator': (route) => route.fulfill({ status: 204 }) });
    await button('Save password').click();
    await toast('Welcome!').waitFor();
    await heading('Dashboard').waitFor();
    expect(called('PATCH /api/account/first-administrator').at(-1)?.body).toEqual({
      email: 'camille@lumiere.example',
      first_name: 'Camille',
      last_name: 'Laurent',
    });
    expect(called('PUT /auth/v1/user')[0]?.body).toMatchObject({ password: 'brush and comb' });
  });
});

describe('the link to a new address', () => {
  const LINK = '/auth#token_hash=the-token&type=email_change';

  it('counts once its reader says so, for the account that is signed in, and renews the session', async () => {
    const { page, api, button, heading, alert, at, toast, called } = await open(LINK, {
      begin: signedIn(),
      api: { 'POST /api/account/email': problem('email-link-invalid') },
    });
    await heading('Confirm your new email address').waitFor();
    await page.getByText('You are signed in as camille@lumiere.example.').waitFor();
    expect(called('POST /api/account/email')).toEqual([]);
    await button('Confirm new address').click();
    await alert('This link has expired, or it belongs to another account.').waitFor();
    api.change({ 'POST /api/account/email': (route) => route.fulfill({ status: 204 }) });
    await button('Confirm new address').click();
    await toast('Email address changed').waitFor();
    await at('/admin/account');
    expect(called('POST /api/account/email').at(-1)?.body).toEqual({ token: 'the-token' });
    expect(called('POST /auth/v1/token').map(({ call }) => call)).toEqual([
      'POST /auth/v1/token?grant_type=refresh_token',
    ]);
  });

  it('asks to sign in first, and then goes on', async () => {
    const { page, heading, button } = await open(LINK);
    await page.getByText('Please sign in with your former email address').waitFor();
    await page.getByLabel('Email').fill('camille@lumiere.example');
    await page.getByLabel('Password', { exact: true }).fill('brush and comb');
    await button('Sign In').click();
    await heading('Confirm your new email address').waitFor();
  });
});

describe('a link that a stranger has made', () => {
  it('does not sign in to another account', async () => {
    const { page, heading } = await open(
      '/auth?next=%2Fadmin%2Faccount#access_token=theirs&refresh_token=theirs',
      { begin: signedIn() },
    );
    await heading('Account').waitFor();
    const stored = await page.evaluate(() => localStorage.getItem('salon-session'));
    expect(stored).not.toContain('theirs');
  });

  it('says nothing in the stranger’s words', async () => {
    const { page, alert } = await open('/auth#error_description=Call+this+number');
    await alert('This link does not work.').waitFor();
    expect(await page.textContent('body')).not.toContain('Call this number');
  });
});

import { describe, expect, it } from 'vitest';
import { authError, sessionOf } from '../support/fixtures/auth-fixtures.ts';
import { accountOpener } from '../support/pages/open-account.ts';
import { DESKTOP, expectFocus, PHONE } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { json, lostNetwork, silence } from '../support/site/mock-api.ts';

const site = givenSite();
const open = accountOpener(site);

describe.each([
  ['phone', PHONE],
  ['desktop', DESKTOP],
])('signing in on a %s', (_name, size) => {
  it('works by keyboard alone, and leads to the page that was asked for', async () => {
    const { page, at, toast, heading, called } = await open('/admin/account', { size });
    await at('/auth?next=%2Fadmin%2Faccount');
    await page.getByLabel('Email').focus();
    await page.keyboard.type('camille@lumiere.example');
    await page.keyboard.press('Tab');
    await page.keyboard.type('brush and comb');
    await page.keyboard.press('Enter');
    await toast('Welcome!').waitFor();
    await heading('Account').waitFor();
    await at('/admin/account');
    const [sent] = called('POST /auth/v1/token');
    expect(sent?.call).toBe('POST /auth/v1/token?grant_type=password');
    expect(sent?.body).toMatchObject({ email: 'camille@lumiere.example', password: 'brush and comb' });
  });
});

describe('signing in', () => {
  // Spec: 8.auth-toasts
  it('leads to the admin area when no page was asked for, never out of it', async () => {
    const { signIn, at } = await open('/auth?next=https%3A%2F%2Fevil.example%2Fadmin');
    await signIn();
    await at('/admin');
  });

  // Spec: 8.auth-alert
  it("shows the server's message in an alert, and keeps what was typed", async () => {
    const { page, api, signIn, alert, at } = await open('/auth', {
      api: { 'POST /auth/v1/token': authError('invalid_credentials', 'Invalid login credentials') },
    });
    await signIn('wrong');
    await alert('Invalid login credentials').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('camille@lumiere.example');
    api.change({ 'POST /auth/v1/token': lostNetwork });
    await signIn();
    await alert('We got no answer. Please try again.').waitFor();
    api.change({
      'POST /auth/v1/token': authError(
        'over_request_rate_limit',
        'Too many requests. Please wait a moment.',
        429,
        { 'Retry-After': '900' },
      ),
    });
    await signIn();
    await alert('Too many requests. Please wait a moment.').waitFor();
    await alert('Please try again in 15 minutes.').waitFor();
    expect(await page.getByRole('link', { name: 'choose a new password' }).getAttribute('href')).toBe(
      '/auth?step=forgot',
    );
    api.change({ 'POST /auth/v1/token': json(sessionOf()) });
    await signIn();
    await at('/admin');
  });

  // Spec: 5.sign-in, 5.sign-up
  it('tells what is missing by field, without asking the server', async () => {
    const { page, button, called } = await open('/auth');
    await page.getByLabel('Email').fill('camille@');
    await button('Sign In').click();
    await page.getByText('Please enter a valid email address.').waitFor();
    await page.getByText('Please fill in this field.').waitFor();
    const email = page.getByLabel('Email');
    expect(await email.getAttribute('aria-invalid')).toBe('true');
    await expectFocus(email);
    expect(called('POST /auth/v1/token')).toEqual([]);
  });

  it('sends once, however often the button is pressed', async () => {
    const { page, button, called } = await open('/auth', { api: { 'POST /auth/v1/token': silence } });
    await page.getByLabel('Email').fill('camille@lumiere.example');
    await page.getByLabel('Password', { exact: true }).fill('brush and comb');
    await button('Sign In').dblclick();
    await button('Signing in...').click({ force: true });
    await expect.poll(() => called('POST /auth/v1/token')).toHaveLength(1);
  });

  it('sends the confirmation link again to whom it has not reached', async () => {
    const { page, signIn, alert, button, called } = await open('/auth', {
      api: { 'POST /auth/v1/token': authError('email_not_confirmed', 'Email not confirmed') },
    });
    await signIn();
    await alert('Email not confirmed').waitFor();
    await button('Send the link again').click();
    await page.getByText('We sent a new link to camille@lumiere.example.').waitFor();
    expect(called('POST /auth/v1/resend')[0]?.body).toMatchObject({
      type: 'signup',
      email: 'camille@lumiere.example',
    });
  });

  // Spec: 7.auth-social
  it('offers the services that the server has, and goes there with a challenge', async () => {
    const { page, button } = await open('/auth?next=%2Fadmin%2Faccount', {
      api: {
        'GET /auth/v1/settings': json({
          external: { email: true, google: true, acme: true, github: false },
          labels: { acme: 'Acme SSO' },
        }),
        'GET /auth/v1/authorize': (route) => route.fulfill({ status: 200, body: 'the other service' }),
      },
    });
    await button('Continue with Google').waitFor();
    expect(await button('Continue with Github').count()).toBe(0);
    expect(await button('Continue with Email').count()).toBe(0);
    await button('Continue with Acme SSO').click();
    await page.getByText('the other service').waitFor();
    const query = Object.fromEntries(new URL(page.url()).searchParams);
    expect(query).toMatchObject({
      provider: 'acme',
      redirect_to: `${site.url}/auth?next=%2Fadmin%2Faccount`,
      code_challenge_method: 's256',
    });
    expect(query.code_challenge).toMatch(/^[\w-]{43}$/);
  });
});

describe('signing up', () => {
  // Spec: 8.auth-toasts, 5.sign-up, 9.password
  it('sends names and address, and asks to look into the mail', async () => {
    const { page, button, toast, heading, called } = await open('/auth?tab=signup');
    await page.getByText('Accounts are for the salon’s staff. To book, you need none.').waitFor();
    await page.getByLabel('First name').fill('Camille');
    await page.getByLabel('Last name').fill('Laurent');
    await page.getByLabel('Email').fill('camille@lumiere.example');
    await page.getByLabel('Password', { exact: true }).fill('12345');
    await button('Create account').click();
    await page.getByText('Please choose at least 6 characters.').waitFor();
    expect(called('POST /auth/v1/signup')).toEqual([]);
    await page.getByLabel('Password', { exact: true }).fill('123456');
    await button('Create account').click();
    await toast('Check your email').waitFor();
    await heading('Check your email').waitFor();
    const [sent] = called('POST /auth/v1/signup');
    expect(sent?.call).toBe(`POST /auth/v1/signup?redirect_to=${encodeURIComponent(`${site.url}/`)}`);
    expect(sent?.body).toMatchObject({
      email: 'camille@lumiere.example',
      password: '123456',
      data: { first_name: 'Camille', last_name: 'Laurent' },
      code_challenge_method: 's256',
    });
    // A reload keeps the page, on which the mail is sent again.
    await page.reload();
    await page.getByText('The link works once, within an hour.').waitFor();
    await button('Send it again').click();
    await toast('We sent the mail again.').waitFor();
    expect(called('POST /auth/v1/resend')[0]?.body).toMatchObject({
      type: 'signup',
      email: 'camille@lumiere.example',
    });
    await button('Use another address').click();
    await heading('Create your account').waitFor();
    await page.goForward();
    await page.getByRole('link', { name: 'Back to Sign In' }).click();
    await heading('Welcome back').waitFor();
  });

  it("shows the server's message in an alert", async () => {
    const { page, button, alert } = await open('/auth?tab=signup', {
      api: { 'POST /auth/v1/signup': authError('weak_password', 'This password is too common.', 422) },
    });
    for (const label of ['First name', 'Last name']) await page.getByLabel(label).fill('Camille');
    await page.getByLabel('Email').fill('camille@lumiere.example');
    await page.getByLabel('Password', { exact: true }).fill('password');
    await button('Create account').click();
    await alert('This password is too common.').waitFor();
  });
});

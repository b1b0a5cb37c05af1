import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { authError, sessionOf, signedIn } from '../support/fixtures/auth-fixtures.ts';
import { accountOpener } from '../support/pages/open-account.ts';
import { givenSite } from '../support/site/given-site.ts';
import { json, problem } from '../support/site/mock-api.ts';

/** Sessions that end without whoever has them wanting it. */

const site = givenSite();
const open = accountOpener(site);

const ENDED = 'Your session has ended. Please sign in again.';
const kept = (page: Page) => page.evaluate(() => localStorage.getItem('salon-session'));

describe('a session that was ended on another device', () => {
  it.each([
    ['session_not_found', 403],
    ['bad_jwt', 403],
    ['no_authorization', 401],
  ])('ends here with the next change: %s', async (code, status) => {
    const { page, button, heading, at } = await open('/admin/account', {
      begin: signedIn(),
      api: { 'PUT /auth/v1/user': authError(code, ENDED, status) },
    });
    await button('Save name').click();
    await heading('Welcome back').waitFor();
    await page.getByText(ENDED).waitFor();
    await at('/auth?next=%2Fadmin%2Faccount');
    expect(await kept(page)).toBe(null);
  });

  it('ends here with the next question', async () => {
    const { page, at } = await open('/admin/account', {
      begin: signedIn(),
      api: { 'GET /api/account': problem('sign-in-required') },
    });
    await page.getByText(ENDED).waitFor();
    await at('/auth?next=%2Fadmin%2Faccount');
    expect(await kept(page)).toBe(null);
  });
});

it('a session that is too old ends with the visit, and leads back to the page', async () => {
  const old = { ...sessionOf(), expires_at: sessionOf().expires_at - 7200 };
  const { page, api, signIn, heading, at } = await open('/admin/account', {
    begin: signedIn(old),
    api: {
      'POST /auth/v1/token': authError(
        'refresh_token_not_found',
        'Invalid Refresh Token: Refresh Token Not Found',
      ),
    },
  });
  await page.getByText(ENDED).waitFor();
  await at('/auth?next=%2Fadmin%2Faccount');
  api.change({ 'POST /auth/v1/token': json(sessionOf()) });
  await signIn();
  await heading('Account').waitFor();
});

it('whoever signs out isn’t told so twice, nor led back', async () => {
  const { page, button, toast, at } = await open('/admin/account', { begin: signedIn() });
  await button('Sign Out').click();
  await toast('Signed out').waitFor();
  await at('/auth');
  expect(await page.getByText(ENDED).count()).toBe(0);
});

it('a first visit is told of no session', async () => {
  const { page, heading } = await open('/admin/account');
  await heading('Welcome back').waitFor();
  expect(await page.getByText(ENDED).count()).toBe(0);
});

// Slow because it signs people up, in and out on a real service, on a phone and at a desk.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { linkTo } from '../../../src/features/accounts/mails/one-time-tokens.ts';
import { grantRole } from '../../../src/features/accounts/users/staff.ts';
import { userByEmail } from '../../../src/features/accounts/users/users.ts';
import { mailedToken } from '../../support/accounts/auth-client.ts';
import { authenticatorApps } from '../../support/accounts/codes.ts';
import { DESKTOP, expectAccessible, openPage, PHONE } from '../support/pages/open-page.ts';
import { givenSalonAndBrowser } from '../support/site/given-salon.ts';
import { givenAuthenticator } from '../support/visitor/passkey-device.ts';
import { wizardVisitor } from '../support/visitor/wizard-visitor.ts';

/** The client in a real browser against the real service. */

const NOW = new Date();
const given = givenSalonAndBrowser({ now: NOW });
const { codeOf } = authenticatorApps(NOW);
/** Passkeys belong to a name, so the site is visited by its name, not by its number. */
const siteUrl = () => given.salon.url.replace('127.0.0.1', 'localhost');

const PASSWORD = 'brush and comb 7';
let people = 0;

async function openTab(size = DESKTOP) {
  const page = await openPage(given.browser, { size, now: NOW });
  const { button, heading, toast } = wizardVisitor(page);
  const email = `person-${++people}@salon.example`;
  const go = (path: string) => page.goto(siteUrl() + path);
  const type = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
  return {
    page,
    email,
    button,
    heading,
    toast,
    go,
    type,
    /** Opens the newest link that was mailed. */
    async openLink(kind: 'confirmation' | 'recovery') {
      const token = await mailedToken(given.salon, email, kind === 'confirmation' ? 'signup' : 'recovery');
      await page.goto(linkTo(siteUrl(), { kind, redirectTo: `${siteUrl()}/` }, token));
    },
    async signUp() {
      await go('/auth?tab=signup');
      await type('First name', 'Ada');
      await type('Last name', 'Moreau');
      await type('Email', email);
      await type('Password', PASSWORD);
      await button('Create account').click();
      await toast('Check your email').waitFor();
    },
    async signIn(password = PASSWORD) {
      await type('Email', email);
      await type('Password', password);
      await button('Sign In').click();
    },
    async makeAdmin() {
      const { pool } = given.salon.database;
      const user = await userByEmail(pool, email);
      await grantRole(pool, user?.id ?? '', NOW);
    },
  };
}

type Tab = Awaited<ReturnType<typeof openTab>>;

/** An administrator on the page of their account. */
async function openAccount(size = DESKTOP): Promise<Tab> {
  const tab = await openTab(size);
  await tab.signUp();
  await tab.openLink('confirmation');
  await tab.toast('Welcome!').waitFor();
  await tab.makeAdmin();
  await tab.go('/admin/account');
  await tab.heading('Account').waitFor();
  return tab;
}

async function signOut({ page, button, heading }: Tab) {
  // On a phone it is in a menu.
  const more = button('More');
  await more.or(button('Sign Out')).waitFor();
  if (await more.isVisible()) {
    await more.click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  } else {
    await button('Sign Out').click();
  }
  await heading('Welcome back').waitFor();
}

describe.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
])('on %s', (_name, size) => {
  it('an account is made, confirmed, denied, and let in once it is an admin’s', async () => {
    const tab = await openTab(size);
    const { page, button, heading, toast, go } = tab;
    await tab.signUp();
    await page.getByRole('link', { name: 'Back to Sign In' }).click();
    await tab.signIn();
    await page.getByRole('alert').filter({ hasText: 'Email not confirmed' }).waitFor();
    await tab.openLink('confirmation');
    await toast('Welcome!').waitFor();
    await page.waitForURL(`${siteUrl()}/`);
    await go('/admin');
    await heading('Access Denied').waitFor();
    await expectAccessible(page);
    await tab.makeAdmin();
    await button('Sign In').click();
    await tab.signIn();
    await heading('Dashboard').waitFor();
    await expectAccessible(page);
  });

  it('a second factor is added, and asked for at the next sign-in', async () => {
    const tab = await openAccount(size);
    const { page, button, heading, toast, go } = tab;
    await button('Set up an authenticator app').click();
    const secret = (await page.locator('p.select-all').innerText()).replaceAll(' ', '');
    await page.getByLabel('Code that the app shows').fill(codeOf(secret));
    await toast('Authenticator app added').waitFor();
    // By key: on a phone, the toast lies over it for four seconds.
    await button('Make recovery codes').press('Enter');
    await heading('Keep these codes now').waitFor();
    const [recoveryCode = ''] = await page.locator('ol.select-all li').allInnerTexts();
    await expectAccessible(page);
    await button('Save as a file').click();
    await button('I have kept them').click();
    await heading('Keep these codes now').waitFor({ state: 'detached' });
    await signOut(tab);
    await tab.signIn();
    await heading('One more step').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1));
    await heading('Dashboard').waitFor();
    await signOut(tab);
    await tab.signIn();
    await button('Use a recovery code').click();
    await page.getByLabel('Recovery code').fill(recoveryCode);
    await button('Continue').click();
    await heading('Dashboard').waitFor();
    await go('/admin/account');
    await page.getByText('9 of 10 codes are left.').waitFor();
    await button('Remove Authenticator app').click();
    await button('Yes, remove it').click();
    await toast('Second factor removed').waitFor();
    await button('Set up an authenticator app').waitFor();
  });

  it('a forgotten password is replaced by the link of the mail, in any browser', async () => {
    const asking = await openAccount(size);
    await signOut(asking);
    await asking.page.getByRole('link', { name: 'Forgot your password?' }).click();
    await asking.heading('Forgot your password?').waitFor();
    await asking.type('Email', asking.email);
    await asking.button('Send the link').click();
    await asking.toast('Check your email').waitFor();
    const token = await mailedToken(given.salon, asking.email, 'recovery');

    const other = await openTab(size);
    await other.page.goto(linkTo(siteUrl(), { kind: 'recovery', redirectTo: '/' }, token));
    await other.heading('Choose a new password').waitFor();
    await other.type('New password', '1234567890');
    await other.button('Save password').click();
    await other.page.getByRole('alert').waitFor();
    await other.type('New password', 'scissors and 7 combs');
    await other.button('Save password').click();
    await other.heading('Dashboard').waitFor();

    await asking.go('/auth');
    await asking.signIn();
    await asking.page.getByRole('alert').filter({ hasText: 'Invalid login credentials' }).waitFor();
    await asking.signIn('scissors and 7 combs');
    await asking.heading('Dashboard').waitFor();
  });
});

/** How many factors the session has shown, as its token says it. */
const aalOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { access_token } = JSON.parse(localStorage.getItem('salon-session') ?? '{}');
    return JSON.parse(atob(access_token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/'))).aal;
  });

it('the link that the first start prints leads to a password, and into the admin area', async () => {
  const { salon } = given;
  const { pool } = salon.database;
  const { rows } = await pool.query<{ id: string; email: string }>(
    "select id, email from accounts.users where id = (select user_id from accounts.one_time_tokens where kind = 'invitation')",
  );
  const [first] = rows;
  // The link takes an address and a name only as long as no owner can sign in.
  await pool.query('delete from accounts.user_roles where user_id <> $1', [first?.id]);
  const token = await mailedToken(salon, first?.email ?? '', 'invite');
  const { page, heading, type, button, toast, go } = await openTab();
  await page.goto(linkTo(siteUrl(), { kind: 'invitation', redirectTo: '/' }, token));
  const owner = { 'First name': 'Camille', 'Last name': 'Laurent', 'Your email': 'camille@salon.example' };
  async function choose(password: string) {
    for (const [label, text] of Object.entries({ ...owner, Password: password })) await type(label, text);
    await button('Create account').click();
  }
  await heading('Create your account').waitFor();
  await choose('1234567890');
  await page.getByRole('alert').filter({ hasText: 'easy to guess' }).waitFor();
  // The link is used up by now, and the session goes on with it.
  await page.reload();
  await choose(PASSWORD);
  await toast('Welcome!').waitFor();
  await heading('Dashboard').waitFor();
  await button('Sign Out').click();
  await heading('Welcome back').waitFor();
  await go(`/auth#token_hash=${token}&type=invite`);
  await choose('another password');
  await heading('This link has been used or has expired').waitFor();
  await page.getByRole('link', { name: 'Sign In' }).click();
  await page.getByLabel('Email').fill('camille@salon.example');
  await type('Password', PASSWORD);
  await button('Sign In').click();
  await heading('Dashboard').waitFor();
});

it('a passkey signs in with both factors', async () => {
  const tab = await openAccount();
  const { page, button, toast, heading } = tab;
  await givenAuthenticator(page);
  await button('Add a passkey').click();
  await toast('Passkey added').waitFor();
  // Nobody is asked for a second factor who has just shown one.
  expect(await aalOf(page)).toBe('aal2');
  await page.reload();
  await page.getByRole('button', { name: /^Rename Chrome on / }).waitFor();
  await button('Sign Out').click();
  const byPasskey = button('Sign in with a passkey');
  await byPasskey.or(heading('Dashboard')).waitFor();
  // Pressed without a look at it: the browser may offer the passkey by itself, as the fingerprint is there already, and take the button away.
  await byPasskey.evaluateAll(([it]) => (it as HTMLElement | undefined)?.click());
  await toast('Welcome!').waitFor();
  await heading('Dashboard').waitFor();
  expect(await aalOf(page)).toBe('aal2');
});

describe('two tabs', () => {
  it('renew one session at once, and both stay signed in', async () => {
    const { page, heading } = await openAccount();
    const before = await page.evaluate(() => localStorage.getItem('salon-session'));
    const other = await page.context().newPage();
    await other.clock.setFixedTime(NOW);
    // To both, the session seems about to run out.
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('salon-session') ?? '{}');
      localStorage.setItem(
        'salon-session',
        JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) + 5 }),
      );
    });
    const renewals: number[] = [];
    page.context().on('response', (response) => {
      if (response.url().includes('grant_type=refresh_token')) renewals.push(response.status());
    });
    await Promise.all([page.reload(), other.goto(`${siteUrl()}/admin/account`)]);
    await Promise.all([heading('Account').waitFor(), wizardVisitor(other).heading('Account').waitFor()]);
    expect(renewals.length).toBeGreaterThan(0);
    expect(new Set(renewals)).toEqual(new Set([200]));
    expect(await page.evaluate(() => localStorage.getItem('salon-session'))).not.toBe(before);
    await page.reload();
    await heading('Account').waitFor();
  });

  it('sign out together', async () => {
    const { page, button, heading } = await openAccount();
    const other = await page.context().newPage();
    await other.clock.setFixedTime(NOW);
    await other.goto(`${siteUrl()}/admin`);
    await wizardVisitor(other).heading('Dashboard').waitFor();
    await button('Sign Out').click();
    await heading('Welcome back').waitFor();
    await wizardVisitor(other).heading('Welcome back').waitFor();
  });
});

it('a session that was ended on another device ends here with the next request', async () => {
  const here = await openAccount();
  const there = await openTab(PHONE);
  await there.go('/auth?next=%2Fadmin%2Faccount');
  await there.page.getByLabel('Email').fill(here.email);
  await there.type('Password', PASSWORD);
  await there.button('Sign In').click();
  await there.heading('Account').waitFor();
  await here.page.reload();
  await here.page.getByRole('region', { name: 'Where you are signed in' }).getByText('This device').waitFor();
  await here.page
    .getByRole('button', { name: /^Sign out (?!everywhere)/ })
    .first()
    .click();
  await here.button('Sign it out').click();
  await here.toast('Signed out there').waitFor();
  given.salon.setClock(new Date(NOW.getTime() + 6_000));
  await there.page.reload();
  await there.heading('Welcome back').waitFor();
  given.salon.setClock(NOW);
});

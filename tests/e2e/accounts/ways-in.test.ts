import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SignInService, startSignInService } from '../../support/accounts/sign-in-service.ts';
import { eventually } from '../../support/machine/eventually.ts';
import { freePort } from '../../support/machine/free-port.ts';
import { linkIn, mailFiles } from '../../support/messages/mail-files.ts';
import { givenSalon, type TestSalon } from '../../support/server/server.ts';
import { openPage } from '../support/pages/open-page.ts';
import { sharedBrowser } from '../support/site/browser.ts';
import { wizardVisitor } from '../support/visitor/wizard-visitor.ts';

/** Two ways lead from outside into the admin area: the link of a real mail, and a real service of OpenID Connect. */

const NOW = new Date();
const ADMIN = 'camille@lumiere.example';
const PASSWORD = 'brush and comb 7';

let browser: Browser;
let service: SignInService;
let salon: TestSalon;
let siteUrl: string;
beforeAll(async () => {
  const port = await freePort();
  siteUrl = `http://localhost:${port}`;
  [browser, service] = await Promise.all([
    sharedBrowser(),
    startSignInService(`${siteUrl}/auth/v1/callback`),
  ]);
  salon = await givenSalon({
    now: NOW,
    settings: {
      PORT: String(port),
      ADMIN_EMAIL: ADMIN,
      ADMIN_PASSWORD: PASSWORD,
      OIDC_ACME_ISSUER: service.issuer,
      OIDC_ACME_CLIENT_ID: service.clientId,
      OIDC_ACME_CLIENT_SECRET: service.clientSecret,
      OIDC_ACME_LABEL: 'Acme',
    },
  });
});
afterAll(async () => {
  await browser.close();
  await salon.stop();
  await service.stop();
});

async function visit(path: string) {
  const page = await openPage(browser, { now: NOW });
  await page.goto(siteUrl + path);
  return { page, ...wizardVisitor(page) };
}

const mailCalled = (subject: string) =>
  eventually(async () => {
    const mail = (await mailFiles(salon.dataDir)).find((one) => one.subject?.startsWith(subject));
    expect(mail?.to?.map(({ address }) => address)).toEqual([ADMIN]);
    return mail as NonNullable<typeof mail>;
  });

it('a mailed link leads to a new password, and with it into the admin area', async () => {
  const { page, button, heading, toast } = await visit('/admin/account');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await heading('Forgot your password?').waitFor();
  await page.getByLabel('Email').fill(ADMIN);
  await button('Send the link').click();
  await heading('Check your email').waitFor();

  await page.goto(linkIn(await mailCalled('Choose a new password')));
  await heading('Choose a new password').waitFor();
  await page.getByLabel('New password', { exact: true }).fill('scissors and 7 combs');
  await button('Save password').click();
  await toast('Your new password is saved.').waitFor();
  await heading('Dashboard').waitFor();
  expect(page.url()).toBe(`${siteUrl}/admin`);

  await button('Sign Out').click();
  await heading('Welcome back').waitFor();
  await page.getByLabel('Email').fill(ADMIN);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button('Sign In').click();
  await page.getByRole('alert').filter({ hasText: 'Invalid login credentials' }).waitFor();
  await page.getByLabel('Password', { exact: true }).fill('scissors and 7 combs');
  await button('Sign In').click();
  await heading('Dashboard').waitFor();

  // Its owner hears of the change, with a way to ask for another password.
  await page.goto(linkIn(await mailCalled('Your password')));
  await heading('Forgot your password?').waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe(ADMIN);
});

it('an account of another service leads into the admin area, and nobody who says no there', async () => {
  const by = 'Continue with Acme';
  service.visitor = undefined;
  // The latest sign-ins are shown first, and a clock that stands still has none.
  salon.setClock(new Date(NOW.getTime() + 60_000));
  const { page, button, heading, toast } = await visit('/auth?next=%2Fadmin%2Faccount');
  await button(by).click();
  await page.getByRole('alert').filter({ hasText: 'You have not allowed the sign-in.' }).waitFor();

  service.visitor = { sub: 'camille', email: ADMIN, email_verified: true };
  await button(by).click();
  await toast('Welcome!').waitFor();
  await heading('Account').waitFor();
  expect(page.url()).toBe(`${siteUrl}/admin/account`);
  await page.getByText('Signed in by another service').first().waitFor();

  service.visitor = { sub: 'somebody', email: 'somebody@acme.example', email_verified: true };
  const other = await visit('/auth');
  await other.button(by).click();
  await other.heading('Access Denied').waitFor();
});

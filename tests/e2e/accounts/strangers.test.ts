import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { linkTo, type OneTimeTokenKind } from '../../../src/features/accounts/mails/one-time-tokens.ts';
import {
  authClient,
  givenAdmin,
  givenUser,
  mailedToken,
  NAMED,
  PASSWORD,
} from '../../support/accounts/auth-client.ts';
import { staffOpener } from '../support/pages/open-as.ts';
import { expectAccessible, openPage, PHONE } from '../support/pages/open-page.ts';
import { givenSalonAndBrowser } from '../support/site/given-salon.ts';
import { wizardVisitor } from '../support/visitor/wizard-visitor.ts';

/** An administrator and strangers, who send links or were in the account. Real browser, real service. */

const NOW = new Date();
const given = givenSalonAndBrowser({ now: NOW });
/** Mails lead to this name, for which a browser has another session than for the number. */
const siteUrl = () => given.salon.url.replace('127.0.0.1', 'localhost');
const openAs = (owner: { email: string }, path: string) =>
  staffOpener({ browser: given.browser, salon: { ...given.salon, url: siteUrl() } }, NOW)(owner, path);
const linkOf = (kind: OneTimeTokenKind, token: string) =>
  linkTo(siteUrl(), { kind, redirectTo: `${siteUrl()}/` }, token);

/** The address that a browser is signed in with. */
const signedInAs = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('salon-session') ?? '{}').user?.email);

describe('a link that was mailed to a stranger', () => {
  it.each([
    ['pkce', 'code=', 'Dashboard'],
    ['implicit', 'access_token=', 'Client Love'],
  ] as const)(
    'signs nobody in who is signed in already, once or twice: %s',
    async (flowType, offered, shown) => {
      const { salon } = given;
      const owner = await givenAdmin(salon);
      const { page, heading } = await openAs(owner, '/admin/account');
      await heading('Account').waitFor();

      const email = `stranger-${flowType}@example.com`;
      await authClient(salon, { flowType }).signUp({ email, password: PASSWORD, options: NAMED });
      const link = linkOf('confirmation', await mailedToken(salon, email, 'signup'));
      const openings = [
        [offered, shown],
        ['message=', 'Dashboard'],
      ] as const;
      for (const [carried, next] of openings) {
        const opened = page.waitForResponse('**/auth/v1/verify*');
        await page.goto(link);
        expect((await opened).headers().location).toContain(carried);
        await heading(next).waitFor();
        expect(await signedInAs(page)).toBe(owner.email);
      }
    },
  );

  it('for a new password signs in nobody who opens it, and for a new address changes no other account', async () => {
    const { salon } = given;
    const [owner, stranger] = [await givenAdmin(salon), await givenUser(salon)];
    const { page, heading, button } = await openAs(owner, '/admin/account');
    await heading('Account').waitFor();

    await authClient(salon).resetPasswordForEmail(stranger.email);
    const recovery = await mailedToken(salon, stranger.email, 'recovery');
    await page.goto(linkOf('recovery', recovery));
    await heading('Choose a new password').waitFor();
    expect(await signedInAs(page)).toBe(owner.email);

    await stranger.client.updateUser({ email: 'elsewhere@example.com', current_password: PASSWORD });
    const change = await mailedToken(salon, stranger.email, 'email_change');
    await page.goto(linkOf('email_change', change));
    await page.getByText(`You are signed in as ${owner.email}.`).waitFor();
    await button('Confirm new address').click();
    await page.getByText('This link has expired, or it belongs to another account.').waitFor();
    expect((await owner.client.getUser()).data.user?.email).toBe(owner.email);
  });
});

it('a link for a new password works once', async () => {
  const { salon } = given;
  const owner = await givenAdmin(salon);
  await authClient(salon).resetPasswordForEmail(owner.email);
  const token = await mailedToken(salon, owner.email, 'recovery');
  const page = await openPage(given.browser, { now: NOW });
  const { button, heading, toast } = wizardVisitor(page);
  const choose = async (password: string) => {
    await page.goto('about:blank');
    await page.goto(linkOf('recovery', token));
    await page.getByLabel('New password', { exact: true }).fill(password);
    await button('Save password').click();
  };
  await choose('brush and comb 7');
  await heading('Dashboard').waitFor();
  await choose('scissors and 7 combs');
  await toast('This link has been used or has expired').waitFor();
  const { error } = await authClient(salon).signInWithPassword({
    email: owner.email,
    password: 'brush and comb 7',
  });
  expect(error).toBeNull();
});

it('an owner chooses a new password by mail, and revokes what the stranger has made', async () => {
  const { salon } = given;
  const { email, token } = await givenAdmin(salon);
  const made = async (path: string, body?: object) => (await salon.post(path, body, { token })).json;
  const { key } = (await made('/api/admin/api-keys', {
    name: 'Stranger',
    areas: ['events'],
    access: 'read',
  })) as { key: string };
  await made('/api/admin/webhooks', { url: 'https://books.example/hooks' });
  const { url } = (await made('/api/account/calendar-address')) as { url: string };
  const calendar = new URL(url).pathname;
  const opens = async () => [
    (await salon.get('/api/admin/events', { token: key })).status,
    (await salon.get(calendar)).status,
  ];
  expect(await opens()).toEqual([200, 200]);

  await authClient(salon).resetPasswordForEmail(email);
  const page = await openPage(given.browser, { size: PHONE, now: NOW });
  const { button, heading } = wizardVisitor(page);
  await page.goto(linkOf('recovery', await mailedToken(salon, email, 'recovery')));
  await page.getByLabel('New password', { exact: true }).fill('brush and comb 7');
  await button('Save password').click();
  await heading('What has access').waitFor();
  expect(await opens(), 'a new password alone ends nothing').toEqual([200, 200]);
  await page.getByRole('checkbox', { name: 'Keep books.example' }).check();
  await expectAccessible(page);
  await button('Revoke 2, keep 1').click();
  await button('Yes, revoke').click();
  const list = page.getByRole('list', { name: 'What has access' });
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
  await page.getByRole('checkbox', { name: 'Keep books.example' }).waitFor();
  expect(await opens()).toEqual([401, 404]);

  await page.goto(`${siteUrl()}/admin/activity?kind=connection`);
  await page.getByText('Access revoked').first().waitFor();
  await expect.poll(() => page.getByText('Access revoked').count()).toBe(2);
  await page.getByText('Stranger').first().waitFor();
  await page.goto(`${siteUrl()}/admin/account`);
  // The service's clock stands still, so these acts are of one moment and in no order.
  await button('Show more').click();
  await page.getByText('API key revoked: “Stranger”').waitFor();
});

import { expect, it } from 'vitest';
import { linkTo } from '../../../src/features/accounts/mails/one-time-tokens.ts';
import { authClient, givenAdmin, mailedToken } from '../../support/accounts/auth-client.ts';
import { expectAccessible, openPage, PHONE } from '../support/pages/open-page.ts';
import { givenSalonAndBrowser } from '../support/site/given-salon.ts';
import { wizardVisitor } from '../support/visitor/wizard-visitor.ts';

/** A stranger was in the account of an administrator. Real browser, real service. */

const NOW = new Date();
const given = givenSalonAndBrowser({ now: NOW });

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
  const link = { kind: 'recovery', redirectTo: `${salon.url}/` } as const;
  const page = await openPage(given.browser, { size: PHONE, now: NOW });
  const { button, heading } = wizardVisitor(page);
  await page.goto(linkTo(salon.url, link, await mailedToken(salon, email, 'recovery')));
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

  await page.goto(`${salon.url}/admin/activity?kind=connection`);
  await page.getByText('Access revoked').first().waitFor();
  await expect.poll(() => page.getByText('Access revoked').count()).toBe(2);
  await page.getByText('Stranger').first().waitFor();
  await page.goto(`${salon.url}/admin/account`);
  // The service's clock stands still, so these acts are of one moment and in no order.
  await button('Show more').click();
  await page.getByText('API key revoked: “Stranger”').waitFor();
});

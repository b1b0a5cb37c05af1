import { expect, it } from 'vitest';
import { CONNECTIONS, CONNECTIONS_PATH } from '../support/fixtures/connection-fixtures.ts';
import { adminOpener } from '../support/pages/open-admin.ts';
import { expectFocus } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { json, lostNetwork, problem } from '../support/site/mock-api.ts';

/** After a new password, and after signing out everywhere else, administrators see what still works without signing in. */

const site = givenSite();
const open = adminOpener(site);
const GET = `GET ${CONNECTIONS_PATH}`;
const POST = `POST ${CONNECTIONS_PATH}/revoke`;
const SOME = { [GET]: json({ connections: CONNECTIONS }) };
const FORGOTTEN = '/auth#token_hash=the-token&type=recovery';
const ROWS = CONNECTIONS.length;

it('follows a new password after "forgot password", where all is revoked at once', async () => {
  const { page, api, heading, button, dialog, toast, called } = await open(FORGOTTEN, {
    ...SOME,
    [POST]: json({ connections: [] }),
  });
  await page.getByLabel('New password', { exact: true }).fill('brush and comb');
  await button('Save password').click();
  await heading('What has access').waitFor();
  await page.getByText('Your new password is saved.', { exact: false }).first().waitFor();
  const list = page.getByRole('list', { name: 'What has access' });
  await list.waitFor();
  expect(await list.getByRole('listitem').count()).toBe(ROWS);
  await button('Revoke all').click();
  await dialog.getByText('This can’t be undone', { exact: false }).waitFor();
  expect(called(POST)).toEqual([]);
  api.change({ [GET]: json({ connections: [] }) });
  await dialog.getByRole('button', { name: 'Yes, revoke' }).click();
  await toast('Nothing has access any more.').waitFor();
  await page.getByText('Nothing has access without signing in').waitFor();
  expect(called(POST).map(({ body }) => body)).toEqual([{ keep: [] }]);
  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  await heading('Dashboard').waitFor();
});

it.each([
  ['nothing else has access', json({ connections: [] })],
  ['the person administers nothing', problem('forbidden')],
])('does not follow a new password when %s', async (_title, answer) => {
  const { page, heading, button, called } = await open(FORGOTTEN, { [GET]: answer });
  await page.getByLabel('New password', { exact: true }).fill('brush and comb');
  await button('Save password').click();
  await heading('Dashboard').waitFor();
  expect(called(GET).length).toBeGreaterThan(0);
});

it('follows also when the service can’t say yet what has access, and loads it again', async () => {
  const { page, api, heading, button } = await open(FORGOTTEN, { [GET]: lostNetwork });
  await page.getByLabel('New password', { exact: true }).fill('brush and comb');
  await button('Save password').click();
  await heading('What has access').waitFor();
  await page.getByText('What has access couldn’t be loaded').waitFor();
  api.change(SOME);
  await button('Try again').click();
  await button('Revoke all').waitFor();
});

it('follows signing out everywhere else', async () => {
  const { page, heading, button } = await open('/admin/account', SOME);
  await button('Sign out everywhere else').click();
  await button('Yes, sign out').click();
  await heading('What has access').waitFor();
  await page.getByText('All other devices are signed out.', { exact: false }).waitFor();
});

it('keeps single ones by keyboard, and sends the same request again after a lost answer', async () => {
  const { page, api, button, dialog, toast, called } = await open('/admin/access', {
    ...SOME,
    [POST]: lostNetwork,
  });
  const kept = CONNECTIONS[2] ?? expect.fail('none');
  const keep = page.getByRole('checkbox', { name: `Keep ${kept.name}` });
  await keep.focus();
  await page.keyboard.press('Space');
  const revoke = button(`Revoke ${ROWS - 1}, keep 1`);
  await revoke.focus();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Yes, revoke' }).press('Enter');
  await page.getByRole('alert').first().waitFor();
  api.change({ [POST]: json({ connections: [kept] }), [GET]: json({ connections: [kept] }) });
  await revoke.press('Enter');
  await dialog.getByRole('button', { name: 'Yes, revoke' }).press('Enter');
  await toast('What you kept still works.').waitFor();
  const list = page.getByRole('list', { name: 'What has access' });
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
  await expectFocus(list);
  const [first, again] = called(POST);
  expect(first?.body).toEqual({ keep: [kept.id] });
  expect(again?.body).toEqual({ keep: [kept.id] });
});

it('is found under Settings, Connections', async () => {
  const { page, heading } = await open('/admin/settings/connections', {
    ...SOME,
    'GET /api/admin/api-keys': json([]),
    'GET /api/admin/webhooks': json({ webhooks: [], waits_for_sending: false }),
  });
  await page.getByRole('link', { name: 'see all that has access, and revoke it at once' }).click();
  await heading('What has access').waitFor();
});

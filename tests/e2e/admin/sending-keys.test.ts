import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { PROBLEMS } from '../../../src/contracts/problem.ts';
import { SENDING_KEYS, SENDING_PATH, WEBHOOK } from '../support/fixtures/settings-fixtures.ts';
import { adminOpener } from '../support/pages/open-admin.ts';
import { expectAccessible } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { positionAt } from '../support/site/live-updates.ts';
import { json, problem } from '../support/site/mock-api.ts';

const site = givenSite();
const open = adminOpener(site);
const PATH = '/admin/settings/sending';
const GET = `GET ${SENDING_PATH}`;
const CHANGE = `PATCH ${SENDING_PATH}`;
const TEST = `POST ${SENDING_PATH}/test`;
const changed = json({ version: 4, position: positionAt(9) });
const SID = `AC${'1'.repeat(32)}`;

const formOf = (page: Page, name: string) => page.getByRole('form', { name, exact: true });
async function fillTexts(page: Page) {
  const form = formOf(page, 'Texts');
  await form.getByLabel('Account SID').fill(SID);
  await form.getByLabel('Auth Token').fill('a-token-of-tests');
  await form.getByLabel('Number that texts come from').fill('+1 (925) 555-0142');
}

it('takes keys, shows none of them again, and sends a test', async () => {
  const { page, api, toast, called } = await open(PATH, {
    [GET]: json(SENDING_KEYS.none),
    [CHANGE]: changed,
    [TEST]: json({ outcome: 'sent', text: 'Twilio has taken the text.' }),
  });
  await page.getByText('Nobody gets texts yet.').waitFor();
  expect(await formOf(page, 'Texts').getByLabel('Auth Token').getAttribute('type')).toBe('password');
  await fillTexts(page);
  api.change({ [GET]: json(SENDING_KEYS.saved) });
  await formOf(page, 'Texts').getByRole('button', { name: 'Save' }).click();
  await toast('Saved').waitFor();
  await page.getByText('Texts come from (925) 555-0142.').waitFor();
  expect(called(CHANGE)[0]?.body).toEqual({
    sms: { account_sid: SID, auth_token: 'a-token-of-tests', from: '+19255550142' },
  });
  expect(await page.content()).not.toContain('a-token-of-tests');
  await page.getByText(WEBHOOK, { exact: true }).waitFor();
  await formOf(page, 'A test of texts').getByLabel('Your phone').fill('(925) 555-0171');
  await formOf(page, 'A test of texts').getByRole('button', { name: 'Send me a test' }).click();
  await page.getByText('Twilio has taken the text.').waitFor();
  expect(called(TEST)[0]?.body).toEqual({ channel: 'sms', to: '(925) 555-0171' });
  await expectAccessible(page);
});

it('marks what is wrong, by itself and by the server, and keeps what was typed', async () => {
  const { page, called } = await open(PATH, {
    [GET]: json(SENDING_KEYS.none),
    [CHANGE]: problem('validation-failed', 'email.host'),
  });
  const mails = formOf(page, 'Mails');
  await mails.getByLabel('Mail server').fill('smtp.example.com');
  await mails.getByLabel('User name').fill('me');
  await mails.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Please enter both the user name and the password, or neither.').waitFor();
  expect(called(CHANGE)).toEqual([]);
  await expectAccessible(page);
  await mails.getByLabel('Password').fill('secret');
  await mails.getByRole('button', { name: 'Save' }).click();
  await page.getByText(PROBLEMS['validation-failed'].detail).waitFor();
  expect(called(CHANGE)[0]?.body).toEqual({
    email: { host: 'smtp.example.com', port: 465, user: 'me', password: 'secret' },
  });
  expect(await mails.getByLabel('User name').inputValue()).toBe('me');
});

it('asks who it is after a while, and replaces or removes what is saved', async () => {
  const { page, api, button, dialog, toast, called } = await open(PATH, {
    [GET]: json(SENDING_KEYS.saved),
    [CHANGE]: problem('fresh-sign-in-required'),
  });
  await button('Enter it anew').first().click();
  await fillTexts(page);
  await formOf(page, 'Texts').getByRole('button', { name: 'Save' }).click();
  await page.getByText('You signed in a while ago.').waitFor();
  await expectAccessible(page);
  api.change({ [CHANGE]: changed });
  await page.getByLabel('Your password', { exact: true }).fill('Bluebird-7-lantern');
  await button('Go on').click();
  await toast('Saved').waitFor();
  await button('Remove what mails are sent with').click();
  await dialog.getByRole('button', { name: 'Yes, remove it' }).click();
  await toast('Removed').waitFor();
  expect(called(CHANGE).at(-1)?.body).toEqual({ email: null });
});

it('says where the server’s settings win, and what can’t be read any more', async () => {
  const { page, button } = await open(PATH, { [GET]: json(SENDING_KEYS.server) });
  await page.getByText('Set by the server’s settings; change it there.').first().waitFor();
  expect(await button('Save').count()).toBe(0);
  await expectAccessible(page);
  const other = await open(PATH, { [GET]: json(SENDING_KEYS.unreadable) });
  await other.page.getByText(/^What was saved can’t be read any more, so texts wait/).waitFor();
  await expectAccessible(other.page);
});

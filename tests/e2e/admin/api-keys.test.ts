import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { PROBLEMS } from '../../../src/contracts/problem.ts';
import { API_KEYS, API_KEYS_PATH, KEY_ID, MADE_KEY } from '../support/fixtures/api-key-fixtures.ts';
import { adminOpener, waitForFocus } from '../support/pages/open-admin.ts';
import { expectFocus } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { json, lostNetwork, problem } from '../support/site/mock-api.ts';

const site = givenSite();
const open = adminOpener(site);
const PATH = '/admin/settings/connections';
const GET = `GET ${API_KEYS_PATH}`;
const POST = `POST ${API_KEYS_PATH}`;
const DELETE = `DELETE ${API_KEYS_PATH}/${KEY_ID}`;

const formOf = (page: Page) => page.getByRole('form', { name: 'New key' });
const box = (page: Page, name: string) =>
  formOf(page).getByRole('checkbox', { name: new RegExp(`^${name}`) });

it('makes a key, shows it once, and revokes it', async () => {
  const { page, api, button, dialog, toast, called } = await open(PATH, {
    [GET]: json([]),
    [POST]: json(MADE_KEY, 201),
    [DELETE]: (route) => route.fulfill({ status: 204 }),
  });
  await page.getByText('No program has a key yet.').waitFor();
  await button('Make a key').click();
  await formOf(page).getByRole('textbox', { name: 'Name' }).fill('Bookkeeping');
  await box(page, 'Appointments').check();
  await box(page, 'Reports').check();
  await box(page, 'Change feed').check();
  api.change({ [GET]: json(API_KEYS) });
  await button('Make the key').click();
  await page.getByText(MADE_KEY.key).waitFor();
  await expectFocus(page.getByRole('heading', { name: 'The key for “Bookkeeping”' }));
  expect(called(POST).map(({ body }) => body)).toEqual([
    { name: 'Bookkeeping', areas: ['bookings', 'reports', 'events'], access: 'read' },
  ]);
  await page.getByText('Reads: Appointments, Reports, Change feed').waitFor();
  await page.getByText('Made by Ada Lovelace, Mon, Nov 2 · 9:30 AM').waitFor();
  await page.getByText('Last used Fri, Nov 20 · 8:12 AM').waitFor();
  await button('I have put it in').click();
  expect(await page.getByText(MADE_KEY.key).count()).toBe(0);
  await waitForFocus(page, 'Make a key');

  await button('Revoke Bookkeeping').click();
  await dialog.getByText('The program that has this key is shut out at once.', { exact: false }).waitFor();
  api.change({ [GET]: json(API_KEYS.slice(1)) });
  await dialog.getByRole('button', { name: 'Yes, revoke it' }).click();
  await toast('Key revoked').waitFor();
  await page.getByText('Bookkeeping', { exact: true }).waitFor({ state: 'detached' });
  expect(called(DELETE)).toHaveLength(1);
  await expectFocus(page.getByRole('list', { name: 'API keys' }));
});

it('says what is missing, asks who it is, and makes no second key when an answer was lost', async () => {
  const { page, api, button, called } = await open(PATH, {
    [GET]: json(API_KEYS),
    [POST]: problem('fresh-sign-in-required'),
  });
  const attempts: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(API_KEYS_PATH))
      attempts.push(request.headers()['idempotency-key']);
  });
  await button('Make a key').click();
  await button('Make the key').click();
  await page.getByText('Please enter a name of at most 60 characters.').waitFor();
  await page.getByText('Please choose what the key opens.').waitFor();
  await expectFocus(formOf(page).getByRole('textbox', { name: 'Name' }));
  expect(called(POST)).toEqual([]);
  await formOf(page).getByRole('textbox', { name: 'Name' }).fill('Robot');
  await box(page, 'Hours').check();
  await formOf(page).getByLabel('Read and change').check();
  await button('Make the key').click();
  await page.getByText('You signed in a while ago.').waitFor();
  api.change({ [POST]: lostNetwork });
  await page.getByLabel('Your password', { exact: true }).fill('Bluebird-7-lantern');
  await button('Go on').click();
  await page.getByRole('alert').waitFor();

  api.change({ [POST]: problem('api-key-shown') });
  await button('Go on').click();
  await page.getByText(PROBLEMS['api-key-shown'].detail).waitFor();
  expect(called(POST).at(-1)?.body).toEqual({ name: 'Robot', areas: ['hours'], access: 'write' });
  expect(attempts.at(-1)).toMatch(/^[0-9a-f]{32}$/);
  expect(attempts.at(-1)).toBe(attempts.at(-2));
});

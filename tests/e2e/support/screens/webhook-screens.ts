import type { Page } from 'playwright-core';
import { ADMIN_SUCCESS } from '../fixtures/admin-fixtures.ts';
import { signedIn } from '../fixtures/auth-fixtures.ts';
import {
  DELIVERIES,
  listedWebhooks,
  SECRET,
  WEBHOOK,
  WEBHOOKS_PATH,
  webhookId,
} from '../fixtures/webhook-fixtures.ts';
import { json, lostNetwork, type MockResponse, problem, silence } from '../site/mock-api.ts';
import type { Screen } from './screen.ts';

const GET = `GET ${WEBHOOKS_PATH}`;
const ALL = listedWebhooks(WEBHOOK.working, WEBHOOK.failing, WEBHOOK.given_up, WEBHOOK.paused);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();

const screen = (name: string, api: Record<string, MockResponse>, reach: Screen['reach']): Screen => ({
  name: `webhooks, ${name}`,
  path: '/admin/settings/connections',
  begin: signedIn(),
  api: { ...ADMIN_SUCCESS, ...api },
  reach,
});

async function add(page: Page) {
  await press(page, 'Add a webhook');
  await page.getByLabel('Address', { exact: true }).fill('https://books.example.com/hooks');
}

/** Webhooks in every state that somebody can meet. */
export const WEBHOOK_SCREENS: readonly Screen[] = [
  screen('none', { [GET]: json(listedWebhooks()) }, (page) =>
    page.getByText('No webhook sends anything yet.').waitFor(),
  ),
  screen('in each state', { [GET]: json(ALL) }, (page) => page.getByText(/^Failing since/).waitFor()),
  screen(
    'paused with the role of the person who added it',
    {
      [GET]: json(
        listedWebhooks({
          ...WEBHOOK.paused,
          paused: { at: '2026-11-18T16:00:00.000Z', why: 'maker-revoked' },
        }),
      ),
    },
    (page) => page.getByText(/^Paused because the person who added it no longer administers/).waitFor(),
  ),
  screen('in a copy', { [GET]: json({ ...ALL, waits_for_sending: true }) }, (page) =>
    page.getByText('Nothing is sent from here yet,').waitFor(),
  ),
  screen('loading', { [GET]: silence }, (page) =>
    page.getByText('Loading the webhooks...').waitFor({ state: 'attached' }),
  ),
  screen('not loaded', { [GET]: lostNetwork }, (page) =>
    page.getByText('Failed to load the webhooks').waitFor(),
  ),
  screen('adding one, with what is wrong', { [GET]: json(listedWebhooks()) }, async (page) => {
    await press(page, 'Add a webhook');
    await page.getByLabel('Everything that happens').uncheck();
    for (const box of await page
      .getByRole('group', { name: 'Events that it gets' })
      .getByRole('checkbox')
      .all())
      await box.uncheck();
    await press(page, 'Add');
    await page.getByText('Please choose at least one.').waitFor();
  }),
  screen(
    'asking who it is',
    { [GET]: json(listedWebhooks()), [`POST ${WEBHOOKS_PATH}`]: problem('fresh-sign-in-required') },
    async (page) => {
      await add(page);
      await press(page, 'Add');
      await page.getByText('You signed in a while ago.').waitFor();
    },
  ),
  screen(
    'a new secret',
    {
      [GET]: json(ALL),
      [`POST ${WEBHOOKS_PATH}/${webhookId(1)}/secret`]: json({ ...WEBHOOK.working, secret: SECRET }),
    },
    async (page) => {
      await press(page, 'New secret');
      await press(page, 'Yes, make one');
      await page.getByText(/^It is shown this once/).waitFor();
    },
  ),
  screen(
    'deliveries and a test',
    {
      [GET]: json(listedWebhooks(WEBHOOK.working)),
      [`GET ${WEBHOOKS_PATH}/${webhookId(1)}/deliveries`]: json(DELIVERIES),
      [`POST ${WEBHOOKS_PATH}/${webhookId(1)}/test`]: json({
        status: 404,
        failure: 'status',
        duration_ms: 91,
      }),
    },
    async (page) => {
      await press(page, 'Deliveries');
      await press(page, 'Send a test');
      await page.getByText('The server answered with an error (404). It took 91 ms.').waitFor();
      await page.getByText('appointment.cancelled').first().waitFor();
    },
  ),
  screen('changing and sending again', { [GET]: json(listedWebhooks(WEBHOOK.failing)) }, async (page) => {
    await press(page, 'Change');
    await page.getByLabel('customer.added').waitFor();
  }),
  screen(
    'sending again, with what is wrong',
    { [GET]: json(listedWebhooks(WEBHOOK.paused)) },
    async (page) => {
      await press(page, 'Send again');
      await page
        .getByRole('form', { name: 'Send again' })
        .getByRole('button', { name: 'Send again' })
        .click();
      await page.getByText('Please choose today or an earlier day.').waitFor();
    },
  ),
];

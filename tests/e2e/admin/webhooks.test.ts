import { expect, it } from 'vitest';
import { BOOKING_SUCCESS, todayCalendar } from '../support/fixtures/booking-fixtures.ts';
import {
  DELIVERIES,
  listedWebhooks,
  SECRET,
  WEBHOOK,
  WEBHOOKS_PATH,
  webhookId,
} from '../support/fixtures/webhook-fixtures.ts';
import { adminOpener } from '../support/pages/open-admin.ts';
import { expectAccessible, expectFocus } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { json, lostNetwork, problem } from '../support/site/mock-api.ts';

const site = givenSite();
const open = adminOpener(site);
const PATH = '/admin/settings/connections';
const GET = `GET ${WEBHOOKS_PATH}`;
const MAKE = `POST ${WEBHOOKS_PATH}`;
const one = (method: string, deeper = '', n = 1) => `${method} ${WEBHOOKS_PATH}/${webhookId(n)}${deeper}`;
const URL_TEXT = WEBHOOK.working.url;

it('adds an address, shows its secret this once, and tries it', async () => {
  const { page, api, button, called } = await open(PATH, {
    [GET]: json(listedWebhooks()),
    [MAKE]: problem('fresh-sign-in-required'),
    [one('POST', '/test')]: json({ status: 204, failure: null, duration_ms: 84 }),
  });
  await page.getByText('No program is told of anything yet.').waitFor();
  await button('Add a webhook').click();
  const form = page.getByRole('form', { name: 'Add a webhook' });
  await form.getByRole('button', { name: 'Add' }).click();
  await page.getByText(/^Please enter an address such as/).waitFor();
  expect(called(MAKE)).toEqual([]);
  await form.getByLabel('Address').fill(URL_TEXT);
  await form.getByLabel('Everything that happens').uncheck();
  for (const kind of ['Customers', 'Services', 'Opening hours', 'Single days', 'Texts and mails'])
    await form.getByLabel(kind).uncheck();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Add' }).click();
  await page.getByText('You signed in a while ago.').waitFor();
  const made = { ...WEBHOOK.fresh, types: ['appointment.*'] };
  api.change({ [MAKE]: json({ ...made, secret: SECRET }, 201), [GET]: json(listedWebhooks(made)) });
  await page.getByLabel('Your password', { exact: true }).fill('Bluebird-7-lantern');
  await button('Go on').click();
  await page.getByText(SECRET).waitFor();
  expect(called(MAKE).at(-1)?.body).toEqual({ url: URL_TEXT, types: ['appointment.*'] });
  await expectFocus(page.getByRole('heading', { name: 'The secret' }));
  await expectAccessible(page);
  await button('I have put it in').click();
  await page.getByText(SECRET).waitFor({ state: 'detached' });
  await button('Send a test').click();
  await page.getByText('Accepted (204). It took 84 ms.').waitFor();
});

it('says how each address is doing, and pauses, resumes and removes it', async () => {
  const { page, api, button, dialog, toast, called } = await open(PATH, {
    [GET]: json(listedWebhooks(WEBHOOK.failing)),
    [one('PATCH', '', 2)]: json(WEBHOOK.failing),
    [one('DELETE', '', 2)]: (route) => route.fulfill({ status: 204 }),
  });
  await page.getByText(/^Failing since/).waitFor();
  await page.getByText('The server didn’t answer within 15 seconds.', { exact: false }).waitFor();
  const readAnew = page.waitForResponse(
    (response) => response.request().method() === 'GET' && response.url().endsWith(WEBHOOKS_PATH),
  );
  await button('Try again now').click();
  await toast('It is tried again now').waitFor();
  expect(called(one('PATCH', '', 2)).at(-1)?.body).toEqual({ paused: false });
  // Not only asked for: the answer would else be that of the next change.
  await readAnew;
  expect(called(GET).length).toBeGreaterThan(1);
  api.change({ [GET]: json(listedWebhooks({ ...WEBHOOK.given_up, id: webhookId(2) })) });
  await button('Pause').click();
  await page.getByText(/^Paused after three days in which nothing arrived/).waitFor();
  expect(called(one('PATCH', '', 2)).at(-1)?.body).toEqual({ paused: true });
  await button('Resume').waitFor();
  await expectAccessible(page);
  api.change({ [GET]: json(listedWebhooks()) });
  await page.getByRole('button', { name: `Remove ${WEBHOOK.given_up.url}` }).click();
  await dialog.getByRole('button', { name: 'Yes, remove it' }).click();
  await toast('Removed').waitFor();
  await page.getByText('No program is told of anything yet.').waitFor();
});

it('changes what is told, sends again from a day on, makes a new secret and shows what was sent', async () => {
  const { page, button, dialog, toast, called } = await open(PATH, {
    [GET]: json(listedWebhooks(WEBHOOK.working)),
    [one('PATCH')]: json(WEBHOOK.working),
    [one('POST', '/replay')]: json(WEBHOOK.working),
    [one('POST', '/secret')]: json({ ...WEBHOOK.working, secret: SECRET }),
    [one('GET', '/deliveries')]: json(DELIVERIES),
  });
  await button('Change').click();
  const change = page.getByRole('form', { name: `Change ${URL_TEXT}` });
  await change.getByLabel('Everything that happens').uncheck();
  await change.getByLabel('Services').uncheck();
  await change.getByRole('button', { name: 'Save' }).click();
  await toast('Saved').waitFor();
  expect(called(one('PATCH'))[0]?.body).toEqual({
    types: ['appointment.*', 'customer.*', 'hours.*', 'day.*', 'message.*'],
  });
  await button('Send again').click();
  const replay = page.getByRole('form', { name: 'Send again' });
  await replay.getByLabel('From the beginning of').fill('2026-11-02');
  await replay.getByRole('button', { name: 'Send again' }).click();
  await toast('It is being sent').waitFor();
  expect(called(one('POST', '/replay'))[0]?.body).toEqual({ from: '2026-11-02T08:00:00.000Z' });
  await button('New secret').click();
  await dialog.getByRole('button', { name: 'Yes, make one' }).click();
  await page.getByText(SECRET).waitFor();
  await button('Deliveries').click();
  await page.getByText('try 2').waitFor();
  expect(await page.getByText('The server answered with an error (500).').count()).toBe(1);
  await expectAccessible(page);
});

it('says on the dashboard that a program was given up, and not that staff have paused one', async () => {
  const { page } = await open('/admin', {
    ...BOOKING_SUCCESS,
    'GET /api/admin/calendar': todayCalendar(),
    [GET]: json(listedWebhooks(WEBHOOK.given_up, WEBHOOK.paused)),
  });
  await page.getByText('1 other program is no longer told of what happens.').waitFor();
  await page.getByRole('link', { name: 'See why' }).click();
  await page.getByText(/^Paused after three days in which nothing arrived/).waitFor();
});

it('offers another try when the list cannot be loaded', async () => {
  const { page, api } = await open(PATH, { [GET]: lostNetwork });
  await page.getByText('Failed to load the webhooks').waitFor();
  api.change({ [GET]: json(listedWebhooks(WEBHOOK.working)) });
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText(URL_TEXT).waitFor();
});

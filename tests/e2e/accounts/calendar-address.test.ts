import { expect, it } from 'vitest';
import {
  ACCOUNT,
  CALENDAR_ADDRESS,
  noContent,
  sessionOf,
  signedIn,
} from '../support/fixtures/auth-fixtures.ts';
import { accountOpener } from '../support/pages/open-account.ts';
import { expectFocus } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { json, type MockResponse, problem } from '../support/site/mock-api.ts';

const site = givenSite();
const open = accountOpener(site);
const PATH = '/api/account/calendar-address';
const turnedOn = json({ ...ACCOUNT, calendar_address_since: '2026-11-20T18:00:00.000Z' });

it('makes a private address for the phone, shows it this once, and turns it off', async () => {
  const { page, api, button, heading, toast, called } = await open('/admin/account', { begin: signedIn() });
  const make: MockResponse = (route, url) => {
    api.change({ 'GET /api/account': turnedOn });
    return json({ url: CALENDAR_ADDRESS })(route, url);
  };
  const remove: MockResponse = (route, url) => {
    api.change({ 'GET /api/account': json(ACCOUNT) });
    return noContent(route, url);
  };
  api.change({ [`POST ${PATH}`]: make, [`DELETE ${PATH}`]: remove });
  await button('Make a private address').click();
  await expectFocus(heading('Your private address'));
  await page.getByText(CALENDAR_ADDRESS, { exact: true }).waitFor();
  const link = page.getByRole('link', { name: 'Open in this device’s calendar' });
  expect(await link.getAttribute('href')).toBe(CALENDAR_ADDRESS.replace('https:', 'webcal:'));

  await page.reload();
  await page.getByText('The address can’t be shown again.').waitFor();
  await button('Turn off the private address').click();
  await button('Yes, turn it off').click();
  await toast('Turned off').waitFor();
  await button('Make a private address').waitFor();
  expect(called(`DELETE ${PATH}`)).toHaveLength(1);
});

it('asks for the password after a sign-in too long ago', async () => {
  const { page, api, button, heading } = await open('/admin/account', {
    begin: signedIn(),
    api: { [`POST ${PATH}`]: problem('fresh-sign-in-required'), 'POST /auth/v1/token': json(sessionOf()) },
  });
  await button('Make a private address').click();
  const password = page.getByLabel('Your password', { exact: true });
  await password.fill('brush and comb');
  api.change({ [`POST ${PATH}`]: json({ url: CALENDAR_ADDRESS }) });
  await button('Go on').click();
  await heading('Your private address').waitFor();
});

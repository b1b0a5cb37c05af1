import { expect, it } from 'vitest';
import { PROBLEMS } from '../../../src/contracts/problem.ts';
import type { SectionName } from '../../../src/contracts/settings/sections.ts';
import { SECTIONS_OF_FILE } from '../../support/salon/sections-of-file.ts';
import { NOW } from '../support/fixtures/fixtures.ts';
import { adminOpener } from '../support/pages/open-admin.ts';
import { expectAccessible } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { positionAt } from '../support/site/live-updates.ts';
import { json, type MockResponse, problem } from '../support/site/mock-api.ts';

const site = givenSite();
const open = adminOpener(site);

const at = (section: SectionName) => `/api/admin/settings/${section}`;
const VARIABLES = {
  name: 'Lumi\u00e8re Hair Studio',
  phone: '(925) 555-0142',
  weekday: 'Tue',
  date: 'Dec 01, 2026',
  time: '12:30 PM',
  link: 'https://salon.example/b/ABCDEFGHIJKL',
  when: 'Tuesday, December 1, 2026 at 12:30 PM',
  services: 'Full Color',
};
const shown = (section: SectionName, changes: object = {}, version = 3): MockResponse =>
  json({
    settings: { ...SECTIONS_OF_FILE[section], ...changes },
    saved: true,
    version,
    variables: VARIABLES,
  });
const saved = json({ version: 4, position: positionAt(9) });
const stale: MockResponse = (route) =>
  route.fulfill({
    status: 412,
    contentType: 'application/problem+json',
    body: JSON.stringify({
      type: 'urn:problem:stale',
      title: 'Refused',
      code: 'stale',
      ...PROBLEMS.stale,
      version: 4,
      changes: [
        { type: 'SettingsChanged', at: NOW.toISOString(), by: { kind: 'admin', name: 'Marie Petit' } },
      ],
    }),
  });

it('saves only what was changed, at the version that was seen', async () => {
  const { page, button, toast, called } = await open('/admin/settings', {
    [`GET ${at('salon')}`]: shown('salon'),
    [`PATCH ${at('salon')}`]: saved,
  });
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Maison & Fils');
  await page.getByText('Unsaved changes').waitFor();
  await expectAccessible(page);
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await button('Save changes').click();
  await toast('Saved').waitFor();
  await button('Save changes').waitFor({ state: 'hidden' });
  expect((await sent).headers()['if-match']).toBe('"3"');
  expect(called(`PATCH ${at('salon')}`)).toMatchObject([{ body: { name: 'Maison & Fils' } }]);
});

it('keeps what was typed while other settings are looked at, and discards it when asked', async () => {
  const { page, button, heading } = await open('/admin/settings', {
    [`GET ${at('salon')}`]: shown('salon'),
    [`GET ${at('booking')}`]: shown('booking'),
  });
  const tagline = page.getByRole('textbox', { name: 'Tagline' });
  await tagline.fill('Mine');
  await page.getByRole('link', { name: 'Booking' }).click();
  await heading('Booking').waitFor();
  await page.getByRole('link', { name: 'Salon', exact: true }).click();
  await expect.poll(() => tagline.inputValue()).toBe('Mine');
  await button('Discard').click();
  await expect.poll(() => tagline.inputValue()).toBe(SECTIONS_OF_FILE.salon.tagline);
});

it('marks what is wrong before anything is sent, and what the server refuses', async () => {
  const { page, button, called } = await open('/admin/settings', {
    [`GET ${at('salon')}`]: shown('salon'),
    [`PATCH ${at('salon')}`]: problem('time-zone-fixed'),
  });
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(' ');
  await button('Save changes').click();
  await page.getByText('Please enter a text of at most 60 characters.').waitFor();
  expect(called(`PATCH ${at('salon')}`)).toEqual([]);
  await button('Discard').click();
  await page.getByRole('combobox', { name: 'Time zone' }).selectOption('Europe/Berlin');
  await button('Save changes').click();
  await page.getByText(PROBLEMS['time-zone-fixed'].detail).waitFor();
});

it('says who was faster and what they changed, and then saves over it', async () => {
  const { page, api, button, toast } = await open('/admin/settings', {
    [`GET ${at('salon')}`]: shown('salon'),
    [`PATCH ${at('salon')}`]: stale,
  });
  await page.getByRole('textbox', { name: 'Tagline' }).fill('Mine');
  api.change({ [`GET ${at('salon')}`]: shown('salon', { tagline: 'Theirs' }, 4) });
  await button('Save changes').click();
  await page.getByText(/^Marie Petit changed this on/).waitFor();
  await page
    .getByRole('listitem')
    .filter({ hasText: /^Tagline: .*Theirs$/ })
    .waitFor();
  await expectAccessible(page);
  api.change({ [`PATCH ${at('salon')}`]: json({ version: 5, position: positionAt(9) }) });
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await button('Save changes').click();
  await toast('Saved').waitFor();
  expect((await sent).headers()['if-match']).toBe('"4"');
});

it('shows texts and mails as customers get them, with the length of each text', async () => {
  const { page } = await open('/admin/settings/messages', {
    [`GET ${at('messages')}`]: shown('messages'),
  });
  const text = page.getByLabel('Request received').first();
  await text.fill('{name}: see you {weekday} at {time} \u2702');
  await page.getByText('Lumi\u00e8re Hair Studio: see you Tue at 12:30 PM \u2702').waitFor();
  await page.getByText(/of 70 characters: special characters take more room/).waitFor();
  await text.fill('{name} {nme}');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText(/^There is no \{nme\}\. There are \{name\}/).waitFor();
  await page
    .getByText('Confirmed: Tuesday, December 1, 2026 at 12:30 PM at Lumi\u00e8re Hair Studio')
    .waitFor();
});

it('keeps a policy’s paragraphs and lists', async () => {
  const { page, button, toast, called } = await open('/admin/settings/policies', {
    [`GET ${at('policies')}`]: shown('policies'),
    [`PATCH ${at('policies')}`]: saved,
  });
  const terms = page.getByRole('region', { name: 'Terms and conditions' });
  await terms.getByLabel('Text').first().fill('One.\n\nTwo:\n- a\n- b\n\nThree.');
  await button('Save changes').click();
  await toast('Saved').waitFor();
  const [first, ...others] = SECTIONS_OF_FILE.policies.terms.sections;
  expect(called(`PATCH ${at('policies')}`)[0]?.body).toEqual({
    terms: {
      ...SECTIONS_OF_FILE.policies.terms,
      sections: [{ ...first, body: ['One.', 'Two:', ['a', 'b'], 'Three.'] }, ...others],
    },
  });
});

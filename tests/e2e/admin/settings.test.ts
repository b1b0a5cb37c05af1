import { expect, it } from 'vitest';
import { PROBLEMS } from '../../../src/contracts/problem.ts';
import { bodyText } from '../../../web/admin/settings/sections/policy-body.ts';
import { SECTIONS_OF_FILE } from '../../support/salon/sections-of-file.ts';
import {
  FORMER_TEXTS,
  sectionShown,
  settingsPath,
  staleSettings,
} from '../support/fixtures/settings-fixtures.ts';
import { adminOpener } from '../support/pages/open-admin.ts';
import { expectAccessible } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { positionAt } from '../support/site/live-updates.ts';
import { json, problem } from '../support/site/mock-api.ts';

const site = givenSite();
const open = adminOpener(site);

const saved = json({ version: 4, position: positionAt(9) });
it('saves only what was changed, at the version that was seen', async () => {
  const { page, button, toast, called } = await open('/admin/settings', {
    [`GET ${settingsPath('salon')}`]: sectionShown('salon'),
    [`PATCH ${settingsPath('salon')}`]: saved,
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
  expect(called(`PATCH ${settingsPath('salon')}`)).toMatchObject([{ body: { name: 'Maison & Fils' } }]);
});

it('keeps what was typed while other settings are looked at, and discards it when asked', async () => {
  const { page, button, heading } = await open('/admin/settings', {
    [`GET ${settingsPath('salon')}`]: sectionShown('salon'),
    [`GET ${settingsPath('booking')}`]: sectionShown('booking'),
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
    [`GET ${settingsPath('salon')}`]: sectionShown('salon'),
    [`PATCH ${settingsPath('salon')}`]: problem('time-zone-fixed'),
  });
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(' ');
  await button('Save changes').click();
  await page.getByText('Please enter a text of at most 60 characters.').waitFor();
  expect(called(`PATCH ${settingsPath('salon')}`)).toEqual([]);
  await button('Discard').click();
  await page.getByRole('combobox', { name: 'Time zone' }).selectOption('Europe/Berlin');
  await button('Save changes').click();
  await page.getByText(PROBLEMS['time-zone-fixed'].detail).waitFor();
});

it('says of a place on the map how it is written, wherever it is wrong', async () => {
  const { page, button, called } = await open('/admin/settings', {
    [`GET ${settingsPath('salon')}`]: sectionShown('salon'),
    [`PATCH ${settingsPath('salon')}`]: saved,
  });
  const place = page.getByRole('textbox', { name: /^Place on the map/ });
  const format = page.getByText(
    'Please enter latitude and longitude, such as 40.7128, -74.0060, or leave it empty.',
  );
  for (const wrong of ['Bend, Oregon', '940.7, -74', '40.7, -740']) {
    await place.fill(wrong);
    await format.waitFor({ state: 'hidden' });
    await button('Save changes').click();
    await format.waitFor();
  }
  await place.fill('');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await button('Save changes').click();
  expect((await sent).postDataJSON()).toEqual({ geo: null });
  expect(called(`PATCH ${settingsPath('salon')}`)).toHaveLength(1);
});

it('names the texts that still tell of the former place, and replaces them by one press', async () => {
  const [ofSalon, ofFront] = [settingsPath('salon'), settingsPath('front-page')];
  const [tagline, headline] = FORMER_TEXTS.map(({ text }) => text);
  const { page, api, button, toast, called } = await open('/admin/settings', {
    [`GET ${ofSalon}`]: sectionShown('salon', { tagline }),
    [`GET ${ofFront}`]: sectionShown('front-page', { headline }),
    [`PATCH ${ofSalon}`]: saved,
    [`PATCH ${ofFront}`]: saved,
    'GET /api/admin/settings/former-texts': json({ texts: FORMER_TEXTS }),
  });
  await page.getByText('2 texts still have the former name, place or phone.').waitFor();
  await button('Look at them').click();
  const question = page.getByRole('alertdialog', { name: 'Replace the former words?' });
  await question.getByText('Front page · Headline').waitFor();
  await question.getByText('Hair in Bend | Color').waitFor();
  await expectAccessible(page);
  api.change({ 'GET /api/admin/settings/former-texts': json({ texts: [] }) });
  await question.getByRole('button', { name: 'Replace' }).click();
  await toast('Texts replaced').waitFor();
  await button('Look at them').waitFor({ state: 'hidden' });
  expect(called('PATCH').map(({ call, body }) => [call, body])).toEqual([
    [`PATCH ${ofSalon}`, { tagline: 'Best hair salon in Bend' }],
    [`PATCH ${ofFront}`, { headline: 'Hair in Bend | Color' }],
  ]);

  api.change({ 'GET /api/admin/settings/former-texts': json({ texts: FORMER_TEXTS.slice(1) }) });
  await page.reload();
  await button('Leave it').click();
  await button('Leave it').waitFor({ state: 'hidden' });
  await page.reload();
  await page.getByRole('textbox', { name: 'Tagline' }).waitFor();
  expect(await button('Leave it').count()).toBe(0);
});

it('says who was faster and what they changed, and then saves over it', async () => {
  const { page, api, button, toast } = await open('/admin/settings', {
    [`GET ${settingsPath('salon')}`]: sectionShown('salon'),
    [`PATCH ${settingsPath('salon')}`]: staleSettings(),
  });
  await page.getByRole('textbox', { name: 'Tagline' }).fill('Mine');
  api.change({ [`GET ${settingsPath('salon')}`]: sectionShown('salon', { tagline: 'Theirs' }, 4) });
  await button('Save changes').click();
  await page.getByText(/^Marie Petit changed this on/).waitFor();
  await page
    .getByRole('listitem')
    .filter({ hasText: /^Tagline: .*Theirs$/ })
    .waitFor();
  await expectAccessible(page);
  api.change({ [`PATCH ${settingsPath('salon')}`]: json({ version: 5, position: positionAt(9) }) });
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await button('Save changes').click();
  await toast('Saved').waitFor();
  expect((await sent).headers()['if-match']).toBe('"4"');
});

it('shows texts and mails as customers get them, with the length of each text', async () => {
  const { page } = await open('/admin/settings/messages', {
    [`GET ${settingsPath('messages')}`]: sectionShown('messages'),
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
    [`GET ${settingsPath('policies')}`]: sectionShown('policies'),
    [`PATCH ${settingsPath('policies')}`]: saved,
  });
  const terms = page.getByRole('region', { name: 'Terms and conditions' });
  await terms.getByLabel('Text').first().fill('One.\n\nTwo:\n- a\n- b\n\nThree.');
  await button('Save changes').click();
  await toast('Saved').waitFor();
  const [first, ...others] = SECTIONS_OF_FILE.policies.terms.sections;
  expect(called(`PATCH ${settingsPath('policies')}`)[0]?.body).toEqual({
    terms: {
      ...SECTIONS_OF_FILE.policies.terms,
      sections: [{ ...first, body: ['One.', 'Two:', ['a', 'b'], 'Three.'] }, ...others],
    },
  });
});

it('moves a section of a policy with its text, and a price with its amount', async () => {
  const { page } = await open('/admin/settings/policies', {
    [`GET ${settingsPath('policies')}`]: sectionShown('policies'),
    [`GET ${settingsPath('prices')}`]: sectionShown('prices'),
  });
  const terms = page.getByRole('region', { name: 'Terms and conditions' });
  const [first, second] = SECTIONS_OF_FILE.policies.terms.sections;
  const textAt = (index: number) => terms.getByLabel('Text').nth(index).inputValue();
  expect(await textAt(0)).toBe(bodyText(first?.body ?? []));
  await terms.getByRole('button', { name: `Move ${first?.heading} down`, exact: true }).click();
  expect(await textAt(0)).toBe(bodyText(second?.body ?? []));
  expect(await textAt(1)).toBe(bodyText(first?.body ?? []));

  await page.getByRole('link', { name: 'Prices' }).click();
  const [line] = SECTIONS_OF_FILE.prices.prices.groups[0]?.lines ?? [];
  const menu = page.getByRole('region', { name: 'Price menu' });
  const amountAt = (index: number) => menu.getByLabel('Starts at ($)').nth(index).inputValue();
  await menu.getByRole('button', { name: `Move ${line?.name} down`, exact: true }).click();
  expect(await amountAt(1)).toBe(String((line?.starts_at_cents ?? 0) / 100));
});

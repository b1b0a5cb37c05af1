import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { PROBLEMS } from '../../../src/contracts/problem.ts';
import { givenAdmin } from '../../support/accounts/auth-client.ts';
import { pictureOf } from '../../support/pictures/files.ts';
import { ALLOWED, givenReceiver } from '../../support/webhooks/given-webhooks.ts';
import { staffOpener } from '../support/pages/open-as.ts';
import { expectFocus } from '../support/pages/open-page.ts';
import { givenSalonAndBrowser } from '../support/site/given-salon.ts';

/** The forms under Settings, in a real browser against the real service. */

const NOW = new Date();
const given = givenSalonAndBrowser({ now: NOW, settings: ALLOWED });
const openAs = staffOpener(given, NOW);

async function openSettings(path: string, title: string) {
  const opened = await openAs(await givenAdmin(given.salon), `/admin/settings${path}`);
  const { page } = opened;
  const isShown = (one: string) => page.getByRole('heading', { level: 1, name: one }).waitFor();
  await isShown(title);
  return {
    ...opened,
    show: async (other: string) => {
      const tabs = page.getByRole('navigation', { name: 'Settings', exact: true });
      await tabs.getByRole('link', { name: other, exact: true }).click();
      await isShown(other);
    },
  };
}

/** Waits until a field is marked as wrong, with this message below it. */
const expectRefused = (field: Locator, message: string) =>
  expect
    .poll(() =>
      field.evaluate(
        (control) =>
          control.getAttribute('aria-invalid') === 'true' &&
          document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent,
      ),
    )
    .toBe(message);

const text = (most: number) => `Please enter a text of at most ${most} characters.`;

/** A field of each section, with a wrong value and the message about it, and a right one. */
const FIELDS = [
  ['Salon', 'Name', ' ', text(60), 'Maison & Fils'],
  [
    'Salon',
    'Contact Us Here',
    'nobody',
    'Please enter a web address, or mailto: and a mail address.',
    'mailto:hello@example.com',
  ],
  ['Front page', 'Headline', ' ', text(160), 'Hair in Bend | Color'],
  ['Prices', 'Words before a price', '', text(40), 'from'],
  ['Policies', 'Days for a concern', '0', 'Please enter a whole number from 1 to 365.', '10'],
  ['Booking', 'Until how many hours before', '400', 'Please enter a number from 0 to 336.', '36'],
  ['Messages', 'Reminder', '', text(600), '{name}: see you {weekday} at {time}.'],
  ['Reviews', 'Average, from 1 to 5', '6', 'Please enter a number from 1 to 5.', '4.5'],
] as const;

it('marks a wrong value at its field, and keeps what was saved in each section', async () => {
  await given.salon.booked({ appointment_date: given.salon.freshDay() });
  const { page, button, toast, show } = await openSettings('', 'Salon');
  const fieldOf = (label: string) =>
    page.getByLabel(label, { exact: true }).and(page.locator('input, textarea')).first();
  for (const [title, label, wrong, message, right] of FIELDS) {
    await show(title);
    const field = fieldOf(label);
    await field.fill(wrong);
    await button('Save changes').click();
    await expectRefused(field, message);
    await expectFocus(field);
    await field.fill(right);
    await button('Save changes').click();
    await toast('Saved').waitFor();
    await button('Save changes').waitFor({ state: 'hidden' });
  }
  await page.reload();
  for (const [title, label, , , right] of FIELDS) {
    await show(title);
    await expect.poll(() => fieldOf(label).inputValue()).toBe(right);
  }

  // The server alone knows this.
  await show('Salon');
  const zone = page.getByLabel('Time zone', { exact: true });
  await zone.selectOption('Europe/Berlin');
  await button('Save changes').click();
  await expectRefused(zone, PROBLEMS['time-zone-fixed'].detail);
  expect(await zone.inputValue()).toBe('Europe/Berlin');
  await button('Discard').click();
  await expect.poll(() => zone.inputValue()).toBe('America/Los_Angeles');
});

it('shows, after a conflict is settled, the fields that somebody else has saved', async () => {
  const { page, button, toast } = await openSettings('', 'Salon');
  const other = await openSettings('', 'Salon');
  const tagline = page.getByLabel('Tagline', { exact: true });
  await tagline.fill('Quiet rooms');
  await other.page.getByLabel('Name', { exact: true }).fill('Maison & Ami');
  await other.button('Save changes').click();
  await other.toast('Saved').waitFor();
  await button('Save changes').click();
  await page.getByText(/ changed this/).waitFor();
  await button('Save changes').click();
  await toast('Saved').waitFor();
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Maison & Ami');
  expect(await tagline.inputValue()).toBe('Quiet rooms');
});

it('leaves its reader where they are when the sidebar gets the new name', async () => {
  const { page, button, toast, show } = await openSettings('', 'Salon');
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/salon', (route) => isReleased.then(() => route.continue()));
  await page.getByLabel('Name', { exact: true }).fill('Maison & Filles');
  await button('Save changes').click();
  await toast('Saved').waitFor();
  await show('Booking');
  release();
  await page.getByRole('complementary').getByText('Maison & Filles').waitFor();
  await page.getByLabel('Until how many hours before').waitFor();
});

it('keeps a key and a webhook, shows the secret of each once, and takes them away', async () => {
  const receiver = await givenReceiver();
  const { page, button, toast, dialog } = await openSettings('/connections', 'Connections');
  const shownOnce = async (title: string) => {
    await expectFocus(page.getByRole('heading', { name: title }));
    const secret = await page.getByRole('region', { name: title }).locator('.select-all').innerText();
    await button('I have put it in').click();
    await expect.poll(() => page.content()).not.toContain(secret);
    return secret;
  };

  await button('Make a key').click();
  const form = page.getByRole('form', { name: 'New key' });
  await button('Make the key').click();
  const name = form.getByLabel('Name', { exact: true });
  await expectRefused(name, 'Please enter a name of at most 60 characters.');
  await form.getByText('Please choose what the key opens.').waitFor();
  await name.fill('Bookkeeping');
  await form.getByRole('checkbox', { name: /^Appointments/ }).check();
  await button('Make the key').click();
  const token = await shownOnce('The key for “Bookkeeping”');
  expect((await given.salon.get('/api/admin/bookings', { token })).status).toBe(200);

  await button('Add a webhook').click();
  const adding = page.getByRole('form', { name: 'Add a webhook' });
  const address = adding.getByLabel('Address');
  await address.fill('nowhere');
  await adding.getByRole('button', { name: 'Add' }).click();
  await expectRefused(address, 'Please enter an address such as https://example.com/salon-events.');
  await address.fill('https://me:secret@example.com/');
  await adding.getByRole('button', { name: 'Add' }).click();
  await expectRefused(address, 'Please leave out the user name and password: deliveries are signed instead.');
  await address.fill(receiver.url);
  await adding.getByLabel('Everything that happens').uncheck();
  await adding.getByRole('checkbox', { name: /^Appointments/ }).uncheck();
  await adding.getByRole('button', { name: 'Add' }).click();
  await shownOnce('The secret');

  await page.reload();
  await page.getByText('Reads: Appointments').waitFor();
  const card = page.getByRole('region', { name: receiver.url });
  await card.getByText('Customers, Services, Opening hours, Single days, Texts and mails').waitFor();
  await button('Send a test').click();
  await card.getByText(/^Accepted \(204\)\. It took /).waitFor();
  expect(receiver.types()).toEqual(['webhook.test']);
  await button('Change').click();
  await card.getByRole('checkbox', { name: /^Services/ }).uncheck();
  await card.getByRole('button', { name: 'Save' }).click();
  await toast('Saved').waitFor();
  await button('Pause').click();
  await toast('Paused').waitFor();
  await page.reload();
  await card.getByText('Customers, Opening hours, Single days, Texts and mails').waitFor();
  await button('Resume').click();
  await toast('Resumed').waitFor();

  await button(`Remove ${receiver.url}`).click();
  await dialog.getByRole('button', { name: 'Yes, remove it' }).click();
  await page.getByText('No webhook sends anything yet.').waitFor();
  await button('Revoke Bookkeeping').click();
  await dialog.getByRole('button', { name: 'Yes, revoke it' }).click();
  await toast('Key revoked').waitFor();
  await page.getByText('No program has a key yet.').waitFor();
  expect((await given.salon.get('/api/admin/bookings', { token })).status).toBe(401);
});

it('keeps what texts and mails are sent with, and shows no secret again', async () => {
  const { page, button, toast, dialog } = await openSettings('/sending', 'Sending');
  const [texts, mails] = ['Texts', 'Mails'].map((name) => page.getByRole('form', { name, exact: true }));
  if (!texts || !mails) throw new Error('never');
  const save = (form: Locator) => form.getByRole('button', { name: 'Save' }).click();
  await texts.getByLabel('Account SID').fill('AC1');
  await texts.getByLabel('Auth Token').fill('a-token-of-tests');
  await texts.getByLabel('Number that texts come from').fill('+1 (925) 555-0142');
  await save(texts);
  await expectRefused(
    texts.getByLabel('Account SID'),
    'Please enter the Account SID: AC, then 32 digits and letters from a to f.',
  );
  await texts.getByLabel('Account SID').fill(`AC${'1'.repeat(32)}`);
  await save(texts);
  await toast('Saved').waitFor();
  await page.getByText('Texts come from (925) 555-0142.').waitFor();

  await mails.getByLabel('Mail server').fill('smtp.example.com');
  await mails.getByLabel('User name').fill('me');
  await save(mails);
  await expectRefused(
    mails.getByLabel('Password'),
    'Please enter both the user name and the password, or neither.',
  );
  await mails.getByLabel('Password').fill('a-password-of-tests');
  await save(mails);
  await page.getByText('Mails leave through smtp.example.com.').waitFor();
  await page.reload();
  await page.getByText('Texts come from (925) 555-0142.').waitFor();
  await page.getByText('Mails leave through smtp.example.com.').waitFor();
  expect(await page.content()).not.toMatch(/a-token-of-tests|a-password-of-tests/);
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await page.getByText('Next free time').waitFor();
  expect(await page.getByText('so customers get no texts').count()).toBe(0);
  await page.goBack();

  for (const [what, gone] of [
    ['texts', 'Nobody gets texts yet.'],
    ['mails', 'Nobody gets mails yet.'],
  ] as const) {
    await button(`Remove what ${what} are sent with`).click();
    await dialog.getByRole('button', { name: 'Yes, remove it' }).click();
    await page.getByText(gone).waitFor();
  }
});

it('keeps reviews and pictures, and says at once what is wrong with them', async () => {
  const { page, button, toast, dialog, show } = await openSettings('/reviews', 'Reviews');
  await button('Add a review').click();
  const words = dialog.getByLabel('What they said');
  await words.fill('Lovely.');
  await button('Add review').click();
  const name = dialog.getByLabel('Name', { exact: true });
  await expectRefused(name, 'Please enter the client’s name, at most 60 characters.');
  await name.fill('Priya N.');
  await button('Add review').click();
  await toast('Review added').waitFor();
  await button('Edit the review by Priya N.').click();
  await words.fill('Lovely, again.');
  await button('Save changes').click();
  await toast('Review changed').waitFor();
  await page.reload();
  await page.getByRole('list', { name: 'Reviews', exact: true }).getByText('Lovely, again.').waitFor();
  await button('Remove the review by Priya N.').click();
  const removed = page.getByRole('list', { name: 'Removed reviews' });
  await removed.getByText('Lovely, again.').waitFor();
  await button('Erase the review by Priya N.').click();
  await button('Erase for good').click();
  await toast('Review erased').waitFor();
  await removed.waitFor({ state: 'hidden' });

  await show('Pictures');
  await button('Upload: Preview of links').click();
  const file = (fileName: string, mimeType: string, buffer: Buffer) =>
    dialog.getByLabel('File').setInputFiles({ name: fileName, mimeType, buffer });
  await file('notes.txt', 'text/plain', Buffer.from('Hello'));
  await dialog.getByText(/^This browser can’t show this file/).waitFor();
  await file('salon.jpg', 'image/jpeg', await pictureOf({ width: 1200, height: 700 }));
  await dialog.getByRole('button', { name: 'The part that is shown' }).waitFor();
  await button('Show this picture').click();
  const description = dialog.getByLabel('Description');
  await expectRefused(description, 'Please say in words what the picture shows.');
  await description.fill('A chair by the window');
  await button('Show this picture').click();
  await toast('Picture shown').waitFor();
  await button('Describe: Preview of links').click();
  await description.fill('A chair at the window');
  await button('Save description').click();
  await toast('Description saved').waitFor();
  await page.reload();
  const card = page.getByRole('listitem').filter({ hasText: 'Preview of links' });
  const picture = card.getByRole('img', { name: 'A chair at the window' });
  await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1200);
  await button('Back to the drawn one: Preview of links').click();
  await toast('Drawn picture shown again').waitFor();
  await card.getByText('Drawn', { exact: true }).waitFor();
});

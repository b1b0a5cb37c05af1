import { expect, it } from 'vitest';
import { givenAdmin, mailedToken } from '../../support/accounts/auth-client.ts';
import { staffOpener } from '../support/pages/open-as.ts';
import { expectAccessible, expectFocus, openPage } from '../support/pages/open-page.ts';
import { givenSalonAndBrowser } from '../support/site/given-salon.ts';

/** An owner invites somebody, who comes in; then gives them another role, and takes it away. */

const NOW = new Date();
const given = givenSalonAndBrowser({ now: NOW });
const openAs = staffOpener(given, NOW);

it('somebody is invited, comes in by the mail’s link, gets another role and is removed', async () => {
  const { page, button, toast } = await openAs(await givenAdmin(given.salon), '/admin/people');
  await page.getByText(/^The salon has to keep an owner/).waitFor();
  expect(await page.getByRole('button', { name: /^Remove/ }).isDisabled()).toBe(true);
  await expectAccessible(page);

  const email = 'bea@example.com';
  await button('Invite somebody').click();
  await page.getByLabel('Email').fill(email);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await toast('Invitation sent').waitFor();
  await expectFocus(page.getByRole('list', { name: 'People' }));
  await button(`Send again to ${email}`).waitFor();

  const token = await mailedToken(given.salon, email, 'invite');
  const theirs = await openPage(given.browser);
  await theirs.goto(`${given.salon.url}/auth#token_hash=${token}&type=invite&email=${email}`);
  await theirs.getByLabel('First name').fill('Bea');
  await theirs.getByLabel('Password', { exact: true }).fill('Copper-9-meadow');
  await theirs.getByRole('button', { name: 'Save password' }).click();
  await theirs.getByText('Please fill in this field.').waitFor();
  await theirs.getByLabel('Last name').fill('Stone');
  await theirs.getByRole('button', { name: 'Save password' }).click();
  await theirs.getByRole('heading', { name: 'Dashboard' }).waitFor();

  await page.reload();
  await button('Change role of Bea Stone').click();
  await page.getByLabel(/^Stylist/).check();
  await button('Save role').click();
  await page.getByText(/^Please choose which stylist/).waitFor();
  await page.getByLabel('Which stylist?').selectOption({ index: 1 });
  await button('Save role').click();
  await toast('Role changed').waitFor();
  await page.getByText(/^Stylist · /).waitFor();
  await button('Remove Bea Stone').click();
  await button('Yes, remove').click();
  await toast('Access removed').waitFor();
  await page.getByText(/^The salon has to keep an owner/).waitFor();

  await page.goto(`${given.salon.url}/admin/activity?kind=connection`);
  for (const words of ['Role taken away', 'Role given', 'Invitation sent'])
    await page.getByText(words).first().waitFor();
});

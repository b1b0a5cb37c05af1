import { describe, expect, it } from 'vitest';
import { ACCOUNT, authError, sessionOf } from '../support/fixtures/auth-fixtures.ts';
import { accountPageOpeners } from '../support/pages/open-account.ts';
import { expectFocus } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { json } from '../support/site/mock-api.ts';

const site = givenSite();
const { openPlain } = accountPageOpeners(site);

describe('name, email and password', () => {
  it('saves a changed name', async () => {
    const { page, button, toast, called } = await openPlain();
    await page.getByLabel('First name').fill('Camilla');
    await button('Save name').click();
    await toast('Name saved').waitFor();
    expect(called('PUT /auth/v1/user')[0]?.body.data).toEqual({
      first_name: 'Camilla',
      last_name: 'Laurent',
    });
  });

  it('asks for the link to be opened before an address counts', async () => {
    const { page, api, button, toast, called } = await openPlain();
    api.change({ 'GET /api/account': json({ ...ACCOUNT, new_email: 'new@lumiere.example' }) });
    await page.getByLabel('Email').fill('new@lumiere.example');
    await button('Change email').click();
    await toast('Check your email').waitFor();
    await page.getByText('Open the link that we sent to new@lumiere.example.').waitFor();
    const [sent] = called('PUT /auth/v1/user');
    expect(sent?.body).toMatchObject({ email: 'new@lumiere.example' });
  });

  it('says that an address is the same, sends a link again, and withdraws the change', async () => {
    const { page, api, button, toast, called } = await openPlain({
      'GET /api/account': json({ ...ACCOUNT, new_email: 'new@lumiere.example' }),
    });
    await button('Change email').click();
    await page.getByText('This is your email already.').waitFor();
    expect(called('PUT /auth/v1/user')).toEqual([]);
    await button('Send the link again').click();
    await toast('Check your email').waitFor();
    expect(called('PUT /auth/v1/user')[0]?.body).toMatchObject({ email: 'new@lumiere.example' });
    api.change({
      'DELETE /api/account/email': (route) => {
        api.change({ 'GET /api/account': json(ACCOUNT) });
        return route.fulfill({ status: 204 });
      },
    });
    await button('Withdraw').click();
    await toast('Withdrawn').waitFor();
    await button('Withdraw').waitFor({ state: 'detached' });
    await expectFocus(page.getByLabel('Email'));
  });

  it('tells what to do about a refusal, beneath what the server says', async () => {
    const { page, button, alert } = await openPlain({
      'PUT /auth/v1/user': authError('weak_password', 'This password is too common.', 422),
    });
    await page.getByLabel('New password', { exact: true }).fill('password12');
    await button('Change password').click();
    await alert('This password is too common.').waitFor();
    await alert('A few words together are easy to remember and hard to guess.').waitFor();
  });

  it('wants ten characters of staff', async () => {
    const { page, button, called } = await openPlain();
    await page.getByLabel('New password', { exact: true }).fill('ninechars');
    await button('Change password').click();
    await page.getByText('Please choose at least 10 characters.').waitFor();
    expect(called('PUT /auth/v1/user')).toEqual([]);
  });

  it('asks for the current password when the server wants it', async () => {
    const { page, api, button, alert, toast, called } = await openPlain({
      'PUT /auth/v1/user': authError('reauthentication_needed', 'Please enter your current password.', 400),
    });
    await page.getByLabel('New password', { exact: true }).fill('brush and comb');
    await button('Change password').click();
    await alert('Please enter your current password.').waitFor();
    api.change({ 'PUT /auth/v1/user': json(sessionOf().user) });
    await page.getByLabel('Current password', { exact: true }).fill('scissors');
    await button('Change password').click();
    await toast('Password changed').waitFor();
    expect(called('PUT /auth/v1/user').at(-1)?.body).toMatchObject({
      password: 'brush and comb',
      current_password: 'scissors',
    });
    await expect.poll(() => page.getByLabel('New password', { exact: true }).inputValue()).toBe('');
  });
});

describe('sessions and sign-ins', () => {
  it('tell where, on what and when', async () => {
    const { page } = await openPlain();
    const sessions = page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem');
    await sessions.first().waitFor();
    expect(await sessions.allInnerTexts()).toEqual([
      expect.stringMatching(
        /^Chrome on Windows\s+This device\s+From where you are now\s*·\s*last used Fri, Nov 20 · 9:58 AM$/,
      ),
      expect.stringMatching(
        /^Safari on iPhone\s+From somewhere else\s*·\s*last used Fri, Nov 20 · 7:50 AM\s+Sign out$/,
      ),
    ]);
    const signIns = page.getByRole('region', { name: 'Last sign-ins' }).getByRole('listitem');
    expect(await signIns.first().innerText()).toMatch(
      /^Signed in by password\s+Fri, Nov 20 · 9:57 AM\s*·\s*Chrome on Windows\s*·\s*From where you are now$/,
    );
    await page.getByText('Wrong password entered').waitFor();
  });

  it('show the last five, what an operator did among them, and more when asked to', async () => {
    const seen = (number: number, kind: string, place: string) => ({
      id: `5f0c9d0e-6a3f-4a44-9c1b-0000000001${number}`,
      at: '2026-11-20T17:00:00Z',
      kind,
      method: null,
      device: 'Unknown device',
      place,
      thing: null,
    });
    const { page, button } = await openPlain({
      'GET /api/account/sign-ins': json([
        seen(10, 'admin-granted', 'the server'),
        ...[11, 12, 13, 14, 15].map((number) => seen(number, 'signed-out', 'this place')),
        seen(16, 'of-a-newer-server', 'another place'),
      ]),
    });
    const signIns = page.getByRole('region', { name: 'Last sign-ins' }).getByRole('listitem');
    await signIns.first().waitFor();
    await expect.poll(() => signIns.count()).toBe(5);
    expect(await signIns.first().innerText()).toMatch(
      /^Made an administrator\s+Fri, Nov 20 · 9:00 AM\s*·\s*On the server$/,
    );
    await button('Show more').click();
    await expect.poll(() => signIns.count()).toBe(7);
    expect(await signIns.last().innerText()).toMatch(/^Account used/);
    expect(await button('Show more').count()).toBe(0);
  });

  it('end one by one', async () => {
    const { button, toast, called } = await openPlain();
    await button('Sign out Safari on iPhone').click();
    await button('Sign it out').click();
    await toast('Signed out there').waitFor();
    expect(called('DELETE /api/account/sessions/')).toHaveLength(1);
    await expect.poll(() => called('GET /api/account/sessions')).toHaveLength(2);
  });

  it('end everywhere else at once, and not here', async () => {
    const { page, button, toast, heading, called } = await openPlain();
    await button('Sign out everywhere else').click();
    // As in all dialogs of the admin area, what is done stands last.
    await expect
      .poll(() => page.getByRole('alertdialog').getByRole('button').allInnerTexts())
      .toEqual(['Cancel', 'Yes, sign out']);
    await button('Yes, sign out').click();
    await toast('Signed out everywhere else').waitFor();
    expect(called('POST /auth/v1/logout').map(({ call }) => call)).toEqual([
      'POST /auth/v1/logout?scope=others',
    ]);
    await page.reload();
    await heading('Account').waitFor();
  });
});

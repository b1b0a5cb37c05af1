import { describe, expect, it } from 'vitest';
import {
  authError,
  sessionOf,
  signedIn,
  USER,
  USER_WITH_FACTORS,
} from '../support/fixtures/auth-fixtures.ts';
import { accountOpener } from '../support/pages/open-account.ts';
import { expectFocus, PHONE } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { json, lostNetwork, problem, silence } from '../support/site/mock-api.ts';

const site = givenSite();
const open = accountOpener(site);
const nobodySpecial = json({ id: USER.id, email: USER.email, role: null });

describe('the gate of the admin area', () => {
  // Spec: 2.gate
  it('shows a spinner while it finds out', async () => {
    const { page } = await open('/admin', { begin: signedIn(), api: { 'GET /api/me': silence } });
    await page.getByRole('status').getByText('Loading...').waitFor({ state: 'attached' });
    expect(await page.getByRole('navigation').count()).toBe(0);
  });

  // Spec: 2.gate
  it('leads whoever is not signed in to the sign-in page, and asks the server nothing', async () => {
    const { at, heading, called } = await open('/admin');
    await heading('Welcome back').waitFor();
    await at('/auth');
    expect(called('GET /api/me')).toEqual([]);
  });

  // Spec: 2.gate, 6.user
  it('denies access without the role; its button signs out and leads to the sign-in page', async () => {
    const { page, button, heading, called } = await open('/admin', {
      begin: signedIn(),
      api: { 'GET /api/me': nobodySpecial },
    });
    await heading('Access Denied').waitFor();
    await page.getByText('Admin access required.').waitFor();
    await page.getByText('You are signed in as camille@lumiere.example.').waitFor();
    expect(await page.getByText('We couldn’t check your access just now.').count()).toBe(0);
    await button('Sign In').click();
    await heading('Welcome back').waitFor();
    await expect.poll(() => called('POST /auth/v1/logout')).toHaveLength(1);
  });

  // Spec: 6.role-failure
  it.each([
    ['no answer', lostNetwork],
    ['a failure', problem('unavailable')],
    ['a refusal', problem('too-many-requests')],
  ])('counts a role check with %s as not admin, and tries again when asked to', async (_name, response) => {
    const { page, button, heading, api } = await open('/admin', {
      begin: signedIn(),
      api: { 'GET /api/me': response },
    });
    await heading('Access Denied').waitFor();
    await page.getByText('Admin access required.').waitFor();
    await page.getByText('We couldn’t check your access just now.').waitFor();
    api.change({ 'GET /api/me': json({ id: USER.id, email: USER.email, role: 'admin' }) });
    await button('Try again').click();
    await heading('Dashboard').waitFor();
  });

  // Spec: 2.gate, 6.admin, 7.user-roles, 9.auth-client
  it('lets administrators in, by the token of their session', async () => {
    const { heading, called } = await open('/admin', { begin: signedIn() });
    await heading('Dashboard').waitFor();
    expect(called('GET /api/me').map(({ token }) => token)).toEqual([`Bearer ${sessionOf().access_token}`]);
  });

  it('asks for the second factor, and keeps the page that was asked for', async () => {
    const { heading, at } = await open('/admin/account', { begin: signedIn(sessionOf(USER_WITH_FACTORS)) });
    await heading('One more step').waitFor();
    await at('/auth?next=%2Fadmin%2Faccount');
  });

  it('asks an administrator with a weak password for a stronger one first', async () => {
    const isAdmin = { id: USER.id, email: USER.email, role: 'admin' };
    const { page, api, button, heading, alert, at, called } = await open('/admin/account', {
      begin: signedIn(),
      api: {
        'GET /api/me': json({ ...isAdmin, needs_stronger_password: true }),
        'PUT /auth/v1/user': authError('reauthentication_needed', 'Please enter your current password.'),
      },
    });
    await heading('Choose a stronger password').waitFor();
    await at('/auth?step=stronger-password&next=%2Fadmin%2Faccount');
    const password = page.getByLabel('New password', { exact: true });
    await password.fill('nine char');
    await button('Save password').click();
    await page.getByText('Please choose at least 10 characters.').waitFor();
    await password.fill('brush and comb');
    await button('Save password').click();
    // A password alone has to be entered again.
    await alert('Please enter your current password.').waitFor();
    api.change({ 'PUT /auth/v1/user': json(USER), 'GET /api/me': json(isAdmin) });
    await page.getByLabel('Current password', { exact: true }).fill('nine char');
    await button('Save password').click();
    await heading('Account').waitFor();
    await at('/admin/account');
    expect(called('PUT /auth/v1/user').map(({ body }) => body)).toEqual([
      expect.objectContaining({ password: 'brush and comb' }),
      expect.objectContaining({ password: 'brush and comb', current_password: 'nine char' }),
    ]);
  });
});

it('asks somebody who was invited, and has no password yet, for the first one', async () => {
  const isAdmin = { id: USER.id, email: USER.email, role: 'admin' };
  const { page, api, button, heading, at, called } = await open('/admin/account', {
    begin: signedIn(),
    api: {
      'GET /api/me': json({ ...isAdmin, needs_stronger_password: true, has_no_password: true }),
      'PUT /auth/v1/user': json(USER),
    },
  });
  await heading('Choose your password').waitFor();
  await at('/auth?step=first-password&next=%2Fadmin%2Faccount');
  await page.getByLabel('First name').fill('Camille');
  await page.getByLabel('Last name').fill('Laurent');
  await page.getByLabel('Password', { exact: true }).fill('brush and comb');
  expect(await page.getByLabel('Current password').count()).toBe(0);
  api.change({ 'GET /api/me': json(isAdmin) });
  await button('Save password').click();
  await heading('Account').waitFor();
  expect(called('PUT /auth/v1/user').map(({ body }) => body)).toEqual([
    expect.objectContaining({ password: 'brush and comb', data: expect.anything() }),
  ]);
  expect(called('PUT /auth/v1/user')[0]?.body).not.toHaveProperty('current_password');
});

describe('the admin shell', () => {
  // Spec: 2.shell
  it('leads to the pages that there are, and back to the website', async () => {
    const { page, heading } = await open('/admin', { begin: signedIn() });
    const navigation = page.getByRole('navigation', { name: 'Administration' });
    await navigation.getByRole('link', { name: 'Messages' }).click();
    await expectFocus(heading('Messages'));
    await page.getByRole('link', { name: 'Back to Website' }).click();
    await heading('Client Love').waitFor();
  });

  // Spec: 2.shell-sign-out
  it('signs out, says so, and leads to the sign-in page', async () => {
    const { page, button, toast, heading, called } = await open('/admin', { begin: signedIn() });
    await button('Sign Out').click();
    await toast('Signed out').waitFor();
    await toast('You have been successfully signed out.').waitFor();
    await expectFocus(heading('Welcome back'));
    expect(called('POST /auth/v1/logout').map(({ call }) => call)).toEqual([
      'POST /auth/v1/logout?scope=local',
    ]);
    await page.goto(`${site.url}/admin`);
    await expectFocus(heading('Welcome back'));
  });

  // Spec: 2.shell-sign-out
  it('says when signing out failed on the server, on the sign-in page too', async () => {
    const { page, button, heading, toast } = await open('/admin', {
      begin: signedIn(),
      api: { 'POST /auth/v1/logout': lostNetwork },
    });
    const release = Promise.withResolvers<void>();
    await button('Sign Out').waitFor();
    await page.route('**/assets/*.js', async (route) => {
      await release.promise;
      await route.continue();
    });
    await button('Sign Out').click();
    // Under the mouse it stays, however long the page takes to come.
    await toast('We got no answer. Please try again.').hover();
    release.resolve();
    await heading('Welcome back').waitFor();
    expect(await toast('We got no answer. Please try again.').isVisible()).toBe(true);
  });

  it('is as dark as the device, unless chosen otherwise in this browser; the website is not', async () => {
    const { page, button, heading } = await open('/admin/account', {
      begin: async (tab) => {
        await tab.emulateMedia({ colorScheme: 'dark' });
        return signedIn()(tab);
      },
    });
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const frame = () => page.locator('meta[name=theme-color]').getAttribute('content');
    const [dark, light] = ['rgb(28, 21, 25)', 'rgb(250, 247, 242)'];
    await heading('Account').waitFor();
    const shown = async () => [await background(), await frame()];
    await expect.poll(shown).toEqual([dark, '#1C1519']);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(shown).toEqual([light, '#FAF7F2']);

    await button('Dark theme').click();
    await button('Light theme').waitFor();
    await expect.poll(background).toBe(dark);
    expect(await page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true);
    await page.reload();
    await expect.poll(background).toBe(dark);
    await heading('Account').waitFor();
    await page.getByRole('radio', { name: 'Automatic' }).check();
    await expect.poll(background).toBe(light);
    await page.getByRole('radio', { name: 'Dark' }).check();
    await page.getByRole('link', { name: 'Back to Website' }).click();
    await heading('Client Love').waitFor();
    await expect.poll(shown).toEqual([light, '#FAF7F2']);
    // An unknown path below the admin area is a public page.
    await page.goto(new URL('/admin/nothing', page.url()).href);
    await heading('Oops! Page not found').waitFor();
    await expect.poll(shown).toEqual([light, '#FAF7F2']);
  });

  // Spec: 2.shell-collapses, 9.thresholds
  it('collapses by Ctrl and B, and stays so for seven days', async () => {
    const { page, heading } = await open('/admin', { begin: signedIn() });
    await heading('Dashboard').waitFor();
    const toggle = page.getByRole('button', { name: 'Sidebar' });
    expect(await toggle.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('Control+b');
    await page.getByRole('button', { name: 'Sidebar', expanded: false }).waitFor();
    const [cookie] = (await page.context().cookies(`${site.url}/admin`)).filter(
      ({ name }) => name === 'sidebar',
    );
    expect(cookie?.value).toBe('collapsed');
    expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(6.9 * 24 * 3600);
    expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeLessThanOrEqual(7 * 24 * 3600);
    await page.reload();
    await page.getByRole('button', { name: 'Sidebar', expanded: false }).click();
    await page.getByRole('button', { name: 'Sidebar', expanded: true }).waitFor();
  });

  it('names the icons of the collapsed sidebar', async () => {
    const { page, heading } = await open('/admin', { begin: signedIn() });
    await heading('Dashboard').waitFor();
    await page.keyboard.press('Meta+b');
    const link = page.getByRole('link', { name: 'Settings', exact: true }).first();
    const opacity = () => link.getByText('Settings').evaluate((name) => getComputedStyle(name).opacity);
    await expect.poll(opacity).toBe('0');
    await page.keyboard.press('Tab');
    await link.focus();
    await expect.poll(opacity).toBe('1');
    // It may lie over something that somebody wants to read.
    await page.keyboard.press('Escape');
    await link.getByText('Settings').waitFor({ state: 'hidden' });
  });

  it('shows the icons alone at the thumb where the text is twice as large', async () => {
    const { page, heading } = await open('/admin', { begin: signedIn(), size: PHONE });
    await heading('Dashboard').waitFor();
    const bar = page.getByRole('navigation', { name: 'Administration' });
    const label = bar.getByText('Calendar');
    const width = async () => (await label.boundingBox())?.width ?? 0;
    await expect.poll(width).toBeGreaterThan(20);
    await page.addStyleTag({ content: 'html { font-size: 200% }' });
    await expect.poll(width).toBeLessThanOrEqual(1);
    await bar.getByRole('link', { name: 'Calendar' }).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(PHONE.width);
  });

  it('has its links at the thumb on a phone', async () => {
    const { page, heading } = await open('/admin', { begin: signedIn(), size: PHONE });
    await heading('Dashboard').waitFor();
    const bar = page.getByRole('navigation', { name: 'Administration' });
    await expect.poll(() => bar.count()).toBe(1);
    const end = async () => {
      const box = await bar.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    };
    await expect.poll(end).toBe(PHONE.height);
    await bar.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Account' }).click();
    await heading('Account').waitFor();
  });
});

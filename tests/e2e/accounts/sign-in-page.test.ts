import { describe, expect, it } from 'vitest';
import { accountOpener } from '../support/pages/open-account.ts';
import { PHONE } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';

const site = givenSite();
const open = accountOpener(site);

describe('the sign-in page', () => {
  it.each([
    ['/auth', 'Welcome back'],
    ['/auth?tab=signin', 'Welcome back'],
    ['/auth?tab=signup', 'Create your account'],
    ['/auth?tab=other', 'Welcome back'],
  ])('%s shows “%s”', async (path, title) => {
    const { page, heading } = await open(path);
    await heading(title).waitFor();
    await expect.poll(() => page.title()).toBe(`${title} · Lumière Hair Studio`);
  });

  // Spec: 2.auth
  it('changes tabs by keyboard, and has the tab in its address', async () => {
    const { page, heading, at } = await open('/auth?next=%2Fadmin%2Faccount');
    await page.getByRole('tab', { name: 'Sign In', selected: true }).focus();
    await page.keyboard.press('ArrowRight');
    await heading('Create your account').waitFor();
    await at('/auth?next=%2Fadmin%2Faccount&tab=signup');
    await page.keyboard.press('ArrowLeft');
    await heading('Welcome back').waitFor();
  });

  it('lets password managers and passkeys find its fields', async () => {
    const { page } = await open('/auth');
    const autocomplete = (label: string) =>
      page.getByLabel(label, { exact: true }).getAttribute('autocomplete');
    expect(await autocomplete('Email')).toBe('username webauthn');
    expect(await autocomplete('Password')).toBe('current-password');
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    await page.getByLabel('First name').waitFor();
    expect(await autocomplete('Email')).toBe('username');
    expect(await autocomplete('Password')).toBe('new-password');
    expect(await autocomplete('First name')).toBe('given-name');
    expect(await autocomplete('Last name')).toBe('family-name');
  });

  it('shows the password only while its button is pressed', async () => {
    const { page } = await open('/auth');
    const field = page.getByLabel('Password', { exact: true });
    const toggle = page.getByRole('button', { name: 'Show password' });
    await field.fill('brush and comb');
    await toggle.click();
    expect(await field.getAttribute('type')).toBe('text');
    await toggle.click();
    expect(await field.getAttribute('type')).toBe('password');
    expect(await field.inputValue()).toBe('brush and comb');
  });

  it('keeps what was typed when going from one form to another', async () => {
    const { page, heading } = await open('/auth');
    await page.getByLabel('Email').fill('camille@lumiere.example');
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    await page.getByLabel('First name').fill('Camille');
    expect(await page.getByLabel('Email').inputValue()).toBe('camille@lumiere.example');
    await page.getByRole('tab', { name: 'Sign In' }).click();
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await heading('Forgot your password?').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('camille@lumiere.example');
    await page.getByRole('link', { name: 'Back to Sign In' }).click();
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    expect(await page.getByLabel('First name').inputValue()).toBe('Camille');
  });

  it.each(['/auth', '/auth?tab=signup', '/auth?step=forgot'])(
    'fits a phone whose text is twice as large: %s',
    async (path) => {
      const { page } = await open(path, { size: PHONE });
      await page.getByLabel('Email').waitFor();
      await page.addStyleTag({ content: 'html { font-size: 200% }' });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
        .toBeLessThanOrEqual(PHONE.width);
    },
  );
});

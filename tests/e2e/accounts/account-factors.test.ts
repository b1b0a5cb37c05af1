import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  ACCOUNT,
  authError,
  ENROLLED_PHONE,
  noContent,
  RECOVERY_CODES,
  SECURED_ACCOUNT,
  sessionOf,
  signedIn,
} from '../support/fixtures/auth-fixtures.ts';
import { accountOpener, accountPageOpeners } from '../support/pages/open-account.ts';
import { held } from '../support/pages/open-admin.ts';
import { expectFocus, PHONE as PHONE_SIZE } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { json, problem } from '../support/site/mock-api.ts';

const site = givenSite();
const open = accountOpener(site);
const { openPlain, openSecured } = accountPageOpeners(site);
/** The text of what has the focus. */
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
const [APP, PHONE] = SECURED_ACCOUNT.factors;
const PHONE_ID = PHONE?.id ?? '';

describe('the authenticator app', () => {
  it('is set up by picture or text, and counts after its first code', async () => {
    const { page, api, button, heading, toast, called } = await openPlain();
    await button('Set up an authenticator app').click();
    await heading('Scan this code with your app').waitFor();
    const picture = page.getByRole('img', { name: 'QR code for your authenticator app' });
    expect(
      await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBeGreaterThan(0);
    await page.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP').waitFor();
    api.change({ 'GET /api/account': json({ ...ACCOUNT, factors: SECURED_ACCOUNT.factors }) });
    await page.getByLabel('Code that the app shows').fill('123456');
    await toast('Authenticator app added').waitFor();
    await button('Remove Authenticator app').waitFor();
    // The next step, where the focus goes on, and the list of devices without those that were signed out.
    await page.getByText('One step is left.').waitFor();
    await expect.poll(() => focused(page)).toBe('Recovery codes');
    await expect.poll(() => called('GET /api/account/sessions')).toHaveLength(2);
    expect(called('POST /auth/v1/factors')[0]?.body).toMatchObject({
      factor_type: 'totp',
      issuer: 'Lumière Hair Studio',
    });
  });

  it('is opened from the page itself on a phone', async () => {
    const { page, button } = await open('/admin/account', { begin: signedIn(), size: PHONE_SIZE });
    await button('Set up an authenticator app').click();
    const link = page.getByRole('link', { name: 'Open in your authenticator app' });
    expect(await link.getAttribute('href')).toMatch(/^otpauth:/);
  });

  it('is given up without a trace', async () => {
    const { page, button, called } = await openPlain();
    await button('Set up an authenticator app').click();
    await button('Cancel').click();
    await button('Set up an authenticator app').waitFor();
    await expect.poll(() => focused(page)).toBe('Authenticator app');
    await expect.poll(() => called('DELETE /auth/v1/factors')).toHaveLength(1);
  });

  it('is removed after a question', async () => {
    const { page, button, toast, called } = await openSecured();
    await button('Remove Authenticator app').click();
    await button('Keep it').click();
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
    expect(called('DELETE')).toEqual([]);
    await button('Remove Authenticator app').click();
    await button('Yes, remove it').click();
    await toast('Second factor removed').waitFor();
    await expect.poll(() => focused(page)).toBe('Authenticator app');
    expect(called('DELETE').map(({ call }) => call)).toEqual([`DELETE /auth/v1/factors/${APP?.id}`]);
  });
});

describe('a phone', () => {
  it('is added by the code that it gets, or another one', async () => {
    const { page, api, button, heading, alert, toast, called } = await openPlain({
      'POST /auth/v1/factors': ENROLLED_PHONE,
    });
    await button('Add your phone').click();
    await button('Text me a code').click();
    await page.getByText('Please enter your phone number.').waitFor();
    await page.getByLabel('Phone number').fill('(925) 555-0142');
    await page.getByLabel('Name (optional)').fill('My phone');
    await button('Text me a code').click();
    await heading('Enter the code we sent').waitFor();
    await expectFocus(page.getByLabel('Code from the text message'));
    await button('Send another code').click();
    await expect.poll(() => called(`POST /auth/v1/factors/${PHONE_ID}/challenge`)).toHaveLength(2);
    const wrong = authError('mfa_verification_failed', 'This code is not right.', 422);
    api.change({ [`POST /auth/v1/factors/${PHONE_ID}/verify`]: wrong });
    await page.getByLabel('Code from the text message').fill('111111');
    await alert('This code is not right.').waitFor();
    const phone = { ...ACCOUNT, factors: SECURED_ACCOUNT.factors.filter(({ id }) => id === PHONE_ID) };
    api.change({
      [`POST /auth/v1/factors/${PHONE_ID}/verify`]: json(sessionOf()),
      'GET /api/account': json(phone),
    });
    await page.getByLabel('Code from the text message').fill('123456');
    await toast('Phone added').waitFor();
    await button('Remove (925) 555-0142').waitFor();
    expect(called('POST /auth/v1/factors')[0]?.body).toMatchObject({
      factor_type: 'phone',
      friendly_name: 'My phone',
      phone: '(925) 555-0142',
    });
  });

  it('keeps a code that is typed while another one is sent, and sends it then', async () => {
    const challenge = `POST /auth/v1/factors/${PHONE_ID}/challenge`;
    const newest = '5f0c9d0e-6a3f-4a44-9c1b-000000000053';
    const { page, api, button, toast, called } = await openPlain({ 'POST /auth/v1/factors': ENROLLED_PHONE });
    await button('Add your phone').click();
    await page.getByLabel('Phone number').fill('(925) 555-0142');
    await button('Text me a code').click();
    const field = page.getByLabel('Code from the text message');
    await field.waitFor();
    const { respond, release } = held(json({ id: newest, type: 'phone', expires_at: 0 }));
    api.change({ [challenge]: respond });
    await button('Send another code').click();
    await expect.poll(() => called(challenge)).toHaveLength(2);
    await field.fill('123456');
    expect(await field.inputValue()).toBe('123456');
    release();
    await toast('Phone added').waitFor();
    const verified = called(`POST /auth/v1/factors/${PHONE_ID}/verify`);
    expect(verified.map(({ body }) => body)).toMatchObject([{ challenge_id: newest, code: '123456' }]);
  });

  it('that no code reaches is given up without a trace', async () => {
    const { page, button, alert, called } = await openPlain({
      'POST /auth/v1/factors': ENROLLED_PHONE,
      [`POST /auth/v1/factors/${PHONE_ID}/challenge`]: authError(
        'sms_send_failed',
        'The code could not be sent.',
        422,
      ),
    });
    await button('Add your phone').click();
    await page.getByLabel('Phone number').fill('(925) 555-0142');
    await button('Text me a code').click();
    await alert('The code could not be sent.').waitFor();
    await expect.poll(() => called('DELETE /auth/v1/factors')).toHaveLength(1);
    await button('Cancel').click();
    await button('Add your phone').waitFor();
  });
});

describe('recovery codes', () => {
  it('need a second factor', async () => {
    const { page, button } = await openPlain();
    await page.getByText('Set up an authenticator app, your phone or a passkey first.').waitFor();
    expect(await button('Make recovery codes').count()).toBe(0);
  });

  it('are shown once, to copy or save', async () => {
    const { page, button, heading } = await openSecured();
    await page.getByText('8 of 10 codes are left.').waitFor();
    await button('Make new codes').click();
    await button('Yes, make new ones').click();
    await heading('Keep these codes now').waitFor();
    for (const code of RECOVERY_CODES) await page.getByText(code, { exact: true }).waitFor();
    const saved = page.waitForEvent('download');
    await button('Save as a file').click();
    expect((await saved).suggestedFilename()).toBe('recovery-codes.txt');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button('Copy the codes').click();
    await button('Copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(RECOVERY_CODES.join('\n'));
    await button('I have kept them').click();
    await page.getByText(RECOVERY_CODES[0] ?? '', { exact: true }).waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Recovery codes');
  });

  it('aren’t left without a question', async () => {
    const { page, button, heading, alert } = await openSecured();
    // A page of the site to go back to; before any other the browser asks itself.
    await page.getByRole('link', { name: 'Services' }).click();
    await heading('Services Management').waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Account' }).click();
    await button('Make new codes').click();
    await button('Yes, make new ones').click();
    await heading('Keep these codes now').waitFor();
    // Neither by a key of the admin area, nor by going back, nor by Escape, nor by mistake.
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    const before = page.url();
    await page.evaluate(() => window.history.back());
    await alert('Nobody can show you these codes again.').waitFor();
    expect(page.url()).toBe(before);
    await page.keyboard.press('Escape');
    await heading('Keep these codes now').waitFor();
    const asked = page.waitForEvent('dialog');
    const reloading = page.reload({ timeout: 5_000 }).catch(() => {});
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await reloading;
    await button('Yes, I have them').click();
    await heading('Keep these codes now').waitFor({ state: 'detached' });
  });

  it("says the server's reason for making none", async () => {
    const { button, alert } = await openSecured({
      'POST /api/account/recovery-codes': problem('second-factor-required'),
    });
    await button('Make new codes').click();
    await button('Yes, make new ones').click();
    await alert('Please enter the code of your second factor.').waitFor();
  });
});

describe('passkeys', () => {
  it('are renamed and removed', async () => {
    const id = SECURED_ACCOUNT.passkeys[0]?.id;
    const passkey = `/auth/v1/passkeys/${id}`;
    const { page, button, toast, called } = await openSecured({
      [`PATCH ${passkey}`]: json({ id, friendly_name: 'Desk', created_at: '2026-11-20T18:00:00Z' }),
      [`DELETE ${passkey}`]: noContent,
    });
    await button('Rename Reception computer').click();
    await page.keyboard.press('Escape');
    await page.getByLabel('Name of this passkey').waitFor({ state: 'detached' });
    await button('Rename Reception computer').click();
    await page.getByLabel('Name of this passkey').fill('Desk');
    await page.keyboard.press('Enter');
    await toast('Passkey renamed').waitFor();
    await button('Remove Reception computer').click();
    await button('Yes, remove it').click();
    await toast('Passkey removed').waitFor();
    expect(called(`PATCH ${passkey}`)[0]?.body).toEqual({ friendly_name: 'Desk' });
    expect(called(`DELETE ${passkey}`)).toHaveLength(1);
  });
});

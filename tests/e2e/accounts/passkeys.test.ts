import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuthClient, Session } from '@supabase/auth-js';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authClient, givenUser, PASSWORD } from '../../support/accounts/auth-client.ts';
import { givenSalon, type TestSalon } from '../../support/server/server.ts';
import { sharedBrowser } from '../support/site/browser.ts';

/** A browser's own passkeys, by the unmodified client, with an authenticator that the browser plays. */

declare global {
  interface Window {
    authClient: InstanceType<typeof AuthClient>;
  }
}

const CLIENT = join(import.meta.dirname, '../../../node_modules/@supabase/auth-js/dist/module');

let salon: TestSalon;
let origin: string;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  origin = `http://localhost:${new URL(salon.url).port}`;
});
afterAll(() => salon.stop());

/** The page of a test, with its authenticator. */
interface Visit {
  readonly page: Page;
  /** Whether the authenticator's holder can prove who they are. */
  setVerified(isVerified: boolean): Promise<void>;
  end(): Promise<void>;
}

const HELPERS = join(import.meta.dirname, '../../../node_modules/tslib/tslib.es6.mjs');
const BOOT = `import { AuthClient } from './index';
window.authClient = new AuthClient({ url: location.origin + '/auth/v1', autoRefreshToken: false, flowType: 'pkce' });`;

/** The client's own files beside the site's: `/auth-js/lib/fetch` is `lib/fetch.js`. */
async function serveClient(context: BrowserContext) {
  const contentType = 'text/javascript';
  await context.route(`${origin}/auth-js/**`, async (route) => {
    const [, file = ''] = /^\/auth-js\/([\w./-]+)$/.exec(new URL(route.request().url()).pathname) ?? [];
    if (file === 'boot') return route.fulfill({ body: BOOT, contentType });
    if (file === 'tslib') return route.fulfill({ path: HELPERS, contentType });
    // Browsers know no packages by name; a bundler resolves the one there is.
    const source = (await readFile(join(CLIENT, `${file}.js`), 'utf8')).replace(
      /from "tslib"/,
      "from '/auth-js/tslib'",
    );
    return route.fulfill({ body: source, contentType });
  });
}

async function givenVisit(): Promise<Visit> {
  const browser = await sharedBrowser();
  const context = await browser.newContext();
  await serveClient(context);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto(`${origin}/terms-conditions`);
  await page.addScriptTag({ url: '/auth-js/boot', type: 'module' });
  return {
    page,
    setVerified: (isUserVerified) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }).then(() => {}),
    end: () => browser.close(),
  };
}

const signInByPassword = (visit: Visit, email: string) =>
  visit.page.evaluate(async (entered) => (await window.authClient.signInWithPassword(entered)).error?.code, {
    email,
    password: PASSWORD,
  });
const register = (visit: Visit) =>
  visit.page.evaluate(async () => {
    const { authClient: client } = window;
    const { data, error } = await client.registerPasskey();
    if (error) return { error: error.name };
    await client.setSession((data as unknown as { session: Session }).session);
    const level = await client.mfa.getAuthenticatorAssuranceLevel();
    return { name: data?.friendly_name, level: level.data?.currentLevel };
  });
const signInByPasskey = (visit: Visit) =>
  visit.page.evaluate(async () => {
    const { authClient: client } = window;
    await client.signOut({ scope: 'local' });
    const { data, error } = await client.signInWithPasskey();
    if (error) return { error: error.name };
    const level = await client.mfa.getAuthenticatorAssuranceLevel();
    return { email: data?.user?.email, level: level.data?.currentLevel };
  });

describe('in a browser', () => {
  it('a passkey is registered, and signs in again and again without a password', async () => {
    const { email } = await givenUser(salon);
    const visit = await givenVisit();
    try {
      expect(await signInByPassword(visit, email)).toBeUndefined();
      const registered = await register(visit);
      expect(registered).toEqual({ name: expect.stringMatching(/^Chrome on /), level: 'aal2' });
      for (let count = 0; count < 2; count += 1)
        expect(await signInByPasskey(visit)).toEqual({ email, level: 'aal2' });
    } finally {
      await visit.end();
    }
  });

  it('a passkey whose holder is not verified neither registers nor signs in', async () => {
    const { email } = await givenUser(salon);
    const visit = await givenVisit();
    try {
      await signInByPassword(visit, email);
      await visit.setVerified(false);
      expect(await register(visit)).toEqual({ error: expect.any(String) });
      await visit.setVerified(true);
      expect(await register(visit)).toMatchObject({ level: 'aal2' });
      await visit.setVerified(false);
      expect(await signInByPasskey(visit)).toEqual({ error: expect.any(String) });
      await visit.setVerified(true);
      expect(await signInByPasskey(visit)).toEqual({ email, level: 'aal2' });
    } finally {
      await visit.end();
    }
  });

  it('an authenticator holds one passkey of an account', async () => {
    const { email } = await givenUser(salon);
    const visit = await givenVisit();
    try {
      await signInByPassword(visit, email);
      expect(await register(visit)).toMatchObject({ level: 'aal2' });
      expect(await register(visit)).toEqual({ error: expect.any(String) });
      const { data } = await authClient(salon).signInWithPassword({ email, password: PASSWORD });
      expect(data.user?.factors).toHaveLength(1);
    } finally {
      await visit.end();
    }
  });
});

import type { Page } from 'playwright-core';
import { ADMIN_SUCCESS } from '../fixtures/admin-fixtures.ts';
import { signedIn } from '../fixtures/auth-fixtures.ts';
import type { givenSite } from '../site/given-site.ts';
import type { MockResponse } from '../site/mock-api.ts';
import { accountOpener } from './open-account.ts';
import { expectFocus } from './open-page.ts';

/** Opens a screen of the admin area, signed in as an administrator. */
export const adminOpener = (site: ReturnType<typeof givenSite>) => {
  const open = accountOpener(site);
  return async (
    path: string,
    api: Record<string, MockResponse> = {},
    more: { size?: Size; timeZone?: string } = {},
  ) => {
    const opened = await open(path, { begin: signedIn(), api: { ...ADMIN_SUCCESS, ...api }, ...more });
    const { page } = opened;
    return {
      ...opened,
      dialog: page.getByRole('dialog').or(page.getByRole('alertdialog')),
    };
  };
};

interface Size {
  width: number;
  height: number;
}

/** The next answer of a call comes when the returned function is called. */
export function held(response: MockResponse): { respond: MockResponse; release: () => void } {
  const gate = Promise.withResolvers<void>();
  return {
    respond: async (route, url) => {
      await gate.promise;
      await response(route, url);
    },
    release: () => gate.resolve(),
  };
}

/** Waits until a button has the focus. */
export const waitForFocus = (page: Page, name: string) =>
  expectFocus(page.getByRole('button', { name, exact: true }));

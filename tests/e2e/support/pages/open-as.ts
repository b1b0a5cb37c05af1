import type { Browser } from 'playwright-core';
import { PASSWORD } from '../../../support/accounts/auth-client.ts';
import type { TestSalon } from '../../../support/server/server.ts';
import { wizardVisitor } from '../visitor/wizard-visitor.ts';
import { openPage } from './open-page.ts';
import type { Visitor } from './open-tab.ts';

/** Opens screens of a real service for administrators, each of whom signs in on a device of their own. */
export const staffOpener =
  (given: { readonly browser: Browser; readonly salon: TestSalon }, now: Date) =>
  async ({ email }: { email: string }, path: string, size?: Visitor['size']) => {
    // A screen that looks for something before the read models have it says that it isn't there, and goes on saying so.
    await given.salon.idle();
    const page = await openPage(given.browser, { now, ...(size && { size }) });
    await page.goto(`${given.salon.url}/auth?next=${encodeURIComponent(path)}`);
    const visitor = wizardVisitor(page);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await visitor.button('Sign In').click();
    return { page, ...visitor, dialog: page.getByRole('dialog').or(page.getByRole('alertdialog')) };
  };

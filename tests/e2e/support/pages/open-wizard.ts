import type { Disposable, Page, Request } from 'playwright-core';
import { onTestFinished } from 'vitest';
import type { givenSite } from '../site/given-site.ts';
import { type MockResponse, mockApi } from '../site/mock-api.ts';
import { AT_CHECKOUT } from '../visitor/at-checkout.ts';
import { wizardVisitor } from '../visitor/wizard-visitor.ts';
import { openPage } from './open-page.ts';

interface Place {
  readonly path: string;
  readonly heading: string;
  readonly begin?: (page: Page) => Promise<Disposable>;
}

const opener =
  (site: ReturnType<typeof givenSite>) =>
  async (changes: Record<string, MockResponse>, { path, heading, begin }: Place) => {
    const page = await openPage(site.browser);
    const api = await mockApi(page, changes);
    const begun = await begin?.(page);
    onTestFinished(async () => begun?.dispose());
    const posts: Request[] = [];
    const holds: Request[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/holds')) holds.push(request);
      else if (request.method() === 'POST') posts.push(request);
    });
    await page.goto(site.url + path);
    const visitor = wizardVisitor(page);
    await visitor.heading(heading).waitFor();
    return { page, api, posts, holds, visitor };
  };

/** Opens the wizard in a tab of its own, with these API responses, and records the requests for bookings and holds. */
export const wizardOpener = (site: ReturnType<typeof givenSite>) => {
  const open = opener(site);
  return (changes: Record<string, MockResponse> = {}, path = '/book') =>
    open(changes, { path, heading: 'Select Services' });
};

/** The same at the checkout, where everything is chosen and filled in. */
export const checkoutOpener = (site: ReturnType<typeof givenSite>) => {
  const open = opener(site);
  return (changes: Record<string, MockResponse> = {}) =>
    open(changes, { ...AT_CHECKOUT, heading: 'Checkout' });
};

/** How many buttons of exactly this name there are. */
export const countButtons = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).count();

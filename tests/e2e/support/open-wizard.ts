import type { Page, Request } from 'playwright-core';
import type { givenSite } from './given-site.ts';
import { type MockResponse, mockApi } from './mock-api.ts';
import { openPage } from './open-page.ts';
import { wizardVisitor } from './wizard-visitor.ts';

/** Opens the wizard in a tab of its own, with these API responses, and records the requests for bookings and holds. */
export const wizardOpener =
  (site: ReturnType<typeof givenSite>) =>
  async (changes: Record<string, MockResponse> = {}, path = '/book') => {
    const page = await openPage(site.browser);
    const api = await mockApi(page, changes);
    const posts: Request[] = [];
    const holds: Request[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/holds')) holds.push(request);
      else if (request.method() === 'POST') posts.push(request);
    });
    await page.goto(site.url + path);
    await page.getByRole('heading', { name: 'Select Services' }).waitFor();
    return { page, api, posts, holds, visitor: wizardVisitor(page) };
  };

/** How many buttons of exactly this name there are. */
export const countButtons = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).count();

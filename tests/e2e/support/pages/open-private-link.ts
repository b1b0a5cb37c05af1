import type { Request } from 'playwright-core';
import type { givenSite } from '../site/given-site.ts';
import { type MockResponse, mockApi } from '../site/mock-api.ts';
import { wizardVisitor } from '../visitor/wizard-visitor.ts';
import { openPage } from './open-page.ts';

/** Opens pages of a customer's own appointment, and notes what they request of it. */
export const privateLinkOpener =
  (site: ReturnType<typeof givenSite>) =>
  async (path: string, changes: Record<string, MockResponse> = {}) => {
    const page = await openPage(site.browser);
    const api = await mockApi(page, changes);
    const calls: Request[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/api/manage')) calls.push(request);
    });
    await page.goto(site.url + path);
    return { page, api, calls, visitor: wizardVisitor(page) };
  };

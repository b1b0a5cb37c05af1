import type { Request } from 'playwright-core';
import { MANAGED, slotsOf } from '../fixtures/fixtures.ts';
import type { givenSite } from '../site/given-site.ts';
import { json, type MockResponse, mockApi } from '../site/mock-api.ts';
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

/** The answers about an appointment whose stylist can't be booked online any more. */
export const CALL_FOR_ANOTHER_TIME = {
  'GET /api/manage': json({ ...MANAGED, stylist: { id: 'first', name: 'Ann Lee' } }),
  'GET /api/manage/availability': json({
    ...slotsOf(MANAGED.appointment_date),
    slots: [],
    stylist_unavailable: true,
  }),
} satisfies Record<string, MockResponse>;

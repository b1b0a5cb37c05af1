import type { Page } from 'playwright-core';
import { type CodeWay, PROBLEMS, type Problem, type ProblemCode } from '../../../../src/contracts/problem.ts';
import {
  CREATED,
  daysOf,
  HELD,
  HOLD_ID,
  MANAGED,
  PAGE_CONTENT,
  SALON,
  SERVICES,
  slotsOf,
} from '../fixtures/fixtures.ts';
import { type Intercepted, intercept } from './intercept.ts';

export type MockResponse = (route: Intercepted, url: URL) => Promise<void> | void;

export const json =
  (body: unknown, status = 200): MockResponse =>
  (route) =>
    route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });

/** An error response with the status and text of a code; `fields` are the fields it is about. */
export function problem(code: ProblemCode, ...fields: readonly string[]): MockResponse {
  const { status, detail } = PROBLEMS[code];
  const errors = fields.map((path) => ({ path, message: detail }));
  const body: Problem = { type: `urn:problem:${code}`, title: 'Refused', status, detail, code, errors };
  return (route) =>
    route.fulfill({ status, contentType: 'application/problem+json', body: JSON.stringify(body) });
}

/** Asks for a code, or for the one that was sent this way. */
export const codeRequired = (by: CodeWay | null): MockResponse => {
  const { status, detail } = PROBLEMS['code-required'];
  const sent = by && { by, expires_at: '2026-11-20T18:10:00.000Z' };
  const body: Problem = {
    type: 'urn:problem:code-required',
    title: 'Refused',
    status,
    detail,
    code: 'code-required',
    contact_code: { by: ['sms', 'email'], sent },
  };
  return (route) =>
    route.fulfill({ status, contentType: 'application/problem+json', body: JSON.stringify(body) });
};

export const lostNetwork: MockResponse = (route) => route.abort('connectionfailed');

/** Never responds, so that a test sees what a screen shows while it waits. */
export const silence: MockResponse = () => {};

/** Responses when all goes well. */
const SUCCESS: Record<string, MockResponse> = {
  'GET /api/salon': json(SALON),
  ...Object.fromEntries(
    Object.entries(PAGE_CONTENT).map(([name, content]) => [`GET /api/pages/${name}`, json(content)]),
  ),
  'GET /api/services': json(SERVICES),
  'GET /api/availability': (route, url) => json(slotsOf(url.searchParams.get('date') ?? ''))(route, url),
  'GET /api/availability/next': json({ next_free: { date: '2026-11-24', time: '9:00 AM' } }),
  'GET /api/availability/days': (route, url) =>
    json(daysOf(url.searchParams.get('from') ?? '', url.searchParams.get('to') ?? ''))(route, url),
  'POST /api/holds': json(HELD, 201),
  [`DELETE /api/holds/${HOLD_ID}`]: (route) => route.fulfill({ status: 204 }),
  'POST /api/bookings': json(CREATED, 201),
  'GET /api/short-links': json({
    success: true,
    booking_id: CREATED.id,
    management_token: CREATED.management_token,
  }),
  'GET /api/manage': json(MANAGED),
  'GET /api/manage/availability': (route, url) =>
    json(slotsOf(url.searchParams.get('date') ?? ''))(route, url),
  'POST /api/manage/cancel': json({ id: CREATED.id, status: 'cancelled', position: CREATED.position }),
  'POST /api/manage/reschedule': json({ id: CREATED.id, status: 'pending', position: CREATED.position }),
};

/** Responds to a page's API requests. `change` replaces responses, also in mid-test. */
export async function mockApi(page: Page, changes: Record<string, MockResponse> = {}) {
  const responses = { ...SUCCESS, ...changes };
  await intercept(page, ['*/api/*', '*/auth/v1/*'], (route) => {
    const url = new URL(route.request().url());
    const respond = responses[`${route.request().method()} ${url.pathname}`] ?? problem('not-found');
    return respond(route, url);
  });
  return {
    change: (more: Record<string, MockResponse>) => {
      Object.assign(responses, more);
    },
  };
}

import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { type CodeWay, PROBLEMS, type Problem, type ProblemCode } from '../../../../src/contracts/problem.ts';
import { problemOf } from '../../../../src/http/problem-details.ts';
import {
  CREATED,
  daysOf,
  HELD,
  HOLD_ID,
  MANAGED,
  NOW,
  PAGE_CONTENT,
  SALON,
  SERVICES,
  slotsOf,
} from '../fixtures/fixtures.ts';
import { checkMockedAnswer } from './check-mocked-answer.ts';
import { type Intercepted, intercept, type MockedResponse } from './intercept.ts';

interface MockRoute extends Intercepted {
  /** Responds without a look at the contract; only for `broken`. */
  fulfillUnchecked(response: MockedResponse): Promise<void>;
}

export type MockResponse = (route: MockRoute, url: URL) => Promise<void> | void;

export const json =
  (body: unknown, status = 200): MockResponse =>
  (route) =>
    route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });

/** An error as the server answers it. `members` say more than its code. */
export function problem(code: ProblemCode, members: Partial<Problem> = {}): MockResponse {
  const body: Problem = { ...problemOf(code), ...members };
  return (route) =>
    route.fulfill({
      status: body.status,
      contentType: 'application/problem+json',
      body: JSON.stringify(body),
    });
}

/** The refusal of a field's value. */
export const invalid = (code: ProblemCode, field: string): MockResponse =>
  problem(code, { errors: [{ path: field, message: PROBLEMS[code].detail }] });

/** A colleague was faster, and did this. */
export const stale = (type: string, version: number): MockResponse =>
  problem('stale', {
    version,
    changes: [{ type, at: NOW.toISOString(), by: { kind: 'admin', name: 'Marie Petit' } }],
  });

/** Asks for a code, or for the one that was sent this way. */
export const codeRequired = (by: CodeWay | null): MockResponse =>
  problem('code-required', {
    contact_code: { by: ['sms', 'email'], sent: by && { by, expires_at: '2026-11-20T18:10:00.000Z' } },
  });

/** An answer that breaks its contract, as one of a server that fails, or of something on the way. */
export const broken =
  (status: number, body = '', contentType = 'application/json'): MockResponse =>
  (route) =>
    route.fulfillUnchecked({ status, contentType, body });

export const lostNetwork: MockResponse = (route) => route.abort('connectionfailed');

/** Never responds, so that a test sees what a screen shows while it waits. */
export const silence: MockResponse = () => {};

/** Every day of the range, which has a free time on most. */
export const freeDays: MockResponse = (route, url) =>
  json(daysOf(url.searchParams.get('from') ?? '', url.searchParams.get('to') ?? ''))(route, url);

/** Responses when all goes well. */
const SUCCESS: Record<string, MockResponse> = {
  'GET /api/salon': json(SALON),
  ...Object.fromEntries(
    Object.entries(PAGE_CONTENT).map(([name, content]) => [`GET /api/pages/${name}`, json(content)]),
  ),
  'GET /api/services': json(SERVICES),
  'GET /api/availability': (route, url) => json(slotsOf(url.searchParams.get('date') ?? ''))(route, url),
  'GET /api/availability/next': json({ next_free: { date: '2026-11-24', time: '9:00 AM' } }),
  'GET /api/availability/days': freeDays,
  'GET /api/admin/availability/days': freeDays,
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

/**
 * Responds to a page's API requests. `change` replaces responses, also in mid-test. The test fails if the server could not answer like
 * that, by the contract of the operation.
 */
export async function mockApi(page: Page, changes: Record<string, MockResponse> = {}) {
  const responses = { ...SUCCESS, ...changes };
  const untrue = new Set<string>();
  onTestFinished(() => {
    if (untrue.size > 0) throw new Error(`Untrue answers are mocked.\n${[...untrue].join('\n')}`);
  });
  await intercept(page, ['*/api/*', '*/auth/v1/*'], (route) => {
    const method = route.request().method();
    const url = new URL(route.request().url());
    const call = `${method} ${url.pathname}`;
    const respond = responses[call] ?? unavailable;
    return respond(
      {
        ...route,
        fulfill: (response) => {
          try {
            checkMockedAnswer(method, url.pathname, response);
          } catch (error) {
            untrue.add(`${call}: ${(error as Error).message}`);
          }
          return route.fulfill(response);
        },
        fulfillUnchecked: route.fulfill,
      },
      url,
    );
  });
  return {
    change: (more: Record<string, MockResponse>) => {
      Object.assign(responses, more);
    },
  };
}

/** The answer to what a test has none for. */
const unavailable = problem('unavailable');

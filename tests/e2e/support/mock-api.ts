import type { Page, Route } from 'playwright-core';
import { PROBLEMS, type Problem, type ProblemCode } from '../../../src/contracts/problem.ts';
import {
  CREATED,
  daysOf,
  HELD,
  HOLD_ID,
  MANAGED,
  PAGE_ANSWERS,
  SALON,
  SERVICES,
  slotsOf,
} from './fixtures.ts';

export type Answer = (route: Route, url: URL) => Promise<void> | void;

export const json =
  (body: unknown, status = 200): Answer =>
  (route) =>
    route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });

/** Refuses with a code's own status and words. */
export function problem(code: ProblemCode): Answer {
  const { status, detail } = PROBLEMS[code];
  const body: Problem = { type: `urn:problem:${code}`, title: 'Refused', status, detail, code };
  return (route) =>
    route.fulfill({ status, contentType: 'application/problem+json', body: JSON.stringify(body) });
}

export const lostNetwork: Answer = (route) => route.abort('connectionfailed');

/** Never answers: what a screen shows while it waits. */
export const silence: Answer = () => {};

/** A good day at the salon; every path can be answered otherwise. */
const GOOD_DAY: Record<string, Answer> = {
  'GET /api/salon': json(SALON),
  ...Object.fromEntries(
    Object.entries(PAGE_ANSWERS).map(([name, answer]) => [`GET /api/pages/${name}`, json(answer)]),
  ),
  'GET /api/services': json(SERVICES),
  'GET /api/availability': (route, url) => json(slotsOf(url.searchParams.get('date') ?? ''))(route, url),
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

/** Answers a page's API calls. Changes given later replace earlier ones, also in mid-test. */
export async function mockApi(page: Page, changes: Record<string, Answer> = {}) {
  const answers = { ...GOOD_DAY, ...changes };
  await page.route('**/api/**', (route) => {
    const url = new URL(route.request().url());
    const answer = answers[`${route.request().method()} ${url.pathname}`] ?? problem('not-found');
    return answer(route, url);
  });
  return {
    change: (more: Record<string, Answer>) => {
      Object.assign(answers, more);
    },
  };
}

import type { Page, Request } from 'playwright-core';
import { getLive } from '../../../../src/contracts/live.ts';

/** The page's requests to the API that still wait for their answers, of those that begin from now on. */
export function unansweredIn(page: Page): ReadonlySet<Request> {
  const waiting = new Set<Request>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // The answer with live updates never ends.
    if (pathname.startsWith('/api/') && pathname !== getLive.path) waiting.add(request);
  });
  page.on('requestfinished', (request) => waiting.delete(request));
  page.on('requestfailed', (request) => waiting.delete(request));
  return waiting;
}

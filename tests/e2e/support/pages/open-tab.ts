import type { Browser, Page } from 'playwright-core';
import { NOW } from '../fixtures/fixtures.ts';

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };

export interface Visitor {
  size?: { width: number; height: number };
  timeZone?: string;
  now?: Date;
}

/** A tab of one visitor, whose clock stands still at `now`; the caller closes its context. */
export async function openTab(
  browser: Browser,
  { size = DESKTOP, timeZone = 'America/Los_Angeles', now = NOW }: Visitor = {},
): Promise<Page> {
  const context = await browser.newContext({
    viewport: size,
    timezoneId: timeZone,
    // Nothing fades in, so that what is visible can be measured at once.
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.clock.setFixedTime(now);
  return page;
}

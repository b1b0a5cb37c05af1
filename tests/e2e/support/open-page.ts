import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { NOW } from './fixtures.ts';

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };

export interface Visitor {
  size?: { width: number; height: number };
  timeZone?: string;
  now?: Date;
}

/**
 * A tab of one visitor, for one test; its clock stands still at `now`. The test fails if a script breaks there or
 * the content security policy has to step in.
 */
export async function openPage(
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
  page.setDefaultTimeout(10_000);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) faults.push(message.text());
  });
  await page.clock.setFixedTime(now);
  onTestFinished(async () => {
    await context.close();
    expect(faults).toEqual([]);
  });
  return page;
}

/** Every rule of axe holds on what the page shows now. */
export async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  expect(found).toEqual([]);
}

import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { openTab, type Visitor } from './open-tab.ts';

export { DESKTOP, PHONE } from './open-tab.ts';

/**
 * A tab for one test, which fails if a script breaks there or the content security policy has to step in.
 */
export async function openPage(browser: Browser, visitor: Visitor = {}): Promise<Page> {
  const page = await openTab(browser, visitor);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) faults.push(message.text());
  });
  onTestFinished(async () => {
    await page.context().close();
    expect(faults).toEqual([]);
  });
  return page;
}

/** Every rule of axe holds on what the page shows now. Our pages have no frames, so axe runs in the page itself. */
export async function expectAccessible(page: Page) {
  // A colour that is changing, as with the theme, is neither the one nor the other. Each level of the page changes after
  // the one around it.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({
      resultTypes: ['violations'],
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  });
  expect(found).toEqual([]);
}

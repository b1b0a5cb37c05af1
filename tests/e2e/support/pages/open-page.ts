import type { Browser, Locator, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { ALL_TESTS } from '../../../support/run/all-tests.ts';
import { loadAxe, type WithAxe } from '../site/axe.ts';
import type { Visitor } from './open-tab.ts';
import { borrowTab, giveBack } from './tabs.ts';

export { DESKTOP, PHONE } from './open-tab.ts';

/** The rules of axe that look at colours. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Collects the faults of a tab: errors of scripts, and breaches of the content security policy. */
function faultsOf(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) faults.push(message.text());
  });
  return faults;
}

/**
 * A tab for one test, as empty as a new one, which fails if a script breaks there or the content security policy has to step in.
 */
export async function openPage(browser: Browser, visitor: Visitor = {}): Promise<Page> {
  const page = await borrowTab(browser, visitor);
  const faults = faultsOf(page);
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await page.context().close();
    else await giveBack(browser, visitor, page);
    expect(faults).toEqual([]);
  });
  return page;
}

/** Waits until an element has the focus. */
export const expectFocus = (target: Locator) =>
  expect.poll(() => target.evaluate((element) => element === document.activeElement)).toBe(true);

/** Presses Escape once the topmost dialog has the focus, since it hears keys from then on. One that was only drawn doesn't yet. */
export async function pressEscape(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const dialog = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1);
    return dialog?.contains(document.activeElement);
  });
  await page.keyboard.press('Escape');
}

/** Does what belongs together. No time passes for the page meanwhile: a busy machine may take too long for the page to see it as one. */
export async function inNoTime(page: Page, act: () => Promise<void>): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now()));
  await act();
  await page.clock.resume();
}

/** Presses the keys of a shortcut. */
export const pressInTime = (page: Page, ...keys: readonly string[]): Promise<void> =>
  inNoTime(page, async () => {
    for (const key of keys) await page.keyboard.press(key);
  });

/** The rules of axe hold on what the page shows now: all of them, or these. Our pages have no frames, so axe runs in the page itself. */
export async function expectRulesHold(page: Page, rules?: readonly string[]) {
  // A colour that is changing, as with the theme, is neither the one nor the other. Each level of the page changes after
  // the one around it. A list is dimmed until the one that was asked for is there.
  await page.waitForFunction(() => {
    const running = document.getAnimations().filter(({ playState }) => playState === 'running');
    for (const animation of running) animation.finish();
    return (
      running.length === 0 && !document.querySelector('[aria-busy=true]:is(.opacity-60, :has(> .opacity-60))')
    );
  });
  await loadAxe(page);
  const found = await page.evaluate(async (runOnly) => {
    const { violations } = await (window as unknown as WithAxe).axe.run({
      resultTypes: ['violations'],
      // The markup says which element it is; to find its selector takes a quarter of the time.
      selectors: false,
      ...(runOnly && { runOnly }),
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, rules?.slice());
  expect(found).toEqual([]);
}

/** Every rule of axe holds on what a page shows on the way. `npm test` leaves this out: it looks at each address once (`screens`). */
export async function expectAccessible(page: Page) {
  if (ALL_TESTS) await expectRulesHold(page);
}

/** The page is as easy to read in the dark theme, which changes nothing but colours. */
export async function expectReadableInTheDark(page: Page) {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectRulesHold(page, OF_COLOURS);
}

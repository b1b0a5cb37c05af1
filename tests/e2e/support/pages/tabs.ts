import type { Browser, Page } from 'playwright-core';
import { NOW } from '../fixtures/fixtures.ts';
import { endIntercepting } from '../site/intercept.ts';
import { DESKTOP, openTab, type Visitor } from './open-tab.ts';

/**
 * Tabs that the next test of the same kind of visitor may have: a new one, with a process of its own in which every script
 * is compiled anew, costs as much as all that a short test does.
 */
const idle = new WeakMap<Browser, Map<string, Page[]>>();

/**
 * No script runs here, so nobody writes to the storage while it is emptied. It has the headers of a page: for one without them
 * the browser would begin another process.
 */
const WITHOUT_SCRIPTS = '/favicon.svg';

/** A tab remembers fifty pages; after that its history grows no more, which some tests look at. */
const MOST_VISITED = 30;

/** Tests listen to these events. */
const LISTENED_TO = [
  'console',
  'dialog',
  'download',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
] as const;

function idleFor(browser: Browser, { timeZone = '' }: Visitor): Page[] {
  const ofBrowser = idle.get(browser) ?? new Map<string, Page[]>();
  const tabs = ofBrowser.get(timeZone) ?? [];
  idle.set(browser, ofBrowser.set(timeZone, tabs));
  return tabs;
}

/** A tab as `openTab` opens it. Who borrows it gives it back, or closes its context. */
export async function borrowTab(browser: Browser, visitor: Visitor): Promise<Page> {
  const page = idleFor(browser, visitor).pop();
  if (!page) return openTab(browser, visitor);
  await page.setViewportSize(visitor.size ?? DESKTOP);
  // A test may have paused it, timers and all.
  await page.clock.resume();
  await page.clock.setFixedTime(visitor.now ?? NOW);
  return page;
}

/** Makes a tab as empty as a new one, for the next test. Listeners, init scripts and sessions of the developer tools that it doesn't know of are for the test to end. */
export async function giveBack(browser: Browser, visitor: Visitor, page: Page): Promise<void> {
  const address = URL.parse(page.url());
  const canBeEmptied =
    !page.isClosed() && page.context().pages().length === 1 && address?.protocol === 'http:';
  if (!canBeEmptied) return page.context().close();
  for (const event of LISTENED_TO) page.removeAllListeners(event);
  page.context().removeAllListeners('response');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto(new URL(WITHOUT_SCRIPTS, address).href);
  await endIntercepting(page);
  const visited = await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
    return history.length;
  });
  if (visited > MOST_VISITED) return page.context().close();
  await page.context().clearCookies();
  await page.context().clearPermissions();
  await page.emulateMedia({ media: null, colorScheme: 'light', forcedColors: null, reducedMotion: 'reduce' });
  idleFor(browser, visitor).push(page);
}

import type { Page } from 'playwright-core';
import { beforeAll, onTestFinished } from 'vitest';
import { NOW } from './fixtures.ts';
import type { givenSite } from './given-site.ts';
import { mockApi } from './mock-api.ts';
import { faultsOf } from './open-page.ts';
import { openTab, type Visitor } from './open-tab.ts';
import type { Screen } from './screen.ts';

/**
 * No script runs here, so nobody writes to the storage while it is emptied. It has the headers of a page: for one without them
 * the browser would begin another process.
 */
const WITHOUT_SCRIPTS = '/favicon.svg';

/**
 * One tab for all screens of a file, before each as empty as a new one. A new one costs as much as all that a test of one
 * screen does.
 */
export function givenTab(site: ReturnType<typeof givenSite>, size: NonNullable<Visitor['size']>) {
  let page: Page;
  let faults: string[];
  beforeAll(async () => {
    page = await openTab(site.browser, { size });
    faults = faultsOf(page);
  });

  async function empty() {
    await page.unrouteAll();
    await page.goto(site.url + WITHOUT_SCRIPTS);
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await page.context().clearCookies();
    await page.clock.setFixedTime(NOW);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(size);
    faults.length = 0;
  }

  return {
    /** Leads to a screen, and what has broken in the tab since. */
    async show({ path, api = {}, begin, reach }: Screen) {
      await empty();
      await mockApi(page, api);
      const begun = await begin?.(page);
      onTestFinished(async () => begun?.dispose());
      await page.goto(site.url + path);
      await reach(page);
      return { page, faults };
    },
  };
}

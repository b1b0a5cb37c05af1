import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { sharedBrowser } from './browser.ts';
import { startSite } from './site-server.ts';

/** A browser and the built site for all tests of a file; there from the first test on. */
export function givenSite() {
  const given = {} as Pick<Awaited<ReturnType<typeof startSite>>, 'url' | 'live'> & { browser: Browser };
  let close = async () => {};
  beforeAll(async () => {
    const [browser, site] = await Promise.all([sharedBrowser(), startSite()]);
    Object.assign(given, { browser, url: site.url, live: site.live });
    close = async () => {
      await browser.close();
      await site.close();
    };
  });
  afterAll(() => close());
  return given;
}

import type { Browser } from 'playwright-core';
import { beforeAll, inject } from 'vitest';
import { sharedBrowser } from './browser.ts';
import { startSite } from './site-server.ts';

type Site = Pick<Awaited<ReturnType<typeof startSite>>, 'url' | 'live'> & { readonly browser: Browser };

/**
 * One for all files of a process of tests, by the browser that it is shown in: at the same address, the browser has the site's
 * scripts compiled already. It ends with the process.
 */
const sites = new Map<string, Promise<Site>>();

async function open(): Promise<Site> {
  const [browser, { url, live }] = await Promise.all([sharedBrowser(), startSite()]);
  return { browser, url, live };
}

/** A browser and the built site for all tests of a file; there from the first test on. */
export function givenSite() {
  const given = {} as Site;
  beforeAll(async () => {
    const endpoint = inject('browserEndpoint');
    const opening = sites.get(endpoint) ?? open();
    sites.set(endpoint, opening);
    Object.assign(given, await opening);
    given.live.restore();
  });
  return given;
}

import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { DOCUMENT_NAMES } from '../../../src/contracts/salon/prerendering.ts';
import { PHONE } from '../support/pages/open-tab.ts';
import { givenSalonAndBrowser } from '../support/site/given-salon.ts';

/** How much the public pages may load. */

const given = givenSalonAndBrowser();

/** The bytes that were sent of one file, headers included, as Lighthouse counts them. */
interface Sent {
  readonly url: string;
  readonly type: string;
  readonly bytes: number;
}

/** Notes what a page is sent. */
async function noteSent(page: Page): Promise<readonly Sent[]> {
  const network = await page.context().newCDPSession(page);
  const answered = new Map<string, Omit<Sent, 'bytes'>>();
  const sent: Sent[] = [];
  network.on('Network.responseReceived', ({ requestId, response, type }) =>
    answered.set(requestId, { url: response.url, type }),
  );
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const answer = answered.get(requestId);
    if (answer) sent.push({ ...answer, bytes: encodedDataLength });
  });
  await network.send('Network.enable');
  return sent;
}

const bytesOf = (sent: readonly Sent[]) => sent.reduce((sum, { bytes }) => sum + bytes, 0);

/**
 * The most that each page may load of scripts, headers included, and that its document may take, which contains the style sheet: a
 * little more than today.
 */
const BUDGETS = [
  { path: '/', scripts: 102_450, document: 20_900 },
  { path: '/services', scripts: 96_600, document: 19_600 },
  { path: '/gallery', scripts: 97_400, document: 19_800 },
  { path: '/terms-conditions', scripts: 93_200, document: 18_300 },
  { path: '/privacy-policy', scripts: 93_200, document: 18_200 },
  { path: '/book', scripts: 101_700, document: 17_600 },
];

/** A server may send so many bytes before it hears that the first of them have arrived: one round trip less on a phone. */
const FIRST_ROUND_TRIP = 14_600;

it.each(BUDGETS)(
  'keeps to its budget at $path, without forms, schemas, toasts, admin or sign-in',
  async ({ path, scripts: most, document }) => {
    // Its own, so that nothing comes from the cache.
    const context = await given.browser.newContext({ viewport: PHONE });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const sent = await noteSent(page);
    await page.goto(given.salon.url + path);
    await page.waitForFunction(
      (mark) => performance.getEntriesByName(mark).length > 0,
      DOCUMENT_NAMES.hydrated,
    );
    await page.waitForLoadState('networkidle');
    const scripts = sent.filter(({ type }) => type === 'Script');
    expect(scripts.length).toBeGreaterThan(3);
    expect(scripts.filter(({ bytes }) => bytes === 0)).toEqual([]);
    expect(bytesOf(scripts)).toBeLessThanOrEqual(most);
    expect(bytesOf(sent.filter(({ type }) => type === 'Document'))).toBeLessThanOrEqual(document);
    const fonts = sent.filter(({ type }) => type === 'Font');
    expect(fonts.map(({ url }) => /[a-z-]+(?=-english)/.exec(url)?.[0]).sort()).toEqual([
      'figtree',
      'fraunces-phone',
    ]);
    expect(fonts.filter(({ bytes }) => bytes > FIRST_ROUND_TRIP)).toEqual([]);
    const code = (await Promise.all(scripts.map(async ({ url }) => (await fetch(url)).text()))).join('\n');
    expect(code).not.toMatch(
      /ZodError|data-sonner-toast|useFormContext|\/auth\/v1|\/api\/admin|isStaleByTime|cmdk-input/,
    );
  },
);

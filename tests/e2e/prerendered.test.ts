import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DOCUMENT_NAMES } from '../../src/contracts/salon/prerendering.ts';
import { PRERENDERED } from '../../src/site/rendered-pages.ts';
import { expectFocus, PHONE } from './support/pages/open-page.ts';
import { givenSalonAndBrowser } from './support/site/given-salon.ts';

/** Prerendered pages: without scripts, while the scripts are loading, and hydrated. */

const given = givenSalonAndBrowser();

/** A tab that fails the test for anything logged to its console. */
async function openTab(options: BrowserContextOptions = {}, expected = /status of 404/): Promise<Page> {
  const context = await given.browser.newContext({ viewport: PHONE, ...options });
  const page = await context.newPage();
  const said: string[] = [];
  page.on('pageerror', (error) => said.push(error.message));
  page.on('console', (message) => said.push(message.text()));
  onTestFinished(async () => {
    await context.close();
    expect(said.filter((text) => !expected.test(text))).toEqual([]);
  });
  return page;
}

const isHydrated = (page: Page) =>
  page.waitForFunction((mark) => performance.getEntriesByName(mark).length > 0, DOCUMENT_NAMES.hydrated);

/** Delays a file of the page's code until the returned function is called. */
async function delayCode(page: Page, file = 'base') {
  const gate = Promise.withResolvers<void>();
  await page.route(`**/assets/${file}-*.js`, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return () => gate.resolve();
}

/** The front page's words about this very moment can't be rendered before. */
const LIVE_QUERY = '/api/availability/next';
const prerenderedText = (page: Page) =>
  page.locator('main').evaluate((main) => {
    const copy = main.cloneNode(true) as HTMLElement;
    for (const live of copy.querySelectorAll('[data-live]')) live.remove();
    return copy.textContent;
  });

describe('a prerendered page', () => {
  it.each([...PRERENDERED, '/nowhere'])(
    '%s is hydrated without changing what it shows, or a request to the API',
    async (path) => {
      const page = await openTab();
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await page.goto(given.salon.url + path, { waitUntil: 'commit' });
      await page.getByRole('contentinfo').waitFor();
      const shown = await prerenderedText(page);
      await isHydrated(page);
      expect(await prerenderedText(page)).toBe(shown);
      expect(asked.filter((other) => other.startsWith('/api') && other !== LIVE_QUERY)).toEqual([]);
    },
  );

  it('requests its data again when it is shown again', async () => {
    const page = await openTab();
    await page.goto(`${given.salon.url}/services`);
    await isHydrated(page);
    await page.getByRole('link', { name: 'Home' }).first().click();
    // The address changes before the page.
    await page.getByRole('heading', { name: 'Client Love' }).waitFor();
    const asked = page.waitForRequest('**/api/services');
    await page.goBack();
    await asked;
    await page.getByText('Perm').first().waitFor();
  });
});

describe('the code of the public pages', () => {
  it('waits until the pictures of the first screen can be painted', async () => {
    const page = await openTab();
    await page.addInitScript(() => {
      // The code waits for two seconds at most, which a busy machine may take to decode a picture.
      const later = window.setTimeout.bind(window);
      Object.assign(window, {
        setTimeout: (work: () => void, ms?: number) => (ms === 2_000 ? 0 : later(work, ms)),
      });
      const { decode } = HTMLImageElement.prototype;
      HTMLImageElement.prototype.decode = async function decodeLate() {
        await decode.call(this);
        await new Promise((resolve) => setTimeout(resolve, 300));
        performance.mark('decoded');
      };
    });
    await page.goto(`${given.salon.url}/gallery`);
    await isHydrated(page);
    const [decoded, requested] = await page.evaluate(() => {
      const [first] = performance.getEntriesByName('decoded');
      const code = performance.getEntriesByType('resource').find(({ name }) => /\/react-/.test(name));
      return [first?.startTime ?? Number.NaN, code?.startTime ?? Number.NaN];
    });
    expect(decoded).toBeLessThan(requested ?? Number.NaN);
  });

  it('loads after everything the page shows', async () => {
    const page = await openTab();
    await delayCode(page);
    // The load event fires while the code is delayed, so nothing that is shown waits for it.
    await page.goto(given.salon.url, { waitUntil: 'load' });
    expect(await page.getByRole('link', { name: 'Book Your Appointment' }).first().isVisible()).toBe(true);
  });
});

describe('before the code has loaded', () => {
  it('keeps ticked boxes, and shows them in the summary afterwards', async () => {
    const page = await openTab();
    const deliver = await delayCode(page);
    await page.goto(`${given.salon.url}/book`);
    await page.getByRole('checkbox', { name: /^Perm/ }).check();
    await page.getByRole('checkbox', { name: /^Men's Haircut/ }).check();
    deliver();
    await page.getByRole('region', { name: 'Selected Services' }).getByText('2h 45min').waitFor();
    expect(await page.getByRole('checkbox', { name: /^Perm/ }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Continue to Date & Time' }).waitFor();
  });

  it('moves the focus to the heading of a step as soon as that is shown', async () => {
    const page = await openTab();
    const deliver = await delayCode(page, 'time-step');
    await page.goto(`${given.salon.url}/book`);
    await page.getByRole('checkbox', { name: /^Perm/ }).check();
    await page.getByRole('button', { name: 'Continue to Date & Time' }).click();
    await page.getByRole('status').getByText('Loading...').waitFor();
    deliver();
    const heading = page.getByRole('heading', { name: 'Date & Time' });
    await expectFocus(heading);
  });

  it('requests code again that did not arrive', async () => {
    const page = await openTab({}, /ERR_FAILED/);
    await page.route('**/assets/{base,page}-*.js', (route) => route.abort(), { times: 2 });
    await page.goto(`${given.salon.url}/book`);
    await page.getByRole('checkbox', { name: /^Perm/ }).check();
    await page.getByRole('region', { name: 'Selected Services' }).getByText('Perm').waitFor();
  });

  it('says so on a page that has nothing else to show', async () => {
    const page = await openTab({}, /ERR_FAILED/);
    const code = '**/assets/base-*.js';
    await page.route(code, (route) => route.abort());
    await page.goto(`${given.salon.url}/thank-you`);
    await page.getByRole('alert').getByText('This page hasn’t loaded yet.').waitFor();
    await page.unroute(code);
    await page.getByRole('contentinfo').waitFor();
  });

  it('knows how far it was scrolled, for the way back', async () => {
    const page = await openTab();
    const deliver = await delayCode(page);
    await page.goto(`${given.salon.url}/services`);
    await page.evaluate(() => window.scrollTo(0, 900));
    deliver();
    await isHydrated(page);
    await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/gallery"]')?.click());
    await page.getByRole('heading', { level: 1, name: 'Before and after' }).waitFor();
    await page.goBack();
    await expect.poll(() => page.evaluate(() => Math.round(window.scrollY))).toBe(900);
  });

  it('has working links', async () => {
    const page = await openTab();
    await delayCode(page);
    await page.goto(given.salon.url);
    await page.getByRole('link', { name: 'View Services' }).click();
    await page.waitForURL(`${given.salon.url}/services`);
  });
});

describe('a value that the session stores', () => {
  it('is shown again after a reload, once', async () => {
    const page = await openTab();
    await page.goto(`${given.salon.url}/book`);
    await page.getByRole('checkbox', { name: /^Perm/ }).check();
    await page
      .getByRole('region', { name: 'Selected Services' })
      .getByText('2h', { exact: true })
      .first()
      .waitFor();
    await page.reload();
    await isHydrated(page);
    expect(await page.getByRole('checkbox', { name: /^Perm/ }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Continue to Date & Time' }).click();
    await page.getByRole('heading', { name: 'Date & Time' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Date & Time' }).waitFor();
  });
});

describe('without scripts', () => {
  it.each([
    ['/', 'View Services'],
    ['/services', 'Perm'],
    ['/gallery', 'Before and after'],
    ['/terms-conditions', '48 hours'],
    ['/privacy-policy', 'Cookies'],
    ['/nowhere', 'Oops! Page not found'],
  ])('%s can be read', async (path, text) => {
    const page = await openTab({ javaScriptEnabled: false });
    await page.goto(given.salon.url + path);
    expect(await page.locator('main').getByText(text).first().isVisible()).toBe(true);
    expect(await page.locator('noscript').count()).toBe(0);
  });

  it.each(['/book', '/m/some-token'])('%s shows the phone number to call', async (path) => {
    const page = await openTab({ javaScriptEnabled: false });
    await page.goto(given.salon.url + path);
    await page.locator('noscript').getByRole('link', { name: '(925) 555-0142' }).first().waitFor();
  });
});

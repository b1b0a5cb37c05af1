import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { SERVICES } from './support/fixtures/fixtures.ts';
import { DESKTOP, openPage, PHONE } from './support/pages/open-page.ts';
import { givenSite } from './support/site/given-site.ts';
import { json, type MockResponse, mockApi } from './support/site/mock-api.ts';
import { wizardVisitor } from './support/visitor/wizard-visitor.ts';

/** The browser's Back leads to the place that the visitor left. */

const site = givenSite();

const position = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
/** Scrolls there, as soon as the page is long enough. */
const scrollTo = async (page: Page, y: number) => {
  await page.waitForFunction((top) => document.documentElement.scrollHeight - window.innerHeight >= top, y);
  // The page records its position with the scroll event, which comes with the next frame. To ask for that frame would not do: the
  // tests' clock makes a timer of it, which on a busy machine is over before any frame has been drawn.
  await page.evaluate(
    (top) =>
      new Promise<void>((done) => {
        window.addEventListener('scroll', () => done(), { once: true });
        window.scrollTo(0, top);
      }),
    y,
  );
  expect(await position(page)).toBe(y);
};

async function open(path: string, size: typeof PHONE, changes: Record<string, MockResponse> = {}) {
  const page = await openPage(site.browser, { size });
  await mockApi(page, changes);
  await page.goto(site.url + path);
  return { page, visitor: wizardVisitor(page) };
}

describe.each([
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const)('Back on a %s', (_device, size) => {
  it('leads to the place where the link was, and Forward to where that page was left', async () => {
    const { page, visitor } = await open('/services', size);
    await visitor.heading('Chemical').waitFor();
    await scrollTo(page, 900);
    await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/gallery"]')?.click());
    await page.waitForURL('**/gallery');
    await page.getByRole('heading', { level: 1, name: 'Before and after' }).waitFor();
    await expect.poll(() => position(page)).toBe(0);
    await scrollTo(page, 500);
    await page.goBack();
    await visitor.heading('Chemical').waitFor();
    await expect.poll(() => position(page)).toBe(900);
    await page.goForward();
    await expect.poll(() => position(page)).toBe(500);
  });

  it('shows the page as it was at once, while its content is loaded again', async () => {
    const { page, visitor } = await open('/services', size, {
      'GET /api/services': async (route, url) => {
        await later;
        return json(SERVICES)(route, url);
      },
    });
    let later: Promise<void> | undefined;
    await visitor.heading('Chemical').waitFor();
    const end = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
    await scrollTo(page, end);
    await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/gallery"]')?.click());
    await page.waitForURL('**/gallery');
    await expect.poll(() => position(page)).toBe(0);
    const loaded = Promise.withResolvers<void>();
    later = loaded.promise;
    await page.goBack();
    await page.waitForURL('**/services');
    await visitor.heading('Chemical').waitFor();
    await expect.poll(() => position(page)).toBe(end);
    loaded.resolve();
  });
});

it('finds the place again after a reload in between', async () => {
  const { page, visitor } = await open('/services', PHONE);
  await visitor.heading('Chemical').waitFor();
  await scrollTo(page, 900);
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/gallery"]')?.click());
  await page.waitForURL('**/gallery');
  await page.getByRole('heading', { level: 1, name: 'Before and after' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Before and after' }).waitFor();
  await page.goBack();
  await visitor.heading('Chemical').waitFor();
  await expect.poll(() => position(page)).toBe(900);
});

it('leads from the second step back to where the first one was left', async () => {
  const { page, visitor } = await open('/book', PHONE);
  await page.getByRole('checkbox', { name: /^Perm/ }).check();
  await scrollTo(page, 700);
  // Playwright's own click may scroll first.
  await visitor.button('Continue to Date & Time').evaluate((button) => (button as HTMLElement).click());
  const heading = visitor.heading('Date & Time');
  await heading.waitFor();
  await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(PHONE.height / 2);
  await page.goBack();
  await visitor.heading('Select Services').waitFor();
  await expect.poll(() => position(page)).toBe(700);
});

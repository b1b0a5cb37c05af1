import { describe, expect, it } from 'vitest';
import { SERVICES } from './support/fixtures/fixtures.ts';
import { DESKTOP, openPage, PHONE } from './support/pages/open-page.ts';
import { position, scrollTo } from './support/pages/scroll-to.ts';
import { givenSite } from './support/site/given-site.ts';
import { json, type MockResponse, mockApi } from './support/site/mock-api.ts';
import { wizardVisitor } from './support/visitor/wizard-visitor.ts';

/** The browser's Back leads to the place that the visitor left. */

const site = givenSite();

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
    expect(await scrollTo(page, 900)).toBe(900);
    await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/gallery"]')?.click());
    await page.waitForURL('**/gallery');
    await page.getByRole('heading', { level: 1, name: 'Before and after' }).waitFor();
    await expect.poll(() => position(page)).toBe(0);
    expect(await scrollTo(page, 500)).toBe(500);
    await page.goBack();
    await visitor.heading('Chemical').waitFor();
    await expect.poll(() => position(page)).toBe(900);
    await page.goForward();
    await expect.poll(() => position(page)).toBe(500);
  });

  it('shows the page as it was at once, while its content is loaded again', async () => {
    let later: Promise<void> | undefined;
    const { page, visitor } = await open('/services', size, {
      'GET /api/services': async (route, url) => {
        await later;
        return json(SERVICES)(route, url);
      },
    });
    await visitor.heading('Chemical').waitFor();
    const end = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
    expect(await scrollTo(page, end)).toBe(end);
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
  expect(await scrollTo(page, 900)).toBe(900);
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
  expect(await scrollTo(page, 700)).toBe(700);
  // Playwright's own click may scroll first.
  await visitor.button('Continue to Date & Time').evaluate((button) => (button as HTMLElement).click());
  const heading = visitor.heading('Date & Time');
  await heading.waitFor();
  await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(PHONE.height / 2);
  await page.goBack();
  await visitor.heading('Select Services').waitFor();
  await expect.poll(() => position(page)).toBe(700);
});

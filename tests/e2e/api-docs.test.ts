import { expect, it } from 'vitest';
import { DESKTOP, expectAccessible, openPage, PHONE } from './support/pages/open-page.ts';
import { givenSalonAndBrowser } from './support/site/given-salon.ts';

const given = givenSalonAndBrowser();

it.each([
  ['phone', PHONE],
  ['desktop', DESKTOP],
])('shows the HTTP interface on a %s, for everyone, without a script', async (_device, size) => {
  const page = await openPage(given.browser, { size });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${given.salon.url}/api/docs`);
  await page.getByRole('heading', { level: 1, name: 'HTTP interface' }).waitFor();
  await expectAccessible(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await expect.poll(() => page.evaluate(() => document.fonts.check('16px "Fraunces Variable"'))).toBe(true);
  expect(asked.filter((url) => !url.startsWith(given.salon.url) || url.endsWith('.js'))).toEqual([]);
});

it('links its contents to the operations, and to openapi.json', async () => {
  const page = await openPage(given.browser);
  await page.goto(`${given.salon.url}/api/docs`);
  await page.getByRole('link', { name: 'Book an appointment' }).click();
  const heading = page.getByRole('heading', { name: 'Book an appointment' });
  await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(DESKTOP.height);
  await expect.poll(async () => (await heading.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  await page.getByRole('link', { name: 'openapi.json' }).click();
  await page.waitForURL('**/api/openapi.json');
});

it('prints without navigation', async () => {
  const page = await openPage(given.browser);
  await page.goto(`${given.salon.url}/api/docs`);
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('navigation', { name: 'Contents' }).isVisible()).toBe(false);
  expect(await page.getByText('/api/bookings').first().isVisible()).toBe(true);
});

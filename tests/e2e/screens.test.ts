import { describe, expect, it } from 'vitest';
import { SALON } from './support/fixtures/fixtures.ts';
import { expectFocus, expectRulesHold, openPage, PHONE } from './support/pages/open-page.ts';
import { givenSite } from './support/site/given-site.ts';
import { json, lostNetwork, mockApi } from './support/site/mock-api.ts';
import { wizardVisitor } from './support/visitor/wizard-visitor.ts';

const site = givenSite();

describe('the layout', () => {
  // Spec: 2.header, 9.thresholds
  it('turns the header solid past 50 px', async () => {
    const page = await openPage(site.browser);
    await mockApi(page);
    await page.goto(site.url);
    const header = page.getByRole('banner');
    await header.waitFor();
    const background = () => header.evaluate((element) => getComputedStyle(element).backgroundColor);
    const transparent = await background();
    await page.mouse.wheel(0, 50);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(50);
    expect(await background()).toBe(transparent);
    await page.mouse.wheel(0, 10);
    await expect.poll(background).not.toBe(transparent);
  });

  // Spec: 2.menu
  it('opens and closes the menu by keyboard, and closes it when a link is picked', async () => {
    const page = await openPage(site.browser, { size: PHONE });
    await mockApi(page);
    await page.goto(site.url);
    const toggle = page.getByRole('button', { name: 'Menu' });
    await toggle.focus();
    await page.keyboard.press('Enter');
    const link = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Gallery' });
    await link.waitFor();
    await page.keyboard.press('Escape');
    await link.waitFor({ state: 'hidden' });
    await expectFocus(toggle);
    await toggle.click();
    await link.click();
    await wizardVisitor(page).heading('Before and after').waitFor();
    await link.waitFor({ state: 'hidden' });
  });

  it('moves the focus to the heading of a new page, and names it in the title', async () => {
    const page = await openPage(site.browser);
    await mockApi(page);
    await page.goto(site.url);
    await page.getByRole('link', { name: 'View Services' }).click();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Services and prices');
    await expect.poll(() => page.title()).toBe('Services and prices · Lumière Hair Studio');
  });

  it('shows the page after a retry, once the server is back', async () => {
    const page = await openPage(site.browser);
    const api = await mockApi(page, { 'GET /api/salon': lostNetwork });
    await page.goto(site.url);
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    const call = page.getByRole('link', { name: '(925) 555-0142' });
    expect(await call.getAttribute('href')).toBe('tel:+19255550142');
    api.change({ 'GET /api/salon': json(SALON) });
    await retry.click();
    await wizardVisitor(page).heading('Opening hours').waitFor();
  });

  it('says that a page could not be loaded, and leaves the rest of the site usable', async () => {
    const page = await openPage(site.browser);
    await mockApi(page);
    await page.goto(site.url);
    await page.getByRole('link', { name: 'View Services' }).waitFor();
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.getByRole('link', { name: 'View Services' }).click();
    await wizardVisitor(page).heading('This page didn’t load').waitFor();
    await page.getByRole('banner').waitFor();
    await expectRulesHold(page);
  });
});

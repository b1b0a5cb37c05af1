import { describe, expect, it } from 'vitest';
import { openPage, PHONE } from './support/pages/open-page.ts';
import { givenSite } from './support/site/given-site.ts';
import { mockApi } from './support/site/mock-api.ts';
import { wizardVisitor } from './support/visitor/wizard-visitor.ts';

const site = givenSite();

type Recorded = { moved?: string[] };

/** A tab of somebody who likes motion, or doesn't; animations that a script starts are recorded by what they move. */
async function open(path: string, reducedMotion: 'no-preference' | 'reduce') {
  const page = await openPage(site.browser, { size: PHONE });
  await page.emulateMedia({ reducedMotion });
  await page.addInitScript(() => {
    const moved: string[] = [];
    (window as Recorded).moved = moved;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function record(...how) {
      moved.push(this.textContent);
      return animate.apply(this, how);
    };
  });
  await mockApi(page);
  await page.goto(site.url + path);
  await page.locator('h1[tabindex]').waitFor();
  return page;
}

describe('the motion on a page, once and for a reason,', () => {
  it('is the hair of the front page, and the comparison when it is first seen', async () => {
    const page = await open('/', 'no-preference');
    const drift = await page
      .locator('main section img')
      .first()
      .evaluate((image) => getComputedStyle(image).animation);
    expect(drift).toMatch(/\bdrift\b/);
    expect(drift).toMatch(/^1\.4s|\b1\.4s\b/);
    expect(drift).not.toContain('infinite');

    const slider = page.getByRole('slider');
    const shown = () => slider.getAttribute('aria-valuetext');
    await expect.poll(shown).toBe('100% before, 0% after');
    await slider.scrollIntoViewIfNeeded();
    await expect.poll(shown).toBe('50% before, 50% after');
    await page.evaluate(() => window.scrollTo(0, 0));
    await slider.scrollIntoViewIfNeeded();
    expect(await shown()).toBe('50% before, 50% after');
  });

  it('is the chosen time, on its way into the summary', async () => {
    const page = await open('/book', 'no-preference');
    const visitor = wizardVisitor(page);
    await visitor.chooseServices('Perm');
    await visitor.chooseDay(/^24, Tuesday/);
    await visitor.button('10:30 AM').click();
    await visitor.button('Continue').waitFor();
    const moved = () => page.evaluate(() => (window as Recorded).moved);
    await expect.poll(moved).toContain('Nov 24, 2026 · 10:30 AM');
  });
});

describe('for people who prefer reduced motion', () => {
  it('the comparison is open from the start, and no time flies', async () => {
    const page = await open('/', 'reduce');
    const slider = page.getByRole('slider');
    await slider.scrollIntoViewIfNeeded();
    expect(await slider.getAttribute('aria-valuetext')).toBe('50% before, 50% after');

    await page.goto(`${site.url}/book`);
    const visitor = wizardVisitor(page);
    await visitor.chooseServices('Perm');
    await visitor.chooseDay(/^24, Tuesday/);
    await visitor.button('10:30 AM').click();
    await visitor.button('Continue').waitFor();
    expect(await page.evaluate(() => (window as Recorded).moved)).toEqual([]);
  });
});

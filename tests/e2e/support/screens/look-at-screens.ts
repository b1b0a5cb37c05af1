import { describe, expect, it, onTestFinished } from 'vitest';
import { TOKEN } from '../fixtures/fixtures.ts';
import { expectReadableInTheDark, expectRulesHold, openPage, PHONE } from '../pages/open-page.ts';
import { givenSite } from '../site/given-site.ts';
import { mockApi } from '../site/mock-api.ts';
import type { Screen } from './screen.ts';

/** Tests each state of these screens. The website has no dark theme; the admin area has. */
export function lookAtScreens(screens: readonly Screen[], { inTheDark = false } = {}) {
  const site = givenSite();

  async function show({ path, api = {}, begin, reach }: Screen) {
    const page = await openPage(site.browser, { size: { ...PHONE, width: 320 } });
    await mockApi(page, api);
    const begun = await begin?.(page);
    onTestFinished(async () => begun?.dispose());
    await page.goto(site.url + path);
    await reach(page);
    return page;
  }

  describe.each(screens)('$name', (screen) => {
    it('passes axe and fits a phone of 320 px, and a window zoomed to 200 %', async () => {
      const page = await show(screen);
      await expectRulesHold(page);
      if (inTheDark) await expectReadableInTheDark(page);
      const width = () => page.evaluate(() => document.documentElement.scrollWidth);
      await expect.poll(width).toBeLessThanOrEqual(320);
      // A window of 1440 px has room for this much at 200 % zoom.
      await page.setViewportSize({ width: 720, height: 450 });
      await expect.poll(width).toBeLessThanOrEqual(720);
      expect(await page.title()).not.toBe('');
      expect(await page.title()).not.toContain(TOKEN);
    });
  });
}

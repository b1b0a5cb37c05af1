import { describe, expect, it } from 'vitest';
import { TOKEN } from './fixtures.ts';
import { givenSite } from './given-site.ts';
import { givenTab } from './given-tab.ts';
import { expectAccessible, expectReadableInTheDark, PHONE } from './open-page.ts';
import { SCREENS_BY_AREA } from './screens.ts';

/** Tests what every screen of an area has to be. */
export function lookAtScreens(area: keyof typeof SCREENS_BY_AREA) {
  const tab = givenTab(givenSite(), { ...PHONE, width: 320 });

  describe.each(SCREENS_BY_AREA[area])('$name', (screen) => {
    it('passes axe and fits a phone of 320 px, and a window zoomed to 200 %', async () => {
      const { page, faults } = await tab.show(screen);
      await expectAccessible(page);
      await expectReadableInTheDark(page);
      const width = () => page.evaluate(() => document.documentElement.scrollWidth);
      expect(await width()).toBeLessThanOrEqual(320);
      // What a window of 1440 px has room for at 200 % zoom.
      await page.setViewportSize({ width: 720, height: 450 });
      expect(await width()).toBeLessThanOrEqual(720);
      expect(await page.title()).not.toBe('');
      expect(await page.title()).not.toContain(TOKEN);
      expect(faults).toEqual([]);
    });
  });
}

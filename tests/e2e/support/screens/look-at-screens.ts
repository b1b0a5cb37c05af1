import { describe, expect, it, onTestFinished } from 'vitest';
import { ALL_TESTS } from '../../../support/run/all-tests.ts';
import { TOKEN } from '../fixtures/fixtures.ts';
import { expectReadableInTheDark, expectRulesHold, openPage, PHONE } from '../pages/open-page.ts';
import { givenSite } from '../site/given-site.ts';
import { mockApi } from '../site/mock-api.ts';
import type { Screen } from './screen.ts';
import { SCREENS_BY_AREA } from './screens.ts';

/** A state of every screen, one in which all goes well where there is one. */
function onceEach(screens: readonly Screen[]): readonly Screen[] {
  const ofAddress = Map.groupBy(screens, ({ path }) => path.replace(/[?#].*/, '')).values();
  return [...ofAddress].flatMap((states) => states.find(({ api }) => api === undefined) ?? states[0] ?? []);
}

/** Tests what every screen of an area has to be: each screen in one of its states, and with all tests in each. */
export function lookAtScreens(area: keyof typeof SCREENS_BY_AREA) {
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

  const screens = SCREENS_BY_AREA[area];
  describe.each(ALL_TESTS ? screens : onceEach(screens))('$name', (screen) => {
    it(`passes axe${ALL_TESTS ? ', in the dark too,' : ''} and fits a phone of 320 px, and a window zoomed to 200 %`, async () => {
      const page = await show(screen);
      await expectRulesHold(page);
      if (ALL_TESTS) await expectReadableInTheDark(page);
      const width = () => page.evaluate(() => document.documentElement.scrollWidth);
      await expect.poll(width).toBeLessThanOrEqual(320);
      // What a window of 1440 px has room for at 200 % zoom.
      await page.setViewportSize({ width: 720, height: 450 });
      await expect.poll(width).toBeLessThanOrEqual(720);
      expect(await page.title()).not.toBe('');
      expect(await page.title()).not.toContain(TOKEN);
    });
  });
}

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { openTab } from '../../e2e/support/pages/open-tab.ts';
import type { Screen } from '../../e2e/support/screens/screen.ts';
import { SCREENS } from '../../e2e/support/screens/screens.ts';
import { launchBrowser } from '../../e2e/support/site/browser.ts';
import { mockApi } from '../../e2e/support/site/mock-api.ts';
import { startSite } from '../../e2e/support/site/site-server.ts';

/**
 * Takes a picture of every page of the built site in every state, as `<folder>/<width>-<name>.png`.
 *
 *   npm run lab screens -- [folder] [--only words in the name] [--widths 390,1440] [--dark]
 *   npm run lab screens -- --readme      those that the README shows, into docs/pictures
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    widths: { type: 'string', default: '390,1440' },
    readme: { type: 'boolean', default: false },
    dark: { type: 'boolean', default: false },
  },
});

/** What the README shows: the screen's name, its width, and the file it is kept in. */
const IN_README = [
  { name: 'home', width: 1440, file: 'home.webp' },
  { name: 'wizard, time chosen', width: 1440, file: 'book-time.webp' },
  { name: 'gallery', width: 1440, file: 'gallery.webp' },
];
const DOCS = join(import.meta.dirname, '../../../docs/pictures');

const heightFor = (width: number) => (width < 768 ? 844 : 900);

/** Pictures further down load only when they come near. */
async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(
      [...document.images].map((image) => {
        image.loading = 'eager';
        return image.decode().catch(() => {});
      }),
    );
  });
}

/** @param whole the page to its end, or only what the window shows at first */
async function take(browser: Browser, url: string, screen: Screen, width: number, whole: boolean) {
  const page = await openTab(browser, { size: { width, height: heightFor(width) } });
  try {
    await page.emulateMedia({ colorScheme: values.dark ? 'dark' : 'light' });
    await mockApi(page, screen.api);
    await screen.begin?.(page);
    await page.goto(url + screen.path);
    await screen.reach(page);
    await loadPictures(page);
    // What is fixed or sticks stands where a visitor first sees it.
    await page.evaluate(() => window.scrollTo(0, 0));
    return await page.screenshot({ fullPage: whole });
  } finally {
    await page.context().close();
  }
}

async function takeAll(browser: Browser, url: string): Promise<void> {
  const [folder = join('.data', 'screens')] = positionals;
  const widths = values.widths.split(',').map(Number);
  const screens = SCREENS.filter(({ name }) => new RegExp(values.only).test(name));
  await mkdir(folder, { recursive: true });
  for (const screen of screens) {
    for (const width of widths) {
      const theme = values.dark ? '-dark' : '';
      const file = `${width}-${screen.name.replaceAll(/[^a-z0-9]+/g, '-')}${theme}.png`;
      await writeFile(join(folder, file), await take(browser, url, screen, width, true));
    }
    console.log(screen.name);
  }
  console.log(`${screens.length * widths.length} pictures in ${folder}`);
}

async function takeForReadme(browser: Browser, url: string): Promise<void> {
  for (const { name, width, file } of IN_README) {
    const screen = SCREENS.find((one) => one.name === name);
    if (!screen) throw new Error(`There is no screen called ${name}.`);
    const picture = await take(browser, url, screen, width, false);
    await sharp(picture).resize(1080).webp({ quality: 80 }).toFile(join(DOCS, file));
    console.log(file);
  }
}

const [browser, site] = await Promise.all([launchBrowser(), startSite()]);
try {
  await (values.readme ? takeForReadme : takeAll)(browser, site.url);
} finally {
  await browser.close();
  await site.close();
}

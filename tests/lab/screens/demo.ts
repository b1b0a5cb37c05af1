import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { progressBar } from '../../../scripts/demo/progress-bar.ts';
import { simulateSalon } from '../../../scripts/demo/simulation.ts';
import { loadConfig } from '../../../src/adapters/config.ts';
import { sharedClock } from '../../../src/adapters/shared-clock.ts';
import { startServer } from '../../../src/main.ts';
import { launchBrowser } from '../../e2e/support/site/browser.ts';

/** `npm run lab demo-pictures`: the pictures of the admin area in the README, from a demo at a fixed moment. */

/** A Wednesday morning, with some of the day's appointments over and others to come. */
const NOW = new Date('2026-11-18T19:10:00Z');
const DAYS = 730;
const SIZE = { width: 1440, height: 900 };
/** The README is read at this width. */
const WIDTH = 1_200;
const QUALITY = 78;
const FOLDER = join(import.meta.dirname, '../../../docs/pictures');

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly dark?: boolean;
  /** Goes on until what is to be seen is there. */
  readonly reach: (page: Page) => Promise<unknown>;
}

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name }).first().waitFor();

const PICTURES: readonly Picture[] = [
  { name: 'admin-dashboard', path: '', reach: heading(/^Today/) },
  { name: 'admin-dashboard-dark', path: '', dark: true, reach: heading(/^Today/) },
  {
    name: 'admin-day',
    path: '/calendar?view=day',
    reach: (page) => page.locator('[data-appointment]').first().waitFor(),
  },
  {
    name: 'admin-week',
    path: '/calendar?view=week',
    reach: (page) => page.locator('[data-appointment]').first().waitFor(),
  },
  {
    name: 'admin-appointments',
    path: '/appointments',
    reach: (page) => page.getByRole('row').nth(5).waitFor(),
  },
  {
    name: 'admin-customer',
    path: '/customers?search=amelia',
    reach: async (page) => {
      await page
        .getByRole('row')
        .filter({ hasText: 'example.com' })
        .first()
        .getByRole('button')
        .first()
        .click();
      await page.getByRole('region', { name: 'Service History' }).getByRole('listitem').first().waitFor();
      await page.evaluate(() => scrollTo(0, 0));
    },
  },
];

async function signIn(context: BrowserContext, url: string, email: string, password: string): Promise<Page> {
  const page = await context.newPage();
  await page.clock.setFixedTime(NOW);
  await page.goto(`${url}/auth?next=%2Fadmin`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL(`${url}/admin`);
  return page;
}

const dataDir = await mkdtemp(join(tmpdir(), 'salon-demo-pictures-'));
const config = loadConfig({ DATA_DIR: dataDir, PORT: '0', BOOKING_LIMIT_PER_HOUR: '0' });
try {
  const [owner] = await simulateSalon(config, {
    folder: config.dataDir,
    days: DAYS,
    now: NOW,
    onProgress: progressBar(),
  });
  const clock = sharedClock();
  clock.stopAt(NOW);
  const server = await startServer(config, { clock });
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ viewport: SIZE, timezoneId: 'America/Los_Angeles' });
    const url = `http://localhost:${server.port}`;
    const page = await signIn(context, url, owner?.email ?? '', owner?.password ?? '');
    for (const { name, path, dark = false, reach } of PICTURES) {
      await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' });
      await page.goto(`${url}/admin${path}`);
      await reach(page);
      // The greeting of the sign-in, where it is still there.
      await page.locator('[data-sonner-toast]').first().waitFor({ state: 'detached' });
      const picture = await page.screenshot({ animations: 'disabled' });
      const file = join(FOLDER, `${name}.webp`);
      const { size } = await sharp(picture).resize({ width: WIDTH }).webp({ quality: QUALITY }).toFile(file);
      console.log(`${name}.webp, ${Math.ceil(size / 1_000)} KB`);
    }
  } finally {
    await browser.close();
    await server.stop();
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../../e2e/support/site/browser.ts';
import { inTurns, type Row, rowOf } from '../row.ts';
import { ADMIN } from './staff.ts';

/** Every screen. */
const SCREENS = ['', '/appointments', '/calendar', '/customers', '/services'];
const ROUNDS = 15;
const MOST_TIMES = 1.2;

async function signedIn(browser: Browser, url: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  await page.goto(`${url}/auth?next=%2Fadmin`);
  await page.getByLabel('Email').fill(ADMIN.email);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL(`${url}/admin`);
  return page;
}

/** Milliseconds from the start of the navigation to the first paint of content. It leaves the page, whose work would slow down the next. */
async function firstPaint(page: Page, url: string): Promise<number> {
  await page.goto(url);
  const took = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const [entry] = list.getEntriesByName('first-contentful-paint');
          if (entry) resolve(entry.startTime);
        }).observe({ type: 'paint', buffered: true });
      }),
  );
  await page.goto('about:blank');
  return took;
}

/** The first contentful paint of each screen of a grown salon, against the same of an empty one. */
export async function firstPaints(
  { empty, grown }: { readonly empty: string; readonly grown: string },
  size: string,
): Promise<Row[]> {
  const browser = await launchBrowser();
  try {
    const sides = { limit: await signedIn(browser, empty), ours: await signedIn(browser, grown) };
    const rows: Row[] = [];
    for (const screen of SCREENS) {
      const path = `/admin${screen}`;
      const round = {
        limit: () => firstPaint(sides.limit, empty + path),
        ours: () => firstPaint(sides.ours, grown + path),
      };
      await inTurns(1, round);
      const name = `first contentful paint of ${path}, ${size} beside none`;
      rows.push(rowOf({ name, unit: 'ms', required: MOST_TIMES }, await inTurns(ROUNDS, round)));
    }
    return rows;
  } finally {
    await browser.close();
  }
}

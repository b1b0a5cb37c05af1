import type { Page } from 'playwright-core';
import { ADMIN_SUCCESS } from '../../e2e/support/fixtures/admin-fixtures.ts';
import { signedIn } from '../../e2e/support/fixtures/auth-fixtures.ts';
import { CALENDAR_SUCCESS, fullWeek } from '../../e2e/support/fixtures/calendar-fixtures.ts';
import { DESKTOP, openTab } from '../../e2e/support/pages/open-tab.ts';
import { launchBrowser } from '../../e2e/support/site/browser.ts';
import { json, mockApi } from '../../e2e/support/site/mock-api.ts';
import { startSite } from '../../e2e/support/site/site-server.ts';
import { type Row, rowOf } from './row.ts';

/** A drag across a week of 300 appointments, on a processor that is four times slower. */

const ROUNDS = 5;
const SLOWER = 4;
const STEPS = 120;
/** A frame that takes longer than two of the screen's can be seen. */
const LONGEST_MS = 32;

/** Of one drag, in milliseconds. */
interface Frames {
  /** From the first event of a frame until it is drawn. */
  readonly longest: number;
  /** Between two frames; on a busy machine others' work as well. */
  readonly longestGap: number;
}

/** Records, in the page, how long each frame takes from now on. */
async function recordFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const frames: { from: number; to: number }[] = [];
    Object.assign(window, { frames });
    let from: number | null = null;
    const begin = () => {
      from ??= performance.now();
    };
    // Events of the pointer come just before the frame that shows what they have changed.
    window.addEventListener('pointermove', begin, { capture: true });
    const drawn = new MessageChannel();
    drawn.port1.onmessage = () => {
      if (from !== null) frames.push({ from, to: performance.now() });
      from = null;
    };
    requestAnimationFrame(function next() {
      begin();
      drawn.port2.postMessage(null);
      requestAnimationFrame(next);
    });
  });
}

async function framesOf(page: Page): Promise<Frames> {
  const frames = await page.evaluate(
    () => (window as unknown as { frames: { from: number; to: number }[] }).frames,
  );
  if (frames.length < STEPS / 4) throw new Error(`Only ${frames.length} frames were drawn.`);
  return {
    longest: Math.max(...frames.map(({ from, to }) => to - from)),
    longestGap: Math.max(...frames.slice(1).map(({ from }, at) => from - (frames[at]?.from ?? from))),
  };
}

async function drag(page: Page, url: string): Promise<Frames> {
  await page.goto(`${url}/admin/calendar?view=week&date=2026-11-25`);
  const block = page.locator('[data-appointment]').nth(150);
  await block.waitFor();
  const box = await block.boundingBox();
  if (!box) throw new Error('There is nothing to drag.');
  const [x, y] = [box.x + 8, box.y + 8];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 10);
  await page.locator('[data-ghost]').waitFor();
  await recordFrames(page);
  for (let step = 1; step <= STEPS; step += 1) {
    const turn = (step / STEPS) * 2 * Math.PI;
    await page.mouse.move(x + 400 * Math.sin(turn), y + 10 + 150 * Math.sin(3 * turn));
  }
  const frames = await framesOf(page);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  return frames;
}

/** How long the frames of a drag take, against the longest that nobody sees. */
export async function benchDrag(): Promise<Row[]> {
  const [browser, site] = await Promise.all([launchBrowser(), startSite()]);
  try {
    const page = await openTab(browser, { size: DESKTOP });
    await mockApi(page, {
      ...ADMIN_SUCCESS,
      ...CALENDAR_SUCCESS,
      'GET /api/admin/calendar': json(fullWeek()),
    });
    await signedIn()(page);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const drags: Frames[] = [];
    for (let round = 0; round < ROUNDS; round += 1) drags.push(await drag(page, site.url));
    const of = `of a drag over 300 appointments, ${SLOWER}× slower processor`;
    const rows = (measured: keyof Frames) =>
      drags.map((each) => ({ limit: LONGEST_MS, ours: each[measured] }));
    return [
      rowOf({ name: `longest frame ${of}`, unit: 'ms', required: 1 }, rows('longest')),
      rowOf({ name: `longest time between frames ${of}`, unit: 'ms', required: null }, rows('longestGap')),
    ];
  } finally {
    await browser.close();
    await site.close();
  }
}

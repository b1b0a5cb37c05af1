import type { Locator, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

interface Point {
  readonly x: number;
  readonly y: number;
}

const middleOf = async (target: Locator): Promise<Point> => {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('is not drawn');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

/** The pause between the two: milliseconds, or something that is waited for. */
type Between = number | (() => Promise<void>);

/**
 * Presses the same place twice, whatever is there the second time. The page's clock stands still but for what is between, so that
 * the two are as far apart as is asked for on a slow machine, too.
 */
async function twice(page: Page, press: () => Promise<void>, between: Between) {
  await page.clock.pauseAt(await page.evaluate(() => Date.now()));
  await press();
  await (typeof between === 'number' ? page.clock.runFor(between) : between());
  await press();
  await page.clock.resume();
}

/** A double click, the second of which may meet something else. */
export async function doubleClick(page: Page, target: Locator, between: Between) {
  const { x, y } = await middleOf(target);
  await twice(page, () => page.mouse.click(x, y), between);
}

/** The same by a finger. */
export async function doubleTap(page: Page, target: Locator, pause: number) {
  const session = await page.context().newCDPSession(page);
  onTestFinished(() => session.detach());
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const { x, y } = await middleOf(target);
  const tap = async () => {
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await twice(page, tap, pause);
}

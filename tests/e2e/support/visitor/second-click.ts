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

/** Presses the same place twice, whatever is there the second time. @param pause between the two, in milliseconds */
async function twice(page: Page, press: () => Promise<void>, pause: number) {
  await press();
  await page.waitForTimeout(pause);
  await press();
}

/** A double click, the second of which may meet something else. */
export async function doubleClick(page: Page, target: Locator, pause: number) {
  const { x, y } = await middleOf(target);
  await twice(page, () => page.mouse.click(x, y), pause);
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

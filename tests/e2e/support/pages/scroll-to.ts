import type { Page } from 'playwright-core';

/** How far the page is scrolled down. */
export const position = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

/** Scrolls there, as soon as the page is long enough. Answers where it is then. */
export async function scrollTo(page: Page, y: number): Promise<number> {
  await page.waitForFunction((top) => document.documentElement.scrollHeight - window.innerHeight >= top, y);
  // The page records its position with the scroll event, which comes with the next frame. To ask for that frame would not do: the
  // tests' clock makes a timer of it, which on a busy machine is over before any frame has been drawn.
  await page.evaluate(
    (top) =>
      new Promise<void>((done) => {
        if (Math.round(window.scrollY) === top) return done();
        window.addEventListener('scroll', () => done(), { once: true });
        window.scrollTo(0, top);
      }),
    y,
  );
  return position(page);
}

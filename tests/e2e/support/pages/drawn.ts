import type { Page } from 'playwright-core';

/** Waits for the next frame that is drawn. The tests' clock makes timers of `requestAnimationFrame`, which may be over before. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        const observer = new ResizeObserver(() => {
          observer.disconnect();
          done();
        });
        observer.observe(document.documentElement);
      }),
  );

/** Events by which a visitor begins to use the page. */
const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'focusin', 'wheel', 'touchstart', 'scroll'] as const;

/** How long a browser that is busy after loading may postpone the work, in milliseconds. */
const IDLE_TIMEOUT_MS = 2_000;

/**
 * Runs work that a page doesn't need in order to be read: when it has loaded, is painted and idle, or at the first input.
 */
export function onIdleOrInput(work: () => void): void {
  const options = { capture: true, passive: true };
  let done = false;
  const run = () => {
    if (done) return;
    done = true;
    for (const input of INPUTS) window.removeEventListener(input, onInput, options);
    work();
  };
  const onInput = (event: Event) => {
    if (!isMouseAtRest(event)) run();
  };
  const runWhenIdle = async () => {
    // A small page has loaded, and is idle, before it is on the screen for the first time, or with its pictures.
    await orTimeout(firstPaint());
    await orTimeout(picturesPainted());
    // Safari lacks requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: IDLE_TIMEOUT_MS });
    else setTimeout(run, IDLE_TIMEOUT_MS / 10);
  };

  for (const input of INPUTS) window.addEventListener(input, onInput, options);
  if (document.readyState === 'complete') runWhenIdle();
  else window.addEventListener('load', runWhenIdle, { once: true });
}

/** Browsers tell a new page where the mouse is, although nobody has moved it. */
const isMouseAtRest = (event: Event): boolean =>
  event instanceof PointerEvent &&
  event.type === 'pointermove' &&
  event.movementX === 0 &&
  event.movementY === 0;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Waits for something, but not for long: in a tab that nobody looks at it never comes. */
const orTimeout = (event: Promise<void>) => Promise.race([event, wait(IDLE_TIMEOUT_MS)]);

/** Resolves once something has been on the screen. */
const firstPaint = () =>
  new Promise<void>((resolve) => {
    const observer = new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length === 0) return;
      observer.disconnect();
      resolve();
    });
    observer.observe({ type: 'paint', buffered: true });
  });

/** Resolves in the second frame after the pictures of the first screen are decoded. */
async function picturesPainted() {
  const first = [...document.images].filter(({ loading }) => loading === 'eager');
  await Promise.allSettled(first.map((picture) => picture.decode()));
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
}

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
  const runWhenIdle = () => {
    // Safari lacks requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: IDLE_TIMEOUT_MS });
    else setTimeout(run, IDLE_TIMEOUT_MS / 10);
  };
  // A small page has loaded, and is idle, before it is on the screen for the first time, or with its pictures.
  const runWhenPainted = () => onFirstPaint(() => onPicturesPainted(runWhenIdle));

  for (const input of INPUTS) window.addEventListener(input, onInput, options);
  if (document.readyState === 'complete') runWhenPainted();
  else window.addEventListener('load', runWhenPainted, { once: true });
}

/** Browsers tell a new page where the mouse is, although nobody has moved it. */
const isMouseAtRest = (event: Event): boolean =>
  event instanceof PointerEvent &&
  event.type === 'pointermove' &&
  event.movementX === 0 &&
  event.movementY === 0;

/** Calls back once something has been on the screen; in a tab that nobody looks at, after a while. */
function onFirstPaint(then: () => void): void {
  const timer = setTimeout(then, IDLE_TIMEOUT_MS);
  const observer = new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    clearTimeout(timer);
    then();
  });
  observer.observe({ type: 'paint', buffered: true });
}

/** Calls back in the second frame after the pictures of the first screen are decoded; after a while in any case. */
function onPicturesPainted(then: () => void): void {
  let done = false;
  const once = () => {
    if (done) return;
    done = true;
    clearTimeout(timer);
    then();
  };
  // A tab that nobody looks at has no frames.
  const timer = setTimeout(once, IDLE_TIMEOUT_MS);
  const first = [...document.images].filter(({ loading }) => loading === 'eager');
  Promise.allSettled(first.map((picture) => picture.decode())).then(() =>
    requestAnimationFrame(() => requestAnimationFrame(once)),
  );
}

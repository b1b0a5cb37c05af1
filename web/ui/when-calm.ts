/** What tells that a visitor is about to use the page. */
const TOUCHES = [
  'pointerdown',
  'pointermove',
  'keydown',
  'focusin',
  'wheel',
  'touchstart',
  'scroll',
] as const;

/** How long after the page is complete other work may keep it waiting, in milliseconds. */
const PATIENCE_MS = 2_000;

/** Runs work that a page doesn't need to be read: once all is loaded and quiet, or at the first touch. */
export function whenCalmOrTouched(work: () => void): void {
  const options = { capture: true, passive: true };
  let done = false;
  const run = () => {
    if (done) return;
    done = true;
    for (const touch of TOUCHES) window.removeEventListener(touch, run, options);
    work();
  };
  const runWhenIdle = () => {
    // Safari knows no idle time.
    if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: PATIENCE_MS });
    else setTimeout(run, PATIENCE_MS / 10);
  };

  for (const touch of TOUCHES) window.addEventListener(touch, run, options);
  if (document.readyState === 'complete') runWhenIdle();
  else window.addEventListener('load', runWhenIdle, { once: true });
}

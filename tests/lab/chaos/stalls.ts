const TICK_MS = 50;
/** After such a stretch without running, measurements say nothing about the service. */
export const STALL_MS = 1_500;

/**
 * Watches for how long at a stretch this process is kept from running.
 *
 * @returns what ends the watch and tells it, in milliseconds
 */
export function watchStalls(): () => number {
  let longestMs = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longestMs = Math.max(longestMs, now - last - TICK_MS);
    last = now;
  }, TICK_MS);
  return () => {
    clearInterval(timer);
    return longestMs;
  };
}

/** The clocks of one process. */
export interface Clocks {
  now(): Date;
  /** Milliseconds that never go back. */
  monotonic(): number;
}

/** How long something has taken since now: by the clock that says more, since either may have stood still. */
export function stopwatch({ now, monotonic }: Clocks): () => number {
  const [wall, mono] = [now().getTime(), monotonic()];
  return () => Math.max(now().getTime() - wall, monotonic() - mono);
}

export interface SettableClock {
  now(): Date;
  /** Makes the clock stand still at this time until it is set again. */
  stopAt(moment: Date): void;
  /** Makes the clock run this much ahead of the machine's clock, or behind it if the number is negative. */
  runAhead(ms: number): void;
}

/** A clock that shows the machine's time until it is set. */
export function settableClock(): SettableClock {
  let stoppedAt: number | undefined;
  let aheadMs = 0;
  return {
    now: () => new Date(stoppedAt ?? Date.now() + aheadMs),
    stopAt(moment) {
      stoppedAt = moment.getTime();
    },
    runAhead(ms) {
      aheadMs = ms;
      stoppedAt = undefined;
    },
  };
}

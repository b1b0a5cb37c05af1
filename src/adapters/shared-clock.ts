/** A clock that all threads of a process share and that can be set. It is for tests and programs such as the chaos test. */
export interface SharedClock {
  now(): Date;
  /** Makes the clock stand still at this time until it is set again. */
  stopAt(moment: Date): void;
  /** Makes the clock run this much ahead of the machine's clock, or behind it if the number is negative. */
  runAhead(ms: number): void;
  /** Give it to `sharedClock` in another thread, to get the same clock there. */
  readonly memory: SharedArrayBuffer;
}

const FIELDS = { stoppedAt: 0, aheadMs: 1 };
const BYTES = Object.keys(FIELDS).length * Float64Array.BYTES_PER_ELEMENT;

/** The clock in this memory, or a new one that shows the machine's time. */
export function sharedClock(memory?: SharedArrayBuffer): SharedClock {
  const shared = memory ?? new SharedArrayBuffer(BYTES);
  const fields = new Float64Array(shared);
  // NaN means that the clock runs.
  if (memory === undefined) fields[FIELDS.stoppedAt] = Number.NaN;
  return {
    memory: shared,
    now() {
      const stoppedAt = fields[FIELDS.stoppedAt] ?? Number.NaN;
      return new Date(Number.isNaN(stoppedAt) ? Date.now() + (fields[FIELDS.aheadMs] ?? 0) : stoppedAt);
    },
    stopAt(moment) {
      fields[FIELDS.stoppedAt] = moment.getTime();
    },
    runAhead(ms) {
      fields[FIELDS.aheadMs] = ms;
      fields[FIELDS.stoppedAt] = Number.NaN;
    },
  };
}

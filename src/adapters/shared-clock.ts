/** A clock that all threads of a process share and that can be set: for tests, chaos and the like. */
export interface SharedClock {
  now(): Date;
  /** Stops at this time until it is set again. */
  stopAt(moment: Date): void;
  /** Runs this much ahead of the machine's clock; behind it when negative. */
  runAhead(ms: number): void;
  /** For `sharedClock` in another thread. */
  readonly memory: SharedArrayBuffer;
}

const FIELDS = { stoppedAt: 0, aheadMs: 1 };
const BYTES = Object.keys(FIELDS).length * Float64Array.BYTES_PER_ELEMENT;

/** The clock in this memory, or a new one that shows the machine's time. */
export function sharedClock(memory?: SharedArrayBuffer): SharedClock {
  const shared = memory ?? new SharedArrayBuffer(BYTES);
  const fields = new Float64Array(shared);
  // NaN means that it runs.
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

/** A clock that every thread of a process reads alike, and that can be set: for tests, chaos and the like. */
export interface SharedClock {
  now(): Date;
  /** Shows this moment until it is set again. */
  stopAt(moment: Date): void;
  /** Runs so much ahead of the machine's own clock; behind it when negative. */
  runAhead(ms: number): void;
  /** For `sharedClock` in another thread. */
  readonly memory: SharedArrayBuffer;
}

const FIELDS = { stoppedAt: 0, aheadMs: 1 };
const BYTES = Object.keys(FIELDS).length * Float64Array.BYTES_PER_ELEMENT;

/** The clock behind the memory, or a new one that runs with the machine's. */
export function sharedClock(memory?: SharedArrayBuffer): SharedClock {
  const shared = memory ?? new SharedArrayBuffer(BYTES);
  const fields = new Float64Array(shared);
  // NaN while it runs.
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

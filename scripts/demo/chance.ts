/** Chance that can be repeated. */
export interface Chance {
  /** Evenly spread, 0 to 1. */
  (): number;
  /** Evenly spread between two bounds. */
  between(low: number, high: number): number;
}

/** The same numbers for the same seed, on every machine. */
export function chance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return Object.assign(next, { between: (low: number, high: number) => low + (high - low) * next() });
}

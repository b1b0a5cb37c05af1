/** Repeatable chance for the demo. */
export interface Dice {
  /** Evenly spread between two bounds. */
  between(low: number, high: number): number;
  /** True in this share of all throws. */
  happens(share: number): boolean;
  /** One of a list that isn't empty. */
  oneOf<Item>(list: readonly Item[]): Item;
  /** Positive, often small and sometimes large. */
  around(mean: number): number;
}

/** The same throws for the same seed, on every machine. */
export function dice(seed: number): Dice {
  let state = seed >>> 0;
  /** Evenly spread, 0 to 1. */
  function random(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }
  return {
    between: (low, high) => low + (high - low) * random(),
    happens: (share) => random() < share,
    oneOf<Item>(list: readonly Item[]) {
      return list[Math.floor(random() * list.length)] as Item;
    },
    around: (mean) => -Math.log(1 - random()) * mean,
  };
}

/** Small mathematics of the picture generator: repeatable chance, smooth noise, blends, points in space. */

/** Picture units: the picture is 1 high; x to the right, y down, z towards the viewer. */
export interface Vec {
  x: number;
  y: number;
  z: number;
}

export const vec = (x: number, y: number, z = 0): Vec => ({ x, y, z });

/**
 * An element that is known to exist; TypeScript knows it as `number | undefined` only. For one kind of array, since
 * the engine compiles this well only while it meets no other, and it is called a thousand million times.
 */
export const at = (list: Float32Array, index: number): number => list[index] as number;

export const mix = (from: number, to: number, share: number): number => from + (to - from) * share;

export const clamp = (value: number, low = 0, high = 1): number => Math.min(high, Math.max(low, value));

/** 0 below `from`, 1 above `to`, and a soft S between them. */
export function smoothstep(from: number, to: number, value: number): number {
  const t = clamp((value - from) / (to - from));
  return t * t * (3 - 2 * t);
}

export interface Chance {
  /** Evenly spread, 0 to 1. */
  (): number;
  /** Evenly spread between two bounds. */
  between(low: number, high: number): number;
  /** Bell-shaped around 0, spread 1, never beyond ±2.6. */
  bell(): number;
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
  return Object.assign(next, {
    between: (low: number, high: number) => low + (high - low) * next(),
    bell: () => (next() + next() + next() + next() - 2) * 1.73 * 0.75,
  });
}

function lattice(cell: number, seed: number): number {
  let mixed = Math.imul(cell, 0x27d4eb2d) ^ Math.imul(seed, 0x165667b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2147483648 - 1;
}

/** Smooth noise along a line, -1 to 1, about one swing for each whole step of `at`. */
export function noise(position: number, seed: number): number {
  const cell = Math.floor(position);
  const t = position - cell;
  const eased = t * t * t * (t * (t * 6 - 15) + 10);
  return mix(lattice(cell, seed), lattice(cell + 1, seed), eased);
}

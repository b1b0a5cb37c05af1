import { COMBED, type Groom, WAVES } from './compositions.ts';
import { sheet } from './grooms.ts';
import type { Lock } from './locks.ts';
import { mix, noise, smoothstep, vec } from './numbers.ts';
import { band } from './shapes.ts';

/** Compositions that show how hair lies on a head, or what was done to each lock of it. */

/** How far the parting leans from upright to the right, so that a line down the middle of the picture crosses it. */
const LEAN = 1.05;

/** A parting across the crown, seen from above: hair lies flat and falls to both sides. */
export const parting: Groom = (random, seed) => {
  const leaning = (x: number, y: number, z: number) =>
    vec(
      0.4 + Math.cos(LEAN) * x + Math.sin(LEAN) * (y - 0.5),
      0.5 - Math.sin(LEAN) * x + Math.cos(LEAN) * (y - 0.5),
      z,
    );
  return [-1, 1].flatMap((side) => {
    const places = Array.from({ length: 13 }, (_, index) => mix(-1, 1.15, index / 12));
    const lines = places.map((y) => {
      const x = 0.07 * (y - 0.5) + 0.014 * Math.sin(y * 4 + 1);
      return [
        leaning(x + side * 0.009, y, 0.17),
        leaning(x + side * 0.07, y + 0.03, 0.19),
        leaning(x + side * 0.2, y + 0.13, 0.18),
        leaning(x + side * 0.36, y + 0.3, 0.11),
        leaning(x + side * 0.5, y + 0.52, 0),
        leaning(x + side * 0.66, y + 0.86, -0.16),
      ];
    });
    const flat = { wave: WAVES.none, depth: 0.022, unrest: 0.009 } as const;
    return sheet(
      { ...COMBED, ...flat, locks: 560, width: [0.0055, 0.014, 0.022], lines },
      random,
      seed + side,
    );
  });
};

/** So near to the back of a head that hair fills the picture: combed to a tie, wrapped once around, and falling from it. */
export const ponytail: Groom = (random, seed) => {
  const [middle, high] = [0.28, 0.3];
  // From all sides but straight from below, where the tail lies over it.
  const around = Array.from({ length: 17 }, (_, index) => (mix(0.03, 0.97, index / 16) + 0.25) * Math.PI * 2);
  const crown = around.map((angle) =>
    [1, 0.72, 0.46, 0.25, 0.1, 0.005].map((out) =>
      vec(
        middle + Math.cos(angle) * 0.6 * out,
        high + Math.sin(angle) * 0.86 * out,
        0.04 - 0.24 * out ** 1.5,
      ),
    ),
  );
  const spread = [-1, -0.5, 0, 0.5, 1];
  const tail = spread.map((across) => [
    vec(middle + across * 0.024, 0.315, 0.13),
    vec(middle + across * 0.04, 0.35, 0.2),
    vec(middle + 0.004 + across * 0.088, 0.48, 0.22),
    vec(middle + 0.02 + across * 0.115, 0.68, 0.18),
    vec(middle - 0.005 + across * 0.11, 0.9, 0.12),
    vec(middle - 0.03 + across * 0.07, 1.2, 0.05),
  ]);
  const smooth = { wave: WAVES.none, unrest: 0.006, depth: 0.03 } as const;
  return [
    ...sheet(
      { ...COMBED, ...smooth, lines: crown, locks: 200, width: [0.05, 0.04, 0.026, 0.008] },
      random,
      seed,
    ).map((lock) => ({ ...lock, tone: lock.tone - 0.7 })),
    ...sheet(
      {
        ...COMBED,
        lines: tail,
        locks: 80,
        width: [0.006, 0.016, 0.022, 0.016],
        depth: 0.09,
        wave: { ...WAVES.deep, depth: 0.03, sway: 0.026, turns: 1.7, from: 0.15 },
      },
      random,
      seed + 1,
    ),
    ...band({ x: middle, y: 0.312, z: 0.14, width: 0.042, height: 0.05, locks: 7 }, random),
  ];
};

/** Ringlets side by side in a tall narrow picture: each lock winds on its own, tighter than its neighbours or looser. */
export const ringlets: Groom = (random, seed) =>
  Array.from({ length: 64 }, (_, index): Lock => {
    const across = ((index * 0.618) % 1) * 2 - 1;
    const under = random();
    const turns = random.between(4.2, 6.2);
    const phase = random() * Math.PI * 2;
    const hand = random() < 0.5 ? 1 : -1;
    const wide = random.between(0.024, 0.036);
    const ends = random.between(0.86, 1.04);
    const spine = Array.from({ length: 121 }, (_, step) => {
      const t = step / 120;
      const y = mix(-0.2, ends, t);
      const spread = mix(0.24, 0.29, smoothstep(0, 0.8, t)) - 0.05 * smoothstep(0.8, 1, t);
      const x = 0.281 + across * spread + 0.014 * noise(t * 2.4 + index, seed);
      const z = 0.1 - 0.16 * across * across - under * 0.16;
      const wound = wide * smoothstep(0.06, 0.34, t) * mix(1, 0.72, t);
      const angle = phase + hand * turns * Math.PI * 2 * t ** 1.1;
      return vec(x + Math.cos(angle) * wound, y, z + Math.sin(angle) * wound * 1.2);
    });
    return {
      spine,
      radius: (t: number) => mix(0.022, 0.011, smoothstep(0.1, 0.5, t)) * (1 - 0.4 * smoothstep(0.85, 1, t)),
      flat: 0.55,
      weight: 1 - 0.4 * under,
      tone: random.bell() * 0.4 - under * 0.3,
    };
  });

import { type Sheet, sheet } from './grooms.ts';
import type { Lock } from './locks.ts';
import { type Chance, type Vec, vec } from './numbers.ts';

/** Where the hair runs in the pictures: lines from root to tip, and what is combed along them. */

export type Groom = (random: Chance, seed: number) => Lock[];

/** x, y, z of one point after the other. */
const line = (numbers: readonly number[]): Vec[] =>
  Array.from({ length: numbers.length / 3 }, (_, index) =>
    vec(...(numbers.slice(index * 3, index * 3 + 3) as [number, number, number])),
  );

export const WAVES = {
  none: { depth: 0.003, sway: 0.003, turns: 1.2, lag: 1, stray: 0.3, from: 0 },
  soft: { depth: 0.035, sway: 0.03, turns: 1.4, lag: 1.2, stray: 0.25, from: 0.05 },
  deep: { depth: 0.07, sway: 0.05, turns: 2.6, lag: 1.2, stray: 0.25, from: 0.05 },
} satisfies Record<string, Sheet['wave']>;

const LINES = {
  /** For a wide picture: from above, across the right half and out below; the lower left is left free. */
  hero: [
    line([0.3, -0.3, -0.3, 0.6, 0.06, 0, 0.92, 0.26, 0.16, 1.16, 0.55, 0.12, 1.4, 1, -0.05, 1.6, 1.4, -0.3]),
    line([
      0.65, -0.4, -0.3, 0.95, -0.05, 0.02, 1.2, 0.18, 0.2, 1.42, 0.48, 0.14, 1.62, 0.9, 0, 1.8, 1.3, -0.3,
    ]),
    line([1, -0.5, -0.3, 1.25, -0.15, 0.02, 1.48, 0.08, 0.2, 1.7, 0.36, 0.12, 1.9, 0.75, 0, 2.05, 1.1, -0.3]),
    line([1.4, -0.6, -0.3, 1.6, -0.25, 0, 1.8, 0, 0.14, 2, 0.3, 0.06, 2.2, 0.6, 0, 2.4, 0.9, -0.3]),
  ],
  /** For a tall narrow picture: across its upper half and out at the right, the lower left free. */
  heroTall: [
    line([-0.25, 0.08, -0.3, -0.05, 0.28, 0, 0.14, 0.4, 0.14, 0.36, 0.49, 0.06, 0.75, 0.7, -0.2]),
    line([-0.2, -0.12, -0.3, 0.05, 0.13, 0.02, 0.25, 0.26, 0.18, 0.47, 0.36, 0.1, 0.85, 0.56, -0.2]),
    line([0, -0.32, -0.3, 0.2, -0.04, 0.02, 0.38, 0.09, 0.18, 0.6, 0.2, 0.1, 0.95, 0.4, -0.2]),
    line([0.2, -0.5, -0.3, 0.38, -0.22, 0, 0.52, -0.1, 0.14, 0.75, 0.02, 0.06, 1.05, 0.2, -0.2]),
  ],
  /** Fills an upright picture, falling to the lower left. */
  cascade: [
    line([0.1, -0.3, -0.4, -0.05, 0.2, 0, -0.1, 0.5, 0.18, -0.25, 0.8, 0, -0.4, 1.3, -0.3]),
    line([0.5, -0.3, -0.4, 0.4, 0.15, 0, 0.36, 0.48, 0.22, 0.2, 0.82, 0.05, 0.05, 1.3, -0.3]),
    line([0.9, -0.3, -0.4, 0.85, 0.15, 0, 0.82, 0.48, 0.22, 0.66, 0.82, 0.05, 0.5, 1.3, -0.3]),
    line([1.3, -0.3, -0.4, 1.25, 0.15, 0, 1.2, 0.48, 0.18, 1.08, 0.82, 0, 0.95, 1.3, -0.3]),
  ],
  /** Fills an upright picture, swinging from the upper left to the right, as when the head turns. */
  swing: [
    line([-0.35, -0.1, -0.35, -0.15, 0.35, 0, 0.1, 0.7, 0.16, 0.3, 1.0, 0.02, 0.45, 1.4, -0.3]),
    line([-0.25, -0.4, -0.35, 0, 0.1, 0, 0.26, 0.46, 0.2, 0.52, 0.8, 0.06, 0.66, 1.3, -0.3]),
    line([0.1, -0.5, -0.35, 0.3, -0.05, 0, 0.54, 0.32, 0.2, 0.82, 0.64, 0.06, 1.0, 1.15, -0.3]),
    line([0.5, -0.6, -0.35, 0.65, -0.15, 0, 0.86, 0.18, 0.16, 1.14, 0.48, 0.02, 1.35, 0.95, -0.3]),
  ],
  /** Fills an upright picture, hanging as straight as water, a little aslant. */
  curtain: [-0.35, 0, 0.4, 0.8, 1.15].map((x) =>
    line([
      x + 0.16,
      -0.35,
      -0.45,
      x + 0.1,
      0.1,
      0.02,
      x + 0.05,
      0.48,
      0.2,
      x,
      0.85,
      0.06,
      x - 0.06,
      1.35,
      -0.35,
    ]),
  ),
  /** Fills an upright picture from edge to edge, and ends in it, in a line. */
  hem: hemAt(0.74),
  longHem: hemAt(0.92),
  /** Hangs down, round as the back of a head, and ends below the picture. */
  back: [-1, -0.6, -0.2, 0.2, 0.6, 1].map((across) => {
    const behind = -0.16 * across * across;
    return [
      vec(0.4 + across * 0.2, -0.35, behind - 0.55),
      vec(0.4 + across * 0.26, 0.08, behind - 0.06),
      vec(0.4 + across * 0.29, 0.42, behind + 0.16),
      vec(0.4 + across * 0.3, 0.8, behind + 0.04),
      vec(0.4 + across * 0.3, 1.35, behind - 0.35),
    ];
  }),
};

function hemAt(end: number): Vec[][] {
  return [-0.2, 0.1, 0.4, 0.7, 1].map((x) => [
    vec(x, -0.4, -0.5),
    vec(x + 0.01, 0.02, -0.02),
    vec(x, end * 0.45, 0.17),
    vec(x - 0.005, end * 0.8, 0.09),
    vec(x - 0.015, end, -0.06),
  ]);
}

/** The same lines, seen in a mirror. */
const mirrored = (lines: Vec[][]): Vec[][] =>
  lines.map((each) => each.map(({ x, y, z }) => vec(0.8 - x, y, z))).reverse();

/** Hair as a comb leaves it: what compositions begin with. */
export const COMBED = {
  locks: 90,
  width: [0.035, 0.03],
  flat: 0.45,
  layers: 0,
  depth: 0.16,
  unrest: 0.02,
  wave: WAVES.soft,
} as const;

export const combed =
  (lines: keyof typeof LINES, plan: Partial<Sheet> = {}): Groom =>
  (random, seed) =>
    sheet({ ...COMBED, lines: LINES[lines], ...plan }, random, seed);

export const combedBack =
  (lines: keyof typeof LINES, plan: Partial<Sheet> = {}): Groom =>
  (random, seed) =>
    sheet({ ...COMBED, lines: mirrored(LINES[lines]), ...plan }, random, seed);

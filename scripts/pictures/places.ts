import { COMBED, type Groom, WAVES } from './compositions.ts';
import { sheet } from './grooms.ts';
import type { Lock } from './locks.ts';
import { type Chance, mix, type Vec, vec } from './numbers.ts';

/** The salon itself, drawn like hair: its door, its chair and its tools. Lines that shine are the lightest in tone. */

const BRASS = 1;
/** Hair and cloth stay below what takes the brass. */
const CLOTH = -0.35;

interface Rope {
  points: readonly Vec[];
  /** Half its thickness, from one end to the other. */
  radius: readonly [number, number];
  flat?: number;
  weight?: number;
  tone?: number;
}

const rope = ({ points, radius, flat = 0.8, weight = 1, tone = BRASS }: Rope): Lock => ({
  spine: points,
  radius: (t) => mix(radius[0], radius[1], t),
  flat,
  weight,
  tone,
});

const arc = (count: number, place: (t: number) => Vec): Vec[] =>
  Array.from({ length: count + 1 }, (_, step) => place(step / count));

const ring = (x: number, y: number, z: number, wide: number, high: number, from = 0): Vec[] =>
  arc(48, (t) => {
    const angle = from + t * Math.PI * 2.02;
    return vec(x + Math.cos(angle) * wide, y + Math.sin(angle) * high, z);
  });

/** An arched doorway: the wall runs around it like combed hair, curtains are drawn to both sides, light comes from within. */
export const doorway: Groom = (random, seed) => {
  const [middle, spring, floor] = [0.4, 0.44, 1.2];
  const around = (half: number, z: number): Vec[] => [
    ...arc(10, (t) => vec(middle - half, mix(floor, spring, t), z)),
    ...arc(24, (t) => {
      const angle = Math.PI * (1 + t);
      return vec(middle + Math.cos(angle) * half, spring + Math.sin(angle) * half * 1.04, z);
    }).slice(1, -1),
    ...arc(10, (t) => vec(middle + half, mix(spring, floor, t), z)),
  ];
  const wall = Array.from({ length: 9 }, (_, index) => around(0.3 + index * 0.085, 0.08));
  const flat = { wave: WAVES.none, unrest: 0.002, depth: 0.02 } as const;
  const stone = sheet(
    { ...COMBED, ...flat, lines: wall, locks: 120, width: [0.016, 0.016] },
    random,
    seed,
  ).map((lock) => ({ ...lock, tone: lock.tone * 0.5 + CLOTH }));
  const curtains = [-1, 1].flatMap((side) => {
    const folds = [0, 0.25, 0.5, 0.75, 1].map((across) => [
      vec(middle + side * mix(0.02, 0.31, across), 0.02, -0.05),
      vec(middle + side * mix(0.06, 0.31, across), 0.26, -0.02),
      vec(middle + side * mix(0.15, 0.305, across), 0.5, 0.02),
      vec(middle + side * mix(0.235, 0.3, across), 0.7, 0.05),
      vec(middle + side * mix(0.21, 0.31, across), 0.86, 0.02),
      vec(middle + side * mix(0.18, 0.32, across), 1.15, -0.02),
    ]);
    const drape = { unrest: 0.01, depth: 0.06, wave: { ...WAVES.none, stray: 0.8 } } as const;
    return [
      ...sheet(
        { ...COMBED, ...drape, lines: folds, locks: 46, width: [0.017, 0.014, 0.008, 0.012, 0.015] },
        random,
        seed + side,
      ).map((lock) => ({ ...lock, tone: lock.tone * 0.6 - 0.05 })),
      ...[0, 1, 2].map((turn) =>
        rope({
          points: arc(16, (t) =>
            vec(
              middle + side * mix(0.22, 0.31, t),
              0.69 + turn * 0.011 + 0.012 * Math.sin(t * Math.PI),
              0.12 + 0.03 * Math.sin(t * Math.PI),
            ),
          ),
          radius: [0.007, 0.007],
          weight: 0.35,
        }),
      ),
    ];
  });
  const mouldings = [0.286, 0.304, 0.39].map((half, index) =>
    rope({ points: around(half, 0.2 - index * 0.01), radius: [0.007, 0.007], weight: 1.3 }),
  );
  return [...stone, ...curtains, ...mouldings];
};

/** A chair from the front: back and seat covered in lying strands, frame and foot in shining ones. */
export const chair: Groom = (random, seed) => {
  const middle = 0.4;
  const cover = (lines: Vec[][], locks: number, width: readonly number[], own: number) =>
    sheet(
      { ...COMBED, wave: WAVES.none, unrest: 0.004, depth: 0.02, lines, locks, width },
      random,
      seed + own,
    ).map((lock) => ({ ...lock, tone: lock.tone * 0.6 + CLOTH }));
  const spread = [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1];
  const back = cover(
    spread.map((x) => {
      const rounded = 1 - Math.abs(x) ** 3.2;
      const bow = 0.08 * (1 - x * x);
      return [
        vec(middle + x * 0.185, 0.24 - 0.1 * rounded, bow - 0.1),
        vec(middle + x * 0.195, 0.25 - 0.06 * rounded, bow),
        vec(middle + x * 0.192, 0.36, bow + 0.05),
        vec(middle + x * 0.18, 0.48, bow + 0.04),
        vec(middle + x * 0.165, 0.575, bow - 0.02),
      ];
    }),
    90,
    [0.009, 0.009],
    1,
  );
  const seat = cover(
    spread.map((x) => [
      vec(middle + x * 0.175, 0.575, 0.05),
      vec(middle + x * 0.2, 0.6, 0.18),
      vec(middle + x * 0.215, 0.635, 0.24),
      vec(middle + x * 0.215, 0.67, 0.22),
      vec(middle + x * 0.2, 0.695, 0.14),
    ]),
    90,
    [0.009, 0.01],
    2,
  );
  const arms = [-1, 1].flatMap((side) => [
    rope({
      points: [
        vec(middle + side * 0.19, 0.44, 0),
        vec(middle + side * 0.245, 0.465, 0.1),
        vec(middle + side * 0.262, 0.5, 0.24),
        vec(middle + side * 0.255, 0.56, 0.28),
        vec(middle + side * 0.225, 0.66, 0.2),
      ],
      radius: [0.012, 0.012],
      weight: 2.2,
    }),
    rope({
      points: [
        vec(middle + side * 0.238, 0.463, 0.16),
        vec(middle + side * 0.262, 0.47, 0.26),
        vec(middle + side * 0.268, 0.492, 0.32),
      ],
      radius: [0.021, 0.017],
      weight: 1.6,
      tone: CLOTH,
    }),
  ]);
  const foot = [
    rope({
      points: [vec(middle, 0.69, 0.08), vec(middle, 0.78, 0.08), vec(middle, 0.885, 0.08)],
      radius: [0.03, 0.024],
      weight: 3,
    }),
    ...[0, 1, 2, 3].map((step) =>
      rope({
        points: ring(
          middle,
          0.895 + step * 0.008,
          0.1 - step * 0.01,
          0.075 + step * 0.035,
          0.014 + step * 0.006,
        ),
        radius: [0.012, 0.012],
        weight: 2.4,
      }),
    ),
    ...[-1, 1].map((side) =>
      rope({
        points: [
          vec(middle + side * 0.03, 0.72, 0.12),
          vec(middle + side * 0.075, 0.76, 0.24),
          vec(middle + side * 0.1, 0.815, 0.32),
          vec(middle, 0.828, 0.36),
        ],
        radius: [0.008, 0.008],
        weight: 1.1,
      }),
    ),
  ];
  const edge = spread.map((x) => vec(middle + x * 0.197, 0.242 - 0.112 * (1 - Math.abs(x) ** 3.2), -0.02));
  const frame = rope({
    points: [
      vec(middle - 0.17, 0.58, -0.03),
      vec(middle - 0.19, 0.46, -0.02),
      vec(middle - 0.2, 0.34, -0.02),
      ...edge,
      vec(middle + 0.2, 0.34, -0.02),
      vec(middle + 0.19, 0.46, -0.02),
      vec(middle + 0.17, 0.58, -0.03),
    ],
    radius: [0.008, 0.008],
    weight: 2.4,
  });
  return [...back, ...seat, ...arms, ...foot, frame];
};

/** A comb and scissors over waved hair. */
export const tools: Groom = (random, seed) => {
  const hair = sheet(
    {
      ...COMBED,
      lines: [-0.3, 0, 0.3, 0.6, 0.9, 1.2].map((x) => [
        vec(x, -0.3, -0.5),
        vec(x - 0.03, 0.1, -0.25),
        vec(x, 0.5, -0.2),
        vec(x - 0.05, 0.9, -0.25),
        vec(x - 0.1, 1.3, -0.5),
      ]),
      wave: { ...WAVES.deep, depth: 0.05, sway: 0.04, turns: 2.2 },
      locks: 80,
      depth: 0.12,
    },
    random,
    seed,
  ).map((lock) => ({ ...lock, tone: lock.tone * 0.5 + CLOTH }));
  return [...hair, ...comb(random), ...scissors()];
};

/** Its back above, its teeth down into the hair. */
function comb(random: Chance): Lock[] {
  const [left, right] = [vec(0.1, 0.25, 0.22), vec(0.66, 0.13, 0.22)];
  const at = (t: number, down: number, z = 0) =>
    vec(
      mix(left.x, right.x, t) + down * 0.21,
      mix(left.y, right.y, t) + down * 0.98 - 0.02 * Math.sin(t * Math.PI),
      left.z + z,
    );
  const back = [0, 1, 2].map((level) =>
    rope({
      points: arc(20, (t) => at(t, level * 0.017, 0.02)),
      radius: [0.012, 0.012],
      weight: 3,
      tone: BRASS - level * 0.05,
    }),
  );
  const teeth = Array.from({ length: 36 }, (_, index) => {
    const t = mix(0.02, 0.98, index / 35);
    return rope({
      points: [at(t, 0.04), at(t, 0.1), at(t, 0.165 + 0.004 * random(), -0.06)],
      radius: [0.0052, 0.002],
      weight: 0.35,
    });
  });
  return [...teeth, ...back];
}

/** Opened a little, points to the upper right. */
function scissors(): Lock[] {
  const [x, y, z] = [0.42, 0.66, 0.24];
  return [-1, 1].flatMap((side) => {
    const turned = (angle: number, out: number, aside: number, lift = 0) =>
      vec(
        x + Math.cos(angle) * out - Math.sin(angle) * aside,
        y + Math.sin(angle) * out + Math.cos(angle) * aside,
        z + lift + side * 0.012,
      );
    const blade = -0.72 + side * 0.11;
    const shank = blade + Math.PI;
    const bow = turned(shank, 0.3, side * 0.055);
    return [
      rope({
        points: arc(12, (t) => turned(blade, mix(-0.06, 0.36, t), side * 0.008 * (1 - t))),
        radius: [0.02, 0.003],
        flat: 0.35,
        weight: 4,
      }),
      rope({
        points: arc(8, (t) => turned(shank, mix(0.03, 0.25, t), side * (0.01 + 0.03 * t * t))),
        radius: [0.017, 0.01],
        weight: 2.4,
      }),
      rope({ points: ring(bow.x, bow.y, bow.z, 0.062, 0.062, shank), radius: [0.012, 0.012], weight: 4 }),
      rope({ points: ring(x, y, z + 0.05, 0.006, 0.006), radius: [0.007, 0.007], weight: 0.6 }),
    ];
  });
}

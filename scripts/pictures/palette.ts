import type { Colouring } from './colours.ts';
import type { Backdrop } from './finish.ts';

/** Hair colours, root to tip. Dyes are darker than they look: lamps are added to them. */
export const COLOURS = {
  espresso: {
    base: [
      [0, '#1e1412'],
      [0.6, '#2f201a'],
      [1, '#3e2c23'],
    ],
    variety: 0.55,
  },
  raven: {
    base: [
      [0, '#141015'],
      [0.5, '#1c151b'],
      [1, '#281d27'],
    ],
    variety: 0.45,
  },
  chestnut: {
    base: [
      [0, '#2e1c16'],
      [0.5, '#4a2e22'],
      [1, '#68432f'],
    ],
    variety: 0.5,
  },
  caramel: {
    base: [
      [0, '#241813'],
      [0.45, '#39261d'],
      [1, '#553a2a'],
    ],
    pieces: {
      colours: [
        [0, '#5f432f'],
        [0.6, '#946e48'],
        [1, '#bf9a68'],
      ],
      share: 0.52,
      from: 0.15,
      full: 0.6,
    },
    variety: 0.5,
  },
  /** The same, painted more freely. */
  balayage: {
    base: [
      [0, '#241813'],
      [0.45, '#3b281f'],
      [1, '#5f4230'],
    ],
    pieces: {
      colours: [
        [0, '#6b4c35'],
        [0.6, '#a37b52'],
        [1, '#cca674'],
      ],
      share: 0.68,
      from: 0.2,
      full: 0.62,
    },
    variety: 0.5,
  },
  copper: {
    base: [
      [0, '#4c2416'],
      [0.5, '#7e4429'],
      [1, '#a3653f'],
    ],
    variety: 0.5,
  },
  honey: {
    base: [
      [0, '#5d452f'],
      [0.4, '#957450'],
      [1, '#c9a97d'],
    ],
    variety: 0.6,
  },
  ash: {
    base: [
      [0, '#3b322b'],
      [0.5, '#5f5246'],
      [1, '#87796a'],
    ],
    variety: 0.45,
  },
  platinum: {
    base: [
      [0, '#6e6258'],
      [0.25, '#a39685'],
      [1, '#c9bda9'],
    ],
    variety: 0.45,
  },
  /** Colour that has washed out: flat, dry brown with a brassy cast. */
  faded: {
    base: [
      [0, '#35281f'],
      [0.4, '#4d3a2c'],
      [1, '#6e5439'],
    ],
    variety: 0.3,
  },
  mocha: {
    base: [
      [0, '#2a1b15'],
      [0.5, '#3f2a20'],
      [1, '#553a2b'],
    ],
    variety: 0.5,
  },
  /** Dark blonde, the same before and after. */
  wheat: {
    base: [
      [0, '#54402c'],
      [0.4, '#7d6143'],
      [1, '#9c7d57'],
    ],
    variety: 0.55,
  },
  /** Chestnut cloth and hair; what is lightest in tone is brass. */
  furnished: {
    base: [
      [0, '#2a1b17'],
      [0.5, '#3d2820'],
      [1, '#4d3428'],
    ],
    pieces: {
      colours: [
        [0, '#57411f'],
        [1, '#6f5530'],
      ],
      share: 0.16,
      from: -1,
      full: -0.5,
      uneven: 0,
    },
    variety: 0.45,
  },
  /** Grey that has grown for six weeks, and chestnut below. */
  grownOut: {
    base: [
      [0, '#857d75'],
      [1, '#756e66'],
    ],
    pieces: {
      colours: [
        [0, '#2e1c16'],
        [0.5, '#4a2e22'],
        [1, '#68432f'],
      ],
      share: 1.4,
      from: 0.08,
      full: 0.15,
      uneven: 0.03,
    },
    variety: 0.5,
  },
} satisfies Record<string, Colouring>;

/** What stands behind the hair. */
export const BACKDROPS = {
  plum: { inner: '#3b2a35', outer: '#1a1218', glow: [0.25, 0.4] },
  ivory: { inner: '#faf7f2', outer: '#efe8de', glow: [0.5, 0.4] },
  sand: { inner: '#efe7db', outer: '#dccfbe', glow: [0.4, 0.35] },
  evening: { inner: '#e2b877', outer: '#6b4429', glow: [0.5, 0.5] },
  scalp: { inner: '#a17d68', outer: '#80614f', glow: [0.5, 0.5] },
} satisfies Record<string, Backdrop>;

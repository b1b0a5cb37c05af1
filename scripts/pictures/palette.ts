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
      [0, '#4a423d'],
      [0.5, '#766b62'],
      [1, '#9b9085'],
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
  /** A hand's breadth of grey at the roots, and old colour below. */
  grownOut: {
    base: [
      [0, '#99928a'],
      [0.13, '#847c74'],
      [0.24, '#4a3324'],
      [1, '#5c402c'],
    ],
    variety: 0.7,
  },
} satisfies Record<string, Colouring>;

/** What stands behind the hair. */
export const BACKDROPS = {
  plum: { inner: '#3b2a35', outer: '#1a1218', glow: [0.25, 0.4] },
  ivory: { inner: '#faf7f2', outer: '#efe8de', glow: [0.5, 0.4] },
  sand: { inner: '#efe7db', outer: '#dccfbe', glow: [0.4, 0.35] },
  scalp: { inner: '#b8937c', outer: '#8d6c59', glow: [0.5, 0.5] },
} satisfies Record<string, Backdrop>;

import type { Colouring } from './colours.ts';
import { combed, combedBack, WAVES } from './compositions.ts';
import { parting, ponytail, ringlets } from './heads.ts';
import { BACKDROPS, COLOURS } from './palette.ts';
import { chair, doorway, tools } from './places.ts';
import { braid, swirl } from './shapes.ts';
import {
  BENT,
  BY_A_WINDOW,
  CARD,
  DULL,
  FINE,
  FROM_ABOVE,
  GLOSSY,
  LYING,
  PAIR,
  REEL,
  ROUGH,
  scene,
  TILE,
} from './studio.ts';

/** Every picture's parameters: change one here, and run `npm run pictures` (see docs/pictures.md). */

export const heroes = {
  landscape: scene(
    {
      seed: 7,
      width: 1600,
      height: 1000,
      groom: combed('hero', { unrest: 0.026, wave: { ...WAVES.deep, depth: 0.05, sway: 0.045, turns: 2 } }),
      colouring: COLOURS.caramel,
    },
    {
      texture: FINE,
      lighting: {
        beam: { x: 1.15, y: 0.32, radius: 0.55, beyond: 0.3 },
        rim: { x: -0.8, y: -0.35, z: -0.5 },
      },
    },
  ),
  portrait: scene(
    {
      seed: 7,
      width: 1080,
      height: 1920,
      groom: combed('heroTall', {
        width: [0.028, 0.022],
        wave: { ...WAVES.deep, depth: 0.045, sway: 0.04, turns: 1.5 },
      }),
      colouring: COLOURS.caramel,
    },
    {
      texture: { ...FINE, thickness: 0.0006 },
      lighting: {
        beam: { x: 0.38, y: 0.24, radius: 0.32, beyond: 0.3 },
        rim: { x: -0.8, y: -0.35, z: -0.5 },
      },
    },
  ),
};

export const specialties = {
  color: scene({ seed: 21, ...CARD, groom: combed('swing'), colouring: COLOURS.copper }),
  straight: scene(
    {
      seed: 22,
      ...CARD,
      groom: combed('curtain', { wave: WAVES.none, unrest: 0.006, depth: 0.08 }),
      colouring: COLOURS.raven,
    },
    { lighting: { gloss: 1 } },
  ),
  balayage: scene({
    seed: 23,
    ...CARD,
    groom: combed('cascade', { wave: WAVES.deep }),
    colouring: COLOURS.caramel,
  }),
  brazilian: scene({
    seed: 24,
    ...CARD,
    groom: combedBack('swing'),
    colouring: COLOURS.chestnut,
  }),
};

export const pairs = {
  'balayage-before': scene(
    { seed: 31, ...PAIR, groom: combed('cascade', { wave: WAVES.deep }), colouring: COLOURS.faded },
    { texture: { ...ROUGH, frizz: 0.003 }, lighting: DULL },
  ),
  'balayage-after': scene(
    { seed: 31, ...PAIR, groom: combed('cascade', { wave: WAVES.deep }), colouring: COLOURS.balayage },
    { lighting: GLOSSY },
  ),
  // Nothing but the grown-out roots, and a little shine: the lengths keep their colour.
  'root-touch-up-before': scene(
    { seed: 32, ...PAIR, groom: parting, colouring: COLOURS.grownOut },
    { backdrop: BACKDROPS.scalp, texture: LYING, lighting: { ...FROM_ABOVE, gloss: 0.35 } },
  ),
  'root-touch-up-after': scene(
    { seed: 32, ...PAIR, groom: parting, colouring: COLOURS.chestnut },
    { backdrop: BACKDROPS.scalp, texture: LYING, lighting: { ...FROM_ABOVE, gloss: 0.6 } },
  ),
  'copper-before': scene(
    { seed: 33, ...PAIR, groom: combed('swing'), colouring: COLOURS.faded },
    { texture: { ...ROUGH, frizz: 0.003 }, lighting: DULL },
  ),
  'copper-after': scene(
    { seed: 33, ...PAIR, groom: combed('swing'), colouring: COLOURS.copper },
    { lighting: GLOSSY },
  ),
  'blunt-cut-before': scene(
    { seed: 34, ...PAIR, groom: combed('hem', { wave: WAVES.none }), colouring: COLOURS.espresso },
    { backdrop: BACKDROPS.ivory, texture: { ...ROUGH, ragged: 0.3 }, lighting: DULL },
  ),
  'blunt-cut-after': scene(
    { seed: 34, ...PAIR, groom: combed('hem', { wave: WAVES.none }), colouring: COLOURS.espresso },
    { backdrop: BACKDROPS.ivory, lighting: GLOSSY },
  ),
  'layers-before': scene(
    {
      seed: 35,
      ...PAIR,
      groom: combed('longHem', { wave: WAVES.none, unrest: 0.012 }),
      colouring: COLOURS.wheat,
    },
    { backdrop: BACKDROPS.sand, texture: { ...ROUGH, flyaways: 0.05, ragged: 0.1 }, lighting: BY_A_WINDOW },
  ),
  'layers-after': scene(
    {
      seed: 35,
      ...PAIR,
      groom: combed('longHem', {
        wave: { ...WAVES.soft, depth: 0.045, sway: 0.036, turns: 1.5, from: 0.25, stray: 0.55 },
        layers: 0.42,
        locks: 200,
        width: [0.026, 0.022, 0.01],
      }),
      colouring: COLOURS.wheat,
    },
    {
      backdrop: BACKDROPS.sand,
      texture: { ragged: 0.12, clump: 0.75 },
      lighting: { ...BY_A_WINDOW, gloss: 0.5 },
    },
  ),
  'sleek-before': scene(
    { seed: 36, ...PAIR, groom: combed('back', BENT), colouring: COLOURS.mocha },
    {
      texture: { ...ROUGH, steps: 110, frizz: 0.016, flyaways: 0.3, flight: 0.28, clump: 0.3, loose: 0.7 },
      lighting: { ...DULL, rimPower: 1, power: 1.6, around: 0.45 },
    },
  ),
  'sleek-after': scene(
    { seed: 36, ...PAIR, groom: combed('back', BENT), colouring: COLOURS.mocha },
    { lighting: { gloss: 0.62, rimPower: 0.8, power: 1.6, around: 0.45 } },
  ),
};

export const reels = {
  waves: scene({
    seed: 41,
    ...REEL,
    groom: combed('cascade', { wave: WAVES.deep }),
    colouring: COLOURS.honey,
  }),
  braid: scene({
    seed: 42,
    ...REEL,
    groom: (random, seed) =>
      braid({ x: 0.28, top: -0.2, bottom: 1.15, width: 0.2, turns: 2.2, locks: 18 }, random, seed),
    colouring: COLOURS.caramel,
  }),
  curls: scene(
    {
      seed: 43,
      ...REEL,
      groom: ringlets,
      colouring: COLOURS.chestnut,
    },
    { texture: { steps: 150, strands: 28000, clump: 0.3 }, lighting: { opacity: 0.5 } },
  ),
  glass: scene(
    { seed: 44, ...REEL, groom: combed('swing', { wave: WAVES.none }), colouring: COLOURS.espresso },
    { lighting: { gloss: 1 } },
  ),
  ponytail: scene(
    { seed: 45, ...REEL, groom: ponytail, colouring: COLOURS.ash },
    { lighting: { beam: { x: 0.28, y: 0.35, radius: 0.5, beyond: 0.4 } } },
  ),
  copper: scene({
    seed: 46,
    ...REEL,
    groom: combedBack('swing', { wave: WAVES.deep }),
    colouring: COLOURS.copper,
  }),
};

export const places = {
  door: scene(
    { seed: 61, ...CARD, groom: doorway, colouring: COLOURS.furnished },
    {
      backdrop: BACKDROPS.evening,
      texture: { steps: 170, strands: 26000, flyaways: 0.004 },
      lighting: { opacity: 0.55, beam: { x: 0.3, y: 0.3, radius: 0.7, beyond: 0.4 } },
    },
  ),
  chair: scene(
    { seed: 62, ...CARD, groom: chair, colouring: COLOURS.furnished },
    { texture: { flyaways: 0.003, loose: 0.1 }, lighting: { ...FROM_ABOVE, gloss: 0.8 } },
  ),
  tools: scene(
    { seed: 63, ...CARD, groom: tools, colouring: COLOURS.furnished },
    { texture: { flyaways: 0.003, loose: 0.1 } },
  ),
};

/** Dark enough, by its exposure, for white initials. */
const tile = (seed: number, colouring: Colouring, exposure: number) =>
  scene(
    {
      seed,
      ...TILE,
      groom: (random, own) =>
        swirl({ x: 0.5, y: 0.5, inner: -0.06, outer: 0.85, turns: 0.7, dome: 0.3, locks: 50 }, random, own),
      colouring,
    },
    {
      texture: { strands: 6000, thickness: 0.004, steps: 60 },
      print: { exposure, saturation: 0.85, vignette: 0.1, grain: 0, bloom: 0 },
    },
  );

export const swirls = {
  espresso: tile(51, COLOURS.espresso, 1),
  copper: tile(52, COLOURS.copper, 0.5),
  honey: tile(53, COLOURS.honey, 0.34),
  raven: tile(54, COLOURS.raven, 1),
  chestnut: tile(55, COLOURS.chestnut, 0.75),
  platinum: tile(56, COLOURS.platinum, 0.24),
};

const card = { ...heroes.landscape, width: 1200, height: 630 };

export const share = {
  plain: card,
  lumiere: {
    ...card,
    wordmark: { name: 'Lumière Hair Studio', height: 0.1, left: 0.11, bottom: 0.12 },
  },
};

import type { Colouring } from './colours.ts';
import { combed, combedBack, parting, ponytail, tress, WAVES } from './compositions.ts';
import type { Scene } from './draw.ts';
import { BACKDROPS, COLOURS } from './palette.ts';
import type { Lighting } from './shading.ts';
import { braid, swirl } from './shapes.ts';
import type { Texture } from './strands.ts';

/** Every picture's parameters: change one here, and run `npm run pictures` (see docs/pictures.md). */

const TEXTURE: Texture = {
  strands: 34000,
  thickness: 0.0009,
  steps: 72,
  clump: 0.35,
  loose: 0.16,
  frizz: 0.0006,
  flyaways: 0.015,
  flight: 0.07,
  curl: { radius: 0, turns: 0, agree: 1 },
  ragged: 0,
};

const LIGHTING: Lighting = {
  key: { x: -0.35, y: -0.75, z: 0.6 },
  power: 1.7,
  beam: { x: 0.5, y: 0.45, radius: 0.6, beyond: 0.45 },
  rim: { x: 0.7, y: -0.5, z: -0.5 },
  rimPower: 0.5,
  around: 0.35,
  gloss: 0.7,
  opacity: 0.8,
};

type Changes = Partial<Omit<Scene, 'texture' | 'lighting'>> & {
  texture?: Partial<Texture>;
  lighting?: Partial<Lighting>;
};

function scene(
  base: Pick<Scene, 'seed' | 'width' | 'height' | 'groom' | 'colouring'>,
  { texture, lighting, ...rest }: Changes = {},
): Scene {
  return {
    lens: { focus: 0.15, blur: 0.006, taper: 0.15 },
    backdrop: BACKDROPS.plum,
    print: { exposure: 1, saturation: 0.9, vignette: 0.25, grain: 0.006, bloom: 0.12 },
    ...base,
    ...rest,
    texture: { ...TEXTURE, ...texture },
    lighting: { ...LIGHTING, ...lighting },
  };
}

/** Fine enough for a whole screen. */
const FINE = { strands: 44000, thickness: 0.0008, steps: 90 } satisfies Partial<Texture>;

const CARD = { width: 800, height: 1000 };
const PAIR = { width: 1000, height: 1250 };
const REEL = { width: 720, height: 1280 };
const TILE = { width: 192, height: 192 };

/** Hair that needs the salon: rough, restless, and hardly mirrors a lamp. */
const ROUGH = {
  frizz: 0.004,
  flyaways: 0.09,
  flight: 0.2,
  loose: 0.5,
  clump: 0.2,
} satisfies Partial<Texture>;
const DULL = { gloss: 0.05, power: 1.3 } satisfies Partial<Lighting>;
const GLOSSY = { gloss: 0.8 } satisfies Partial<Lighting>;

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
  'root-touch-up-before': scene(
    { seed: 32, ...PAIR, groom: parting, colouring: COLOURS.grownOut },
    { backdrop: BACKDROPS.scalp, texture: { ...ROUGH, frizz: 0.002 }, lighting: DULL },
  ),
  'root-touch-up-after': scene(
    { seed: 32, ...PAIR, groom: parting, colouring: COLOURS.chestnut },
    { backdrop: BACKDROPS.scalp, lighting: GLOSSY },
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
    { seed: 35, ...PAIR, groom: combed('longHem', { wave: WAVES.none }), colouring: COLOURS.honey },
    { backdrop: BACKDROPS.sand, texture: { ...ROUGH, ragged: 0.12 }, lighting: DULL },
  ),
  'layers-after': scene(
    {
      seed: 35,
      ...PAIR,
      groom: combed('longHem', {
        wave: { ...WAVES.soft, from: 0.3, stray: 0.5 },
        layers: 0.3,
        locks: 220,
        width: [0.026, 0.018],
      }),
      colouring: COLOURS.honey,
    },
    {
      backdrop: BACKDROPS.sand,
      texture: { ragged: 0.2, clump: 0.5 },
      lighting: { ...GLOSSY, opacity: 0.35, around: 0.5 },
    },
  ),
  'sleek-before': scene(
    {
      seed: 36,
      ...PAIR,
      groom: combed('back', { wave: { ...WAVES.soft, stray: 1.2 }, width: [0.035, 0.06], unrest: 0.035 }),
      colouring: COLOURS.espresso,
    },
    {
      texture: { ...ROUGH, steps: 90, frizz: 0.03, flyaways: 0.3, flight: 0.3, clump: 0.3 },
      lighting: { ...DULL, rimPower: 1.4, power: 2, around: 0.6 },
    },
  ),
  'sleek-after': scene(
    {
      seed: 36,
      ...PAIR,
      groom: combed('back', { wave: WAVES.none, unrest: 0.01, depth: 0.1 }),
      colouring: COLOURS.espresso,
    },
    { lighting: { gloss: 0.95, rimPower: 1 } },
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
      groom: tress({ wave: WAVES.curls }),
      colouring: COLOURS.chestnut,
    },
    { texture: { clump: 0.5, steps: 90 } },
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

export const share = {
  card: { ...heroes.landscape, width: 1200, height: 630 },
};

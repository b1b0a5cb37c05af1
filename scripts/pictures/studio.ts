import { WAVES } from './compositions.ts';
import type { Scene } from './draw.ts';
import { BACKDROPS } from './palette.ts';
import type { Lighting } from './shading.ts';
import type { Texture } from './strands.ts';

/** What scenes have in common: formats, kinds of hair, lamps, and what a scene is when it says nothing else. */

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

export function scene(
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
export const FINE = { strands: 44000, thickness: 0.0008, steps: 90 } satisfies Partial<Texture>;

export const CARD = { width: 800, height: 1000 };
export const PAIR = { width: 1000, height: 1250 };
export const REEL = { width: 720, height: 1280 };
export const TILE = { width: 192, height: 192 };

/** Hair that needs the salon: rough, restless, and hardly mirrors a lamp. */
export const ROUGH = {
  frizz: 0.004,
  flyaways: 0.09,
  flight: 0.2,
  loose: 0.5,
  clump: 0.2,
} satisfies Partial<Texture>;
export const DULL = { gloss: 0.05, power: 1.3 } satisfies Partial<Lighting>;
export const GLOSSY = { gloss: 0.8 } satisfies Partial<Lighting>;
/** Combed flat, but not stiff. */
export const LYING = { frizz: 0.0012, flyaways: 0.03, flight: 0.1, loose: 0.3 } satisfies Partial<Texture>;
export const FROM_ABOVE = { key: { x: -0.2, y: -0.5, z: 0.85 }, around: 0.45 } satisfies Partial<Lighting>;
/** Soft, so that light hair stays the colour that it is, and its ends don't lie in its own shadow. */
export const BY_A_WINDOW = {
  key: { x: -0.4, y: -0.4, z: 0.85 },
  power: 1.35,
  gloss: 0.3,
  around: 0.5,
  opacity: 0.45,
} satisfies Partial<Lighting>;

/** The bend that smoothing leaves: wide, and the same in every lock. */
export const BENT = {
  wave: { ...WAVES.soft, depth: 0.06, sway: 0.034, turns: 1.3, stray: 0.35 },
  unrest: 0.02,
  depth: 0.14,
  locks: 110,
} as const;

import type { Dye, Light } from './colours.ts';
import { shadeOf } from './light.ts';
import { dot, unit } from './locks.ts';
import { at, clamp, mix, type Vec, vec } from './numbers.ts';
import { placeOf, type Strands } from './strands.ts';

/** The studio: where the lamps stand, and how the hair answers. */
export interface Lighting {
  /** Direction to the main lamp, and its strength. */
  key: Vec;
  power: number;
  /** Where its beam is aimed, how wide it is, and how much of it reaches far beyond. */
  beam: { x: number; y: number; radius: number; beyond: number };
  /** A lamp behind the hair that outlines it. */
  rim: Vec;
  rimPower: number;
  /** Light from everywhere. */
  around: number;
  /** 0 matt to 1 glass. */
  gloss: number;
  /** How much light the hair swallows; more makes deeper shadows between the locks. */
  opacity: number;
}

const KEY_COLOUR: Light = [1, 0.945, 0.87];
const RIM_COLOUR: Light = [0.98, 0.9, 0.86];
const AROUND_COLOUR: Light = [1, 0.965, 0.945];
/** Points farther than this outside of the picture need no light: no piece of a hair is as long. */
const UNSEEN = 0.1;
const VIEW = vec(0, 0, 1);

/**
 * The light that each point of each hair sends to the viewer, red, green, blue. A hair is a tinted glass fibre:
 * its surface mirrors the lamp white in a band across the hairs, a second, wider band has gone through the hair
 * and took its colour; scales on the surface shift the two apart, towards the root and towards the tip.
 */
export function shadeStrands(strands: Strands, dye: Dye, lighting: Lighting, aspect: number): Float32Array {
  const shade = shadeOf(strands, lighting.key, aspect, lighting.opacity);
  const out = new Float32Array(strands.points.length);
  const key = unit(lighting.key);
  const rim = unit(lighting.rim);
  for (let strand = 0; strand < strands.count; strand++) shadeStrand(strand);
  return out;

  function shadeStrand(strand: number): void {
    const { points, steps } = strands;
    const own = at(strands.own, strand);
    const tone = at(strands.tone, strand);
    const first = strand * (steps + 1) * 3;
    for (let step = 0; step <= steps; step++) {
      const here = first + step * 3;
      const [x, y, z] = [at(points, here), at(points, here + 1), at(points, here + 2)];
      if (x < -UNSEEN || y < -UNSEEN || x > aspect + UNSEEN || y > 1 + UNSEEN) continue;
      const before = first + Math.max(0, step - 1) * 3;
      const after = first + Math.min(steps, step + 1) * 3;
      const tangent = unit(
        vec(
          at(points, after) - at(points, before),
          at(points, after + 1) - at(points, before + 1),
          at(points, after + 2) - at(points, before + 2),
        ),
      );
      const colour = dye(placeOf(strands, strand, step), tone, own);
      addLight(here, tangent, colour, own, tone, x, y, z);
    }
  }

  function addLight(
    here: number,
    tangent: Vec,
    colour: Light,
    own: number,
    tone: number,
    x: number,
    y: number,
    z: number,
  ): void {
    const { beam } = lighting;
    const off = Math.hypot(x - beam.x, y - beam.y) / beam.radius;
    const lit = shade.key(x, y, z) * lighting.power * mix(beam.beyond, 1, Math.exp(-off * off));
    const open = shade.around(x, y, z);
    // Hairs of a wisp mirror the lamp nearly at the same place, each wisp at one of its own.
    const shift = (own - 0.5) * (0.24 - 0.15 * lighting.gloss) + tone * 0.13;
    const main = fibre(tangent, key, own, shift, lighting.gloss);
    const back = fibre(tangent, rim, own, shift, lighting.gloss);
    const edge = open ** 3 * lighting.rimPower;
    const ambient = lighting.around * open;
    for (let channel = 0; channel < 3; channel++) {
      const c = colour[channel] as number;
      const tint = Math.sqrt(c);
      const fromKey = main.spread * c * 0.75 + main.mirrored + main.tinted * tint * (0.35 + c);
      const fromRim = back.spread * c * 0.3 + back.mirrored * 0.7 + back.through * tint;
      out[here + channel] =
        lit * fromKey * (KEY_COLOUR[channel] as number) +
        edge * fromRim * (RIM_COLOUR[channel] as number) +
        ambient * c * (AROUND_COLOUR[channel] as number);
    }
  }
}

interface Answer {
  /** Scattered evenly; mirrored white; gone through and back, tinted; gone through towards the viewer. */
  spread: number;
  mirrored: number;
  tinted: number;
  through: number;
}

/** How a fibre along `tangent` sends light from `lamp` to the viewer. */
function fibre(tangent: Vec, lamp: Vec, own: number, jitter: number, gloss: number): Answer {
  const sinIn = dot(tangent, lamp);
  const sinOut = dot(tangent, VIEW);
  const half = (Math.asin(clamp(sinIn, -1, 1)) + Math.asin(clamp(sinOut, -1, 1))) / 2;
  const around = turnBetween(lamp, sinIn, sinOut);
  const width = 0.3 - 0.2 * gloss;
  const facing = Math.sqrt(0.5 + 0.5 * around);
  const strength = (0.35 + 1.3 * own * own) * (0.2 + 0.8 * gloss);
  return {
    spread: Math.sqrt(Math.max(0, 1 - sinIn * sinIn)) * (0.55 + 0.45 * facing),
    mirrored: 0.1 * strength * facing * bellCurve(half + 0.06 + jitter, width),
    tinted: 0.5 * strength * facing * bellCurve(half - 0.14 + jitter, width * 1.9),
    through: 1.1 * bellCurve(half + jitter, 0.35) * Math.exp(-3.2 * (1 + around)),
  };
}

/** Cosine of the turn around the fibre from the lamp to the viewer: 1 same side, -1 opposite. */
function turnBetween(lamp: Vec, sinIn: number, sinOut: number): number {
  const scale = Math.sqrt(Math.max(1e-6, (1 - sinIn * sinIn) * (1 - sinOut * sinOut)));
  return clamp((dot(lamp, VIEW) - sinIn * sinOut) / scale, -1, 1);
}

const bellCurve = (distance: number, width: number) => Math.exp(-(distance * distance) / (2 * width * width));

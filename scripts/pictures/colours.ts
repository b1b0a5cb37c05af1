import { clamp, mix, noise, smoothstep } from './numbers.ts';

/** Red, green and blue as amounts of light, 0 to 1; screens count differently (see `toLight`). */
export type Light = readonly [number, number, number];

const decode = (share: number) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);

/** `#rrggbb` as amounts of light. */
export function toLight(hex: string): Light {
  const channel = (from: number) => decode(Number.parseInt(hex.slice(from, from + 2), 16) / 255);
  return [channel(1), channel(3), channel(5)];
}

/** An amount of light as a screen's share, 0 to 1. */
export const toScreen = (light: number): number =>
  light <= 0.0031308 ? 12.92 * Math.max(0, light) : 1.055 * Math.min(1, light) ** (1 / 2.4) - 0.055;

function blend(from: Light, to: Light, share: number): Light {
  return [mix(from[0], to[0], share), mix(from[1], to[1], share), mix(from[2], to[2], share)];
}

/** Colours from root (0) to tip (1). */
type Ramp = readonly (readonly [place: number, hex: string])[];

/** What a colourist would note: the base, what was painted into it, and how even it came out. */
export interface Colouring {
  base: Ramp;
  /** Lightened pieces: their colours, the share of hairs, and where they begin and are at full strength. */
  pieces?: {
    colours: Ramp;
    share: number;
    from: number;
    full: number;
    /** How far hairs differ in where their pieces begin, as a share of the length; 0.16 when left out. */
    uneven?: number;
  };
  /** How much hairs differ from each other in lightness, 0 to 1. */
  variety: number;
}

type Stops = readonly { place: number; light: Light }[];

const stopsOf = (ramp: Ramp): Stops => ramp.map(([place, hex]) => ({ place, light: toLight(hex) }));

function onRamp(stops: Stops, t: number): Light {
  const next = stops.findIndex(({ place }) => place >= t);
  const after = stops[next === -1 ? stops.length - 1 : next];
  const before = stops[Math.max(0, next === -1 ? stops.length - 1 : next - 1)];
  if (!after || !before) throw new Error('A ramp needs a colour.');
  if (after === before) return after.light;
  return blend(before.light, after.light, smoothstep(before.place, after.place, t));
}

/** The colour of one hair at any point of it. */
export type Dye = (t: number, tone: number, own: number) => Light;

/** `tone` is that of the hair's bundle (-1 to 1), `own` the hair's chance number (0 to 1). */
export function dyeOf(colouring: Colouring): Dye {
  const base = stopsOf(colouring.base);
  const { pieces, variety } = colouring;
  const painted = pieces && stopsOf(pieces.colours);
  return (t, tone, own) => {
    let light = onRamp(base, t);
    if (pieces && painted) {
      // Bundles take the paint together, hairs in them nearly so; each begins a little higher or lower.
      const chosen = clamp((tone + 1) / 2 + (own - 0.5) * 0.14);
      const takes = smoothstep(0.84 - pieces.share, 1.16 - pieces.share, chosen);
      const start = pieces.from + (pieces.uneven ?? 0.16) * (noise(own * 97, 5) + noise(tone * 13, 9));
      const strength = smoothstep(start, start + pieces.full - pieces.from, t);
      light = blend(light, onRamp(painted, t), takes * strength);
    }
    const lift = 2 ** (variety * (1.5 * (own - 0.5) + 0.9 * tone));
    return [light[0] * lift, light[1] * lift, light[2] * lift];
  };
}

/** Average of colours, as `#rrggbb`. */
export function toHex(light: Light): string {
  const channel = (index: 0 | 1 | 2) =>
    Math.round(toScreen(light[index]) * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${channel(0)}${channel(1)}${channel(2)}`;
}

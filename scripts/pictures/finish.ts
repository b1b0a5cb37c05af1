import { toHex, toLight, toScreen } from './colours.ts';
import { at, chance, clamp, mix } from './numbers.ts';
import type { Canvas } from './paint.ts';

/** What stands behind the hair: one colour in the middle of `glow`, another at the far corner. */
export interface Backdrop {
  inner: string;
  outer: string;
  /** Middle of the glow, as shares of width and height. */
  glow: readonly [number, number];
}

export interface Print {
  exposure: number;
  /** 0 grey, 1 the colours as they are. */
  saturation: number;
  /** How much darker the corners are, 0 to 1. */
  vignette: number;
  /** Strength of the film grain, as a share of white. */
  grain: number;
  /** How much the brightest hair glows into what lies around. */
  bloom: number;
}

/** A finished picture. */
export interface Drawing {
  width: number;
  height: number;
  /** Red, green, blue, 8 bits each, row by row. */
  pixels: Uint8Array;
}

export function canvasOf(width: number, height: number, backdrop: Backdrop): Canvas {
  const light = new Float32Array(width * height * 3);
  const [inner, outer] = [toLight(backdrop.inner), toLight(backdrop.outer)];
  const [middleX, middleY] = [backdrop.glow[0] * width, backdrop.glow[1] * height];
  const far = Math.hypot(Math.max(middleX, width - middleX), Math.max(middleY, height - middleY));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const t = Math.min(1, Math.hypot(x - middleX, y - middleY) / far) ** 1.2;
      for (let c = 0; c < 3; c++)
        light[(y * width + x) * 3 + c] = mix(inner[c] as number, outer[c] as number, t);
    }
  }
  return { width, height, light, cover: new Float32Array(width * height) };
}

const roll = (x: number) => clamp((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14));

/** Film: shadows stay deep, lights roll off softly instead of burning out, colours stay quiet. */
export function develop(lit: Float32Array, { exposure, saturation }: Print): void {
  for (let index = 0; index < lit.length; index += 3) {
    const red = roll(at(lit, index) * exposure);
    const green = roll(at(lit, index + 1) * exposure);
    const blue = roll(at(lit, index + 2) * exposure);
    const grey = 0.25 * red + 0.65 * green + 0.1 * blue;
    lit[index] = clamp(mix(grey, red, saturation));
    lit[index + 1] = clamp(mix(grey, green, saturation));
    lit[index + 2] = clamp(mix(grey, blue, saturation));
  }
}

/** The finished picture, 8 bits a channel, red green blue. */
export function print(canvas: Canvas, settings: Print, seed: number): Uint8Array {
  const { width, height } = canvas;
  addBloom(canvas, settings.bloom);
  const random = chance(seed);
  const out = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const corner = Math.hypot((x / width - 0.5) * 1.25, (y / height - 0.5) * 1.25) ** 2.2;
      const dim = 1 - settings.vignette * Math.min(1, corner);
      const grain = random.bell() * settings.grain;
      const dot = (y * width + x) * 3;
      for (let c = 0; c < 3; c++)
        out[dot + c] = Math.round(clamp(toScreen(at(canvas.light, dot + c) * dim) + grain) * 255);
    }
  }
  return out;
}

/** Light that spills: the bright parts of the hair, blurred on a small copy, and added. */
function addBloom(canvas: Canvas, strength: number): void {
  if (strength === 0) return;
  const shrink = Math.max(1, Math.round(canvas.height / 160));
  const [wide, high] = [Math.ceil(canvas.width / shrink), Math.ceil(canvas.height / shrink)];
  let small: Float32Array = new Float32Array(wide * high * 3);
  for (let y = 0; y < canvas.height; y++) {
    for (let x = 0; x < canvas.width; x++) {
      const from = y * canvas.width + x;
      const to = (Math.floor(y / shrink) * wide + Math.floor(x / shrink)) * 3;
      const share = at(canvas.cover, from) / (shrink * shrink);
      for (let c = 0; c < 3; c++)
        small[to + c] = at(small, to + c) + Math.max(0, at(canvas.light, from * 3 + c) - 0.25) * share;
    }
  }
  for (let pass = 0; pass < 3; pass++) small = blurred(blurred(small, wide, high, 1), wide, high, wide);
  for (let y = 0; y < canvas.height; y++) {
    for (let x = 0; x < canvas.width; x++) {
      const from = clamp(y / shrink - 0.5, 0, high - 1.001);
      const left = clamp(x / shrink - 0.5, 0, wide - 1.001);
      const [r, l] = [Math.floor(from), Math.floor(left)];
      const [v, u] = [from - r, left - l];
      const dot = (y * canvas.width + x) * 3;
      for (let c = 0; c < 3; c++) {
        const base = (r * wide + l) * 3 + c;
        const upper = mix(at(small, base), at(small, base + 3), u);
        const lower = mix(at(small, base + wide * 3), at(small, base + wide * 3 + 3), u);
        canvas.light[dot + c] = at(canvas.light, dot + c) + strength * mix(upper, lower, v);
      }
    }
  }
}

const REACH = 3;

/** Average over `2 × REACH + 1` neighbours, along a row (`stride` 1) or a column (`stride` = width). */
function blurred(from: Float32Array, wide: number, high: number, stride: number): Float32Array {
  const out = new Float32Array(from.length);
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      const [place, limit] = stride === 1 ? [x, wide] : [y, high];
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let step = -REACH; step <= REACH; step++) {
          const near = Math.min(limit - 1, Math.max(0, place + step)) - place;
          sum += at(from, (y * wide + x + near * stride) * 3 + c);
        }
        out[(y * wide + x) * 3 + c] = sum / (2 * REACH + 1);
      }
    }
  }
  return out;
}

/** Mean colour of finished pixels, for the place where the picture is still loading. */
export function meanColour(pixels: Uint8Array): string {
  const sums = [0, 0, 0] as [number, number, number];
  for (const [index, value] of pixels.entries()) sums[(index % 3) as 0 | 1 | 2] += (value / 255) ** 2.2;
  const [red, green, blue] = sums.map((sum) => (sum * 3) / pixels.length) as typeof sums;
  return toHex([red, green, blue]);
}

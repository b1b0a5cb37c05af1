import { at, smoothstep } from './numbers.ts';
import type { Strands } from './strands.ts';

/** A picture as amounts of light, three numbers a dot, and how much of each dot hair covers. */
export interface Canvas {
  width: number;
  height: number;
  light: Float32Array;
  cover: Float32Array;
}

export interface Lens {
  /** Depth at which the picture is sharp, and how fast it blurs away from there. */
  focus: number;
  blur: number;
  /** Share of a hair's length over which its tip thins out. */
  taper: number;
}

const DEPTHS = 32768;
/** Side of the squares over which the middle depth is taken, and how far beyond the picture. */
const CELL = 1 / 60;
const MARGIN = 0.2;

/** Draws the hairs over what is on the canvas, the farthest first. */
export function paint(canvas: Canvas, strands: Strands, lit: Float32Array, lens: Lens): void {
  const { points, steps } = strands;
  for (const piece of farthestFirst(strands, canvas.width / canvas.height)) {
    const strand = Math.floor(piece / steps);
    const step = piece - strand * steps;
    const from = (strand * (steps + 1) + step) * 3;
    const thin = 1 - 0.75 * smoothstep(1 - lens.taper, 1, (step + 0.5) / steps);
    const hair = strands.thickness * canvas.height * thin * (0.7 + 0.6 * at(strands.own, strand));
    const haze = Math.abs(at(points, from + 2) - lens.focus) * lens.blur * canvas.height;
    const width = Math.max(hair + haze, 1);
    drawPiece(canvas, points, lit, from, width, Math.min(0.96, hair / width));
  }
}

/**
 * Numbers of all pieces (hair × steps + step), the farthest first. Depth is measured from the middle of all hair
 * at that place of the picture: what lies over what is the same, but a sheet that leans away does not make the
 * pieces of neighbouring hairs change places all the time.
 */
function farthestFirst(strands: Strands, aspect: number): Uint32Array {
  const { points, steps, count } = strands;
  const middle = middleDepth(points, aspect);
  const depth = (piece: number) => {
    const strand = Math.floor(piece / steps);
    const from = (strand * (steps + 1) + piece - strand * steps) * 3;
    const half = (offset: number) => (at(points, from + offset) + at(points, from + offset + 3)) / 2;
    const z = half(2) - middle(half(0), half(1));
    return Math.min(DEPTHS - 1, Math.max(0, Math.floor((z + 0.5) * DEPTHS)));
  };
  const pieces = count * steps;
  const depths = new Uint16Array(pieces);
  const starts = new Uint32Array(DEPTHS + 1);
  for (let piece = 0; piece < pieces; piece++) {
    const slot = depth(piece);
    depths[piece] = slot;
    starts[slot + 1] = (starts[slot + 1] as number) + 1;
  }
  for (let slot = 1; slot <= DEPTHS; slot++)
    starts[slot] = (starts[slot] as number) + (starts[slot - 1] as number);
  const order = new Uint32Array(pieces);
  for (let piece = 0; piece < pieces; piece++) {
    const slot = depths[piece] as number;
    const place = starts[slot] as number;
    order[place] = piece;
    starts[slot] = place + 1;
  }
  return order;
}

/** The mean depth of the hair around each place of the picture, smoothly. */
function middleDepth(points: Float32Array, aspect: number): (x: number, y: number) => number {
  const [wide, high] = [Math.ceil((aspect + 2 * MARGIN) / CELL) + 2, Math.ceil((1 + 2 * MARGIN) / CELL) + 2];
  const sum = new Float32Array(wide * high);
  const seen = new Float32Array(wide * high).fill(1e-6);
  for (let from = 0; from < points.length; from += 3) {
    const column = Math.round((at(points, from) + MARGIN) / CELL);
    const row = Math.round((at(points, from + 1) + MARGIN) / CELL);
    if (column < 0 || row < 0 || column >= wide || row >= high) continue;
    const cell = row * wide + column;
    sum[cell] = at(sum, cell) + at(points, from + 2);
    seen[cell] = at(seen, cell) + 1;
  }
  return (x, y) => {
    const column = Math.min(Math.max((x + MARGIN) / CELL, 0), wide - 1.001);
    const row = Math.min(Math.max((y + MARGIN) / CELL, 0), high - 1.001);
    const [c, r] = [Math.floor(column), Math.floor(row)];
    const [u, v] = [column - c, row - r];
    const base = r * wide + c;
    const between = (list: Float32Array) =>
      (at(list, base) * (1 - u) + at(list, base + 1) * u) * (1 - v) +
      (at(list, base + wide) * (1 - u) + at(list, base + wide + 1) * u) * v;
    return between(sum) / between(seen);
  };
}

/** One straight piece, `width` dots wide, its edges smoothed along the shorter direction. */
function drawPiece(
  canvas: Canvas,
  points: Float32Array,
  lit: Float32Array,
  from: number,
  width: number,
  alpha: number,
): void {
  const size = canvas.height;
  let [x0, y0] = [at(points, from) * size, at(points, from + 1) * size];
  let [x1, y1] = [at(points, from + 3) * size, at(points, from + 4) * size];
  const margin = width + 1;
  if (Math.max(x0, x1) < -margin || Math.min(x0, x1) > canvas.width + margin) return;
  if (Math.max(y0, y1) < -margin || Math.min(y0, y1) > size + margin) return;

  const upright = Math.abs(y1 - y0) > Math.abs(x1 - x0);
  if (upright) [x0, y0, x1, y1] = [y0, x0, y1, x1];
  const [start, finish] = [from, from + 3];
  const length = x1 - x0;
  if (Math.abs(length) < 1e-6) return;
  const slope = (y1 - y0) / length;
  const halfSpan = (width * Math.sqrt(1 + slope * slope)) / 2;
  const [low, high] = [Math.min(x0, x1), Math.max(x0, x1)];
  const limit = upright ? canvas.height : canvas.width;
  const otherLimit = upright ? canvas.width : canvas.height;
  const first = Math.max(0, Math.ceil(low - 0.5));
  const last = Math.min(limit - 1, Math.ceil(high - 0.5) - 1);
  for (let along = first; along <= last; along++) {
    const t = (along + 0.5 - x0) / length;
    const centre = y0 + slope * (along + 0.5 - x0);
    const red = at(lit, start) + (at(lit, finish) - at(lit, start)) * t;
    const green = at(lit, start + 1) + (at(lit, finish + 1) - at(lit, start + 1)) * t;
    const blue = at(lit, start + 2) + (at(lit, finish + 2) - at(lit, start + 2)) * t;
    const top = centre - halfSpan;
    const bottom = centre + halfSpan;
    const rowEnd = Math.min(otherLimit - 1, Math.floor(bottom));
    for (let side = Math.max(0, Math.floor(top)); side <= rowEnd; side++) {
      const covered = Math.min(bottom, side + 1) - Math.max(top, side);
      if (covered <= 0) continue;
      const dot = upright ? along * canvas.width + side : side * canvas.width + along;
      const over = alpha * covered;
      const keep = 1 - over;
      canvas.light[dot * 3] = at(canvas.light, dot * 3) * keep + red * over;
      canvas.light[dot * 3 + 1] = at(canvas.light, dot * 3 + 1) * keep + green * over;
      canvas.light[dot * 3 + 2] = at(canvas.light, dot * 3 + 2) * keep + blue * over;
      canvas.cover[dot] = at(canvas.cover, dot) * keep + over;
    }
  }
}

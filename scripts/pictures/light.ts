import { unit } from './locks.ts';
import { at, type Vec, vec } from './numbers.ts';
import type { Strands } from './strands.ts';

/**
 * How much light gets through the hair: the strands are counted into small cubes of space, and from each cube
 * a ray is followed towards the light. Gives the shadow that one lock throws on another, and the dark between.
 */
interface Shade {
  /** Share of the light that reaches a point, 0 to 1: from the main light, and from all around. */
  key(x: number, y: number, z: number): number;
  around(x: number, y: number, z: number): number;
}

const CELL = 1 / 130;
const REACH = 0.34;
const NEAR = 0.09;
const AROUND: readonly Vec[] = [
  vec(0, 0, 1),
  unit(vec(-0.8, -0.3, 0.6)),
  unit(vec(0.8, -0.3, 0.6)),
  unit(vec(0, -0.9, 0.5)),
  unit(vec(0, 0.8, 0.6)),
];

interface Grid {
  x: number;
  y: number;
  z: number;
  wide: number;
  high: number;
  deep: number;
  cells: Float32Array;
}

/** `opacity`: how much light a hair swallows; light hair lets more through. */
export function shadeOf(strands: Strands, key: Vec, aspect: number, opacity: number): Shade {
  const density = densityOf(strands, aspect);
  const fromKey = march(density, [unit(key)], REACH, opacity);
  const fromAround = march(density, AROUND, NEAR, opacity * 0.8);
  return {
    key: (x, y, z) => sample(fromKey, x, y, z),
    around: (x, y, z) => sample(fromAround, x, y, z),
  };
}

function densityOf(strands: Strands, aspect: number): Grid {
  const { points, steps, count, thickness } = strands;
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let index = 2; index < points.length; index += 3) {
    low = Math.min(low, at(points, index));
    high = Math.max(high, at(points, index));
  }
  low = Math.max(low, -0.7);
  high = Math.min(high, 0.7);
  const size = (length: number) => Math.ceil(length / CELL) + 3;
  const grid: Grid = {
    x: -0.15,
    y: -0.15,
    z: low - CELL,
    wide: size(aspect + 0.3),
    high: size(1.3),
    deep: size(high - low + 2 * CELL),
    cells: new Float32Array(0),
  };
  grid.cells = new Float32Array(grid.wide * grid.high * grid.deep);
  for (let strand = 0; strand < count; strand++) {
    for (let step = 0; step < steps; step++) {
      const from = (strand * (steps + 1) + step) * 3;
      deposit(grid, points, from, thickness);
    }
  }
  return grid;
}

/** Adds one piece of a hair: its cross-section per volume, so that density × length is the light it stops. */
function deposit(grid: Grid, points: Float32Array, from: number, thickness: number): void {
  const [x, y, z] = [at(points, from), at(points, from + 1), at(points, from + 2)];
  const [dx, dy, dz] = [at(points, from + 3) - x, at(points, from + 4) - y, at(points, from + 5) - z];
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const pieces = Math.ceil(length / CELL);
  const amount = ((length / pieces) * thickness) / CELL ** 3;
  for (let piece = 0; piece < pieces; piece++) {
    const t = (piece + 0.5) / pieces;
    const column = Math.round((x + dx * t - grid.x) / CELL);
    const row = Math.round((y + dy * t - grid.y) / CELL);
    const layer = Math.round((z + dz * t - grid.z) / CELL);
    if (column < 0 || row < 0 || layer < 0) continue;
    if (column >= grid.wide || row >= grid.high || layer >= grid.deep) continue;
    const cell = (layer * grid.high + row) * grid.wide + column;
    grid.cells[cell] = at(grid.cells, cell) + amount;
  }
}

/** For every cube the light that arrives there, averaged over the directions. */
function march(density: Grid, directions: readonly Vec[], reach: number, opacity: number): Grid {
  const { wide, high, deep } = density;
  const stride = 1.25;
  const steps = Math.floor(reach / CELL / stride);
  const depth = new Float32Array(density.cells.length);
  const cells = new Float32Array(density.cells.length);
  for (const towards of directions) {
    depth.fill(0);
    for (let step = 1; step <= steps; step++) {
      const [dc, dr, dl] = [towards.x, towards.y, towards.z].map((part) =>
        Math.round(part * step * stride),
      ) as [number, number, number];
      for (let layer = Math.max(0, -dl); layer < Math.min(deep, deep - dl); layer++) {
        for (let row = Math.max(0, -dr); row < Math.min(high, high - dr); row++) {
          const to = (layer * high + row) * wide;
          const from = ((layer + dl) * high + row + dr) * wide + dc;
          const end = Math.min(wide, wide - dc);
          for (let column = Math.max(0, -dc); column < end; column++)
            depth[to + column] = at(depth, to + column) + at(density.cells, from + column);
        }
      }
    }
    for (let cell = 0; cell < cells.length; cell++)
      cells[cell] =
        at(cells, cell) + Math.exp(-at(depth, cell) * stride * CELL * opacity) / directions.length;
  }
  return { ...density, cells };
}

/** The value at a point, blended from the eight cubes around it. */
function sample(grid: Grid, x: number, y: number, z: number): number {
  const inside = (value: number, size: number) => Math.min(Math.max(value, 0), size - 1.001);
  const column = inside((x - grid.x) / CELL, grid.wide);
  const row = inside((y - grid.y) / CELL, grid.high);
  const layer = inside((z - grid.z) / CELL, grid.deep);
  const [c, r, l] = [Math.floor(column), Math.floor(row), Math.floor(layer)];
  const [u, v, w] = [column - c, row - r, layer - l];
  const { cells, wide } = grid;
  const plane = wide * grid.high;
  const base = l * plane + r * wide + c;
  const line = (start: number) => at(cells, start) * (1 - u) + at(cells, start + 1) * u;
  const face = (start: number) => line(start) * (1 - v) + line(start + wide) * v;
  return face(base) * (1 - w) + face(base + plane) * w;
}

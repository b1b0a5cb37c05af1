import { at, mix, type Vec, vec } from './numbers.ts';

/** A bundle of strands that lie together: a line in space and how far the strands spread around it. */
export interface Lock {
  /** Points from root to tip, in picture units. */
  spine: readonly Vec[];
  /** Half the width of the bundle at `t` (0 root, 1 tip), in picture units. */
  radius: (t: number) => number;
  /** Depth of the bundle as a share of its width: 1 is a rope, 0.2 a ribbon. */
  flat: number;
  /** Its share of all strands; only the proportion between locks counts. */
  weight: number;
  /** -1 dark to 1 light: how this bundle differs from its neighbours. */
  tone: number;
}

/** A point of a smooth line through `points`, `t` from 0 to 1. */
function along(points: readonly Vec[], t: number): Vec {
  const last = points.length - 1;
  const scaled = Math.min(Math.max(t, 0), 1) * last;
  const from = Math.min(Math.floor(scaled), last - 1);
  const u = scaled - from;
  const [a, b, c, d] = [from - 1, from, from + 1, from + 2].map(
    (index) => points[Math.min(Math.max(index, 0), last)] as Vec,
  ) as [Vec, Vec, Vec, Vec];
  const pass = (p: number, q: number, r: number, s: number) =>
    q + 0.5 * u * (r - p + u * (2 * p - 5 * q + 4 * r - s + u * (3 * (q - r) + s - p)));
  return vec(pass(a.x, b.x, c.x, d.x), pass(a.y, b.y, c.y, d.y), pass(a.z, b.z, c.z, d.z));
}

/** A point between two lines of a sheet: `across` from 0 (first line) to 1 (last line), `t` from root to tip. */
export function onSheet(lines: readonly (readonly Vec[])[], across: number, t: number): Vec {
  return along(
    lines.map((line) => along(line, t)),
    across,
  );
}

/**
 * The line cut into equal steps, each with two directions across it that turn as little as possible along the
 * way, so that a bundle wrapped around it does not twist: position, side and up, nine numbers a step.
 */
export function frames(spine: readonly Vec[], steps: number): Float32Array {
  const out = new Float32Array((steps + 1) * 9);
  let up = vec(0, 0, 1);
  for (let step = 0; step <= steps; step++) {
    const t = step / steps;
    const here = along(spine, t);
    const before = along(spine, t - 0.004);
    const after = along(spine, t + 0.004);
    const tangent = unit(vec(after.x - before.x, after.y - before.y, after.z - before.z));
    const lean = dot(up, tangent);
    up = unit(vec(up.x - tangent.x * lean, up.y - tangent.y * lean, up.z - tangent.z * lean));
    const side = cross(tangent, up);
    out.set([here.x, here.y, here.z, side.x, side.y, side.z, up.x, up.y, up.z], step * 9);
  }
  return out;
}

/** Reads one number of `frames` between two steps. */
export function frameAt(list: Float32Array, steps: number, t: number, field: number): number {
  const scaled = Math.min(Math.max(t, 0), 1) * steps;
  const from = Math.min(Math.floor(scaled), steps - 1);
  return mix(at(list, from * 9 + field), at(list, (from + 1) * 9 + field), scaled - from);
}

export const dot = (a: Vec, b: Vec): number => a.x * b.x + a.y * b.y + a.z * b.z;

export function unit(v: Vec): Vec {
  const length = Math.hypot(v.x, v.y, v.z) || 1;
  return vec(v.x / length, v.y / length, v.z / length);
}

const cross = (a: Vec, b: Vec): Vec =>
  vec(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);

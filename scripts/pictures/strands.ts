import { frameAt, frames, type Lock } from './locks.ts';
import { at, type Chance, chance, mix, noise } from './numbers.ts';

/** How the hair of a scene behaves; lengths in picture units, shares from 0 to 1. */
export interface Texture {
  /** How many hairs, and how thick each is. */
  strands: number;
  thickness: number;
  /** Points of each hair; more for tight curls. */
  steps: number;
  /** How much hairs gather into finer wisps towards the tip. */
  clump: number;
  /** How far a hair drifts from its place in the bundle, as a share of the bundle's width. */
  loose: number;
  /** Depth of the fine kinks of rough hair. */
  frizz: number;
  /** Share of hairs that leave the bundle, and how far. */
  flyaways: number;
  flight: number;
  /** Corkscrew: its radius, turns from root to tip, and how well neighbours agree (1 = one ringlet). */
  curl: { radius: number; turns: number; agree: number };
  /** How unevenly the ends are cut, as a share of the length. */
  ragged: number;
}

/** All hairs of a picture: `steps + 1` points each, one after the other. */
export interface Strands {
  count: number;
  steps: number;
  /** x, y, z of each point. */
  points: Float32Array;
  /** For each hair: tone of its bundle, its own chance number, its place across the bundle (-1 to 1). */
  tone: Float32Array;
  own: Float32Array;
  /** For each hair: the share of the full length at which it ends. */
  end: Float32Array;
  thickness: number;
}

const FRAME_STEPS = 64;

/**
 * How far along the full length a point of a hair lies. Each hair is cut into pieces at places of its own:
 * where neighbours change places in depth, no seam shows across them.
 */
export function placeOf(strands: Strands, strand: number, step: number): number {
  const share = (step - at(strands.own, strand)) / (strands.steps - 1);
  return Math.min(1, Math.max(0, share)) * at(strands.end, strand);
}

/** Fills the bundles with hairs. */
export function fill(locks: readonly Lock[], texture: Texture, seed: number): Strands {
  const { steps } = texture;
  const whole = locks.reduce((sum, lock) => sum + lock.weight, 0);
  const counts = locks.map((lock) => Math.max(1, Math.round((texture.strands * lock.weight) / whole)));
  const count = counts.reduce((sum, each) => sum + each, 0);
  const strands: Strands = {
    count,
    steps,
    points: new Float32Array(count * (steps + 1) * 3),
    tone: new Float32Array(count),
    own: new Float32Array(count),
    end: new Float32Array(count),
    thickness: texture.thickness,
  };
  let first = 0;
  for (const [index, lock] of locks.entries()) {
    fillLock(strands, first, counts[index] as number, lock, texture, seed + index * 101);
    first += counts[index] as number;
  }
  return strands;
}

function fillLock(
  strands: Strands,
  first: number,
  count: number,
  lock: Lock,
  texture: Texture,
  seed: number,
): void {
  const random = chance(seed);
  const frame = frames(lock.spine, FRAME_STEPS);
  const wisps = Array.from({ length: Math.max(2, Math.round(count / 14)) }, () => ({
    ...disc(random),
    phase: random.between(-1, 1),
    end: random(),
    tone: random.bell() * 0.28,
  }));
  const lockPhase = random() * Math.PI * 2;
  for (let strand = 0; strand < count; strand++) {
    const wisp = wisps[Math.floor(random() * wisps.length)] as (typeof wisps)[number];
    const gather = 0.35 + 0.3 * random();
    const place = { a: wisp.a + random.bell() * gather, b: wisp.b + random.bell() * gather };
    const id = first + strand;
    strands.tone[id] = lock.tone + wisp.tone;
    strands.own[id] = random();
    strands.end[id] = 1 - texture.ragged * (0.7 * wisp.end + 0.3 * random());
    drawStrand(strands, id, { lock, frame, place, wisp, texture, lockPhase, random });
  }
}

/** A place in a bundle's cross-section: dense in the middle, without an edge. */
function disc(random: Chance): { a: number; b: number } {
  const radius = Math.sqrt(random()) * 0.85;
  const angle = random() * Math.PI * 2;
  return { a: Math.cos(angle) * radius, b: Math.sin(angle) * radius };
}

interface Drawn {
  lock: Lock;
  frame: Float32Array;
  place: { a: number; b: number };
  wisp: { a: number; b: number; phase: number };
  texture: Texture;
  lockPhase: number;
  random: Chance;
}

function drawStrand(strands: Strands, id: number, drawn: Drawn): void {
  const { lock, frame, place, wisp, texture, random } = drawn;
  const { steps } = texture;
  const key = Math.floor(random() * 1e6);
  // Most hairs lie well; a few are rough.
  const kink = texture.frizz * (0.25 + 2.2 * random() ** 3);
  const kinks = random.between(9, 22);
  const flies = random() < texture.flyaways;
  const flight = flies ? texture.flight * (0.25 + random() ** 2) : 0;
  const [flyA, flyB] = [random.between(-1, 1), random.between(-0.3, 1)];
  const begins = flies ? random.between(0, 0.7) : 0;
  const { curl } = texture;
  const phase = drawn.lockPhase + (wisp.phase * 2.6 + random.bell() * 1.2) * (1 - curl.agree);
  const turns = curl.turns * (1 + random.bell() * 0.12 * (1 - curl.agree));

  for (let step = 0; step <= steps; step++) {
    const t = placeOf(strands, id, step);
    const read = (field: number) => frameAt(frame, FRAME_STEPS, t, field);
    const radius = lock.radius(t);
    const pull = texture.clump * t ** 1.4;
    let a = mix(place.a, wisp.a, pull) + texture.loose * noise(t * 2.3 + id, key) * (0.3 + t);
    let b = mix(place.b, wisp.b, pull) + texture.loose * noise(t * 2.3 + id, key + 1) * (0.3 + t);
    a *= radius;
    b *= radius * lock.flat;
    const away = flight * Math.max(0, t - begins) ** 1.5;
    a += away * (flyA + 0.8 * noise(t * 3, key + 2));
    b += away * (flyB + 0.8 * noise(t * 3, key + 3));
    if (curl.radius > 0) {
      const angle = phase + turns * Math.PI * 2 * t;
      const wide = curl.radius * Math.min(1, t * 5);
      a += Math.cos(angle) * wide;
      b += Math.sin(angle) * wide;
    }
    const rough = kink * (0.2 + 0.8 * t);
    a += rough * (noise(t * kinks, key + 4) + 0.5 * noise(t * kinks * 2.7, key + 5));
    b += rough * (noise(t * kinks, key + 6) + 0.5 * noise(t * kinks * 2.7, key + 7));
    const slip = rough * 0.4 * noise(t * kinks, key + 8);
    const offset = (id * (steps + 1) + step) * 3;
    strands.points[offset] = read(0) + read(3) * a + read(6) * b;
    strands.points[offset + 1] = read(1) + read(4) * a + read(7) * b + slip;
    strands.points[offset + 2] = read(2) + read(5) * a + read(8) * b;
  }
}

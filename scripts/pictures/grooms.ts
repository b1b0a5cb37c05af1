import { type Lock, onSheet, unit } from './locks.ts';
import { type Chance, mix, noise, smoothstep, type Vec, vec } from './numbers.ts';

/** Hair that lies side by side like cloth: the locks follow the lines given, and all that is between them. */
export interface Sheet {
  lines: readonly (readonly Vec[])[];
  locks: number;
  /** Half the width of a lock, at places evenly spread from root to tip. */
  width: readonly number[];
  flat: number;
  /** How much shorter the uppermost locks are than those below, as a share of the length. */
  layers: number;
  /** How far locks lie under and over each other, and how restlessly they go up and down and aside on the way. */
  depth: number;
  unrest: number;
  /** Waves through all locks: up and down, aside, how many, how much later each next lock, from where on. */
  wave: { depth: number; sway: number; turns: number; lag: number; stray: number; from: number };
}

const SPINE = 40;

export function sheet(plan: Sheet, random: Chance, seed: number): Lock[] {
  const { wave } = plan;
  return Array.from({ length: plan.locks }, (_, index) => {
    const across = mix(-0.03, 1.03, (index + random()) / plan.locks);
    const under = random() ** 1.3;
    const length = 1 - plan.layers * (1 - under) * random.between(0.5, 1);
    const phase = across * wave.lag + random.bell() * wave.stray;
    const tone = noise(across * 5, seed + 1) * 0.55 + random.bell() * 0.38 - under * 0.25;
    const spine = Array.from({ length: SPINE + 1 }, (_, step) => {
      const t = (step / SPINE) * length;
      const here = onSheet(plan.lines, across, t);
      const aside = sideways(plan.lines, across, t);
      const swell = smoothstep(wave.from, wave.from + 0.25, t);
      const angle = wave.turns * Math.PI * 2 * t + phase;
      const drift =
        plan.unrest * (noise(t * 2.2 + index * 3.7, seed + 2) + 0.6 * noise(t * 1.3 + across * 6, seed + 3)) +
        wave.sway * swell * Math.sin(angle);
      const lift =
        plan.depth * (0.5 - under) +
        plan.unrest * 1.1 * noise(t * 1.9 + index * 5.1, seed + 4) +
        wave.depth * swell * Math.cos(angle);
      return vec(here.x + aside.x * drift, here.y + aside.y * drift, here.z + aside.z * drift + lift);
    });
    const wide = 0.7 + 0.6 * random();
    return {
      spine,
      radius: (t: number) => wide * evenly(plan.width, t),
      flat: plan.flat,
      weight: wide,
      tone,
    };
  });
}

/** A value between the nearest two of a list that is spread evenly from 0 to 1. */
function evenly(list: readonly number[], t: number): number {
  const scaled = t * (list.length - 1);
  const from = Math.min(Math.floor(scaled), list.length - 2);
  return mix(list[from] as number, list[from + 1] as number, scaled - from);
}

function sideways(lines: Sheet['lines'], across: number, t: number): Vec {
  const a = onSheet(lines, across - 0.02, t);
  const b = onSheet(lines, across + 0.02, t);
  return unit(vec(b.x - a.x, b.y - a.y, b.z - a.z));
}

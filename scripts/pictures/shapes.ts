import type { Lock } from './locks.ts';
import { type Chance, clamp, mix, noise, smoothstep, vec } from './numbers.ts';

const POINTS = 56;

const spineOf = (place: (t: number) => ReturnType<typeof vec>) =>
  Array.from({ length: POINTS + 1 }, (_, step) => place(step / POINTS));

/** Three thick strands laid over each other in turn, from above the picture to a loose end. */
interface Braid {
  x: number;
  top: number;
  bottom: number;
  /** Half the braid's width, and how often each strand crosses to the other side and back. */
  width: number;
  turns: number;
  /** Bundles that make up each of the three strands. */
  locks: number;
}

export function braid(plan: Braid, random: Chance, seed: number): Lock[] {
  return [0, 1, 2].flatMap((third) =>
    Array.from({ length: plan.locks }, (_, index) => {
      const angle = random() * Math.PI * 2;
      const off = Math.sqrt(random());
      const tone = random.bell() * 0.45 + noise(index * 0.7, seed + third) * 0.2;
      const ends = random.between(0.94, 1);
      const spine = spineOf((t) => {
        const turn = (t * plan.turns + third / 3) * Math.PI * 2;
        const slim = mix(1, 0.62, t);
        const thick = plan.width * 0.5 * slim;
        const a = Math.cos(angle) * off * thick;
        const b = Math.sin(angle) * off * thick;
        // Across the braid the strand is widest where it lies on top.
        const x = plan.x + Math.sin(turn) * plan.width * 0.58 * slim + a * (0.8 + 0.3 * Math.cos(2 * turn));
        const y = mix(plan.top, plan.bottom, t * ends) + b * 0.5 - Math.cos(turn) * a * 0.9;
        const z = Math.sin(2 * turn) * plan.width * 0.42 * slim + b * 0.75;
        return vec(x + 0.02 * Math.sin(t * 5 + seed), y, z);
      });
      return { spine, radius: (t: number) => plan.width * 0.15 * mix(1, 0.6, t), flat: 0.8, weight: 1, tone };
    }),
  );
}

/** Hair wound around a middle and tucked under, seen from above: a chignon, or a curl pinned flat. */
interface Swirl {
  x: number;
  y: number;
  inner: number;
  outer: number;
  turns: number;
  /** How far the middle stands out. */
  dome: number;
  locks: number;
}

export function swirl(plan: Swirl, random: Chance, seed: number): Lock[] {
  return Array.from({ length: plan.locks }, (_, index) => {
    const start = (index / plan.locks) * Math.PI * 2 + random.bell() * 0.25;
    const tone = random.bell() * 0.4 + noise(index * 0.31, seed) * 0.3;
    const reach = plan.outer * (1 + random.bell() * 0.05);
    const under = random();
    const spine = spineOf((t) => {
      const radius =
        mix(plan.inner, reach, smoothstep(-0.15, 0.85, t)) + 0.01 * noise(t * 3 + index, seed + 1);
      const angle = start + plan.turns * Math.PI * 2 * t ** 0.8;
      const tucked = smoothstep(0.72, 1, t) * plan.outer * 0.8;
      const height =
        plan.dome * Math.sqrt(Math.max(0, 1 - clamp(radius / plan.outer) ** 2)) -
        tucked -
        under * 0.06 +
        0.02 * noise(t * 4 + index * 3, seed + 2);
      return vec(plan.x + Math.cos(angle) * radius, plan.y + Math.sin(angle) * radius, height);
    });
    return {
      spine,
      radius: (t: number) => plan.outer * mix(0.04, 0.13, smoothstep(0, 0.6, t)),
      flat: 0.5,
      weight: 1,
      tone,
    };
  });
}

/** Hair wrapped around a gathered tail. */
interface Band {
  x: number;
  y: number;
  z: number;
  /** Half its width across the picture, and its height. */
  width: number;
  height: number;
  locks: number;
}

export function band(plan: Band, random: Chance): Lock[] {
  return Array.from({ length: plan.locks }, (_, index) => {
    const level = plan.height * ((index + 0.5) / plan.locks - 0.5);
    const lean = random.bell() * 0.15;
    const spine = spineOf((t) => {
      const angle = Math.PI * (0.98 - 0.96 * t);
      return vec(
        plan.x + Math.cos(angle) * plan.width,
        plan.y + level + lean * plan.height * (t - 0.5) - 0.006 * Math.sin(angle),
        plan.z + Math.sin(angle) * plan.width * 1.5,
      );
    });
    return {
      spine,
      radius: () => (plan.height / plan.locks) * 0.9,
      flat: 0.6,
      weight: 0.5,
      tone: random.bell() * 0.3,
    };
  });
}

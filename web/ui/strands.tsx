const COLOURS = ['#5a3d2c', '#7a5430', '#9a7038', '#b98d4a', '#cfa968', '#e3c78f', '#efdab0'];

interface Lock {
  strands: number;
  /** How far the strands part, how deep they wave, how often, and how much each follows the one beside it. */
  spread: number;
  wave: number;
  turns: number;
  lag: number;
  /** Thickest strand, in the picture's units (1000 high). */
  weight: number;
}

const LOCKS = {
  mane: { strands: 170, spread: 330, wave: 115, turns: 1.1, lag: 0.9, weight: 4.2 },
  wisp: { strands: 14, spread: 260, wave: 130, turns: 1.1, lag: 0.7, weight: 16 },
} as const satisfies Record<string, Lock>;

const WIDTH = 800;
const HEIGHT = 1000;
const STEPS = 14;

/** Evenly scattered numbers that are the same on every render. */
const scatter = (index: number, salt: number) => {
  const value = Math.sin(index * 127.1 + salt * 311.7) * 43758.5453;
  return value - Math.floor(value);
};

/** One hair: it leaves the parting close to its neighbours, swings with them, and thins out at the tips. */
function strand(lock: Lock, index: number): string {
  const side = index / (lock.strands - 1) - 0.5;
  const stray = scatter(index, 1) - 0.5;
  const length = 0.84 + 0.16 * scatter(index, 2);
  const points = Array.from({ length: STEPS + 1 }, (_, step) => {
    const t = (step / STEPS) * length;
    const gather = 0.35 + 0.65 * Math.sin(Math.PI * (0.12 + 0.8 * t)) ** 1.4;
    const swing = Math.sin(Math.PI * 2 * lock.turns * t - 0.6 + side * lock.lag + stray * 0.25);
    const x = WIDTH / 2 + side * lock.spread * 1.6 * gather + swing * lock.wave * (0.25 + t) + stray * 30 * t;
    return [x, t * HEIGHT] as const;
  });
  // Through the midpoints, so that each piece leaves in the direction in which the last one arrived.
  return points.reduce((path, [x, y], at) => {
    const next = points[at + 1];
    if (at === 0) return `M${x.toFixed(1)} ${y.toFixed(1)}`;
    if (!next) return `${path}T${x.toFixed(1)} ${y.toFixed(1)}`;
    const [midX, midY] = [(x + next[0]) / 2, (y + next[1]) / 2];
    return `${path}Q${x.toFixed(1)} ${y.toFixed(1)} ${midX.toFixed(1)} ${midY.toFixed(1)}`;
  }, '');
}

/** Hair, drawn: the salon's own ornament. It carries no meaning, so screen readers pass it over. */
export function Strands({ lock: name, className = '' }: { lock: keyof typeof LOCKS; className?: string }) {
  const lock: Lock = LOCKS[name];
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      strokeLinecap="round"
      className={className}
    >
      {Array.from({ length: lock.strands }, (_, index) => {
        // A prime stride mixes light and dark hairs, and front and back, without a visible order.
        const at = (index * 37) % lock.strands;
        const light = Math.sin((at / lock.strands) * Math.PI) * 0.6 + scatter(at, 3) * 0.4;
        return (
          <path
            key={at}
            d={strand(lock, at)}
            stroke={COLOURS[Math.floor(light * (COLOURS.length - 0.01))]}
            strokeWidth={lock.weight * (0.25 + 0.75 * scatter(at, 4))}
            strokeOpacity={0.6 + 0.4 * light}
          />
        );
      })}
    </svg>
  );
}

/** One line of the bench's table: what a part reaches of its limit, measured in the same run. */
export interface Row {
  readonly name: string;
  readonly unit: string;
  /** Median of its rounds. */
  readonly limit: number;
  /** Median of its rounds. */
  readonly ours: number;
  /** Median of the rounds' ratios. */
  readonly ratio: number;
  /** Lowest and highest ratio of a single round. */
  readonly spread: readonly [lowest: number, highest: number];
  /** What the ratio has to reach, or for a time the most it may be; null where nothing is required. */
  readonly required: number | null;
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** The same measured on each side in one round. */
export interface Round<Measured = number> {
  readonly limit: Measured;
  readonly ours: Measured;
}

/** Sums up the rates of rounds in which both sides took turns. */
export function rowOf(
  { name, unit, required }: Pick<Row, 'name' | 'unit' | 'required'>,
  rounds: readonly Round[],
): Row {
  const ratios = rounds.map(({ limit, ours }) => ours / limit);
  return {
    name,
    unit,
    limit: median(rounds.map(({ limit }) => limit)),
    ours: median(rounds.map(({ ours }) => ours)),
    ratio: median(ratios),
    spread: [Math.min(...ratios), Math.max(...ratios)],
    required,
  };
}

/**
 * Measures both sides round by round, so that a busy machine is busy for both. Every second round begins with the
 * other side, since the one that goes second finds the machine in another state.
 */
export async function inTurns<Measured>(
  count: number,
  { limit, ours }: { limit(): Promise<Measured>; ours(): Promise<Measured> },
): Promise<readonly Round<Measured>[]> {
  const rounds: Round<Measured>[] = [];
  for (let round = 0; round < count; round += 1) {
    if (round % 2 === 0) {
      const ofLimit = await limit();
      rounds.push({ limit: ofLimit, ours: await ours() });
    } else {
      const ofOurs = await ours();
      rounds.push({ limit: await limit(), ours: ofOurs });
    }
  }
  return rounds;
}

import { type Chance, chance } from './chance.ts';

/** Repeatable chance for the demo. */
export interface Dice {
  /** Evenly spread between two bounds. */
  between(low: number, high: number): number;
  /** True in this share of all throws. */
  happens(share: number): boolean;
  /** One of a list that isn't empty. */
  oneOf<Item>(list: readonly Item[]): Item;
  /** Positive, often small and sometimes large. */
  around(mean: number): number;
}

/** The same throws for the same seed. */
export function dice(seed: number): Dice {
  const random: Chance = chance(seed);
  return {
    between: random.between,
    happens: (share) => random() < share,
    oneOf<Item>(list: readonly Item[]) {
      return list[Math.floor(random() * list.length)] as Item;
    },
    around: (mean) => -Math.log(1 - random()) * mean,
  };
}

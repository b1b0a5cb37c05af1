export const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0);

/** Shares a whole number by weights. The first parts get what is left over. */
export function shared(whole: number, weights: readonly number[]): readonly number[] {
  const weight = sum(weights);
  const parts = weights.map((one) => Math.floor((whole * one) / weight));
  const left = whole - sum(parts);
  return parts.map((part, index) => part + (index < left ? 1 : 0));
}

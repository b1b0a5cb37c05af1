/** Converts dollars to cents; null if it is negative, no number, or has fractions of a cent. */
export const centsOf = (text: string): number | null =>
  /^(\d+\.?|\d*\.\d{1,2}0*)$/.test(text.trim()) ? Math.round(Number(text) * 100) : null;

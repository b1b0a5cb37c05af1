/** A part of a whole, or an average; null when the whole is nothing. */
export const ratio = (part: number | null | undefined, whole: number | null | undefined): number | null =>
  whole ? (part ?? 0) / whole : null;

const DEFAULT = 1_000;
const LARGEST = 10_000;

/** How many events a subscription may hand over at once. @throws RangeError when what was asked for isn't a count */
export const batchLimit = (maxBatch = DEFAULT): number => {
  if (!Number.isInteger(maxBatch) || maxBatch < 1)
    throw new RangeError('maxBatch must be a whole number from 1');
  return Math.min(maxBatch, LARGEST);
};

/** Few enough that work on a whole batch, such as making the parameters of a statement, doesn't hold the event loop. */
const DEFAULT = 250;
const LARGEST = 10_000;

/** Number of events that a subscription may deliver at once. @throws RangeError when `maxBatch` isn't a whole number of at least 1 */
export const batchLimit = (maxBatch = DEFAULT): number => {
  if (!Number.isInteger(maxBatch) || maxBatch < 1)
    throw new RangeError('maxBatch must be a whole number from 1');
  return Math.min(maxBatch, LARGEST);
};

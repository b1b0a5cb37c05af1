import type { HistoryChange, HistoryEntry, HistoryValue } from '../../../src/contracts/history/history.ts';
import { isSalonDate, type SalonDate } from '../../../src/salon/salon-time.ts';

/** Finds an entry's change of one field. */
export const changeOf = (
  { changes }: Pick<HistoryEntry, 'changes'>,
  wanted: string,
): HistoryChange | undefined => changes.find(({ field }) => field === wanted);

export const dateIn = (value: HistoryValue | undefined): SalonDate | undefined =>
  typeof value === 'string' && isSalonDate(value) ? value : undefined;

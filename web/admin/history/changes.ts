import type { HistoryChange, HistoryEntry, HistoryValue } from '../../../src/contracts/history/history.ts';
import { isSalonDate, type SalonDate } from '../../../src/salon/salon-time.ts';

/** Finds an entry's change of one field. */
export const changeOf = (
  { changes }: Pick<HistoryEntry, 'changes'>,
  wanted: string,
): HistoryChange | undefined => changes.find(({ field }) => field === wanted);

/** Whether a field differs after an entry; an entry may also name it to say which thing it is about. */
export function isChanged(entry: Pick<HistoryEntry, 'changes'>, field: string): boolean {
  const change = changeOf(entry, field);
  return change !== undefined && change.before !== change.after;
}

/** Whether an appointment has another day or time. */
export const isMoved = (entry: Pick<HistoryEntry, 'changes'>): boolean =>
  isChanged(entry, 'appointment_date') || isChanged(entry, 'appointment_time');

export const dateIn = (value: HistoryValue | undefined): SalonDate | undefined =>
  typeof value === 'string' && isSalonDate(value) ? value : undefined;

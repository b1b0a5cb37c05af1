import type { HistoryEntry } from '../../../src/contracts/history.ts';
import { eventWords, FIELD_WORDS } from '../../../src/contracts/history-words.ts';
import { formatDate } from '../../../src/salon/date-text.ts';
import { isSalonDate } from '../../../src/salon/salon-time.ts';
import { phoneText } from '../../ui/phone-text.ts';

type Change = HistoryEntry['changes'][number];

/** A value as people read it; empty for none. */
export function valueText(value: Change['before']): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return value.join(', ');
  if (isSalonDate(value)) return formatDate(value);
  if (/^\+\d+$/.test(value)) return phoneText(value);
  // Statuses and reasons are single words of the API.
  return /^[a-z]+(_[a-z]+)*$/.test(value) ? value.replaceAll('_', ' ') : value;
}

/** What happened. What was paid is recorded by completing, also when it is corrected later. */
export const entryText = ({ type, thing, changes }: HistoryEntry): string =>
  type === 'BookingCompleted' && !changes.some(({ field }) => field === 'status')
    ? 'Amount corrected'
    : eventWords(
        type,
        thing.kind === 'mail',
        changes.some(({ field }) => field === 'kept_here'),
      );

export const fieldText = (field: string): string => FIELD_WORDS[field] ?? field.replaceAll('_', ' ');

/** Fields that name another thing by its id, which says nothing to people, and what the entry's own words say. */
const UNTOLD = new Set(['customer_id', 'customer_ids', 'booking_id', 'merged_into', 'kept_here']);

/** The changes that say something, those without a value before and after left out. */
export const toldChanges = ({ changes }: HistoryEntry): readonly Change[] =>
  changes.filter(({ field, before, after }) => !UNTOLD.has(field) && valueText(before) !== valueText(after));

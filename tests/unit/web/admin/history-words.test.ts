import { expect, it } from 'vitest';
import type { HistoryEntry } from '../../../../src/contracts/history.ts';
import { entryText } from '../../../../web/admin/history/history-words.ts';

const entry = (changes: HistoryEntry['changes'], type = 'BookingCompleted', kind = 'booking') =>
  ({ type, thing: { kind, id: 'one' }, changes }) as HistoryEntry;
const change = (field: string, before: string | null, after: string) => ({ field, before, after });

it('tells a completion from a later correction of what was paid', () => {
  const paid = change('total_amount', '$1234.50', '$160.00');
  expect(entryText(entry([paid, change('status', 'confirmed', 'completed')]))).toBe('Completed');
  expect(entryText(entry([paid]))).toBe('Amount corrected');
  expect(entryText(entry([], 'BookingConfirmed'))).toBe('Confirmed');
  expect(entryText(entry([], 'MessageFailed', 'mail'))).toBe('Mail failed');
});

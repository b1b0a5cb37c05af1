import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { exactInstantText, instantText, recordInstant } from '../../../web/admin/ui/instant-text.ts';

const NOW = new Date('2027-01-01T07:00:00.000Z');

it.each([
  // At the salon it is still the last evening of 2026.
  ['2026-12-03T22:30:00.000Z', 'America/Los_Angeles', 'Thu, Dec 3 · 2:30 PM'],
  ['2026-11-23T06:07:00.000Z', 'America/Los_Angeles', 'Sun, Nov 22 · 10:07 PM'],
  ['2025-12-03T22:30:00.000Z', 'America/Los_Angeles', 'Dec 3, 2025 · 2:30 PM'],
  // Somewhere else 2027 has begun.
  ['2026-12-03T22:30:00.000Z', 'Asia/Tokyo', 'Dec 4, 2026 · 7:30 AM'],
])('writes %s in %s as %s', (at, timeZone, words) => {
  expect(instantText(at, timeZone, NOW)).toBe(words);
});

it('writes the dates of a history alike in every year', () => {
  const dates = ['2026-12-03T22:30:00.000Z', '2025-12-03T22:30:00.000Z'].map((at) =>
    recordInstant(at, 'America/Los_Angeles'),
  );
  expect(dates).toEqual(['Thu, Dec 3, 2026 · 2:30 PM', 'Wed, Dec 3, 2025 · 2:30 PM']);
});

it('writes the seconds where somebody wants to know exactly', () => {
  expect(exactInstantText('2026-12-03T22:30:05.900Z', 'America/Los_Angeles')).toBe(
    'Dec 03, 2026 · 2:30:05 PM',
  );
});

// The zone of the machine would stand beside the salon's times.
it('is the only way in which the admin area writes what the clock showed', () => {
  const local =
    /\bIntl\.DateTimeFormat\(|\.toLocale(Date|Time)?String\(|\.(get|set)(FullYear|Month|Date|Day|Hours|Minutes)\(/;
  expect(local.test('new Date(at).toLocaleTimeString()')).toBe(true);
  const root = join(import.meta.dirname, '../../..');
  const files = globSync('web/admin/**/*.{ts,tsx}', { cwd: root });
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => local.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

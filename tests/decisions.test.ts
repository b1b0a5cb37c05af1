import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, '../docs/decisions');
const index = readFileSync(join(FOLDER, 'README.md'), 'utf8');
const files = readdirSync(FOLDER).filter((name) => name !== 'README.md');
const rows = [...index.matchAll(/^\| \[(\d{3})\]\((.+)\) \| (.+) \| (.+) \| (.+) \|$/gm)];

describe('the index of the decisions', () => {
  it.each(files)('has %s as it calls itself', (file) => {
    const [, number, title, date, status] =
      /^# (\d{3})\. (.+)\n\nDate: (.+)\n\nStatus: ((?:.|\n)+?)\n\n/.exec(
        readFileSync(join(FOLDER, file), 'utf8'),
      ) ?? [];
    const row = rows.find(([, , name]) => name === file);
    expect(row?.slice(1, 4)).toEqual([number, file, title]);
    expect(row?.[5]).toBe(date);
    // A later decision that takes something back is named in both places.
    const later = /superseded by (\d{3})/.exec(row?.[4] ?? '')?.[1];
    expect(status).toContain(later ? `[${later}]` : 'accepted');
  });

  it('lists each once, in the order of their numbers under each heading', () => {
    expect(rows.map(([, , name]) => name).toSorted()).toEqual(files.toSorted());
    expect(new Set(rows.map(([, number]) => number)).size).toBe(files.length);
    for (const section of index.split(/^## /m)) {
      const numbers = [...section.matchAll(/^\| \[(\d{3})\]/gm)].map(([, number]) => number);
      expect(numbers).toEqual(numbers.toSorted());
    }
  });
});

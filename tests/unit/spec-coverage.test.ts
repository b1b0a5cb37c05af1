import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { coverageText, SPEC_ROWS, taggedIn, taggedTests, unquoted } from '../lab/spec/coverage.ts';

const tests = taggedTests();
const filesOf = (id: string) => tests.filter(({ rows }) => rows.includes(id)).map(({ file }) => file);

describe('the demands of the specification', () => {
  it('have names of their own', () => {
    const ids = SPEC_ROWS.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(ids.filter((id) => !/^[2-9]\.[a-z-]+$/.test(id))).toEqual([]);
  });

  it('are each held by a test, or not for a reason', () => {
    const held = (id: string) => filesOf(id).length > 0;
    const wrong = SPEC_ROWS.filter(({ id, reason }) => held(id) === (reason !== undefined));
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('are quoted word for word by a test that holds them', () => {
    const missing = SPEC_ROWS.filter(({ reason }) => reason === undefined).flatMap((row) =>
      unquoted(row, filesOf(row.id)).map((words) => `${row.id}: ${words}`),
    );
    expect(missing).toEqual([]);
  });

  it('are written down as they are held', () => {
    const written = readFileSync(new URL('../lab/spec/result.md', import.meta.url), 'utf8');
    expect(written, 'tests/lab/spec/result.md is out of date: npm run lab spec').toBe(coverageText(tests));
  });
});

describe('a tag', () => {
  it('names demands that there are', () => {
    const known = new Set(SPEC_ROWS.map(({ id }) => id));
    const unknown = tests.flatMap(({ file, rows }) =>
      rows.filter((row) => !known.has(row)).map((row) => `${file}: ${row}`),
    );
    expect(unknown).toEqual([]);
  });

  it('belongs to the test below it', () => {
    // The tag is in two pieces so that it is no tag of this file.
    const tag = '// ' + 'Spec:';
    const source = `
  ${tag} 2.home, 3.away
  it.each([
    ['one', 1],
  ])("isn't missed: %s", () => {});
  it('has none', () => {});
  ${tag} 4.two
  it(
    'stands on a line of its own',
    () => {},
  );`;
    expect(taggedIn('x.test.ts', source)).toEqual([
      { file: 'x.test.ts', title: "isn't missed: %s", rows: ['2.home', '3.away'] },
      { file: 'x.test.ts', title: 'stands on a line of its own', rows: ['4.two'] },
    ]);
    expect(() => taggedIn('x.test.ts', `${tag} 4.two`)).toThrow('no test follows');
    const list = `  ${tag} 2.gone\n  { path: '/x', name: 'not found' },`;
    expect(taggedIn('screens.ts', list)).toEqual([
      { file: 'screens.ts', title: 'not found', rows: ['2.gone'] },
    ]);
  });
});

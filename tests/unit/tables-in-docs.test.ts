import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { allProjections } from '../../projections/all.ts';
import { sqlName } from '../../projections/engine/projection.ts';
import { codes } from '../projections/folding.ts';

it('names the tables of read models in the runbook as they are called now', async () => {
  const known = allProjections(codes).flatMap((projection) =>
    projection.tables.map((table) => sqlName(projection, table)),
  );
  const runbook = await readFile(new URL('../../docs/runbook.md', import.meta.url), 'utf8');
  const named = runbook.match(/\bread\.\w+_v\d+\b/g) ?? [];
  expect(named).not.toEqual([]);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

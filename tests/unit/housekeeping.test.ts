import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { sweepRegularly } from '../../src/app/housekeeping.ts';

it('sweeps usage limits again and again while the process runs, also after a sweep that failed', async () => {
  const stop = new AbortController();
  const warnings: unknown[] = [];
  let sweeps = 0;
  const pool = {
    query: async () => {
      sweeps += 1;
      if (sweeps === 2) throw new Error('the database is away');
      if (sweeps === 4) stop.abort();
      return { rows: [{ last: null }] };
    },
  } as unknown as Pool;
  await sweepRegularly(pool, { warn: (facts: unknown) => warnings.push(facts) }, stop.signal, 1);
  expect(sweeps).toBe(4);
  expect(warnings).toEqual([{ err: new Error('the database is away') }]);
});

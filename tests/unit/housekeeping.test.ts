import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { sweepRegularly } from '../../src/app/worker/housekeeping.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import { memorySealingKeys } from '../support/log/memory-sealing-keys.ts';

it('sweeps again and again while the process runs, also after a sweep that failed', async () => {
  const stop = new AbortController();
  const warnings: unknown[] = [];
  let sweeps = 0;
  let salts = 0;
  let codes = 0;
  let texts = 0;
  let imports = 0;
  let webhooks = 0;
  const accounts = new Set<string>();
  const pool = {
    query: async (query: unknown) => {
      if (typeof query === 'string') {
        if (query.includes('accounts.')) accounts.add(query);
        else if (query.includes('booking_codes')) codes += 1;
        else if (query.includes('texts_counted')) texts += 1;
        else if (/from imports|import_files/.test(query)) imports += 1;
        else if (query.includes('webhook_')) webhooks += 1;
        else salts += 1;
        return { rows: [], rowCount: 0 };
      }
      sweeps += 1;
      if (sweeps === 2) throw new Error('the database is away');
      if (sweeps === 4) stop.abort();
      return { rows: [{ last: null }] };
    },
  } as unknown as Pool;
  const now = () => new Date('2026-11-20T18:00:00Z');
  const logger = { warn: (facts: unknown) => warnings.push(facts) };
  const stores = { pool, log: memoryEventStore(), keys: memorySealingKeys() };
  await sweepRegularly({ ...stores, now }, logger, stop.signal, 1);
  expect({ sweeps, salts, codes, texts, imports, webhooks }).toEqual({
    sweeps: 4,
    salts: 4,
    codes: 4,
    texts: 4,
    imports: 8,
    webhooks: 8,
  });
  expect(accounts.size).toBeGreaterThan(5);
  expect(warnings).toEqual([{ err: new Error('the database is away') }]);
});

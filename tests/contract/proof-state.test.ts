import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Queryable } from '../../src/adapters/postgres/pool.ts';
import type { ProofFigures } from '../../src/contracts/system/proof.ts';
import { askFor, beginNext, endTask } from '../../src/features/system/tasks.ts';
import { proofState } from '../../src/proof/last-proof.ts';
import { templateWithTables } from '../support/server/filled-template.ts';
import { createTestDatabase, type TestDatabase } from '../support/server/postgres.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(await templateWithTables());
});
afterAll(() => database.drop());

const FIGURES: ProofFigures = {
  holds: true,
  position: '',
  seconds: 1,
  events: 0,
  appointments: 0,
  slots: 0,
  double_bookings: 0,
  customers: 0,
  texts: 0,
  contacts: 0,
  personal_parts: { opened: 0, erased: 0 },
  read_models: [],
  faults: 0,
  findings: [],
};
const NOW = new Date('2026-11-20T18:00:00Z');

it('a proof that ends while its state is read is not shown as ended without its result', async () => {
  const { pool } = database;
  await askFor(pool, 'proof', { askedBy: null, now: NOW });
  const task = await beginNext(pool, 'proof', NOW);
  if (!task) throw new Error('no task is open');
  const answered: Promise<unknown>[] = [];
  /** Answers the query for open tasks after all that are sent beside it, and ends the proof just before. */
  const query = async (text: string, values: unknown[]) => {
    if (text.includes('ended_at is null')) {
      await setImmediate();
      await Promise.all(answered);
      await endTask(pool, task, { result: FIGURES }, NOW);
      return pool.query(text, values);
    }
    const answer = pool.query(text, values);
    answered.push(answer);
    return answer;
  };
  const state = await proofState({ query } as Queryable, async () => new Map());
  expect(state).toMatchObject({ running: null, last: { at: NOW.toISOString() } });
});

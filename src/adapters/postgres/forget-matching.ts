import type { Pool } from 'pg';
import { withTransaction } from './pool.ts';

const TABLES = [
  'registrar_contacts',
  'registrar_decisions',
  'registrar_erased',
  'registrar_imported',
  'registrar_undos',
];

/** Empties the registrar's tables, since their hashes fit one secret key only. The registrar's next run folds the log again. */
export const forgetMatching = (pool: Pool): Promise<void> =>
  withTransaction(pool, async (client) => {
    for (const table of TABLES) await client.query(`delete from ${table}`);
    await client.query("delete from process_checkpoints where process = 'registrar'");
  });

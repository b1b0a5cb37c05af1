import type { ClientBase, Pool } from 'pg';
import { withTransaction } from './pool.ts';

const TABLES = [
  'registrar_contacts',
  'registrar_decisions',
  'registrar_erased',
  'registrar_imported',
  'registrar_undos',
];

async function forget(client: ClientBase): Promise<void> {
  for (const table of TABLES) await client.query(`delete from ${table}`);
  await client.query("delete from process_checkpoints where process = 'registrar'");
}

/** Empties the registrar's tables, since their hashes fit one secret key only. The registrar's next run folds the log again. */
export const forgetMatching = (pool: Pool): Promise<void> => withTransaction(pool, forget);

/**
 * The same if they were folded by other rules. No registrar may be running: one of an earlier program would fold by its own rules.
 *
 * @param version of the rules by which the registrar folds from now on
 */
export const forgetOldMatching = (pool: Pool, version: number): Promise<void> =>
  withTransaction(pool, async (client) => {
    const { rowCount } = await client.query('select from registrar_rules where version = $1', [version]);
    if (rowCount === 1) return;
    await forget(client);
    await client.query('delete from registrar_rules');
    await client.query('insert into registrar_rules values ($1)', [version]);
  });

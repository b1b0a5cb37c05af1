import { readdir, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { errorCode } from '../startup-error.ts';
import { withTransaction } from './pool.ts';

/**
 * Rewrites the database's files, because what Postgres deletes stays in them as bytes, and in its write-ahead log. The pools must have
 * no time limit for statements.
 */

/** Somebody still reads or writes what has to go; a later try may succeed. */
class StillInUse extends Error {
  override readonly name = 'StillInUse';
}

const KEYS = 'sealing.sealing_keys';
/** We give up waiting for a lock after this time, since whoever makes or reads a key meanwhile waits behind us. */
const LOCK_WITHIN_MS = 300;
const TRY_EVERY_MS = 2_000;
const TRY_FOR_MS = 600_000;

/** Repeats work that gives up rather than let others wait; for ten minutes at most. */
async function patiently(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const end = performance.now() + TRY_FOR_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isBusy = error instanceof StillInUse || errorCode(error) === '55P03';
      if (!isBusy || performance.now() > end) throw error;
    }
    await sleep(TRY_EVERY_MS, undefined, { signal });
  }
}

/**
 * Writes the table of keys anew and drops the old one. Readers wait only for the exchange at the end, not for the copying. A reader in a
 * snapshot has to lock it first, as a backup does: in an older snapshot the new table is empty.
 */
export const rewriteKeys = (pool: Pool, signal: AbortSignal): Promise<void> =>
  patiently(signal, () =>
    withTransaction(pool, async (client) => {
      await client.query(`set local lock_timeout = ${LOCK_WITHIN_MS}`);
      await client.query(`lock table ${KEYS} in share mode`);
      await client.query(`create table ${KEYS}_anew (like ${KEYS} including all)`);
      await client.query(`insert into ${KEYS}_anew select * from ${KEYS} order by stream`);
      await client.query(`analyze ${KEYS}_anew`);
      await client.query(`drop table ${KEYS}`);
      await client.query(`alter table ${KEYS}_anew rename to sealing_keys`);
      await client.query('alter index sealing.sealing_keys_anew_pkey rename to sealing_keys_pkey');
    }),
  );

/** @throws StillInUse while a session has a snapshot from before this one's: for it, deleted rows are kept */
async function assertNoOlderSnapshot(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ application_name: string }>(
    `select application_name from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and age(backend_xmin) > age(pg_current_xact_id()::xid)`,
  );
  if (rows.length > 0)
    throw new StillInUse(
      `an older transaction is open: ${rows.map((row) => row.application_name).join(', ')}`,
    );
}

/**
 * Writes Postgres's statistics anew, which hold samples of columns, also of tables that were dropped. They are small.
 *
 * @returns whether this account may; Postgres would only warn
 */
export async function rewriteStatistics(pool: Pool, signal: AbortSignal): Promise<boolean> {
  const { rows } = await pool.query<{ may: boolean }>(
    `select pg_has_role(datdba, 'usage') or pg_has_role('pg_maintain', 'member') as may
     from pg_database where datname = current_database()`,
  );
  if (!rows[0]?.may) return false;
  await patiently(signal, async () => {
    await withTransaction(pool, assertNoOlderSnapshot);
    const client = await pool.connect();
    try {
      await client.query(`set lock_timeout = ${LOCK_WITHIN_MS}`);
      await client.query('vacuum full pg_catalog.pg_statistic');
    } finally {
      client.release(true);
    }
  });
  return true;
}

const MOST_SEGMENTS = 1_000;
const SEGMENTS = "select name from pg_ls_waldir() where name ~ '^[0-9A-F]{24}$'";

/**
 * Removes the write-ahead log up to now, as far as this account may. Segments that lie ready to be used again hold old bytes, too, so
 * all of them are passed through, which fills them anew.
 *
 * @returns whether nothing of it is left; something else may keep it, such as an archive or a replica
 */
export async function removeWriteAheadLog(pool: Pool): Promise<boolean> {
  const { rows: rights } = await pool.query<{ may: boolean }>(
    `select pg_has_role('pg_checkpoint', 'member') and has_function_privilege('pg_switch_wal()', 'execute')
       and has_function_privilege('pg_ls_waldir()', 'execute') as may`,
  );
  if (!rights[0]?.may) return false;
  const client = await pool.connect();
  try {
    const { rows: before } = await client.query<{ name: string }>(`${SEGMENTS} order by name`);
    const last = before.at(-1)?.name ?? '';
    for (let passed = 0; passed < MOST_SEGMENTS; passed += 1) {
      const { rows } = await client.query<{ name: string }>(
        'select pg_walfile_name(pg_current_wal_insert_lsn()) as name',
      );
      if ((rows[0]?.name ?? '') > last) break;
      await client.query("select pg_logical_emit_message(false, 'cleaning', '')");
      await client.query('select pg_switch_wal()');
    }
    // After the second one, Postgres needs no segment from before the first.
    for (let times = 0; times < 2; times += 1) await client.query('checkpoint');
    const { rows: left } = await client.query(`${SEGMENTS} and name = any ($1)`, [
      before.map(({ name }) => name),
    ]);
    return left.length === 0;
  } finally {
    client.release(true);
  }
}

/**
 * Empties files of tables that no table has any more: a server that was killed while it wrote tables anew leaves such files behind, and
 * nothing else removes them.
 *
 * The files are listed first. Then no transaction may be running, since others don't know the files that it has made; whatever ended
 * before is in the catalogue, which is read last.
 *
 * @param databaseDir the folder of the embedded server
 */
export const emptyOrphanedFiles = (pool: Pool, databaseDir: string, signal: AbortSignal): Promise<void> =>
  patiently(signal, async () => {
    const { rows } = await pool.query<{ oid: string }>(
      'select oid::text from pg_database where datname = current_database()',
    );
    const folder = join(databaseDir, 'base', rows[0]?.oid ?? '');
    const names = await readdir(folder);
    const running = await pool.query(
      `select from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
       union all select from pg_prepared_xacts`,
    );
    if (running.rows.length > 0) throw new StillInUse('a transaction is running');
    const known = await pool.query<{ node: string }>(
      'select pg_relation_filenode(oid)::text as node from pg_class where pg_relation_filenode(oid) is not null',
    );
    const nodes = new Set(known.rows.map(({ node }) => node));
    for (const name of names) {
      const node = /^(\d+)(?:_(?:fsm|vm|init))?(?:\.\d+)?$/.exec(name)?.[1];
      if (node === undefined || nodes.has(node)) continue;
      // It may be gone by now: Postgres removes the files of a table that was dropped at a checkpoint.
      await truncate(join(folder, name), 0).catch((error: unknown) => {
        if (errorCode(error) !== 'ENOENT') throw error;
      });
    }
  });

import type { Pool } from 'pg';
import { LOG_START } from '../../eventsourcing/event-store.ts';
import {
  CheckpointOutdated,
  type ItemTable,
  type ProcessStore,
} from '../../eventsourcing/processes/process-manager.ts';
import { storeError } from './outage.ts';
import { withTransaction } from './pool.ts';

/** An open transaction. A job queue that accepts one can write its jobs in it. */
export interface Transaction {
  query<Row>(text: string, values?: unknown[]): Promise<{ readonly rows: readonly Row[] }>;
}

/**
 * Revisions begin at a random number. If a checkpoint is lost and a new one is stored, a process that stalled in between must
 * not find the revision that it had loaded, or it would overwrite the new one.
 */
const FIRST = `
  insert into process_checkpoints (process, position, revision, last_event)
  values ($1, $2, (random() * 1e15)::bigint, $3) on conflict do nothing
  returning revision::text`;

const NEXT = `
  update process_checkpoints set position = $2, revision = revision + 1, last_event = coalesce($5, last_event)
  where process = $1 and position = $3 and revision = $4::bigint returning revision::text`;

/** Checkpoints of process managers in Postgres. They are backed up, not rebuilt. */
export function postgresProcessStore(pool: Pool): ProcessStore<Transaction> {
  const inTransaction: typeof withTransaction = (of, work) =>
    withTransaction(of, work).catch((error: unknown) => {
      throw storeError(error);
    });

  return {
    load: (process, read) =>
      inTransaction(pool, async (tx) => {
        await tx.query('set transaction isolation level repeatable read read only');
        const { rows } = await tx.query<{ position: string; revision: string }>(
          'select position, revision::text from process_checkpoints where process = $1',
          [process],
        );
        await read(tx);
        return rows[0] ?? { position: LOG_START, revision: null };
      }),

    save: (process, loaded, position, write, last) =>
      inTransaction(pool, async (tx) => {
        // The checkpoint is written first, which locks its row. If two processes save, the second one waits and then finds that the
        // checkpoint has moved.
        const { rows } =
          loaded.revision === null
            ? await tx.query<{ revision: string }>(FIRST, [process, position, last])
            : await tx.query<{ revision: string }>(NEXT, [
                process,
                position,
                loaded.position,
                loaded.revision,
                last,
              ]);
        const [saved] = rows;
        if (!saved) throw new CheckpointOutdated(`${process} was saved by another process`);
        await write(tx);
        return { position, revision: saved.revision };
      }),
  };
}

/**
 * Open items of a process manager, in a table of its own that a migration has created.
 *
 * @param name the table's name. The table has the columns `key text primary key, item jsonb`. The name becomes part of SQL
 *   statements, so it must never come from outside.
 */
export function postgresItemTable<Item>(name: string): ItemTable<Transaction, Item> {
  return {
    async load(tx) {
      const { rows } = await tx.query<{ key: string; item: Item }>(`select key, item from ${name}`);
      return new Map(rows.map(({ key, item }) => [key, item]));
    },
    async save(tx, { put, removed }) {
      if (put.size + removed.length === 0) return;
      await tx.query(
        `with gone as (delete from ${name} where key = any ($1))
         insert into ${name} select entry ->> 0, entry -> 1 from jsonb_array_elements($2) as entry
         on conflict (key) do update set item = excluded.item`,
        [removed, JSON.stringify([...put])],
      );
    },
  };
}

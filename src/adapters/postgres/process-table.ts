import type { Pool } from 'pg';
import type { ProcessTable } from '../../eventsourcing/process-table.ts';
import { storeError } from '../postgres-log/errors.ts';

/** A process manager's tables are backed up, not rebuilt: they stand apart from the read models. */
export interface ProcessTableName {
  /** Key of its checkpoint, such as `slot-keeper`. */
  readonly process: string;
  /** Where its open items stand, such as `slot_keeper_slots`; written into statements, so never from outside. */
  readonly items: string;
}

export function postgresProcessTable<Item>(
  pool: Pool,
  { process, items }: ProcessTableName,
): ProcessTable<Item> {
  return {
    async load() {
      // One statement, so that the items are those of the checkpoint.
      const { rows } = await pool
        .query<{ position: string; items: [string, Item][] }>(
          `select coalesce((select position from process_checkpoints where process = $1), '') as position,
            coalesce((select jsonb_agg(jsonb_build_array(key, item)) from ${items}), '[]') as items`,
          [process],
        )
        .catch((error: unknown) => {
          throw storeError(error);
        });
      return { position: rows[0]?.position ?? '', items: new Map(rows[0]?.items) };
    },

    async save({ position, put, removed }) {
      await pool
        .query(
          `with moved as (
            insert into process_checkpoints values ($1, $2) on conflict (process)
            do update set position = greatest(process_checkpoints.position, excluded.position)
          ), gone as (
            delete from ${items} where key = any($3)
          )
          insert into ${items}
            select entry ->> 0, entry -> 1 from jsonb_array_elements($4) as entry on conflict do nothing`,
          [process, position, removed, JSON.stringify([...put])],
        )
        .catch((error: unknown) => {
          throw storeError(error);
        });
    },
  };
}

import type { Pool, PoolClient } from 'pg';
import { storeError } from '../../../adapters/postgres/outage.ts';
import { withTransaction } from '../../../adapters/postgres/pool.ts';
import type { ImportStatus, RefusedLine, RemarkOnLine } from '../../../contracts/customers/imports.ts';
import { mapGently } from '../../../eventsourcing/async/breather.ts';
import type { SealingKeys } from '../../../eventsourcing/sealing/sealing-keys.ts';
import { hashesOf } from '../contacts.ts';
import { REGISTRAR } from '../events.ts';
import { HELD } from '../registrar/holders.ts';
import type { ImportFile } from './commands.ts';
import { boxOf, rowSealing, streamOf } from './row-sealing.ts';
import type { Holders, ImportRow, ImportTable, PlannedRow, RowNotTaken, RowPlan } from './rows.ts';

const ALL_HOLDERS = `
  select hash, array_agg(customer_id order by rank collate "C") as customer_ids from (${HELD}) held group by hash`;

const KEEP_ROWS = `
  insert into import_rows (import_id, row, file_line, box)
  select $1, row, line, box from unnest($2::int[], $3::int[], $4::bytea[]) as file (row, line, box)`;

/** A known customer needs no box any more. Rows that aren't taken keep one, for staff to look at. */
const PLAN_ROWS = `
  update import_rows r set plan = p.plan, box = p.box, is_done = p.plan <> 'import'
  from unnest($2::int[], $3::text[], $4::bytea[]) as p (row, plan, box)
  where r.import_id = $1 and r.row = p.row`;

/** An import as it is shown to staff, without anything personal. */
export interface KeptImport {
  readonly import_id: string;
  readonly created_at: Date;
  readonly done: number;
  readonly refused: readonly RefusedLine[];
  readonly remarks: readonly RemarkOnLine[];
  /** Lines of people who were known already, with the line above that has the same person, if any. */
  readonly known: ImportStatus['known'];
  /** Lines of others who share a contact with somebody. */
  readonly not_taken: readonly number[];
  readonly empty: number;
}

/** Time for which the rows of an import that is not started are kept, and those that an import has not taken. */
const UNSTARTED_KEPT_MS = 86_400_000;
const NOT_TAKEN_KEPT_MS = 30 * 86_400_000;

function knownIn({ line, plan }: PlannedRow): ImportStatus['known'] {
  if (plan.do === 'known') return [{ line, as: null }];
  return plan.do === 'join' ? [{ line, as: plan.line }] : [];
}

interface TableDeps {
  readonly pool: Pool;
  readonly keys: SealingKeys;
}

/** Rows and plans of imports in Postgres, sealed by a key for each import, which is destroyed when it ends. */
export function postgresImportTable({ pool, keys }: TableDeps) {
  const inTransaction = <Result>(work: (tx: PoolClient) => Promise<Result>): Promise<Result> =>
    withTransaction(pool, work).catch((error: unknown) => {
      throw storeError(error);
    });
  const query = async <Row extends object>(text: string, values: unknown[]): Promise<Row[]> => {
    try {
      return (await pool.query<Row>(text, values)).rows;
    } catch (error) {
      throw storeError(error);
    }
  };

  const sealingOf = rowSealing(keys);

  const table: ImportTable = {
    async unplanned(importId) {
      const sealing = await sealingOf(importId);
      const rows = await query<{ row: number; line: number; box: Buffer }>(
        'select row, file_line as line, box from import_rows where import_id = $1 and plan is null order by row',
        [importId],
      );
      if (!sealing) return [];
      return mapGently(
        rows,
        ({ row, line, box }): ImportRow => ({ row, line, card: sealing.open(row, box).card }),
      );
    },

    async savePlan(importId, passed, make) {
      const sealing = await sealingOf(importId);
      return inTransaction(async (tx) => {
        // It lasts as long as people are read, so it waits where it has no transaction id, for which readers of the log would wait.
        await tx.query('set local idle_in_transaction_session_timeout = 0');
        await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [importId]);
        const { rows } = await tx.query<{ is_planned: boolean }>(
          'select is_planned from imports where import_id = $1',
          [importId],
        );
        const [known] = rows;
        if (!known || !sealing) return false;
        if (known.is_planned) return true;
        const { rows: saved } = await tx.query<{ position: string }>(
          'select position from process_checkpoints where process = $1',
          [REGISTRAR],
        );
        if (!saved[0] || saved[0].position < passed) return false;
        const plan = await make(async (hashes): Promise<Holders> => {
          const { rows: held } = await tx.query<{ hash: string; customer_ids: string[] }>(ALL_HOLDERS, [
            hashes,
          ]);
          return new Map(held.map(({ hash, customer_ids }) => [hash, customer_ids]));
        });
        if (plan.length === 0) return false;
        await tx.query(PLAN_ROWS, [
          importId,
          plan.map(({ row }) => row),
          plan.map(({ plan: { do: what } }) => what),
          await mapGently(plan, (planned) => boxOf(planned, sealing.seal)),
        ]);
        await tx.query(
          'update imports set is_planned = true, known = $2, not_taken = $3 where import_id = $1',
          [
            importId,
            JSON.stringify(plan.flatMap(knownIn)),
            JSON.stringify(plan.flatMap(({ line, plan: { do: what } }) => (what === 'skip' ? [line] : []))),
          ],
        );
        return true;
      });
    },

    async undone(importId, limit) {
      const [known] = await query<{ is_planned: boolean }>(
        'select is_planned from imports where import_id = $1',
        [importId],
      );
      const sealing = await sealingOf(importId);
      if (!known?.is_planned || !sealing) return undefined;
      const rows = await query<{ row: number; box: Buffer }>(
        'select row, box from import_rows where import_id = $1 and not is_done order by row limit $2',
        [importId, limit],
      );
      return rows.map(({ row, box }) => ({ row, card: sealing.open(row, box).card }));
    },

    async done(importId, rows) {
      await query('update import_rows set is_done = true where import_id = $1 and row = any ($2)', [
        importId,
        rows,
      ]);
    },

    async counts(importId) {
      const rows = await query<{ plan: RowPlan['do'] | 'refused'; rows: number }>(
        `select plan, count(*)::int as rows from import_rows where import_id = $1 group by plan
         union all select 'refused', jsonb_array_length(refused) from imports where import_id = $1`,
        [importId],
      );
      const none = { import: 0, join: 0, known: 0, skip: 0, refused: 0 };
      return { ...none, ...Object.fromEntries(rows.map(({ plan, rows: count }) => [plan, count])) };
    },

    async finish(importId) {
      const left = await query(
        `with gone as (delete from import_rows where import_id = $1 and plan is distinct from 'skip')
         select from import_rows where import_id = $1 and plan = 'skip' and box is not null limit 1`,
        [importId],
      );
      if (left.length === 0) await table.empty(importId);
    },

    async empty(importId) {
      await query('delete from import_rows where import_id = $1', [importId]);
      await keys.shred(streamOf(importId));
    },

    async forgetNotTaken() {
      await query(`update import_rows set box = null where plan = 'skip' and box is not null`, []);
      // An open import has other rows here, too.
      const done = await query<{ import_id: string }>(
        `select import_id from import_rows group by import_id having bool_and(plan is not distinct from 'skip')`,
        [],
      );
      for (const { import_id } of done) await table.empty(import_id);
    },

    async mayHold(importId, contacts, hash) {
      const rows = await query<{ row: number; box: Buffer | null }>(
        'select row, box from import_rows where import_id = $1',
        [importId],
      );
      const sealing = await sealingOf(importId);
      if (!sealing || rows.length === 0) return true;
      const asked = new Set(contacts);
      return rows.some(
        ({ row, box }) => box && hashesOf(sealing.open(row, box).card, hash).some((one) => asked.has(one)),
      );
    },
  };

  /** Removes a file whose import was refused. */
  async function drop(importId: string): Promise<void> {
    await query('delete from imports where import_id = $1', [importId]);
  }

  return {
    ...table,
    drop,

    /**
     * Keeps the rows of a file that is about to be imported, unless they are kept already.
     *
     * @returns false if their key is destroyed: the import has ended, or was swept
     */
    async keep(importId: string, { rows, refused, remarks, empty }: ImportFile): Promise<boolean> {
      const sealing = await sealingOf(importId);
      if (!sealing) return false;
      const boxes = await mapGently(rows, ({ row, card }) => sealing.seal(row, { card }));
      await inTransaction(async (tx) => {
        const { rowCount } = await tx.query(
          'insert into imports (import_id, refused, remarks, empty) values ($1, $2, $3, $4) on conflict do nothing',
          [importId, JSON.stringify(refused), JSON.stringify(remarks), empty],
        );
        if (rowCount === 0) return;
        await tx.query(KEEP_ROWS, [
          importId,
          rows.map(({ row }) => row),
          rows.map(({ line }) => line),
          boxes,
        ]);
      });
      return true;
    },

    /**
     * Removes rows that were kept a day ago for an import that nobody has started since: the process was killed in between. Also those
     * that an import hasn't taken a month ago.
     *
     * @param imports those that the log says were started; the rows of one that is open stay until it ends, however long that takes
     */
    async sweep(
      now: Date,
      imports: () => Promise<ReadonlyMap<string, { readonly isOpen: boolean }>>,
    ): Promise<void> {
      const before = (ms: number) => new Date(now.getTime() - ms);
      const old = await query<{ import_id: string; created_at: Date }>(
        'select import_id, created_at from imports where created_at < $1',
        [before(UNSTARTED_KEPT_MS)],
      );
      const started = await imports();
      for (const { import_id: importId, created_at } of old) {
        const known = started.get(importId);
        if (!known) {
          await keys.shred(streamOf(importId));
          await drop(importId);
        } else if (!known.isOpen && created_at < before(NOT_TAKEN_KEPT_MS)) await table.empty(importId);
      }
    },

    /** The next rows of an import that weren't taken, after a line. */
    async notTaken(importId: string, after: number, limit: number): Promise<readonly RowNotTaken[]> {
      const rows = await query<{ row: number; line: number; box: Buffer }>(
        `select row, file_line as line, box from import_rows
         where import_id = $1 and plan = 'skip' and box is not null and file_line > $2 order by file_line limit $3`,
        [importId, after, limit],
      );
      const sealing = rows.length > 0 ? await sealingOf(importId) : undefined;
      if (!sealing) return [];
      return rows.map(({ row, line, box }) => {
        const { card, shares = [] } = sealing.open(row, box);
        return { line, card, shares };
      });
    },

    /** The latest imports without their remarks, or one of them with its own. */
    kept: (importId: string | null): Promise<readonly KeptImport[]> =>
      query<KeptImport>(
        `select import_id, created_at, refused, case when $1::uuid is null then '[]' else remarks end as remarks, known, not_taken, empty,
           (select count(*)::int from import_rows r where r.import_id = i.import_id and r.is_done) as done
         from imports i where $1::uuid is null or import_id = $1 order by created_at desc limit 20`,
        [importId],
      ),
  };
}

import type { Pool, PoolClient } from 'pg';
import { storeError } from '../../../adapters/postgres/outage.ts';
import { withTransaction } from '../../../adapters/postgres/pool.ts';
import type { RefusedLine, RemarkOnLine } from '../../../contracts/customers/imports.ts';
import { openBox, sealBox } from '../../../eventsourcing/sealing/sealed-box.ts';
import type { SealingKeys } from '../../../eventsourcing/sealing/sealing-keys.ts';
import { type Card, REGISTRAR } from '../events.ts';
import { HELD } from '../registrar/holders.ts';
import type { ImportFile } from './commands.ts';
import type { Holders, ImportRow, ImportTable, PlannedRow, RowPlan } from './rows.ts';

/** The first holder of each of these contacts. */
const FIRST_HOLDERS = `
  select distinct on (hash) hash, customer_id from (${HELD}) held
  order by hash, rank collate "C"`;

const KEEP_ROWS = `
  insert into import_rows (import_id, row, file_line, box)
  select $1, row, line, box from unnest($2::int[], $3::int[], $4::bytea[]) as file (row, line, box)`;

/** What is skipped or joined needs no box any more, and is done. */
const PLAN_ROWS = `
  update import_rows r set plan = p.plan, customer_id = p.customer_id, box = p.box, is_done = p.box is null
  from unnest($2::int[], $3::text[], $4::uuid[], $5::bytea[]) as p (row, plan, customer_id, box)
  where r.import_id = $1 and r.row = p.row`;

/** An import as it is shown to staff, without anything personal. */
export interface KeptImport {
  readonly import_id: string;
  readonly created_at: Date;
  /** How many rows are done, as long as it is open. */
  readonly done: number;
  readonly refused: readonly RefusedLine[];
  readonly remarks: readonly RemarkOnLine[];
  /** Lines that were skipped, since somebody has their contact. */
  readonly skipped: readonly number[];
}

/** How long rows are kept whose import is not started. */
const UNSTARTED_KEPT_MS = 86_400_000;

const streamOf = (importId: string): string => `import-${importId}`;
const bindingOf = (importId: string, row: number): string => `${streamOf(importId)}/${row}`;

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

  /** Functions that seal and open cards of an import; undefined once its key is destroyed. */
  async function sealingOf(importId: string) {
    const key = await keys.keyFor(streamOf(importId));
    if (key === 'shredded') return undefined;
    return {
      seal: (row: number, card: Card) =>
        sealBox(key, bindingOf(importId, row), Buffer.from(JSON.stringify(card))),
      open: (row: number, box: Buffer): Card =>
        JSON.parse(openBox(key, bindingOf(importId, row), box).toString()),
    };
  }

  const table: ImportTable = {
    async unplanned(importId) {
      const sealing = await sealingOf(importId);
      const rows = await query<{ row: number; line: number; box: Buffer }>(
        'select row, file_line as line, box from import_rows where import_id = $1 and plan is null order by row',
        [importId],
      );
      return sealing
        ? rows.map(({ row, line, box }): ImportRow => ({ row, line, card: sealing.open(row, box) }))
        : [];
    },

    async savePlan(importId, passed, make) {
      const sealing = await sealingOf(importId);
      return inTransaction(async (tx) => {
        const { rows } = await tx.query<{ is_planned: boolean }>(
          'select is_planned from imports where import_id = $1 for update',
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
          const { rows: held } = await tx.query<{ hash: string; customer_id: string }>(FIRST_HOLDERS, [
            hashes,
          ]);
          return new Map(held.map(({ hash, customer_id }) => [hash, customer_id]));
        });
        if (plan.length === 0) return false;
        const isWritten = ({ plan: { do: what } }: PlannedRow) => what === 'import' || what === 'change';
        await tx.query(PLAN_ROWS, [
          importId,
          plan.map(({ row }) => row),
          plan.map(({ plan: { do: what } }) => what),
          plan.map(({ plan: of }) => (of.do === 'change' ? of.customerId : null)),
          plan.map((planned) => (isWritten(planned) ? sealing.seal(planned.row, planned.card) : null)),
        ]);
        await tx.query(
          `update imports set is_planned = true, skipped = coalesce(
             (select jsonb_agg(file_line order by file_line) from import_rows where import_id = $1 and plan = 'skip'), '[]')
           where import_id = $1`,
          [importId],
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
      const rows = await query<{
        row: number;
        plan: RowPlan['do'];
        customer_id: string | null;
        box: Buffer;
      }>(
        `select row, plan, customer_id, box from import_rows where import_id = $1 and not is_done
         order by row limit $2`,
        [importId, limit],
      );
      return rows.map(({ row, plan, customer_id, box }) => ({
        row,
        card: sealing.open(row, box),
        plan: plan === 'change' ? { do: plan, customerId: String(customer_id) } : { do: plan },
      }));
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
      const none = { import: 0, change: 0, skip: 0, join: 0, refused: 0 };
      return { ...none, ...Object.fromEntries(rows.map(({ plan, rows: count }) => [plan, count])) };
    },

    async empty(importId) {
      await query('delete from import_rows where import_id = $1', [importId]);
      await keys.shred(streamOf(importId));
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
    async keep(importId: string, { rows, refused, remarks }: ImportFile): Promise<boolean> {
      const sealing = await sealingOf(importId);
      if (!sealing) return false;
      await inTransaction(async (tx) => {
        const { rowCount } = await tx.query(
          'insert into imports (import_id, refused, remarks) values ($1, $2, $3) on conflict do nothing',
          [importId, JSON.stringify(refused), JSON.stringify(remarks)],
        );
        if (rowCount === 0) return;
        await tx.query(KEEP_ROWS, [
          importId,
          rows.map(({ row }) => row),
          rows.map(({ line }) => line),
          rows.map(({ row, card }) => sealing.seal(row, card)),
        ]);
      });
      return true;
    },

    /**
     * Removes rows that were kept a day ago for an import that nobody has started since: the process was killed in between.
     *
     * @param startedImports those that the log says were started; their rows stay until they end, however long that takes
     */
    async sweep(now: Date, startedImports: () => Promise<ReadonlySet<string>>): Promise<void> {
      const old = await query<{ import_id: string }>('select import_id from imports where created_at < $1', [
        new Date(now.getTime() - UNSTARTED_KEPT_MS),
      ]);
      const started = await startedImports();
      for (const { import_id: importId } of old) {
        if (started.has(importId)) continue;
        await keys.shred(streamOf(importId));
        await drop(importId);
      }
    },

    /** The latest imports, or one of them. */
    kept: (importId: string | null): Promise<readonly KeptImport[]> =>
      query<KeptImport>(
        `select import_id, created_at, refused, remarks, skipped,
           (select count(*)::int from import_rows r where r.import_id = i.import_id and r.is_done) as done
         from imports i where $1::uuid is null or import_id = $1 order by created_at desc limit 20`,
        [importId],
      ),
  };
}

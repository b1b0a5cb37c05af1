import type { ImportStatus } from '../../../contracts/customers/imports.ts';
import type { MergesStreams } from '../commands.ts';
import { MERGES } from '../events.ts';
import type { KeptImport } from './postgres-table.ts';
import type { RowNotTaken } from './rows.ts';

interface ImportQueriesDeps {
  readonly merges: MergesStreams;
  kept(importId: string | null): Promise<readonly KeptImport[]>;
  notTaken(importId: string, after: number, limit: number): Promise<readonly RowNotTaken[]>;
}

/** Reads the progress of imports from the log, with the result of each line that brought nobody. */
export const createImportQueries = ({ merges, kept, notTaken }: ImportQueriesDeps) => ({
  notTaken,

  /** The latest imports without their remarks, the newest first, or one of them with its own. */
  async status(importId: string | null): Promise<readonly ImportStatus[]> {
    // The log comes first: the result of each line is stored before the log says that an import is finished.
    const imports = await merges.read(MERGES, ({ state }) => new Map(state.imports));
    return (await kept(importId)).flatMap(
      ({
        import_id: id,
        created_at,
        done,
        refused,
        remarks,
        known: lines,
        not_taken,
        empty,
      }): ImportStatus[] => {
        const known = imports.get(id);
        if (!known) return [];
        const { status, rows: all, counts } = known;
        return [
          {
            id,
            started_at: created_at.toISOString(),
            status,
            rows: all,
            done: status === 'open' ? refused.length + done : all,
            imported: counts?.imported ?? 0,
            known: [...lines],
            not_taken: [...not_taken],
            refused: [...refused],
            remarks: [...remarks],
            empty,
            kept: known.kept && [...known.kept],
          },
        ];
      },
    );
  },
});

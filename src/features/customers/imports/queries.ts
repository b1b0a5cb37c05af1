import type { ImportStatus } from '../../../contracts/customers/imports.ts';
import type { MergesStreams } from '../commands.ts';
import { MERGES } from '../events.ts';
import type { KeptImport } from './postgres-table.ts';

interface ImportQueriesDeps {
  readonly merges: MergesStreams;
  kept(importId: string | null): Promise<readonly KeptImport[]>;
}

/** How imports stand: by the log, with the lines that were refused or skipped. */
export const createImportQueries = ({ merges, kept }: ImportQueriesDeps) => ({
  /** The latest imports, or one of them, the newest first. */
  async status(importId: string | null): Promise<readonly ImportStatus[]> {
    const rows = await kept(importId);
    return merges.read(MERGES, ({ state: { imports } }) =>
      rows.flatMap(({ import_id: id, created_at, done, refused, remarks, skipped }): ImportStatus[] => {
        const known = imports.get(id);
        if (!known) return [];
        const { status, rows: all, held, counts } = known;
        return [
          {
            id,
            started_at: created_at.toISOString(),
            status,
            rows: all,
            done: status === 'open' ? refused.length + done : all,
            held,
            imported: counts?.imported ?? 0,
            changed: counts?.changed ?? 0,
            refused: [...refused],
            remarks: [...remarks],
            skipped: [...skipped],
            kept: known.kept && [...known.kept],
          },
        ];
      }),
    );
  },
});

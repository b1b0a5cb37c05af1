import { Download, Rows3, Rows4 } from 'lucide-react';
import type { RequestOptions } from '../../data/query.ts';
import { useMay } from '../../data/role.ts';
import type { Topic } from '../../data/topics.ts';
import { AdminButton } from '../button.tsx';
import { chooseCompactRows, useCompactRows } from './density.ts';
import { useSavedFile } from './use-saved-file.ts';

/** The tools of a table: compact rows, and its data as a CSV file. */
export function TableTools({
  about,
  fileName,
  load,
}: {
  about: readonly Topic[];
  /** Without extension. */
  fileName: string;
  /** Loads all rows, with the current filters. */
  load: (options: RequestOptions) => Promise<Blob>;
}) {
  const isCompact = useCompactRows();
  const may = useMay();
  const { busy, save } = useSavedFile(`${fileName}.csv`, about, load);
  const Icon = isCompact ? Rows3 : Rows4;
  return (
    <div className="ml-auto flex gap-2">
      <AdminButton
        aria-label="Compact rows"
        title="Compact rows"
        aria-pressed={isCompact}
        className="px-2 max-md:hidden"
        onClick={() => chooseCompactRows(!isCompact)}
      >
        <Icon aria-hidden="true" className="size-4" />
      </AdminButton>
      {may('owners') && (
        <AdminButton title="Export CSV" busy={busy} className="max-lg:px-2" onClick={save}>
          <Download aria-hidden="true" className="size-4" />
          <span className="max-lg:sr-only">{busy ? 'Exporting...' : 'Export CSV'}</span>
        </AdminButton>
      )}
    </div>
  );
}

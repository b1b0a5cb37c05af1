import { Download, Rows3, Rows4 } from 'lucide-react';
import { useState } from 'react';
import { saveFile } from '../../../ui/save-file.ts';
import type { RequestOptions } from '../../data/query.ts';
import { useServerState } from '../../data/server-state-context.ts';
import type { Topic } from '../../data/topics.ts';
import { AdminButton } from '../button.tsx';
import { toastFailure } from '../toast-failure.ts';
import { chooseCompactRows, useCompactRows } from './density.ts';

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
  const state = useServerState();
  const [busy, setBusy] = useState(false);
  const Icon = isCompact ? Rows3 : Rows4;

  async function save() {
    setBusy(true);
    try {
      const { body } = await state.load(about, new AbortController().signal, load);
      saveFile(body, `${fileName}.csv`);
    } catch (error) {
      toastFailure(error, 'The file couldn’t be made');
    } finally {
      setBusy(false);
    }
  }

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
      <AdminButton title="Export CSV" busy={busy} className="max-lg:px-2" onClick={save}>
        <Download aria-hidden="true" className="size-4" />
        <span className="max-lg:sr-only">{busy ? 'Exporting...' : 'Export CSV'}</span>
      </AdminButton>
    </div>
  );
}

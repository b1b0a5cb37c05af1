import { useState } from 'react';
import {
  DateOrder,
  IMPORT_FIELDS,
  type ImportColumns,
  type ImportField,
  uploadImportFile,
} from '../../../../src/contracts/customers/imports.ts';
import { beforeText } from '../../../../src/contracts/customers/visits-before.ts';
import { call } from '../../../api.ts';
import { Callout } from '../../../ui/callout.tsx';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { useServerState } from '../../data/server-state-context.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { useCommand } from '../../data/use-command.ts';
import { AdminButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { AdminField, AdminSelect } from '../../ui/form/field.tsx';
import { countText } from '../../ui/number-text.ts';
import { commandFailure } from '../../ui/toast-failure.ts';
import { ImportProgress, Lines, Remarks } from './import-status.tsx';
import { IMPORT, IMPORTS, PREVIEW, START_IMPORT, UNDO_IMPORT, WHILE_OPEN } from './queries.ts';
import { FIELD_LABELS, LINE_PROBLEMS } from './texts.ts';

interface Uploaded {
  readonly id: string;
  readonly headings: readonly string[];
}

/** Imports customers from a CSV file, step by step: the file, its columns with a preview, and then how it goes. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const server = useServerState();
  const [file, setFile] = useState<Uploaded>();
  const [columns, setColumns] = useState<ImportColumns>({});
  const [dateOrder, setDateOrder] = useState<DateOrder | null>(null);
  const [importId, setImportId] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [isReading, setReading] = useState(false);
  const start = useCommand(START_IMPORT);

  async function choose(chosen: File | undefined) {
    if (!chosen) return;
    setFailure(undefined);
    setReading(true);
    try {
      // Systems disagree about the type of these files.
      const csv = new Blob([chosen], { type: 'text/csv' });
      const { body } = await server.load([], new AbortController().signal, ({ token }) =>
        call(uploadImportFile, { token, file: csv }),
      );
      setFile(body);
      setColumns(body.columns);
    } catch (error) {
      setFailure(commandFailure(error));
    } finally {
      setReading(false);
    }
  }

  async function begin() {
    if (!file || start.busy) return;
    setFailure(undefined);
    try {
      setImportId((await start.send({ fileId: file.id, columns, dateOrder })).id);
    } catch (error) {
      setFailure(commandFailure(error));
    }
  }

  const preview = useAdminQuery(PREVIEW, file && !importId ? { fileId: file.id, columns, dateOrder } : null, {
    keepPrevious: true,
  });
  const rows = preview.data?.rows ?? 0;
  const visitsLeftOut = preview.data?.visits_left_out ?? 0;
  const unclear = preview.data?.unclear_date ?? null;

  return (
    <Dialog
      title="Import Customers"
      description="A CSV file with headings, such as Square, Fresha, Vagaro or a spreadsheet export it."
      width="wide"
      onClose={onClose}
      footer={
        <>
          <AdminButton onClick={onClose}>{importId ? 'Close' : 'Cancel'}</AdminButton>
          {file && !importId && (
            <AdminButton
              look="primary"
              busy={start.busy}
              disabled={rows === 0 || (unclear !== null && dateOrder === null)}
              onClick={() => void begin()}
            >
              {rows === 0 ? 'Import' : `Import ${countText(rows, 'row')}`}
            </AdminButton>
          )}
        </>
      }
    >
      <div className="space-y-5">
        {!file && (
          <>
            <AdminField
              label="File"
              type="file"
              required
              accept=".csv,text/csv"
              className="[&_input]:py-1.5"
              hint={isReading ? 'Reading the file...' : 'Up to 20,000 rows and 10 MB.'}
              onChange={({ target }) => void choose(target.files?.[0])}
            />
            <LastImport />
          </>
        )}
        {failure && <Callout tone="error">{failure}</Callout>}
        {file && !importId && (
          <>
            <ColumnChoices headings={file.headings} columns={columns} onChange={setColumns} />
            <p className="text-stone" aria-live="polite">
              Customers whom you have already stay as they are
              {visitsLeftOut > 0 &&
                `: what ${countText(visitsLeftOut, 'row')} ${visitsLeftOut === 1 ? 'says' : 'say'} of their visits before isn’t kept`}
              .
            </p>
            {unclear !== null && (
              <AdminSelect
                label="Order of the dates"
                required
                value={dateOrder ?? ''}
                hint={`Nothing in the file shows how to read “${unclear}”.`}
                onChange={({ target }) => setDateOrder(DateOrder.safeParse(target.value).data ?? null)}
              >
                <option value="">Please choose</option>
                <option value="month-first">Month first: 5/6 is May 6</option>
                <option value="day-first">Day first: 5/6 is June 5</option>
              </AdminSelect>
            )}
            {preview.error && <Callout tone="error">{commandFailure(preview.error)}</Callout>}
            {preview.data && (
              <div className="space-y-3" aria-live="polite">
                <Sample rows={preview.data.sample} />
                <Lines
                  title="Will not be imported"
                  lines={preview.data.refused.map(({ line, problem, name }) => [
                    line,
                    LINE_PROBLEMS[problem],
                    name,
                  ])}
                />
                <Remarks remarks={preview.data.remarks} />
              </div>
            )}
          </>
        )}
        {importId && <Running id={importId} />}
      </div>
    </Dialog>
  );
}

/** Always asked for; the others only where the file has such a column. */
const USUAL: readonly ImportField[] = [
  'name',
  'first_name',
  'last_name',
  'email',
  'phone',
  'other_phone',
  'birthday',
  'notes',
];

/** Headings whose columns are chosen for nothing. */
function leftOut(headings: readonly string[], columns: ImportColumns): string {
  const chosen = new Set<number>(Object.values(columns));
  return headings.filter((heading, index) => heading !== '' && !chosen.has(index)).join(', ');
}

/** The value of a field without a column. It isn't an empty text, which a required field reads as missing. */
const NOT_THERE = 'none';

function ColumnChoices({
  headings,
  columns,
  onChange,
}: {
  headings: readonly string[];
  columns: ImportColumns;
  onChange: (columns: ImportColumns) => void;
}) {
  const fields = IMPORT_FIELDS.filter((field) => USUAL.includes(field) || columns[field] !== undefined);
  const others = leftOut(headings, columns);
  const choose = (field: ImportField, value: string) => {
    const { [field]: _, ...others } = columns;
    onChange(value === NOT_THERE ? others : { ...others, [field]: Number(value) });
  };
  return (
    <fieldset>
      <legend className="pb-2 font-medium">Columns of the file</legend>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {fields.map((field) => (
          <AdminSelect
            key={field}
            label={FIELD_LABELS[field]}
            required
            value={String(columns[field] ?? NOT_THERE)}
            onChange={({ target }) => choose(field, target.value)}
          >
            <option value={NOT_THERE}>Not in the file</option>
            {headings.map((heading, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: headings may be alike, and stay in their order.
              <option key={`${index} ${heading}`} value={index}>
                {heading || `Column ${index + 1}`}
              </option>
            ))}
          </AdminSelect>
        ))}
      </div>
      {others !== '' && <p className="pt-2 text-stone text-sm wrap-anywhere">Not taken: {others}.</p>}
    </fieldset>
  );
}

function Sample({ rows }: { rows: Awaited<ReturnType<typeof PREVIEW.load>>['sample'] }) {
  if (rows.length === 0)
    return <p>No row can be imported yet: each needs a name, and an email or a phone number.</p>;
  return (
    <div>
      <p className="pb-1 font-medium">The first rows</p>
      <ul className="divide-y divide-line rounded-md border border-line">
        {rows.map(({ line, name, emails, phones, before }) => (
          <li key={line} className="px-3 py-2 wrap-anywhere">
            <span className="font-medium">{name}</span>
            <span className="text-stone"> {[...emails, ...phones].join(' · ')}</span>
            {before && <span className="block text-sm text-stone">Before: {beforeText(before)}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** An import as it goes, with its undo. */
function Running({ id }: { id: string }) {
  const { data: status, error, reload } = useAdminQuery(IMPORT, id, WHILE_OPEN);
  const undo = useCommand(UNDO_IMPORT);
  const [failure, setFailure] = useState<string>();
  if (!status) return error ? <Callout tone="error">{commandFailure(error)}</Callout> : <p>Importing...</p>;
  const takeBack = () =>
    undo.send({ id }).then(
      () => {
        toastSuccess('The import is being undone');
        reload();
      },
      (refused: unknown) => setFailure(commandFailure(refused)),
    );
  return (
    <div className="space-y-4">
      <ImportProgress status={status} />
      {failure && <Callout tone="error">{failure}</Callout>}
      {status.status !== 'undone' && (
        <AdminButton busy={undo.busy} onClick={() => void takeBack()}>
          Undo Import
        </AdminButton>
      )}
    </div>
  );
}

/** The last import, so that it can be looked at and undone later. */
function LastImport() {
  const { data: imports } = useAdminQuery(IMPORTS, 'all');
  const [last] = imports ?? [];
  const [isShown, setShown] = useState(false);
  if (!last) return null;
  if (isShown || last.status === 'open') return <Running id={last.id} />;
  return <AdminButton onClick={() => setShown(true)}>Show the Last Import</AdminButton>;
}

import {
  type DateOrder,
  getImport,
  type ImportColumns,
  type ImportStatus,
  listImports,
  listNotTaken,
  previewImport,
  startImport,
  undoImport,
} from '../../../../src/contracts/customers/imports.ts';
import { ApiError, call } from '../../../api.ts';
import { defineCommand } from '../../data/command.ts';
import { definePagedQuery, defineQuery } from '../../data/query.ts';
import { type Topic, topicOf } from '../../data/topics.ts';

/** Imports are read from the log and the importer's table, so no event tells when to load them again. */
const UNTOLD = (): Topic[] => [];

/** The latest imports. */
export const IMPORTS = defineQuery({
  name: 'imports',
  about: UNTOLD,
  load: async (_: 'all', { token, signal }) => (await call(listImports, { token, signal })).imports,
});

export const IMPORT = defineQuery({
  name: 'import',
  about: UNTOLD,
  load: (id: string, { token, signal }): Promise<ImportStatus> =>
    call(getImport, { token, signal, params: { id } }),
});

/** The lines of an import that were not taken, page by page, while the service keeps them. */
export const NOT_TAKEN = definePagedQuery({
  name: 'import-not-taken',
  about: UNTOLD,
  load: async (importId: string, { token, signal, cursor }) => {
    const query = cursor === undefined ? {} : { after_line: cursor };
    const { lines, next_after } = await call(listNotTaken, {
      token,
      signal,
      params: { id: importId },
      query,
    });
    return { lines, next_cursor: next_after === null ? null : String(next_after) };
  },
});

interface Chosen {
  readonly fileId: string;
  readonly columns: ImportColumns;
  /** The answer of staff where the file doesn't show it. */
  readonly dateOrder: DateOrder | null;
}

/** The outcome that an import of the file would have. */
export const PREVIEW = defineQuery({
  name: 'import-preview',
  about: UNTOLD,
  load: ({ fileId, columns, dateOrder }: Chosen, { token, signal }) =>
    call(previewImport, { token, signal, params: { id: fileId }, body: { columns, date_order: dateOrder } }),
});

const THING = topicOf('customer', 'imports');

export const START_IMPORT = defineCommand({
  name: 'start-import',
  thing: () => THING,
  send: ({ fileId, columns, dateOrder }: Chosen, { token, idempotencyKey }) =>
    call(startImport, {
      token,
      idempotencyKey,
      body: { file_id: fileId, columns, date_order: dateOrder },
    }),
});

export const UNDO_IMPORT = defineCommand({
  name: 'undo-import',
  thing: () => THING,
  send: ({ id }: { readonly id: string }, { token, idempotencyKey }) =>
    call(undoImport, { token, idempotencyKey, params: { id }, body: {} }),
});

/** When to look again at an import: while it goes on, and after a failure that may pass. */
export const WHILE_OPEN = {
  againAfterMs(status: ImportStatus | undefined): number | false {
    const goesOn = status?.status === 'open' || (status?.status === 'undone' && status.kept === null);
    return goesOn ? 700 : false;
  },
  retryAfterMs: (error: Error) => (error instanceof ApiError && error.status < 500 ? undefined : 2_000),
};

import {
  getImport,
  listImports,
  previewImport,
  startImport,
  undoImport,
  uploadImportFile,
} from '../../../contracts/customers/imports.ts';
import type { Mount } from '../../../http/operation/operation.ts';
import { refuse } from '../../../http/refusal.ts';
import { columnsOf } from './columns.ts';
import type { ImportCommands } from './commands.ts';
import type { ImportFiles } from './files.ts';
import type { createImportQueries } from './queries.ts';
import { readRows } from './read-rows.ts';

interface ImportRoutesDeps {
  readonly on: Mount;
  readonly imports: ImportCommands & ReturnType<typeof createImportQueries> & { readonly files: ImportFiles };
  /** Converts a phone number to E.164; null if it can't be parsed. */
  toE164(phone: string): string | null;
}

const NOBODY = 'No row of this file can be imported. Please look at the columns again.';

/** How many rows a preview shows. */
const SAMPLE = 5;

/** Routes of staff's imports. */
export function importRoutes({ on, imports, toE164 }: ImportRoutesDeps): void {
  on(uploadImportFile, async ({ file }) => {
    const kept = await imports.files.keep(file.path);
    return { body: { ...kept, columns: columnsOf(kept.headings) } };
  });

  on(previewImport, async ({ params: { id }, body: { columns } }) => {
    const { rows, refused } = await imports.files.read(id, (file) => readRows(file, columns, toE164));
    const sample = rows.slice(0, SAMPLE).map(({ line, card: { name, emails, phones, ...card } }) => ({
      line,
      name,
      emails: [...emails],
      phones: phones.map(({ phone }) => phone),
      birthday_month: card.birthdayMonth,
      birthday_day: card.birthdayDay,
      notes: card.notes,
    }));
    return { body: { rows: rows.length, refused, sample } };
  });

  on(startImport, async ({ body: { file_id, columns, held }, run }) => {
    const file = await imports.files.read(file_id, (rows) => readRows(rows, columns, toE164));
    if (file.rows.length === 0) throw refuse('import-file-unreadable', { detail: NOBODY });
    const { importId: id, position } = await imports.start({ ...file, held }, run);
    return { body: { id, position } };
  });

  on(listImports, async () => ({ body: { imports: [...(await imports.status(null))] } }));

  on(getImport, async ({ params: { id } }) => {
    const [found] = await imports.status(id);
    if (!found) throw refuse('not-found', { detail: 'There was no such import.' });
    return { body: found };
  });

  on(undoImport, async ({ params: { id }, run }) => {
    const { position } = await imports.undo(id, { ...run, ifVersion: undefined });
    return { body: { id, position } };
  });
}

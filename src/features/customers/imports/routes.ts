import {
  type DateOrder,
  getImport,
  type ImportColumns,
  type LineNotTaken,
  listImports,
  listNotTaken,
  previewImport,
  startImport,
  undoImport,
  uploadImportFile,
} from '../../../contracts/customers/imports.ts';
import type { Mount } from '../../../http/operation/operation.ts';
import { refuse } from '../../../http/refusal.ts';
import { salonDate } from '../../../salon/salon-time.ts';
import { shownBefore } from '../events.ts';
import type { createAreHeld } from '../registrar/holders.ts';
import type { ImportCommands } from './commands.ts';
import type { ImportFiles } from './files.ts';
import type { createImportQueries } from './queries.ts';
import { readRows } from './read-rows.ts';
import type { RowNotTaken } from './rows.ts';

interface ImportRoutesDeps {
  readonly on: Mount;
  readonly imports: ImportCommands &
    ReturnType<typeof createImportQueries> & {
      readonly files: ImportFiles;
      readonly areHeld: ReturnType<typeof createAreHeld>;
    };
  /** Converts a phone number to E.164; null if it can't be parsed. */
  toE164(phone: string): string | null;
  readonly timeZone: string;
  now(): Date;
}

const NOBODY = 'No row of this file can be imported. Please look at the columns again.';

const SAMPLE = 5;

const NOT_TAKEN_PAGE = 100;

function lineNotTaken({ line, card, shares }: RowNotTaken): LineNotTaken {
  const isShared = (kind: 'email' | 'phone', value: string) =>
    shares.some((shared) => shared.contact === kind && shared.value === value);
  return {
    line,
    name: card.name,
    shares: [...shares],
    rest: {
      email: card.emails.find((email) => !isShared('email', email)) ?? null,
      phone: card.phones.find(({ phone }) => !isShared('phone', phone))?.phone ?? null,
      birthday_month: card.birthdayMonth,
      birthday_day: card.birthdayDay,
      notes: card.notes,
      before: shownBefore(card.before),
    },
  };
}

/** Routes of staff's imports. */
export function importRoutes({ on, imports, toE164, timeZone, now }: ImportRoutesDeps): void {
  on(uploadImportFile, async ({ file }) => {
    return { body: await imports.files.keep(file.path) };
  });

  const read = (fileId: string, columns: ImportColumns, order: DateOrder | null) =>
    imports.files.read(fileId, async (table) => ({
      ...(await readRows(table, { columns, order, toE164, today: salonDate(now(), timeZone) })),
      empty: table.emptyLines(),
    }));

  on(previewImport, async ({ params: { id }, body: { columns, date_order } }) => {
    const { rows, refused, remarks, unclearDate } = await read(id, columns, date_order);
    const withVisits = rows.filter(({ card }) => card.before);
    const areHeld = await imports.areHeld(withVisits.map(({ card }) => card));
    const leftOut = new Set(withVisits.filter((_, index) => areHeld[index]).map(({ line }) => line));
    const sample = rows.slice(0, SAMPLE).map(({ line, card: { name, emails, phones, ...card } }) => ({
      line,
      name,
      emails: [...emails],
      phones: phones.map(({ phone }) => phone),
      birthday_month: card.birthdayMonth,
      birthday_day: card.birthdayDay,
      notes: card.notes,
      before: leftOut.has(line) ? null : shownBefore(card.before),
    }));
    return {
      body: {
        rows: rows.length,
        refused,
        remarks,
        unclear_date: unclearDate,
        visits_left_out: leftOut.size,
        sample,
      },
    };
  });

  on(startImport, async ({ body: { file_id, columns, date_order }, run }) => {
    const { rows, refused, remarks, empty } = await read(file_id, columns, date_order);
    if (rows.length === 0) throw refuse('import-file-unreadable', { detail: NOBODY });
    // Names and cells are left out: the records of an import name nobody.
    const lines = {
      refused: refused.map(({ line, problem }) => ({ line, problem })),
      remarks: remarks.map(({ line, remark }) => ({ line, remark })),
    };
    const { importId: id, position } = await imports.start({ rows, ...lines, empty }, run);
    return { body: { id, position } };
  });

  on(listImports, async () => {
    const all = await imports.status(null);
    return { body: { imports: all.map(({ remarks: _, ...status }) => status) } };
  });

  on(getImport, async ({ params: { id } }) => {
    const [found] = await imports.status(id);
    if (!found) throw refuse('not-found', { detail: 'There was no such import.' });
    return { body: found };
  });

  on(listNotTaken, async ({ params: { id }, query: { after_line = 0 } }) => {
    const lines = await imports.notTaken(id, after_line, NOT_TAKEN_PAGE);
    const next_after = lines.length < NOT_TAKEN_PAGE ? null : (lines.at(-1)?.line ?? null);
    return { body: { lines: lines.map(lineNotTaken), next_after } };
  });

  on(undoImport, async ({ params: { id }, run }) => {
    const { position } = await imports.undo(id, { ...run, ifVersion: undefined });
    return { body: { id, position } };
  });
}

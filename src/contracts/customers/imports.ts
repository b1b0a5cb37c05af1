import { z } from 'zod';
import { UuidField } from '../fields.ts';

/** How many rows a file may have that is imported. */
export const MOST_IMPORTED_ROWS = 20_000;

/** What becomes of a row with a contact that somebody holds. */
export const HeldRows = z.enum(['skip', 'change'], 'Must be skip or change.');
export type HeldRows = z.infer<typeof HeldRows>;

/** A line of the file that is not imported, and why. */
const RefusedLine = z.object({ line: z.int().positive(), problem: z.string() });

/** How an import stands. */
export const ImportStatus = z.object({
  id: UuidField,
  started_at: z.iso.datetime(),
  status: z.enum(['open', 'finished', 'undone']),
  /** Rows of the file, and how many of them are done. */
  rows: z.int().min(0),
  done: z.int().min(0),
  held: HeldRows,
  /** How many customers are new, and how many cards were changed or added to, once it is finished. */
  imported: z.int().min(0),
  changed: z.int().min(0),
  refused: z.array(RefusedLine),
  /** Lines that were skipped, since somebody has their email or phone. */
  skipped: z.array(z.int().positive()),
  /** Of an undone import: the customers who were kept, since something has been decided about them. Null until that is known. */
  kept: z.array(UuidField).nullable(),
});
export type ImportStatus = z.infer<typeof ImportStatus>;

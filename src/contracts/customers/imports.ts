import { z } from 'zod';

/** How many rows a file may have that is imported. */
export const MOST_IMPORTED_ROWS = 20_000;

/** What becomes of a row with a contact that somebody holds. */
export const HeldRows = z.enum(['skip', 'change'], 'Must be skip or change.');
export type HeldRows = z.infer<typeof HeldRows>;

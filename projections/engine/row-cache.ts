import { LRUCache } from 'lru-cache';
import type { StoredRow } from './projection.ts';

/** A row as it is known to be; `row` is left out where there is none. */
export interface KnownRow {
  readonly row?: StoredRow;
}

/** The rows of one table as its only writer knows them. */
export interface RowCache {
  /** Undefined when the row has to be read. */
  get(key: string): KnownRow | undefined;
  /** Takes rows that a batch is about to write. They are kept at least until `written`. */
  prepared(rows: ReadonlyMap<string, StoredRow | undefined>): void;
  /** The rows are in the database now. */
  written(rows: ReadonlyMap<string, StoredRow | undefined>): void;
  /** Nothing is known any more. */
  clear(): void;
}

const ROWS_KEPT = 1_000;

/** Keeps the rows most recently written, and every row whose writing hasn't ended. */
export function createRowCache(): RowCache {
  const kept = new LRUCache<string, KnownRow>({ max: ROWS_KEPT });
  const unwritten = new Map<string, KnownRow>();
  const known = (row: StoredRow | undefined): KnownRow => (row ? { row } : {});
  return {
    get: (key) => unwritten.get(key) ?? kept.get(key),
    prepared(rows) {
      for (const [key, row] of rows) unwritten.set(key, known(row));
    },
    written(rows) {
      for (const [key, row] of rows) {
        kept.set(key, known(row));
        // A later batch may have changed it again meanwhile.
        if (unwritten.get(key)?.row === row) unwritten.delete(key);
      }
    },
    clear() {
      kept.clear();
      unwritten.clear();
    },
  };
}

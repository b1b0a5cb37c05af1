import { LRUCache } from 'lru-cache';
import type { StoredRow } from './projection.ts';

/** The known state of a row; `row` is left out where there is none. */
interface KnownRow {
  readonly row?: StoredRow;
}

/** A cache of one table's rows, which only its user writes. */
export interface RowCache {
  /** Undefined when the row has to be read. */
  get(key: string): KnownRow | undefined;
  /** Adds rows that a batch is about to write. They stay at least until `written`. */
  prepared(rows: ReadonlyMap<string, StoredRow | undefined>): void;
  /** Call it when the rows are in the database. */
  written(rows: ReadonlyMap<string, StoredRow | undefined>): void;
  clear(): void;
}

const MOST_CACHED_ROWS = 1_000;

/** Caches the rows most recently written, and all that aren't written yet. */
export function createRowCache(): RowCache {
  const recent = new LRUCache<string, KnownRow>({ max: MOST_CACHED_ROWS });
  const unwritten = new Map<string, KnownRow>();
  const known = (row: StoredRow | undefined): KnownRow => (row ? { row } : {});
  return {
    get: (key) => unwritten.get(key) ?? recent.get(key),
    prepared(rows) {
      for (const [key, row] of rows) unwritten.set(key, known(row));
    },
    written(rows) {
      for (const [key, row] of rows) {
        recent.set(key, known(row));
        // A later batch may have changed it again meanwhile.
        if (unwritten.get(key)?.row === row) unwritten.delete(key);
      }
    },
    clear() {
      recent.clear();
      unwritten.clear();
    },
  };
}

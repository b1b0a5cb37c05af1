import { allProjections } from '../../projections/all.ts';
import { type ProjectedEvent, readsStream, type StoredRow } from '../../projections/engine/projection.ts';
import type { RecordedEvent } from '../../src/eventsourcing/event-store.ts';
import { upcast } from '../../src/eventsourcing/event-types.ts';
import { type Fact, recorded } from './events.ts';

export const codes = {
  shortCodeOf: (id: string) => `code-${id}`,
  shortCodeHash: (code: string) => `hash-${code}`,
};
export const tables = new Map(
  allProjections(codes).flatMap((projection) => projection.tables.map((table) => [table.name, table])),
);

/** The rows of a table after these facts, each of which is applied twice. */
export const rowsOf = (tableName: string, ...facts: readonly Fact[]): readonly StoredRow[] =>
  rowsAfter(tableName, recorded(facts));

export function rowsAfter(tableName: string, events: readonly RecordedEvent[]): readonly StoredRow[] {
  const table = tables.get(tableName);
  if (!table) throw new Error(`no table ${tableName}`);
  const rows = new Map<string, StoredRow>();
  for (const event of events) {
    if (!readsStream(table, event.stream)) continue;
    const projectedEvent: ProjectedEvent = upcast(event, table.eventTypes);
    const key = table.keyOf(projectedEvent);
    if (key === null) continue;
    for (const _ of ['once', 'twice']) {
      const row = table.evolve(rows.get(key), projectedEvent);
      if (row) rows.set(key, row);
      else rows.delete(key);
    }
  }
  return [...rows.values()];
}

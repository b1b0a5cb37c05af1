import type { RecordedEvent } from '../eventsourcing/event-store.ts';
import { upcast } from '../eventsourcing/event-types.ts';
import { customerEventTypes, idOfCustomer, mergesEventTypes } from '../features/customers/events.ts';

export type ImportViolationKind =
  /** An import was started while another one was open. */
  | 'imports-overlap'
  /** A row of a finished import has no customer. */
  | 'import-incomplete'
  /** The undo of an import isn't closed in time, or leaves a customer who is neither kept nor erased. */
  | 'undo-behind'
  /** A booking is still linked to somebody whom only an undo has erased. */
  | 'linked-to-undone';

interface ProvenImport {
  /** The customers that it has brought, with their events. */
  readonly customers: Map<string, RecordedEvent>;
  undone: RecordedEvent | undefined;
  kept: ReadonlySet<string> | undefined;
}

/** The part of the proof that is about imports and their undo. */
export function createImportsProof() {
  const imports = new Map<string, ProvenImport>();
  const ofUndo = new Set<string>();
  const open = new Set<string>();

  return {
    /** Whether only the undo of an import has erased the customer. */
    isOfUndo: (customerId: string): boolean => ofUndo.has(customerId),

    onCustomer(recorded: RecordedEvent): void {
      const { type, data } = upcast(recorded, customerEventTypes);
      if (type === 'CustomerImported')
        imports.get(data.importId)?.customers.set(idOfCustomer(recorded.stream), recorded);
    },

    onMerges(
      recorded: RecordedEvent,
      report: (kind: ImportViolationKind, event: RecordedEvent) => void,
    ): void {
      const { type, data } = upcast(recorded, mergesEventTypes);
      const known = imports.get(String(data.importId));
      switch (type) {
        case 'ImportStarted':
          if (open.size > 0) report('imports-overlap', recorded);
          open.add(data.importId);
          imports.set(data.importId, { customers: new Map(), undone: undefined, kept: undefined });
          break;
        case 'ImportFinished':
          open.delete(data.importId);
          if (!known || known.customers.size < data.imported) report('import-incomplete', recorded);
          break;
        case 'ImportUndone':
          open.delete(data.importId);
          if (known) known.undone = recorded;
          break;
        case 'ImportUndoClosed':
          if (known) known.kept = new Set(data.kept);
          break;
        case 'CustomersErased':
          if (data.importId !== undefined) for (const id of data.customerIds) ofUndo.add(id);
          break;
      }
    },

    /** The undos that should have been carried out by now and aren't. */
    late(
      isLate: (event: RecordedEvent) => boolean,
      isErased: (customerId: string) => boolean,
    ): (readonly [ImportViolationKind, RecordedEvent])[] {
      return [...imports.values()].flatMap(({ undone, kept, customers }) => {
        if (!undone || !isLate(undone)) return [];
        const isDone =
          kept && [...customers].every(([id, event]) => kept.has(id) || isErased(id) || !isLate(event));
        return isDone ? [] : [['undo-behind', undone] as const];
      });
    },
  };
}

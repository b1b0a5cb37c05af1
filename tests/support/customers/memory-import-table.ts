import { LOG_START, type Position } from '../../../src/eventsourcing/event-store.ts';
import { hashesOf } from '../../../src/features/customers/contacts.ts';
import type { ImportRow, ImportTable, PlannedRow } from '../../../src/features/customers/imports/rows.ts';
import type { HeldContact, RegistrarDecision } from '../../../src/features/customers/registrar/memory.ts';

interface Import {
  readonly rows: readonly ImportRow[];
  readonly refused: number;
  plan: readonly PlannedRow[] | undefined;
  readonly done: Set<number>;
}

/** One snapshot of the registrar's state. */
interface SavedByRegistrar {
  readonly position: Position;
  readonly contacts: readonly HeldContact[];
  readonly decisions: readonly RegistrarDecision[];
}

export const byRank = (one: Pick<HeldContact, 'rank'>, other: Pick<HeldContact, 'rank'>): number =>
  one.rank < other.rank ? -1 : 1;

/** The contacts that customers hold by decisions that are open. */
export const heldByDecisions = (decisions: readonly RegistrarDecision[]): HeldContact[] =>
  decisions.flatMap(({ learnt, customerId, rank }) => learnt.map((hash) => ({ hash, customerId, rank })));

/** Rows and plans of imports in memory. @param saved reads the registrar's state */
export function memoryImportTable(saved: () => Promise<SavedByRegistrar>) {
  const imports = new Map<string, Import>();
  const table: ImportTable = {
    unplanned: async (importId) => imports.get(importId)?.rows ?? [],
    async savePlan(importId, passed, make) {
      const { position, contacts, decisions } = await saved();
      const one = imports.get(importId);
      if (!one || position < passed || position === LOG_START) return false;
      const plan = await make(async (hashes) => {
        const holding = [...contacts, ...heldByDecisions(decisions)].sort(byRank);
        const holdersOf = (hash: string) =>
          holding.filter((held) => held.hash === hash).map(({ customerId }) => customerId);
        return new Map(hashes.map((hash) => [hash, holdersOf(hash)]));
      });
      if (plan.length === 0) return false;
      one.plan ??= plan;
      return true;
    },
    async undone(importId, limit) {
      const one = imports.get(importId);
      return one?.plan?.filter(({ row, plan }) => plan.do === 'import' && !one.done.has(row)).slice(0, limit);
    },
    async done(importId, rows) {
      for (const row of rows) imports.get(importId)?.done.add(row);
    },
    async counts(importId) {
      const one = imports.get(importId);
      const of = (what: string) => one?.plan?.filter(({ plan }) => plan.do === what).length ?? 0;
      const refused = one?.refused ?? 0;
      return { import: of('import'), join: of('join'), known: of('known'), skip: of('skip'), refused };
    },
    async finish(importId) {
      imports.delete(importId);
    },
    async empty(importId) {
      imports.delete(importId);
    },
    async forgetNotTaken() {},
    async mayHold(importId, contacts, hash) {
      const one = imports.get(importId);
      return (
        !one || one.rows.some(({ card }) => hashesOf(card, hash).some((held) => contacts.includes(held)))
      );
    },
  };
  return {
    ...table,

    add(importId: string, rows: readonly ImportRow[], refused = 0): void {
      if (!imports.has(importId)) imports.set(importId, { rows, refused, plan: undefined, done: new Set() });
    },

    /** Loses the plans and the record of written rows; the rows of the files stay. */
    losePlans(): void {
      for (const one of imports.values()) {
        one.plan = undefined;
        one.done.clear();
      }
    },
  };
}

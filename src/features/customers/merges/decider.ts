import type { Decider } from '../../../eventsourcing/streams/decider.ts';
import { broken } from '../../rule-broken.ts';
import { MERGES, type MergesEvent, mergesEventTypes } from '../events.ts';

/** An import: open until it is finished or undone. */
interface ImportState {
  readonly status: 'open' | 'finished' | 'undone';
  readonly rows: number;
  /** Null for an import that was never finished. */
  readonly counts: ImportCounts | null;
  /** The customers whom the undo has kept; null until the registrar has recorded who they are. */
  readonly kept: ReadonlySet<string> | null;
}

/** The merges: a forest, since a merge adds an edge from a root to another root. */
export interface MergesState {
  /** The merges that were not undone, by the customer who was merged. */
  readonly mergeOf: ReadonlyMap<string, { readonly mergeId: string; readonly into: string }>;
  /** The customer who was merged, by the id of every merge that ever was. */
  readonly fromOf: ReadonlyMap<string, string>;
  readonly erased: ReadonlySet<string>;
  readonly imports: ReadonlyMap<string, ImportState>;
}

/** The state that `evolve` changes in place. */
interface FoldedMerges extends MergesState {
  readonly mergeOf: Map<string, { readonly mergeId: string; readonly into: string }>;
  readonly fromOf: Map<string, string>;
  readonly erased: Set<string>;
  readonly imports: Map<string, ImportState>;
}

export type MergesCommand =
  | {
      readonly kind: 'MergeCustomers';
      readonly mergeId: string;
      readonly from: string;
      readonly into: string;
      /** The imports that customers of this command come from, by customer. */
      readonly importOf?: ReadonlyMap<string, string>;
    }
  | { readonly kind: 'SplitCustomers'; readonly mergeId: string; readonly customerId: string }
  | {
      readonly kind: 'EraseCustomers';
      readonly customerId: string;
      /** An open import whose file has none of their contacts: it can't bring them back. */
      readonly safeFrom?: string | undefined;
      /** True after a restore, which brings an open import back without its rows: nobody can be imported any more. */
      readonly afterRestore?: boolean;
    }
  | { readonly kind: 'StartImport'; readonly importId: string; readonly rows: number }
  | { readonly kind: 'FinishImport'; readonly importId: string; readonly counts: ImportCounts }
  | { readonly kind: 'UndoImport'; readonly importId: string };

type ImportCounts = Pick<
  Extract<MergesEvent, { type: 'ImportFinished' }>['data'],
  'imported' | 'skipped' | 'refused'
>;

/** The root of the tree that a customer belongs to. Its id is used for the whole tree. */
function rootOf({ mergeOf }: Pick<MergesState, 'mergeOf'>, customerId: string): string {
  let root = customerId;
  for (let merge = mergeOf.get(root); merge; merge = mergeOf.get(root)) root = merge.into;
  return root;
}

/** All customers of the tree that a customer belongs to, the root first. */
export function treeOf(state: Pick<MergesState, 'mergeOf'>, customerId: string): string[] {
  const tree = [rootOf(state, customerId)];
  // The list grows during the loop.
  for (const into of tree)
    for (const [from, merge] of state.mergeOf) if (merge.into === into) tree.push(from);
  return tree;
}

/** Whether the undo of an import takes the customer away: staff don't know them any more. */
export function isTakenBack(
  { imports }: Pick<MergesState, 'imports'>,
  customerId: string,
  importId: string | undefined,
): boolean {
  const from = importId === undefined ? undefined : imports.get(importId);
  return from?.status === 'undone' && !from.kept?.has(customerId);
}

/** The import that is neither finished nor undone. */
export const openImport = ({ imports }: Pick<MergesState, 'imports'>): string | undefined =>
  [...imports].find(([, { status }]) => status === 'open')?.[0];

function decide(command: MergesCommand, state: MergesState): MergesEvent[] {
  const refuseErased = (...customerIds: readonly string[]) => {
    if (customerIds.some((id) => state.erased.has(id))) throw broken('customer-not-found');
  };
  switch (command.kind) {
    case 'MergeCustomers': {
      const { mergeId, from } = command;
      const into = rootOf(state, command.into);
      refuseErased(from, into);
      if ([from, command.into, into].some((id) => isTakenBack(state, id, command.importOf?.get(id))))
        throw broken('customer-not-found');
      if (rootOf(state, from) === into) throw broken('same-customer');
      if (state.mergeOf.has(from)) throw broken('already-merged');
      return [{ type: 'CustomersMerged', data: { mergeId, from, into } }];
    }
    case 'SplitCustomers': {
      const { mergeId } = command;
      const from = state.fromOf.get(mergeId);
      const stands = from !== undefined && state.mergeOf.get(from)?.mergeId === mergeId;
      if (!stands || !treeOf(state, from).includes(command.customerId)) throw broken('not-merged');
      refuseErased(from, rootOf(state, from));
      return [{ type: 'CustomersSplit', data: { mergeId } }];
    }
    case 'EraseCustomers': {
      refuseErased(command.customerId);
      const open = openImport(state);
      // Otherwise the file could bring back who was just erased.
      if (!command.afterRestore && open !== undefined && open !== command.safeFrom)
        throw broken('import-may-hold');
      return [{ type: 'CustomersErased', data: { customerIds: treeOf(state, command.customerId) } }];
    }
    case 'StartImport': {
      const { kind: _, ...data } = command;
      if (openImport(state) !== undefined) throw broken('import-running');
      return [{ type: 'ImportStarted', data }];
    }
    case 'FinishImport': {
      const { importId, counts } = command;
      if (state.imports.get(importId)?.status !== 'open') return [];
      return [{ type: 'ImportFinished', data: { importId, ...counts } }];
    }
    case 'UndoImport': {
      const { importId } = command;
      const known = state.imports.get(importId);
      if (!known) throw broken('not-found');
      if (known.status === 'undone') throw broken('not-undoable');
      return [{ type: 'ImportUndone', data: { importId } }];
    }
  }
}

function withImport(state: FoldedMerges, importId: string, change: Partial<ImportState>): FoldedMerges {
  const before = state.imports.get(importId);
  if (!before) throw new Error('an import that was never started has gone on');
  state.imports.set(importId, { ...before, ...change });
  return state;
}

function evolve(state: FoldedMerges, event: MergesEvent): FoldedMerges {
  switch (event.type) {
    case 'CustomersMerged': {
      const { mergeId, from, into } = event.data;
      if (state.mergeOf.has(from)) throw new Error('a customer is merged into one other at most');
      state.mergeOf.set(from, { mergeId, into });
      state.fromOf.set(mergeId, from);
      return state;
    }
    case 'CustomersSplit': {
      const { mergeId } = event.data;
      const from = state.fromOf.get(mergeId);
      if (from === undefined || state.mergeOf.get(from)?.mergeId !== mergeId)
        throw new Error('a merge that does not stand was split');
      state.mergeOf.delete(from);
      return state;
    }
    case 'CustomersErased':
      for (const id of event.data.customerIds) state.erased.add(id);
      return state;
    case 'ImportStarted':
      if (openImport(state) !== undefined)
        throw new Error('an import was started while another one was open');
      state.imports.set(event.data.importId, {
        status: 'open',
        rows: event.data.rows,
        counts: null,
        kept: null,
      });
      return state;
    case 'ImportFinished':
      return withImport(state, event.data.importId, { status: 'finished', counts: event.data });
    case 'ImportUndone':
      return withImport(state, event.data.importId, { status: 'undone' });
    case 'ImportUndoClosed':
      return withImport(state, event.data.importId, { kept: new Set(event.data.kept) });
  }
}

/** The result of a command on merges. */
export interface MergesResult {
  /** The customer who was merged or is separate again, or all customers who are erased. */
  readonly customerIds: readonly string[];
  /** The customer into whom another one was merged; null for other commands. */
  readonly into: string | null;
}

function resultOf(event: MergesEvent | undefined, { fromOf }: MergesState): MergesResult {
  switch (event?.type) {
    case 'CustomersMerged':
      return { customerIds: [event.data.from], into: event.data.into };
    case 'CustomersSplit':
      return { customerIds: [fromOf.get(event.data.mergeId) ?? []].flat(), into: null };
    case 'CustomersErased':
      return { customerIds: event.data.customerIds, into: null };
    case 'ImportStarted':
    case 'ImportFinished':
    case 'ImportUndone':
    case 'ImportUndoClosed':
    // An import that was undone meanwhile isn't finished any more.
    case undefined:
      return { customerIds: [], into: null };
  }
}

/**
 * Decides about merges, erasures and imports. All are in a single stream: with a stream for each customer, several commands at the same time could merge
 * customers in a circle.
 */
export const mergesDecider: Decider<MergesCommand, MergesEvent, MergesState, MergesResult, FoldedMerges> = {
  streams: MERGES,
  eventTypes: mergesEventTypes,
  initialState: () => ({ mergeOf: new Map(), fromOf: new Map(), erased: new Set(), imports: new Map() }),
  decide,
  evolve,
  resultOf,
};

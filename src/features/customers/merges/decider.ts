import type { Decider } from '../../../eventsourcing/streams/decider.ts';
import { broken } from '../../rule-broken.ts';
import { MERGES, type MergesEvent, mergesEventTypes } from '../events.ts';

/** Who is merged into whom: a forest, since a merge adds an edge from a root to another root. */
export interface MergesState {
  /** The merges that were not undone, by the customer who was merged. */
  readonly mergeOf: ReadonlyMap<string, { readonly mergeId: string; readonly into: string }>;
  /** The customer who was merged, by the id of every merge that ever was. */
  readonly fromOf: ReadonlyMap<string, string>;
  readonly erased: ReadonlySet<string>;
}

/** The state that `evolve` changes in place. */
interface FoldedMerges extends MergesState {
  readonly mergeOf: Map<string, { readonly mergeId: string; readonly into: string }>;
  readonly fromOf: Map<string, string>;
  readonly erased: Set<string>;
}

export type MergesCommand =
  | {
      readonly kind: 'MergeCustomers';
      readonly mergeId: string;
      readonly from: string;
      readonly into: string;
    }
  | { readonly kind: 'SplitCustomers'; readonly mergeId: string; readonly customerId: string }
  | { readonly kind: 'EraseCustomers'; readonly customerId: string };

/** The root of the tree that a customer belongs to. It stands for the whole tree. */
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

function decide(command: MergesCommand, state: MergesState): MergesEvent[] {
  const refuseErased = (...customerIds: readonly string[]) => {
    if (customerIds.some((id) => state.erased.has(id))) throw broken('customer-not-found');
  };
  switch (command.kind) {
    case 'MergeCustomers': {
      const { mergeId, from } = command;
      const into = rootOf(state, command.into);
      refuseErased(from, into);
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
      return [{ type: 'CustomersErased', data: { customerIds: treeOf(state, command.customerId) } }];
    }
  }
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
    default:
      throw new Error(`each command on ${MERGES} leads to an event`);
  }
}

/**
 * Decides about merges. All are in a single stream: with a stream for each customer, several commands at the same time could merge
 * customers in a circle.
 */
export const mergesDecider: Decider<MergesCommand, MergesEvent, MergesState, MergesResult, FoldedMerges> = {
  streams: MERGES,
  eventTypes: mergesEventTypes,
  initialState: () => ({ mergeOf: new Map(), fromOf: new Map(), erased: new Set() }),
  decide,
  evolve,
  resultOf,
};

import { allSettled } from '../../../eventsourcing/async/all-settled.ts';
import { mapGently } from '../../../eventsourcing/async/breather.ts';
import { COMMAND_DEADLINE_MS, deadlineIn } from '../../../eventsourcing/async/deadline.ts';
import {
  type EventStore,
  type Position,
  type RecordedEvent,
  WrongExpectedRevision,
} from '../../../eventsourcing/event-store.ts';
import { ERASED, upcast } from '../../../eventsourcing/event-types.ts';
import { newEvent } from '../../../eventsourcing/new-event.ts';
import { processContext } from '../../../eventsourcing/processes/process-context.ts';
import type { Due, ItemTable, ProcessManager } from '../../../eventsourcing/processes/process-manager.ts';
import { createSavedItems } from '../../../eventsourcing/processes/saved-items.ts';
import type { CustomerStreams, MergesStreams } from '../commands.ts';
import type { HashContact } from '../contacts.ts';
import { hashesOf } from '../contacts.ts';
import { customerEventTypes, customerStream, MERGES, type MergesEvent, mergesEventTypes } from '../events.ts';
import { treeOf } from '../merges/decider.ts';
import { type KnownHolder, planRows } from './plan.ts';
import { type ImportRow, type ImportTable, importedCustomerId } from './rows.ts';

/** The importer's name. It is part of the ids of its events and the key of its checkpoint, so it must never change. */
export const IMPORTER = 'importer';

/** An import that is open, as far as the importer has read the log. */
export type OpenImport = Pick<RecordedEvent, 'position'> & {
  readonly started: Extract<MergesEvent, { type: 'ImportStarted' }>['data'];
  /** The event's, for the metadata of what follows from it. */
  readonly cause: Pick<RecordedEvent, 'id'> & { readonly correlationId: string };
};

interface ImporterDeps<Tx> {
  /** The log, which seals the personal parts of appended events. */
  readonly store: Pick<EventStore, 'append' | 'head'>;
  readonly customers: CustomerStreams;
  readonly merges: MergesStreams;
  readonly rows: ImportTable;
  readonly table: ItemTable<Tx, OpenImport>;
  readonly hash: HashContact;
  now(): Date;
}

const ROWS_AT_ONCE = 400;
/** Rows that are written at the same time, and customers who are read. */
const WRITES_AT_ONCE = 40;
const READS_AT_ONCE = 40;
/** Pause before the next check whether the registrar has read on, or whether lost rows are back. */
const LOOK_AGAIN_MS = 100;
const SAVE_WITHIN_MS = 1_000;

/**
 * The process manager that imports files (docs/event-model.md, "How customers are imported"). It plans an import once, with what the
 * registrar has saved, then writes row by row. Ids follow from the import and the row, and each row is written to a stream that
 * must not exist yet. So another process takes up the work at any point, and nobody is imported twice.
 */
export function createImporter<Tx>({
  store,
  customers,
  merges,
  rows,
  table,
  hash,
  now,
}: ImporterDeps<Tx>): ProcessManager<Tx> & { readonly name: typeof IMPORTER; readonly due: Due } {
  const open = createSavedItems<OpenImport>();
  /** Ended imports whose rows are still to be removed, with how they have ended. */
  const ended = new Map<string, 'finished' | 'undone'>();
  /** Whether somebody was erased, so that rows that weren't taken are still to be removed. */
  let isForgetting = false;
  /**
   * The end of the log when this run began. If a plan was lost, its events are before there. The registrar must have seen that, too, before
   * it is planned again: otherwise the next plan could give a contact of such a row to somebody else.
   */
  let begunAt: Position | undefined;
  let lookAgainAt = 0;

  const runOf = ({ started: { importId }, cause }: OpenImport, ...about: readonly string[]) => ({
    context: {
      ...processContext(IMPORTER, [importId, ...about]),
      correlationId: cause.correlationId,
      causationId: cause.id,
    },
    deadline: deadlineIn(COMMAND_DEADLINE_MS),
  });

  /** Names of customers, with those of all who are merged with them. Undefined while one of them has no card that can be read. */
  async function peopleOf(ids: readonly string[]): Promise<ReadonlyMap<string, KnownHolder> | undefined> {
    const nameOf = (id: string) =>
      customers.read(customerStream(id), ({ state }) =>
        state.status === 'registered' && state.card !== ERASED ? state.card.name : undefined,
      );
    const people = new Map<string, KnownHolder>();
    if (ids.length === 0) return people;
    const trees = await merges.read(MERGES, ({ state }) => ids.map((id) => [id, treeOf(state, id)] as const));
    const queue = trees.values();
    await allSettled(
      Array.from({ length: READS_AT_ONCE }, async () => {
        for (const [id, tree] of queue) {
          const names = await Promise.all(tree.map(nameOf));
          const [name] = names;
          if (name !== undefined)
            people.set(id, { id: tree[0] ?? id, name, names: names.filter((each) => each !== undefined) });
        }
      }),
    );
    return people.size === ids.length ? people : undefined;
  }

  const planOf = ({ started: { importId }, position }: OpenImport) => {
    const passed = begunAt !== undefined && begunAt > position ? begunAt : position;
    return rows.savePlan(importId, passed, async (holdersOf) => {
      const all = await rows.unplanned(importId);
      const hashes = await mapGently(all, ({ card }) => hashesOf(card, hash));
      const holders = await holdersOf(hashes.flat());
      const own = new Set(all.map(({ row }) => importedCustomerId(importId, row)));
      const others = new Set([...holders.values()].flat().filter((id) => !own.has(id)));
      const people = await peopleOf([...others]);
      // The registrar has decided about somebody whose first event isn't there yet, or hasn't come to an erasure.
      return people ? planRows(all, { importId, holders, people, hash }) : [];
    });
  };

  async function writeRow(of: OpenImport, { row, card }: Pick<ImportRow, 'row' | 'card'>): Promise<void> {
    const { importId } = of.started;
    const { context } = runOf(of, String(row));
    const stream = customerStream(importedCustomerId(importId, row));
    const event = { type: 'CustomerImported', data: { importId, row, personal: card } };
    try {
      await store.append(stream, 'no-stream', [
        newEvent({ stream, event, types: customerEventTypes, context, at: now() }),
      ]);
    } catch (error) {
      // It is there, or already erased.
      if (!(error instanceof WrongExpectedRevision)) throw error;
    }
  }

  async function finish(of: OpenImport): Promise<void> {
    const { importId } = of.started;
    const { import: imported, join, known, skip, refused } = await rows.counts(importId);
    const counts = { imported, skipped: join + known + skip, refused };
    await merges.handle(MERGES, () => ({ kind: 'FinishImport', importId, counts }), runOf(of));
  }

  /** Does the next part of an import. @returns false if there is nothing to do at present */
  async function work(of: OpenImport): Promise<boolean> {
    const { importId } = of.started;
    const status = await merges.read(MERGES, ({ state }) => state.imports.get(importId)?.status);
    if (status !== 'open') return false;
    const next = await rows.undone(importId, ROWS_AT_ONCE);
    if (!next) return planOf(of);
    if (next.length === 0) {
      await finish(of);
      return false;
    }
    const queue = next.values();
    await allSettled(
      Array.from({ length: WRITES_AT_ONCE }, async () => {
        for (const row of queue) await writeRow(of, row);
      }),
    );
    await rows.done(
      importId,
      next.map(({ row }) => row),
    );
    return true;
  }

  async function workOnAll(): Promise<void> {
    begunAt ??= await store.head();
    for (const [importId, how] of ended) {
      await (how === 'finished' ? rows.finish(importId) : rows.empty(importId));
      ended.delete(importId);
    }
    if (isForgetting) await rows.forgetNotTaken();
    isForgetting = false;
    let isWaiting = true;
    for (const of of open.items.values()) if (await work(of)) isWaiting = false;
    lookAgainAt = performance.now() + (isWaiting ? LOOK_AGAIN_MS : 0);
  }

  return {
    name: IMPORTER,
    prefixes: [MERGES],
    saveWithinMs: SAVE_WITHIN_MS,
    get openItems() {
      return open.items.size;
    },

    async load(tx) {
      await open.load(tx, table);
      ended.clear();
      isForgetting = false;
      begunAt = undefined;
    },

    async handle({ events }) {
      for (const event of events) {
        if (event.stream !== MERGES) continue;
        const { type, data } = upcast(event, mergesEventTypes);
        if (type === 'ImportStarted') {
          const { id, position, metadata } = event;
          const cause = { id, correlationId: metadata.correlationId };
          open.set(data.importId, { started: data, position, cause });
        } else if (type === 'ImportFinished' || type === 'ImportUndone') {
          open.delete(data.importId);
          ended.set(data.importId, type === 'ImportFinished' ? 'finished' : 'undone');
        } else if (type === 'CustomersErased') isForgetting = true;
      }
      await workOnAll();
    },

    due: {
      inMs: () => (open.items.size === 0 ? null : lookAgainAt - performance.now()),
      run: workOnAll,
    },

    save: (tx) => open.save(tx, table),
  };
}

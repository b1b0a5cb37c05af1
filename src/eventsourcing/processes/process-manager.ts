import type { EventBatch, EventStore, KnownEvent, Position } from '../event-store.ts';

/**
 * A part of the program that reacts to events with effects: it appends events, enqueues jobs, and writes rows in its own tables. It has a
 * checkpoint, which a replay of read models never resets, unless it accepts a log that was set back or replaced.
 *
 * Its memory is loaded from its tables together with the checkpoint, and saved together with the checkpoint in one transaction. The
 * transaction fails if another process has saved since the load. Then everything is loaded again, and the events after the loaded
 * checkpoint are handled once more. So each effect must be safe to repeat, for example because the ids of appended events are derived from
 * what the effect is about.
 *
 * An effect can come before or after the save. Events that `handle` appends are in the log before the checkpoint moves past the handled
 * events: append, then save. Events that `afterSave` appends were saved before: save, then append. Rows that `save` writes are committed
 * together with the checkpoint or not at all.
 *
 * In one process, no two of these functions run at the same time. When one returns or throws, everything that it began has ended.
 */
export interface ProcessManager<Tx> {
  /** Key of its checkpoint, such as `invoice-sender`. */
  readonly name: string;
  /** Prefixes of the names of the streams that it reads, such as `invoice-`. */
  readonly prefixes: readonly string[];
  /**
   * The first run begins at the start of the log (when left out), or at the log's present end. The latter is for effects that past events
   * must not have, such as messages to people. An event that is just being appended may count as past or as new.
   */
  readonly startFrom?: 'start' | 'now';
  /** Milliseconds by which a save may follow the last batch, so that several batches share a save; 0 when left out. */
  readonly saveWithinMs?: number;
  /** Number of items that it still has to handle. */
  readonly openItems: number;
  /** Called once, at the beginning of the first run. Writes rows in the transaction that records where the first run begins. */
  begin?(tx: Tx, at: Position): Promise<void>;
  /** Replaces what it keeps in memory with the contents of its tables. */
  load(tx: Tx): Promise<void>;
  /** Handles events. They come in the order of the log. The batch may be empty. */
  handle(batch: EventBatch): Promise<void>;
  /** Work that has to be done at a certain time. */
  readonly due?: Due;
  /** Writes jobs, and what has changed since the last load or save, in the transaction that moves the checkpoint. */
  save(tx: Tx): Promise<void>;
  /**
   * Does what was saved but isn't done yet. Called after each save. Also called after each load, since an earlier run may have ended
   * between its save and this call.
   */
  afterSave?(): Promise<void>;
}

/** Work that a process manager has to do at a certain time. */
export interface Due {
  /** Milliseconds until the next work is due; 0 or less if it is due now, null if there is none. */
  inMs(): number | null;
  /**
   * Does the work that is due. While work waits for a later time, this is also called about once a second, since the clock may be
   * set back. So there may be nothing to do.
   */
  run(): Promise<void>;
}

export interface ProcessCheckpoint {
  /** Every event at or before it was handled, or what remains to be done for it is in the process manager's tables. */
  readonly position: Position;
  /** Changes with every save. Only the store may interpret it. Null if the process manager was never saved. */
  readonly revision: string | null;
}

/** Thrown when another process has saved since this one last loaded or saved, so that this one's memory is out of date. */
export class CheckpointOutdated extends Error {
  override readonly name = 'CheckpointOutdated';
}

/** Keeps the checkpoints of process managers beside their own tables. */
export interface ProcessStore<Tx> {
  /**
   * Reads the checkpoint and runs `read` in the same snapshot. Before the first save, the checkpoint is at the start of the log.
   *
   * @throws StoreUnavailable
   */
  load(process: string, read: (tx: Tx) => Promise<void>): Promise<ProcessCheckpoint>;
  /**
   * Moves the checkpoint and commits what `write` writes: both, or neither.
   *
   * @param last the last event before the position; if left out, the stored one stays
   * @throws CheckpointOutdated when another process has moved it since it was loaded
   * @throws StoreUnavailable
   */
  save(
    process: string,
    loaded: ProcessCheckpoint,
    position: Position,
    write: (tx: Tx) => Promise<void>,
    last?: KnownEvent,
  ): Promise<ProcessCheckpoint>;
}

/** The open items of a process manager, by key, in a table of its own. */
export interface ItemTable<Tx, Item> {
  load(tx: Tx): Promise<ReadonlyMap<string, Item>>;
  /** Adds items, replaces those that have the same keys, and removes items. */
  save(tx: Tx, change: ItemChange<Item>): Promise<void>;
}

interface ItemChange<Item> {
  readonly put: ReadonlyMap<string, Item>;
  readonly removed: readonly string[];
}

/** The single steps of running a process manager with its checkpoint. */
export interface ProcessSteps {
  /** Position of the last event handled. */
  readonly position: Position;
  /** @throws CheckpointOutdated when another process has just saved the first checkpoint; call `load` again then */
  load(): Promise<void>;
  handle(batch: EventBatch): Promise<void>;
  /** @throws CheckpointOutdated; call `load` again then */
  save(): Promise<void>;
}

/** @param manager must not be used by anything else as long as the steps are used */
export function processSteps<Tx>(
  manager: ProcessManager<Tx>,
  store: ProcessStore<Tx>,
  log: Pick<EventStore, 'head'>,
): ProcessSteps {
  const { name } = manager;
  let checkpoint: ProcessCheckpoint | undefined;
  let position: Position = '';
  let last: KnownEvent | undefined;
  return {
    get position() {
      return position;
    },
    async load() {
      checkpoint = await store.load(name, (tx) => manager.load(tx));
      if (checkpoint.revision === null) {
        // The beginning of the first run is decided once and saved, so that later starts, and another process that starts at this moment,
        // continue from there. It is saved at once: if the table were lost after this load, the first checkpoint would otherwise be saved
        // later, with this process's memory of that time.
        const first = manager.startFrom === 'now' ? await log.head() : checkpoint.position;
        checkpoint = await store.save(name, checkpoint, first, async (tx) => manager.begin?.(tx, first));
      }
      position = checkpoint.position;
      last = undefined;
      await manager.afterSave?.();
    },
    async handle(batch) {
      await manager.handle(batch);
      ({ position, last = last } = batch);
    },
    async save() {
      if (!checkpoint) throw new Error(`${name} was not loaded`);
      checkpoint = await store.save(name, checkpoint, position, (tx) => manager.save(tx), last);
      await manager.afterSave?.();
    },
  };
}

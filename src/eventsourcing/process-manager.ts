import type { FeedBatch, Position } from './event-store.ts';

/**
 * A part that reacts to events with effects of its own: appends, jobs, rows in its own tables. It has a checkpoint that
 * a replay of read models never resets.
 *
 * Its memory is loaded from its tables together with the checkpoint, and saved with the checkpoint in one transaction,
 * which fails when another process has saved since: then everything is loaded again and the events after that
 * checkpoint are handled once more. So each effect must be safe to repeat, as by event ids that are derived from what
 * the effect is about.
 *
 * Effects can come in either order. What `handle` appends is acknowledged before the checkpoint moves past the events:
 * append, then save. What is appended in `afterSave` was saved before: save, then append. What `save` writes is
 * committed with the checkpoint or not at all.
 *
 * No two of these functions run at the same time in one process, and each has ended all it began when it returns or
 * throws.
 */
export interface ProcessManager<Tx> {
  /** Key of its checkpoint, such as `invoice-sender`. */
  readonly name: string;
  /** Prefixes of the names of the streams that it reads, such as `invoice-`. */
  readonly prefixes: readonly string[];
  /** How long after a batch its save may come, in milliseconds, so that several batches share one; 0 when left out. */
  readonly saveWithinMs?: number;
  /** How many items it still has to deal with. */
  readonly openItems: number;
  /** Forgets what is in memory and takes what its tables hold. */
  load(tx: Tx): Promise<void>;
  /** Deals with events, which come in the order of the log; the batch may be empty. */
  handle(batch: FeedBatch): Promise<void>;
  /** Work that waits for a time. */
  readonly due?: Due;
  /** Writes what has changed since it was loaded or saved, and jobs, in the transaction that moves the checkpoint. */
  save(tx: Tx): Promise<void>;
  /** Does what is saved and still to be done. Called after each save, and after each load for whoever didn't get to it. */
  afterSave?(): Promise<void>;
}

/** Work of a process manager that waits for a time. */
export interface Due {
  /** Milliseconds until the next is due, 0 or less for at once; null when nothing waits. */
  inMs(): number | null;
  /** Deals with what is due. Called at least once a second while anything waits, so it may find nothing to do. */
  run(): Promise<void>;
}

/** Where a process manager stands. */
export interface ProcessCheckpoint {
  /** Everything at or before it is dealt with, or in the process manager's tables. */
  readonly position: Position;
  /** Another one after every save; opaque. */
  readonly revision: string;
}

/** Another process has saved since this one has loaded or saved: its memory is out of date. */
export class CheckpointOutdated extends Error {
  override readonly name = 'CheckpointOutdated';
}

/** Keeps the checkpoints of process managers beside their own tables. */
export interface ProcessStore<Tx> {
  /**
   * Reads the checkpoint, at the start of the log where there is none yet, and what `read` reads, as of one moment.
   *
   * @throws StoreUnavailable
   */
  load(process: string, read: (tx: Tx) => Promise<void>): Promise<ProcessCheckpoint>;
  /**
   * Moves the checkpoint and commits what `write` writes, both or neither.
   *
   * @throws CheckpointOutdated when it isn't where it was loaded any more
   * @throws StoreUnavailable
   */
  save(
    process: string,
    loaded: ProcessCheckpoint,
    position: Position,
    write: (tx: Tx) => Promise<void>,
  ): Promise<ProcessCheckpoint>;
}

/** The open items of a process manager, by key, in a table of its own. */
export interface ItemTable<Tx, Item> {
  load(tx: Tx): Promise<ReadonlyMap<string, Item>>;
  /** Adds items whose keys are new, and removes others. */
  save(tx: Tx, change: ItemChange<Item>): Promise<void>;
}

export interface ItemChange<Item> {
  readonly put: ReadonlyMap<string, Item>;
  readonly removed: readonly string[];
}

/** A process manager with its checkpoint, one step at a time. */
export interface ProcessSteps {
  /** Up to where events were handled. */
  readonly position: Position;
  load(): Promise<void>;
  handle(batch: FeedBatch): Promise<void>;
  /** @throws CheckpointOutdated after which it must be loaded again */
  save(): Promise<void>;
}

/** @param store what keeps the checkpoint; the manager must not be used by anything else meanwhile */
export function processSteps<Tx>(manager: ProcessManager<Tx>, store: ProcessStore<Tx>): ProcessSteps {
  const { name } = manager;
  let checkpoint: ProcessCheckpoint | undefined;
  let position: Position = '';
  return {
    get position() {
      return position;
    },
    async load() {
      checkpoint = await store.load(name, (tx) => manager.load(tx));
      position = checkpoint.position;
      await manager.afterSave?.();
    },
    async handle(batch) {
      await manager.handle(batch);
      position = batch.position;
    },
    async save() {
      if (!checkpoint) throw new Error(`${name} was not loaded`);
      checkpoint = await store.save(name, checkpoint, position, (tx) => manager.save(tx));
      await manager.afterSave?.();
    },
  };
}

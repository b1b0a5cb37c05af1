import type { EventBatch, EventStore, Position } from '../event-store.ts';

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
  /**
   * Where its first run begins: at the log's start when left out, or at the log's present end, for effects that must not
   * follow from past events, such as messages to people. An event that is being appended at that moment may fall on either
   * side.
   */
  readonly startFrom?: 'start' | 'now';
  /** How long after the last batch its save may come, in milliseconds, so that several batches share one; 0 when left out. */
  readonly saveWithinMs?: number;
  /** How many items it still has to deal with. */
  readonly openItems: number;
  /** Called once, at the beginning of its first run: writes further rows in the transaction that records where it begins. */
  begin?(tx: Tx, at: Position): Promise<void>;
  /** Replaces what is in memory with what its tables hold. */
  load(tx: Tx): Promise<void>;
  /** Handles events, which come in the order of the log; the batch may be empty. */
  handle(batch: EventBatch): Promise<void>;
  /** Work that waits for a time. */
  readonly due?: Due;
  /** Writes what has changed since the last load or save, and jobs, in the transaction that moves the checkpoint. */
  save(tx: Tx): Promise<void>;
  /** Carries out what was saved and isn't done yet. Called after each save, and after each load: an earlier run may have ended in between. */
  afterSave?(): Promise<void>;
}

/** Work of a process manager that waits for a time. */
export interface Due {
  /** Milliseconds until the next is due, 0 or less for at once; null when nothing waits. */
  inMs(): number | null;
  /**
   * Does what is due. Also called about once a second while anything waits for a later time, since the clock may be set
   * back; so there may be nothing to do.
   */
  run(): Promise<void>;
}

/** How far a process manager has handled the log. */
export interface ProcessCheckpoint {
  /** Everything at or before it is done, or in the process manager's tables. */
  readonly position: Position;
  /** Changes with every save; opaque. Null for a process manager that was never saved. */
  readonly revision: string | null;
}

/** Another process has saved since this one last loaded or saved: what this one has in memory is out of date. */
export class CheckpointOutdated extends Error {
  override readonly name = 'CheckpointOutdated';
}

/** Keeps the checkpoints of process managers beside their own tables. */
export interface ProcessStore<Tx> {
  /**
   * Reads the checkpoint, which is at the start of the log before the first save, and runs `read` in the same snapshot.
   *
   * @throws StoreUnavailable
   */
  load(process: string, read: (tx: Tx) => Promise<void>): Promise<ProcessCheckpoint>;
  /**
   * Moves the checkpoint and commits what `write` writes, both or neither.
   *
   * @throws CheckpointOutdated when another process has moved it since it was loaded
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
  /** Adds items, or replaces those with the same keys, and removes others. */
  save(tx: Tx, change: ItemChange<Item>): Promise<void>;
}

interface ItemChange<Item> {
  readonly put: ReadonlyMap<string, Item>;
  readonly removed: readonly string[];
}

/** A process manager with its checkpoint, one step at a time. */
export interface ProcessSteps {
  /** Of the last event handled. */
  readonly position: Position;
  /** @throws CheckpointOutdated when another process has begun it at this moment; then it must be loaded again */
  load(): Promise<void>;
  handle(batch: EventBatch): Promise<void>;
  /** @throws CheckpointOutdated after which it must be loaded again */
  save(): Promise<void>;
}

/** @param manager must not be used by anything else meanwhile */
export function processSteps<Tx>(
  manager: ProcessManager<Tx>,
  store: ProcessStore<Tx>,
  log: Pick<EventStore, 'head'>,
): ProcessSteps {
  const { name } = manager;
  let checkpoint: ProcessCheckpoint | undefined;
  let position: Position = '';
  return {
    get position() {
      return position;
    },
    async load() {
      checkpoint = await store.load(name, (tx) => manager.load(tx));
      if (checkpoint.revision === null) {
        // Where the first run begins is decided once and saved, so that later starts, and another process that starts at this
        // moment, continue from there. Saved at once, because a table that is lost after this load must not take what this
        // process has in memory for a first checkpoint.
        const first = manager.startFrom === 'now' ? await log.head() : checkpoint.position;
        checkpoint = await store.save(name, checkpoint, first, async (tx) => manager.begin?.(tx, first));
      }
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

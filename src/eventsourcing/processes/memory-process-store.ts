import { LOG_START } from '../event-store.ts';
import {
  CheckpointOutdated,
  type ItemTable,
  type ProcessCheckpoint,
  type ProcessStore,
} from './process-manager.ts';

/** A transaction in memory: changes that are made when it commits. */
export interface MemoryTransaction {
  onCommit(change: () => void): void;
}

/** Of all stores together, so that a store that is begun anew has no revision that an earlier one had. */
let saves = 0;

/** Checkpoints in memory, for tests. */
export function memoryProcessStore(): ProcessStore<MemoryTransaction> {
  const checkpoints = new Map<string, ProcessCheckpoint>();
  const checkpointOf = (process: string) =>
    checkpoints.get(process) ?? { position: LOG_START, revision: null };
  return {
    async load(process, read) {
      await read({ onCommit: () => {} });
      return checkpointOf(process);
    },
    async save(process, loaded, position, write) {
      const changes: (() => void)[] = [];
      await write({ onCommit: (change) => changes.push(change) });
      const { revision } = checkpointOf(process);
      if (revision !== loaded.revision)
        throw new CheckpointOutdated(`${process} was saved by another process`);
      for (const change of changes) change();
      saves += 1;
      const saved = { position, revision: String(saves) };
      checkpoints.set(process, saved);
      return saved;
    },
  };
}

/** Open items in memory, for tests. */
export function memoryItemTable<Item>(): ItemTable<MemoryTransaction, Item> {
  const items = new Map<string, Item>();
  return {
    load: async () => new Map(items),
    async save(tx, { put, removed }) {
      tx.onCommit(() => {
        for (const [key, item] of put) items.set(key, item);
        for (const key of removed) items.delete(key);
      });
    },
  };
}

import type { ItemTable } from './process-manager.ts';

/** A transaction in memory. It collects changes and makes them when it commits. */
export interface MemoryTransaction {
  onCommit(change: () => void): void;
}

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

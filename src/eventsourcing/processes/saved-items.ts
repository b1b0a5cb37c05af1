import type { ItemTable } from './process-manager.ts';

/** Items that a process manager keeps in memory. It is remembered which of them have changed since the last load or save. */
interface SavedItems<Item> {
  readonly items: ReadonlyMap<string, Item>;
  set(key: string, item: Item): void;
  delete(key: string): void;
  load<Tx>(tx: Tx, table: ItemTable<Tx, Item>): Promise<void>;
  save<Tx>(tx: Tx, table: ItemTable<Tx, Item>): Promise<void>;
}

export function createSavedItems<Item>(): SavedItems<Item> {
  const items = new Map<string, Item>();
  const changed = new Set<string>();
  /** Those of the changed items that the table doesn't have yet. Nothing is written for one that is deleted before it is saved. */
  const added = new Set<string>();
  return {
    items,
    set(key, item) {
      if (!items.has(key) && !changed.has(key)) added.add(key);
      items.set(key, item);
      changed.add(key);
    },
    delete(key) {
      if (!items.delete(key)) return;
      if (added.delete(key)) changed.delete(key);
      else changed.add(key);
    },
    async load(tx, table) {
      const loaded = await table.load(tx);
      items.clear();
      changed.clear();
      added.clear();
      for (const [key, item] of loaded) items.set(key, item);
    },
    async save(tx, table) {
      const put = new Map<string, Item>();
      const removed: string[] = [];
      for (const key of changed) {
        const item = items.get(key);
        if (item === undefined) removed.push(key);
        else put.set(key, item);
      }
      changed.clear();
      added.clear();
      await table.save(tx, { put, removed });
    },
  };
}

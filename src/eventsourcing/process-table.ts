import { LOG_START, type Position } from './event-store.ts';

/** What a process manager has to remember between two wakings. */
export interface ProcessMemory<Item> {
  /** Everything at or before it has been dealt with, or stands in `items`. */
  readonly position: Position;
  readonly items: ReadonlyMap<string, Item>;
}

export interface ProcessMemoryChange<Item> {
  readonly position: Position;
  readonly put: ReadonlyMap<string, Item>;
  readonly removed: readonly string[];
}

/**
 * A process manager's own table: its open items and its checkpoint, always written together. Never reset by a
 * replay of read models.
 */
export interface ProcessTable<Item> {
  /** @throws StoreUnavailable */
  load(): Promise<ProcessMemory<Item>>;
  /** All or nothing. The checkpoint never goes back, whichever of two processes saves last. @throws StoreUnavailable */
  save(change: ProcessMemoryChange<Item>): Promise<void>;
}

/** For tests. */
export function memoryProcessTable<Item>(): ProcessTable<Item> {
  let memory: ProcessMemory<Item> = { position: LOG_START, items: new Map() };
  return {
    load: async () => memory,
    async save({ position, put, removed }) {
      const items = new Map(memory.items);
      for (const [key, item] of put) if (!items.has(key)) items.set(key, item);
      for (const key of removed) items.delete(key);
      const furthest = [position, memory.position].sort().at(-1) ?? position;
      memory = { position: furthest, items };
    },
  };
}

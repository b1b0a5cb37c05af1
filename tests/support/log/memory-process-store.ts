import { LOG_START } from '../../../src/eventsourcing/event-store.ts';
import type { MemoryTransaction } from '../../../src/eventsourcing/processes/memory-item-table.ts';
import {
  CheckpointOutdated,
  type ProcessCheckpoint,
  type ProcessStore,
} from '../../../src/eventsourcing/processes/process-manager.ts';

/** Counted across all stores, so that a new store never repeats a revision of an earlier one. */
let saves = 0;

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

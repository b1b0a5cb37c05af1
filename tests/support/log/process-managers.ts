import type { EventStore } from '../../../src/eventsourcing/event-store.ts';
import {
  type MemoryTransaction,
  memoryItemTable,
} from '../../../src/eventsourcing/processes/memory-item-table.ts';
import type { ProcessManager } from '../../../src/eventsourcing/processes/process-manager.ts';
import {
  type ProcessHealth,
  runProcessManager,
} from '../../../src/eventsourcing/processes/run-process-manager.ts';
import { newEvent } from '../../projections/events.ts';
import { memoryProcessStore } from './memory-process-store.ts';

/** Process managers of no salon, for the tests of what runs them. */

export const happen = (log: EventStore, thing: string) =>
  log.append(`thing-${thing}`, 'any', [
    newEvent({ stream: `thing-${thing}`, type: 'Happened', data: { thing } }),
  ]);
export const thingOf = ({ data }: { readonly data: unknown }) => (data as { thing: string }).thing;

export const newMemory = () => ({ store: memoryProcessStore(), open: memoryItemTable<string>() });
export type Memory = ReturnType<typeof newMemory>;

export function runProcess(log: EventStore, memory: Memory, manager: ProcessManager<MemoryTransaction>) {
  const stop = new AbortController();
  const reported: ProcessHealth[] = [];
  const waiting: { when: (now: ProcessHealth) => boolean; resolve: () => void }[] = [];
  const report = (now: ProcessHealth) => {
    reported.push(now);
    for (const { when, resolve } of waiting) if (when(now)) resolve();
  };
  const ended = runProcessManager(manager, { log, store: memory.store, report }, stop.signal);
  return {
    /** Everything that it has said of itself. */
    reported,
    ended,
    async stop() {
      stop.abort();
      await ended;
    },
    until: (when: (now: ProcessHealth) => boolean) =>
      new Promise<void>((resolve) => {
        const health = reported.at(-1);
        if (health && when(health)) resolve();
        waiting.push({ when, resolve });
      }),
  };
}

/** Writes a job for each event in the transaction that saves, as a messenger does. */
export function jobWriter(jobs: string[], meanwhile: () => Promise<unknown> = async () => {}) {
  let wanted: string[] = [];
  const manager: ProcessManager<MemoryTransaction> = {
    name: 'job-writer',
    prefixes: ['thing-'],
    openItems: 0,
    async load() {
      wanted = [];
    },
    async handle({ events }) {
      wanted.push(...events.map(thingOf));
      await meanwhile();
    },
    async save(tx) {
      for (const job of wanted) tx.onCommit(() => jobs.push(job));
      wanted = [];
    },
  };
  return manager;
}

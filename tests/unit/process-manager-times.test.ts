import { describe, expect, it } from 'vitest';
import type { EventStore } from '../../src/eventsourcing/event-store.ts';
import { memoryEventStore } from '../../src/eventsourcing/memory-event-store.ts';
import type { MemoryTransaction } from '../../src/eventsourcing/memory-process-store.ts';
import type { ProcessManager } from '../../src/eventsourcing/process-manager.ts';
import { happen, jobWriter, newMemory, runProcess } from '../support/process-managers.ts';

describe('when a process manager acts and saves', () => {
  it('does what is due without an event, and saves it', async () => {
    const [log, memory] = [memoryEventStore(), newMemory()];
    const jobs: string[] = [];
    const until = performance.now() + 30;
    let isDone = false;
    const manager: ProcessManager<MemoryTransaction> = {
      ...jobWriter(jobs),
      openItems: 1,
      due: {
        inMs: () => (isDone ? null : until - performance.now()),
        async run() {
          isDone ||= performance.now() >= until;
        },
      },
      async save(tx) {
        if (isDone) tx.onCommit(() => jobs.push('reminder'));
      },
    };
    // Not even an empty batch comes, which would be saved, too.
    const silent: EventStore = {
      ...log,
      async *subscribe({ signal }) {
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      },
    };
    const running = runProcess(silent, memory, manager);
    await running.until(() => jobs.length > 0);
    await running.stop();
    expect(jobs[0]).toBe('reminder');
  });

  it('lets several batches share a save that may come later', async () => {
    const [log, memory] = [memoryEventStore(), newMemory()];
    const [jobs, saves] = [[] as string[], [] as string[]];
    const manager = jobWriter(jobs);
    const counting = {
      ...manager,
      saveWithinMs: 60_000,
      save: (tx: MemoryTransaction) => {
        saves.push('save');
        return manager.save(tx);
      },
    };
    const { until, stop } = runProcess(log, memory, counting);
    for (const thing of ['a', 'b', 'c']) {
      const { position } = await happen(log, thing);
      await until((health) => health.position >= position);
    }
    expect(saves.length).toBe(0);
    await stop();
    expect(saves.length).toBe(1);
    expect(jobs).toEqual(['a', 'b', 'c']);
  });

  it('saves in time when nothing more happens', async () => {
    const [log, memory] = [memoryEventStore(), newMemory()];
    const jobs: string[] = [];
    const { until, stop } = runProcess(log, memory, { ...jobWriter(jobs), saveWithinMs: 20 });
    await happen(log, 'a');
    await until(() => jobs.length > 0);
    await stop();
    expect(jobs).toEqual(['a']);
  });
});

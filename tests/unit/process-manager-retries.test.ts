import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DeadlineExceeded } from '../../src/eventsourcing/async/deadline.ts';
import {
  type EventStore,
  LOG_START,
  StoreUnavailable,
  WrongExpectedRevision,
} from '../../src/eventsourcing/event-store.ts';
import type { MemoryTransaction } from '../../src/eventsourcing/processes/memory-item-table.ts';
import {
  CheckpointOutdated,
  type ProcessManager,
} from '../../src/eventsourcing/processes/process-manager.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import { nextBatch } from '../support/log/next-batch.ts';
import { happen, jobWriter, newMemory, runProcess } from '../support/log/process-managers.ts';

describe('a process manager that fails', () => {
  it('begins again from its last save when a store was lost', async () => {
    const [log, memory] = [memoryEventStore(), newMemory()];
    const jobs: string[] = [];
    let losses = 2;
    const manager = jobWriter(jobs, async () => {
      if (losses-- > 0) throw new StoreUnavailable('lost');
    });
    const { until, stop } = runProcess(log, memory, manager);
    await happen(log, 'a');
    await until(({ status, error }) => status === 'retrying' && error instanceof StoreUnavailable);
    await until(({ status, caughtUp }) => status === 'following' && caughtUp);
    await stop();
    expect(jobs).toEqual(['a']);
  });

  it.each([
    ['the store was away', new StoreUnavailable('away')],
    ['a command took too long', new DeadlineExceeded()],
    ['another process has appended', new WrongExpectedRevision('thing-a', 0n)],
    ['another process has saved', new CheckpointOutdated('saved')],
  ])('begins again when %s', async (_, error) => {
    const [log, memory] = [memoryEventStore(), newMemory()];
    const jobs: string[] = [];
    let failures = 1;
    const manager = jobWriter(jobs, async () => {
      if (failures-- > 0) throw error;
    });
    const { position } = await happen(log, 'a');
    const { reported, until, stop } = runProcess(log, memory, manager);
    await until((health) => health.position >= position && health.caughtUp);
    await stop();
    expect(jobs).toEqual(['a']);
    // A lost race for the checkpoint is no trouble, and any other trouble is over.
    const troubles = reported.filter(({ status }) => status !== 'following');
    expect(troubles).toEqual(
      error instanceof CheckpointOutdated
        ? []
        : [{ status: 'retrying', error, position: LOG_START, openItems: 0, caughtUp: false }],
    );
    expect(reported.at(-1)).toMatchObject({ status: 'following', error: null, caughtUp: true });
  });

  it('ends the subscription of an attempt that failed', async () => {
    const [log, memory] = [memoryEventStore(), newMemory()];
    const open = new Set<AbortSignal>();
    const counting: EventStore = {
      ...log,
      async *subscribe(options) {
        open.add(options.signal);
        try {
          yield* log.subscribe(options);
        } finally {
          open.delete(options.signal);
        }
      },
    };
    let failures = 2;
    const manager = jobWriter([], async () => {
      if (failures-- > 0) throw new StoreUnavailable('lost');
    });
    const { until, stop } = runProcess(counting, memory, manager);
    await until(({ status, caughtUp }) => status === 'following' && caughtUp);
    expect(open.size).toBe(1);
    await stop();
    expect(open.size).toBe(0);
  });

  it('waits no longer after each of several losses, since it went well in between', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    onTestFinished(() => void vi.restoreAllMocks());
    const [log, memory] = [memoryEventStore(), newMemory()];
    let losses = 12;
    const shaky: EventStore = {
      ...log,
      async *subscribe(options) {
        for await (const batch of log.subscribe(options)) {
          yield batch;
          if (losses-- > 0) throw new StoreUnavailable('lost');
        }
      },
    };
    const { until, stop } = runProcess(shaky, memory, jobWriter([]));
    await until(({ status }) => status === 'following' && losses < 0);
    await stop();
    // Waits that double each time would take seventeen seconds together.
  }, 15_000);

  it('does not mind that its subscription fails, too, when it ends after a failure', async () => {
    const [log, memory] = [memoryEventStore(), newMemory()];
    const batch = await nextBatch(log, LOG_START);
    const failing: EventStore = {
      ...log,
      async *subscribe({ signal }) {
        yield batch;
        if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
        throw new StoreUnavailable('hung up');
      },
    };
    const defect = new TypeError('not a thing');
    const manager: ProcessManager<MemoryTransaction> = {
      ...jobWriter([]),
      due: {
        inMs: () => 0,
        run: async () => {
          throw defect;
        },
      },
    };
    await expect(runProcess(failing, memory, manager).ended).rejects.toBe(defect);
  });

  it('subscribes again, after a pause, when its subscription ends by itself', async () => {
    const [log, memory] = [memoryEventStore(), newMemory()];
    let subscriptions = 0;
    const ending: EventStore = {
      ...log,
      async *subscribe(options) {
        subscriptions += 1;
        if (subscriptions > 2) yield* log.subscribe(options);
      },
    };
    const { until, stop } = runProcess(ending, memory, jobWriter([]));
    await until(({ status, error }) => status === 'retrying' && error instanceof StoreUnavailable);
    await until(({ status, caughtUp }) => status === 'following' && caughtUp);
    await stop();
    expect(subscriptions).toBe(3);
  });

  it('stops at a defect, and says by what', async () => {
    const [log, memory] = [memoryEventStore(), newMemory()];
    const defect = new TypeError('not a thing');
    await happen(log, 'a');
    const { ended, until } = runProcess(
      log,
      memory,
      jobWriter([], async () => {
        throw defect;
      }),
    );
    await expect(ended).rejects.toBe(defect);
    await until(({ status, error, caughtUp }) => status === 'stopped' && error === defect && !caughtUp);
  });
});

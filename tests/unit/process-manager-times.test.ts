import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { EventStore } from '../../src/eventsourcing/event-store.ts';
import type { MemoryTransaction } from '../../src/eventsourcing/processes/memory-item-table.ts';
import type { ProcessManager } from '../../src/eventsourcing/processes/process-manager.ts';
import { newEvent } from '../projections/events.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import { happen, jobWriter, newMemory, runProcess } from '../support/log/process-managers.ts';

/** A log without even an empty batch, which would be saved, too. */
const silent = (log: EventStore): EventStore => ({
  ...log,
  async *subscribe({ signal }) {
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
  },
});

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

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
    const running = runProcess(silent(log), memory, manager);
    await running.until(() => jobs.length > 0);
    await running.stop();
    expect(jobs[0]).toBe('reminder');
    expect(running.reported.filter(({ caughtUp }) => caughtUp)).toEqual([]);
  });

  it('does what is due one after the other, without waiting for the next look at the clock', async () => {
    const memory = newMemory();
    const [done, saved] = [[] as number[], [] as number[]];
    const manager: ProcessManager<MemoryTransaction> = {
      ...jobWriter([]),
      openItems: 1,
      due: {
        inMs: () => (done.length < 20 ? 0 : null),
        run: async () => void done.push(done.length),
      },
      async save(tx) {
        tx.onCommit(() => saved.push(done.length));
      },
    };
    const { until, stop } = runProcess(silent(memoryEventStore()), memory, manager);
    await until(() => saved.includes(20));
    await stop();
    // Waits for the next look would take twenty seconds together.
  }, 15_000);

  /** Waits for a time that never comes, and counts how often it is looked at. */
  function waiting(batches: string[]) {
    const looks: number[] = [];
    const manager: ProcessManager<MemoryTransaction> = {
      ...jobWriter([], async () => void batches.push('batch')),
      openItems: 1,
      due: { inMs: () => 3_600_000, run: async () => void looks.push(performance.now()) },
    };
    return { manager, looks };
  }

  it('looks at what waits for a later time again and again, since its clock may be put back', async () => {
    const { manager, looks } = waiting([]);
    const { reported, until, stop } = runProcess(memoryEventStore(), newMemory(), manager);
    await until(() => looks.length >= 2);
    await stop();
    // It rests in between.
    expect(reported.length).toBeLessThan(50);
  });

  it('does not look at what waits for a later time at every event', async () => {
    const [log, batches] = [memoryEventStore(), [] as string[]];
    const { manager, looks } = waiting(batches);
    const { until, stop } = runProcess(log, newMemory(), manager);
    const before = timers();
    for (let n = 0; n < 100; n += 1) {
      const { position } = await happen(log, `${n}`);
      await until((health) => health.position >= position);
    }
    expect(timers() - before).toBeLessThan(10);
    await stop();
    expect(batches.length).toBeGreaterThanOrEqual(100);
    expect(looks.length).toBeLessThan(50);
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

  it('saves in time that it has passed events of others', async () => {
    const [log, memory] = [memoryEventStore(), newMemory()];
    await log.append('other-1', 'any', [newEvent({ stream: 'other-1', type: 'Happened', data: {} })]);
    const { stop } = runProcess(log, memory, jobWriter([]));
    const head = await log.head();
    const saved = async () => (await memory.store.load('job-writer', async () => {})).position;
    await expect.poll(saved).toBe(head);
    await stop();
  });

  it('saves nothing that is saved already', async () => {
    const [log, memory] = [memoryEventStore(), newMemory()];
    let saves = 0;
    const counting = {
      ...memory.store,
      save: (...saving: Parameters<typeof memory.store.save>) => {
        saves += 1;
        return memory.store.save(...saving);
      },
    };
    const { until, stop } = runProcess(log, { ...memory, store: counting }, jobWriter([]));
    const { position } = await happen(log, 'a');
    await until((health) => health.position >= position);
    await stop();
    const before = saves;
    await runProcess(silent(log), { ...memory, store: counting }, jobWriter([])).stop();
    expect(saves).toBe(before);
  });

  it('rests while nothing happens and nothing waits', async () => {
    const [log, memory] = [memoryEventStore(), newMemory()];
    const { reported, until, stop } = runProcess(log, memory, { ...jobWriter([]), saveWithinMs: 0 });
    const { position } = await happen(log, 'a');
    await until((health) => health.position >= position && health.caughtUp);
    const before = reported.length;
    // A second manager that looks twice at its waiting work shows that enough time has passed.
    const { manager, looks } = waiting([]);
    const busy = runProcess(log, newMemory(), { ...manager, name: 'busy' });
    await busy.until(() => looks.length >= 2);
    await busy.stop();
    await stop();
    expect(reported.length - before).toBeLessThan(5);
  });

  it('saves at once, unless it says otherwise', async () => {
    const [log, memory] = [memoryEventStore(), newMemory()];
    const jobs: string[] = [];
    const { until, stop } = runProcess(log, memory, jobWriter(jobs));
    await until(({ caughtUp }) => caughtUp);
    const { position } = await happen(log, 'a');
    await until((health) => health.position >= position);
    expect(jobs).toEqual(['a']);
    await stop();
  });

  it('saves in time when nothing more happens, also after weeks', async () => {
    const [log, memory] = [memoryEventStore(), newMemory()];
    const jobs: string[] = [];
    const sinceStart = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => sinceStart() + 1e10);
    onTestFinished(() => void vi.restoreAllMocks());
    const { until, stop } = runProcess(log, memory, { ...jobWriter(jobs), saveWithinMs: 20 });
    await happen(log, 'a');
    await until(() => jobs.length > 0);
    await stop();
    expect(jobs).toEqual(['a']);
  });
});

import { describe, expect, it } from 'vitest';
import { type EventStore, LOG_START, StoreUnavailable } from '../../src/eventsourcing/event-store.ts';
import type { MemoryTransaction } from '../../src/eventsourcing/processes/memory-item-table.ts';
import { type ProcessManager, processSteps } from '../../src/eventsourcing/processes/process-manager.ts';
import { newEvent } from '../projections/events.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import {
  happen,
  jobWriter,
  type Memory,
  newMemory,
  runProcess,
  thingOf,
} from '../support/log/process-managers.ts';

/** Saves what it is to do, and does it afterwards: an effect for each thing, which removes it from the open ones. */
function saveThenAct({ open }: Memory, act: (thing: string) => Promise<void>) {
  const items = new Map<string, string>();
  let saved = new Set<string>();
  const manager: ProcessManager<MemoryTransaction> = {
    name: 'save-then-act',
    prefixes: ['thing-'],
    get openItems() {
      return items.size;
    },
    async load(tx) {
      items.clear();
      for (const [key, item] of await open.load(tx)) items.set(key, item);
      saved = new Set(items.keys());
    },
    async handle({ events }) {
      for (const event of events) items.set(thingOf(event), 'open');
    },
    async save(tx) {
      const put = new Map([...items].filter(([key]) => !saved.has(key)));
      await open.save(tx, { put, removed: [...saved].filter((key) => !items.has(key)) });
      saved = new Set(items.keys());
    },
    async afterSave() {
      for (const thing of items.keys()) await act(thing);
    },
  };
  return manager;
}

describe('a process manager that saves, then acts', () => {
  it('acts only on what is saved', async () => {
    const [log, memory] = [memoryEventStore(), newMemory()];
    const seen: string[] = [];
    const manager = saveThenAct(memory, async (thing) => {
      await memory.store.load('save-then-act', async (tx) => {
        seen.push(`${thing} ${(await memory.open.load(tx)).has(thing)}`);
      });
    });
    const { until, stop } = runProcess(log, memory, manager);
    const { position } = await happen(log, 'a');
    await until((health) => health.position >= position);
    await stop();
    expect(seen).toContain('a true');
    expect(seen).not.toContain('a false');
  });

  it('leaves what it did not get to do to whoever loads next', async () => {
    const [log, memory] = [memoryEventStore(), newMemory()];
    await happen(log, 'a');
    const dying = runProcess(
      log,
      memory,
      saveThenAct(memory, async () => {
        throw new Error('killed');
      }),
    );
    await expect(dying.ended).rejects.toThrow('killed');
    const done: string[] = [];
    const next = runProcess(
      log,
      memory,
      saveThenAct(memory, async (thing) => void done.push(thing)),
    );
    await next.until(({ caughtUp }) => caughtUp);
    expect(done).toEqual(['a']);
    await next.stop();
  });
});

describe('two process managers of one name', () => {
  it('write each job once: who saves second loads again and goes on from there', async () => {
    const [log, memory] = [memoryEventStore(), newMemory()];
    const jobs: string[] = [];
    await happen(log, 'a');
    const entered = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const slow = runProcess(
      log,
      memory,
      jobWriter(jobs, () => {
        entered.resolve();
        return held.promise;
      }),
    );
    await entered.promise;
    const quick = runProcess(log, memory, jobWriter(jobs));
    const { position } = await happen(log, 'b');
    await quick.until((health) => health.position >= position);
    expect(jobs).toEqual(['a', 'b']);
    held.resolve();
    await slow.until((health) => health.position >= position && health.caughtUp);
    const last = await happen(log, 'c');
    await Promise.all(
      [slow, quick].map((each) =>
        each.until((health) => health.position >= last.position && health.caughtUp),
      ),
    );
    await Promise.all([slow.stop(), quick.stop()]);
    expect(jobs).toEqual(['a', 'b', 'c']);
  });
});

describe('a process manager', () => {
  it('moves its checkpoint only after what it does with the events has ended', async () => {
    const [log, memory] = [memoryEventStore(), newMemory()];
    await happen(log, 'a');
    const entered = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const jobs: string[] = [];
    const manager = jobWriter(jobs, () => {
      entered.resolve();
      return held.promise;
    });
    const { until, stop } = runProcess(log, memory, manager);
    await entered.promise;
    const at = () => memory.store.load('job-writer', async () => {});
    expect((await at()).position).toBe(LOG_START);
    held.resolve();
    const head = await log.head();
    await until(({ position }) => position >= head);
    await stop();
    expect((await at()).position).toBe(head);
  });

  it('begins at the start of the log when it is new, unless it says otherwise', async () => {
    const [log, memory] = [memoryEventStore(), newMemory()];
    const { position } = await happen(log, 'past');
    const [all, later] = [[] as string[], [] as string[]];
    const fromStart = runProcess(log, memory, jobWriter(all));
    const fromNow = runProcess(log, memory, { ...jobWriter(later), name: 'later', startFrom: 'now' });
    for (const { until } of [fromStart, fromNow]) await until((health) => health.position >= position);
    const { position: last } = await happen(log, 'next');
    for (const { until, stop } of [fromStart, fromNow]) {
      await until((health) => health.position >= last);
      await stop();
    }
    expect(all).toEqual(['past', 'next']);
    expect(later).toEqual(['next']);
  });

  it('goes on from where it first began, although nothing has happened to it since', async () => {
    const [log, memory] = [memoryEventStore(), newMemory()];
    const jobs: string[] = [];
    const manager = { ...jobWriter(jobs), startFrom: 'now' } as const;
    // Two that start at once begin at the same position, in either order.
    const first = [
      runProcess(log, memory, manager),
      runProcess(log, memory, { ...jobWriter([]), startFrom: 'now' }),
    ];
    await Promise.all(first.map(({ until }) => until(({ caughtUp }) => caughtUp)));
    await Promise.all(first.map(({ stop }) => stop()));
    const { position } = await happen(log, 'while it was down');
    const again = runProcess(log, memory, manager);
    await again.until((health) => health.position >= position);
    await again.stop();
    expect(jobs).toEqual(['while it was down']);
  });

  it('moves its checkpoint past events of others, and saves when it is stopped', async () => {
    const [log, memory] = [memoryEventStore(), newMemory()];
    await log.append('other-1', 'any', [newEvent({ stream: 'other-1', type: 'Happened', data: {} })]);
    const { until, stop } = runProcess(log, memory, jobWriter([]));
    const head = await log.head();
    await until(({ position }) => position >= head);
    await stop();
    expect((await memory.store.load('job-writer', async () => {})).position).toBe(head);
  });

  it('is saved only after it was loaded', async () => {
    const { store } = newMemory();
    await expect(processSteps(jobWriter([]), store, memoryEventStore()).save()).rejects.toThrow('not loaded');
  });

  it('reads on after its subscription was lost while it was busy with something else', async () => {
    const [log, memory, jobs] = [memoryEventStore(), newMemory(), [] as string[]];
    let lost = 0;
    const losing: EventStore = {
      ...log,
      async *subscribe(options) {
        for await (const batch of log.subscribe(options)) {
          yield batch;
          if (lost++ === 0) throw new StoreUnavailable('lost');
        }
      },
    };
    // Longer than the subscription lives: the loss is there before anybody asks for the next batch.
    const busy = { inMs: () => 0, run: () => new Promise<void>((resolve) => setTimeout(resolve, 5)) };
    await happen(log, 'a');
    const { until, stop } = runProcess(losing, memory, { ...jobWriter(jobs), due: busy });
    await until(({ caughtUp }) => caughtUp);
    const { position } = await happen(log, 'b');
    await until((health) => health.position >= position);
    await stop();
    expect(lost).toBeGreaterThan(0);
    expect(jobs).toContain('b');
  });

  it('says how many items it still has to deal with', async () => {
    const [log, memory] = [memoryEventStore(), newMemory()];
    await happen(log, 'a');
    const manager = saveThenAct(memory, async () => {});
    const { until, stop } = runProcess(log, memory, manager);
    await until(({ openItems }) => openItems === 1);
    await stop();
  });
});

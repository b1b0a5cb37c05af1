import { describe, expect, it } from 'vitest';
import { type EventStore, LOG_START, StoreUnavailable } from '../../src/eventsourcing/event-store.ts';
import { memoryEventStore } from '../../src/eventsourcing/memory-event-store.ts';
import {
  type MemoryTransaction,
  memoryItemTable,
  memoryProcessStore,
} from '../../src/eventsourcing/memory-process-store.ts';
import type { ProcessManager } from '../../src/eventsourcing/process-manager.ts';
import { type ProcessHealth, runProcessManager } from '../../src/eventsourcing/run-process-manager.ts';
import { newEvent } from '../projections/events.ts';

const happen = (log: EventStore, thing: string) =>
  log.append(`thing-${thing}`, 'any', [
    newEvent({ stream: `thing-${thing}`, type: 'Happened', data: { thing } }),
  ]);
const thingOf = ({ data }: { readonly data: unknown }) => (data as { thing: string }).thing;

/** What several processes share. */
const newMemory = () => ({ store: memoryProcessStore(), open: memoryItemTable<string>() });
type Memory = ReturnType<typeof newMemory>;

function run(log: EventStore, memory: Memory, manager: ProcessManager<MemoryTransaction>) {
  const stop = new AbortController();
  let health: ProcessHealth | undefined;
  const waiting: { when: (now: ProcessHealth) => boolean; resolve: () => void }[] = [];
  const report = (now: ProcessHealth) => {
    health = now;
    for (const { when, resolve } of waiting) if (when(now)) resolve();
  };
  const ended = runProcessManager(manager, { log, store: memory.store, report }, stop.signal);
  return {
    ended,
    async stop() {
      stop.abort();
      await ended;
    },
    until: (when: (now: ProcessHealth) => boolean) =>
      new Promise<void>((resolve) => {
        if (health && when(health)) resolve();
        waiting.push({ when, resolve });
      }),
  };
}

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
    const { until, stop } = run(log, memory, manager);
    const { position } = await happen(log, 'a');
    await until((health) => health.position >= position);
    await stop();
    expect(seen).toContain('a true');
    expect(seen).not.toContain('a false');
  });

  it('leaves what it did not get to do to whoever loads next', async () => {
    const [log, memory] = [memoryEventStore(), newMemory()];
    await happen(log, 'a');
    const dying = run(
      log,
      memory,
      saveThenAct(memory, async () => {
        throw new Error('killed');
      }),
    );
    await expect(dying.ended).rejects.toThrow('killed');
    const done: string[] = [];
    const next = run(
      log,
      memory,
      saveThenAct(memory, async (thing) => void done.push(thing)),
    );
    await next.until(({ caughtUp }) => caughtUp);
    expect(done).toEqual(['a']);
    await next.stop();
  });
});

/** Writes a job for each event in the transaction that saves, as a messenger does. */
function jobWriter(jobs: string[], meanwhile: () => Promise<unknown> = async () => {}) {
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

describe('two process managers of one name', () => {
  it('write each job once: who saves second loads again and goes on from there', async () => {
    const [log, memory] = [memoryEventStore(), newMemory()];
    const jobs: string[] = [];
    await happen(log, 'a');
    const entered = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const slow = run(
      log,
      memory,
      jobWriter(jobs, () => {
        entered.resolve();
        return held.promise;
      }),
    );
    await entered.promise;
    const quick = run(log, memory, jobWriter(jobs));
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
    const { until, stop } = run(log, memory, manager);
    await entered.promise;
    const at = () => memory.store.load('job-writer', async () => {});
    expect((await at()).position).toBe(LOG_START);
    held.resolve();
    const head = await log.head();
    await until(({ position }) => position >= head);
    await stop();
    expect((await at()).position).toBe(head);
  });

  it('moves its checkpoint past events of others, and saves when it is stopped', async () => {
    const [log, memory] = [memoryEventStore(), newMemory()];
    await log.append('other-1', 'any', [newEvent({ stream: 'other-1', type: 'Happened', data: {} })]);
    const { until, stop } = run(log, memory, jobWriter([]));
    const head = await log.head();
    await until(({ position }) => position >= head);
    await stop();
    expect((await memory.store.load('job-writer', async () => {})).position).toBe(head);
  });

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
    const running = run(silent, memory, manager);
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
    const { until, stop } = run(log, memory, counting);
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
    const { until, stop } = run(log, memory, { ...jobWriter(jobs), saveWithinMs: 20 });
    await happen(log, 'a');
    await until(() => jobs.length > 0);
    await stop();
    expect(jobs).toEqual(['a']);
  });

  it('begins again from its last save when a store was lost', async () => {
    const [log, memory] = [memoryEventStore(), newMemory()];
    const jobs: string[] = [];
    let losses = 2;
    const manager = jobWriter(jobs, async () => {
      if (losses-- > 0) throw new StoreUnavailable('lost');
    });
    const { until, stop } = run(log, memory, manager);
    await happen(log, 'a');
    await until(({ status, error }) => status === 'retrying' && error instanceof StoreUnavailable);
    await until(({ status, caughtUp }) => status === 'following' && caughtUp);
    await stop();
    expect(jobs).toEqual(['a']);
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
    const { until, stop } = run(ending, memory, jobWriter([]));
    await until(({ status, error }) => status === 'retrying' && error instanceof StoreUnavailable);
    await until(({ status, caughtUp }) => status === 'following' && caughtUp);
    await stop();
    expect(subscriptions).toBe(3);
  });

  it('stops at a defect, and says by what', async () => {
    const [log, memory] = [memoryEventStore(), newMemory()];
    const defect = new TypeError('not a thing');
    await happen(log, 'a');
    const { ended, until } = run(
      log,
      memory,
      jobWriter([], async () => {
        throw defect;
      }),
    );
    await expect(ended).rejects.toBe(defect);
    await until(({ status, error }) => status === 'stopped' && error === defect);
  });
});

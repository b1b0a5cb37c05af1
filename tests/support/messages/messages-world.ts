import { setImmediate } from 'node:timers/promises';
import { CheckpointOutdated } from '../../../src/eventsourcing/processes/process-manager.ts';
import type { DueCause } from '../../../src/features/messages/queue/queue.ts';
import { nextBatch } from '../log/next-batch.ts';
import { type Action, createPeople } from './messages-people.ts';
import { type Process, startProcess } from './messages-process.ts';
import { type Behaviour, createProviderDouble } from './messages-provider.ts';
import { createShared, START } from './messages-shared.ts';

export interface Move {
  readonly kind:
    | 'act'
    | 'advance'
    | 'messenger'
    | 'look'
    | 'again'
    | 'take'
    | 'kill'
    | 'report'
    | 'accept-late'
    | 'list'
    | 'resend'
    | 'pause'
    | 'time'
    | 'back-up'
    | 'restore';
  /** 0 or 1. */
  readonly process: number;
  readonly n: number;
}

const SECONDS = [1, 3, 20, 35, 130, 3_600, 90_000];

/** Two processes, each with a messenger and a worker, around one log and one provider, moved step by step. */
export function createMessagesWorld(
  actions: readonly (readonly [Action, number])[],
  behaviours: readonly Behaviour[],
) {
  let clock = START;
  const now = () => new Date(clock);
  const failures: unknown[] = [];
  const shared = createShared(() => clock);
  const double = createProviderDouble(now);
  double.behave(behaviours);
  const start = () => startProcess({ shared, double, failures, clock: () => clock });
  let processes = [start(), start()];
  const people = createPeople(shared.log, now);
  const processAt = (index: number) => processes[index % 2] ?? start();
  let acted = 0;

  async function advance(process: Process, steps: number): Promise<void> {
    for (let step = 0; step < steps && process.gates.length > 0; step += 1) {
      process.gates.splice(step % process.gates.length, 1)[0]?.();
      await setImmediate();
    }
  }

  async function follow(process: Process): Promise<void> {
    const { messenger } = process;
    if (messenger.busy) return;
    messenger.busy = true;
    try {
      if (!messenger.loaded) await messenger.steps.load();
      messenger.loaded = true;
      await messenger.steps.handle(await nextBatch(shared.log, messenger.steps.position, 3));
      await messenger.steps.save();
    } catch (error) {
      if (!(error instanceof CheckpointOutdated)) failures.push(error);
      messenger.loaded = false;
    }
    messenger.busy = false;
  }

  function run(process: Process, cause: DueCause): void {
    process.running.add(cause);
    process.work(cause).then(
      () => process.running.delete(cause),
      (error: unknown) => failures.push(error),
    );
  }

  function kill(index: number): void {
    processAt(index).kill();
    processes[index % 2] = start();
  }

  async function step({ kind, process: index, n }: Move): Promise<void> {
    const process = processAt(index);
    const some = <T>(items: readonly T[]) => items[n % Math.max(items.length, 1)];
    switch (kind) {
      case 'act': {
        const [action, booking] = actions[acted] ?? [];
        acted += 1;
        if (action !== undefined && booking !== undefined) await people.act(action, booking);
        break;
      }
      case 'advance':
        await advance(process, n);
        break;
      case 'messenger':
        void follow(process);
        await advance(process, n % 6);
        break;
      // Due or not, since the protocol depends on no clock.
      case 'look': {
        const cause = some(shared.open());
        if (cause) run(process, cause);
        await advance(process, n);
        break;
      }
      // A look that exceeded its time begins again beside the first.
      case 'again': {
        const cause = some(processes.flatMap(({ running }) => [...running]));
        if (cause) run(process, cause);
        break;
      }
      case 'take':
        for (const cause of shared.take()) run(process, cause);
        await advance(process, n);
        break;
      case 'kill':
        kill(index);
        break;
      case 'report': {
        const report = some(double.reports);
        if (report) void process.report(report).catch((error: unknown) => failures.push(error));
        break;
      }
      case 'accept-late':
        double.late.shift()?.();
        break;
      case 'list':
        double.list();
        break;
      case 'resend':
        void process.resend(n % 2).catch((error: unknown) => failures.push(error));
        break;
      case 'pause':
        shared.setSending({ paused: !shared.kept.sending.paused });
        break;
      case 'time':
        clock += (SECONDS[n % SECONDS.length] ?? 1) * 1_000;
        break;
      case 'back-up':
        await shared.backUp();
        break;
      case 'restore':
        await restore();
        break;
    }
    await setImmediate();
  }

  async function restore(): Promise<void> {
    if (!(await shared.restore())) return;
    for (const process of processes) process.kill();
    processes = [start(), start()];
    shared.setSending({ paused: false, watermark: await shared.log.head(), watermarkAt: now() });
  }

  /** Undisturbed from here on, for as long as it takes. */
  async function calmDown({ behaving = false } = {}): Promise<void> {
    if (!behaving) double.behave(['accepts']);
    shared.setSending({ paused: false });
    const settle = async () => {
      for (let calm = 0; calm < 3; calm += 1) {
        await setImmediate();
        while (processes.some(({ gates }) => gates.length > 0)) {
          calm = 0;
          for (const process of processes) await advance(process, 50);
        }
      }
    };
    for (const process of processes) {
      for (let batch = 0; batch < 40; batch += 1) {
        void follow(process);
        await settle();
      }
    }
    for (let hour = 0; hour < 200; hour += 1) {
      for (const cause of shared.take()) run(processAt(0), cause);
      await settle();
      if (hour === 4) double.list();
      clock += hour % 2 === 0 ? 150_000 : 7_200_000;
    }
  }

  return {
    /** The first start, which sets the watermark before anything has happened. */
    async begin(): Promise<void> {
      for (const { messenger } of processes) {
        await messenger.steps.load().catch(() => messenger.steps.load());
        messenger.loaded = true;
      }
    },
    step,
    calmDown,
    claims: shared.claims,
    events: shared.events,
    failures,
    double,
    rows: () => shared.kept.rows,
    sending: () => shared.kept.sending,
    now: () => clock,
  };
}

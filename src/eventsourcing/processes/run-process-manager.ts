import { DeadlineExceeded } from '../async/deadline.ts';
import { retrying } from '../async/retrying.ts';
import {
  type EventStore,
  LOG_START,
  type Position,
  StoreUnavailable,
  WrongExpectedRevision,
} from '../event-store.ts';
import {
  CheckpointOutdated,
  type Due,
  type ProcessManager,
  type ProcessSteps,
  type ProcessStore,
  processSteps,
} from './process-manager.ts';

export interface ProcessHealth {
  /** `following`: it handles events. `retrying`: a store doesn't answer. `stopped`: an error ended it, and a person has to help. */
  readonly status: 'following' | 'retrying' | 'stopped';
  readonly position: Position;
  readonly openItems: number;
  /** Whether it has reached the end of the log since it last subscribed. */
  readonly caughtUp: boolean;
  /** The error because of which it stopped or retries; null while it works. */
  readonly error: unknown;
}

interface RunProcessDeps<Tx> {
  /** A process manager that reads no personal data may get the log with personal parts still sealed. */
  readonly log: Pick<EventStore, 'subscribe' | 'head'>;
  readonly store: ProcessStore<Tx>;
  /** Called after every step. */
  readonly report?: (health: ProcessHealth) => void;
}

/** A batch without events only moves the checkpoint, so the checkpoint may be saved this much later. */
const SAVE_EMPTY_WITHIN_MS = 1_000;
/** The shortest and the longest time between two checks for due work. There is a longest time because the clock may be set. */
const CHECK_DUE_MS = { min: 50, max: 1_000 };
const RETRYING = {
  firstMs: 100,
  longestMs: 2_000,
  retries: (error: unknown) =>
    error instanceof CheckpointOutdated ||
    error instanceof StoreUnavailable ||
    error instanceof DeadlineExceeded ||
    error instanceof WrongExpectedRevision,
};

/**
 * Runs a process manager until the signal aborts. If a store doesn't answer, or another process has saved, it begins again from
 * what is saved. An event that this program doesn't know, or a defect, ends it.
 *
 * @throws the error that ended it; it was already reported
 */
export async function runProcessManager<Tx>(
  manager: ProcessManager<Tx>,
  deps: RunProcessDeps<Tx>,
  signal: AbortSignal,
): Promise<void> {
  let position = LOG_START;
  const report = (now: Pick<ProcessHealth, 'status' | 'caughtUp' | 'error'>) =>
    deps.report?.({ ...now, position, openItems: manager.openItems });

  const onRetry = (error: unknown) => {
    // Another process was faster to save, which is no failure.
    if (!(error instanceof CheckpointOutdated)) report({ status: 'retrying', caughtUp: false, error });
  };
  try {
    await retrying(signal, { ...RETRYING, onRetry }, (succeeded) => {
      const steps = processSteps(manager, deps.store, deps.log);
      return handleEvents(manager, steps, deps.log, signal, (caughtUp) => {
        succeeded();
        ({ position } = steps);
        report({ status: 'following', error: null, caughtUp });
      });
    });
  } catch (error) {
    report({ status: 'stopped', caughtUp: false, error });
    throw error;
  }
}

/** Loads, then handles events until the signal aborts. @throws when a store doesn't answer or another process has saved */
async function handleEvents<Tx>(
  manager: ProcessManager<Tx>,
  steps: ProcessSteps,
  log: Pick<EventStore, 'subscribe'>,
  signal: AbortSignal,
  progress: (caughtUp: boolean) => void,
): Promise<void> {
  const { prefixes, due } = manager;
  const saveWithinMs = () => manager.saveWithinMs ?? 0;
  await steps.load();
  const ended = new AbortController();
  const batches = log
    .subscribe({
      from: steps.position,
      streamPrefixes: prefixes,
      signal: AbortSignal.any([signal, ended.signal]),
    })
    [Symbol.asyncIterator]();
  /** Starts the next read. Its rejection is marked as handled, since it may come while something else is being awaited. */
  const read = () => {
    const pending = batches.next();
    pending.catch(() => {});
    return pending;
  };
  let next = read();
  let caughtUp = false;
  /** Time of the next save, by the monotonic clock; infinite while there is nothing to save. */
  let saveAt = Number.POSITIVE_INFINITY;
  /** Time of the next call of `due.run` although nothing seems due, by the monotonic clock. */
  let checkAgainAt = 0;
  const unsaved = (withinMs: number) => {
    saveAt = Math.min(saveAt, performance.now() + withinMs);
  };
  try {
    for (;;) {
      const arrived = await within(Math.min(saveAt - performance.now(), untilDue(due)), next);
      if (arrived?.done) break;
      if (arrived) {
        await steps.handle(arrived.value);
        next = read();
        ({ caughtUp } = arrived.value);
        unsaved(arrived.value.events.length > 0 ? saveWithinMs() : SAVE_EMPTY_WITHIN_MS);
      }
      const dueInMs = due?.inMs() ?? null;
      if (due && dueInMs !== null && (dueInMs <= 0 || performance.now() >= checkAgainAt)) {
        await due.run();
        checkAgainAt = performance.now() + CHECK_DUE_MS.max;
        if (dueInMs <= 0) unsaved(saveWithinMs());
      }
      if (performance.now() >= saveAt) {
        await steps.save();
        saveAt = Number.POSITIVE_INFINITY;
      }
      progress(caughtUp);
    }
    if (saveAt !== Number.POSITIVE_INFINITY) await steps.save();
    if (!signal.aborted) throw new StoreUnavailable('the subscription ended by itself');
  } finally {
    ended.abort();
    // This takes effect once the pending read has ended. The result of that read isn't needed.
    await batches.return?.();
  }
}

function untilDue(due: Due | undefined): number {
  const inMs = due?.inMs() ?? null;
  if (inMs === null) return Number.POSITIVE_INFINITY;
  return Math.min(Math.max(inMs, CHECK_DUE_MS.min), CHECK_DUE_MS.max);
}

/**
 * The promise's value, or null after so many milliseconds. Each call leaves a reaction on the promise until it settles.
 */
async function within<T>(ms: number, promise: Promise<T>): Promise<T | null> {
  if (ms === Number.POSITIVE_INFINITY) return promise;
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(late.resolve, Math.max(0, ms), null);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

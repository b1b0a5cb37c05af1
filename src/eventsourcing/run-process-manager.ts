import { DeadlineExceeded } from './deadline.ts';
import {
  type EventStore,
  type FeedBatch,
  LOG_START,
  type Position,
  StoreUnavailable,
  WrongExpectedRevision,
} from './event-store.ts';
import {
  CheckpointOutdated,
  type Due,
  type ProcessManager,
  type ProcessSteps,
  type ProcessStore,
  processSteps,
} from './process-manager.ts';
import { retrying } from './retrying.ts';

/** How a process manager is doing. */
export interface ProcessHealth {
  /** `following`; `retrying` after a store was lost; `stopped` by an error that needs a person. */
  readonly status: 'following' | 'retrying' | 'stopped';
  readonly position: Position;
  readonly openItems: number;
  /** Whether it has reached the end of the log since it last subscribed. */
  readonly caughtUp: boolean;
  /** What it stopped by or last retried after; null while it is well. */
  readonly error: unknown;
}

export interface RunProcessDeps<Tx> {
  /** May be the log as it is stored, for a process manager that reads no personal data. */
  readonly log: Pick<EventStore, 'subscribe'>;
  readonly store: ProcessStore<Tx>;
  /** Told after every step. */
  readonly report?: (health: ProcessHealth) => void;
}

/** A checkpoint that moved past events of other streams only may be saved this much later. */
const SAVE_EMPTY_WITHIN_MS = 1_000;
/** How often what waits for a time is looked at, whatever the clock says meanwhile. */
const LOOK_AGAIN_MS = { min: 50, max: 1_000 };
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
 * Runs a process manager until the signal aborts. When a store is lost, or another process has saved, it begins again
 * from what is saved. An event that isn't known here, or a defect, ends it.
 *
 * @throws what stopped it, which was reported before
 */
export async function runProcessManager<Tx>(
  manager: ProcessManager<Tx>,
  deps: RunProcessDeps<Tx>,
  signal: AbortSignal,
): Promise<void> {
  let health: ProcessHealth = {
    status: 'following',
    position: LOG_START,
    openItems: 0,
    caughtUp: false,
    error: null,
  };
  const report = (change: Partial<ProcessHealth>) => {
    health = { ...health, openItems: manager.openItems, ...change };
    deps.report?.(health);
  };

  const onRetry = (error: unknown) => {
    // A lost race for the checkpoint is no trouble of the process manager's.
    if (!(error instanceof CheckpointOutdated)) report({ status: 'retrying', caughtUp: false, error });
  };
  try {
    await retrying(signal, { ...RETRYING, onRetry }, (succeeded) => {
      const steps = processSteps(manager, deps.store);
      return follow(manager, steps, deps.log, signal, (caughtUp) => {
        succeeded();
        report({ status: 'following', error: null, position: steps.position, caughtUp });
      });
    });
  } catch (error) {
    report({ status: 'stopped', caughtUp: false, error });
    throw error;
  }
}

/** From a load to the loss of a store, a lost race for the checkpoint, or the end. */
async function follow<Tx>(
  { prefixes, saveWithinMs = 0, due }: ProcessManager<Tx>,
  steps: ProcessSteps,
  log: Pick<EventStore, 'subscribe'>,
  signal: AbortSignal,
  progress: (caughtUp: boolean) => void,
): Promise<void> {
  await steps.load();
  const ended = new AbortController();
  const batches = log
    .subscribe({
      from: steps.position,
      streamPrefixes: prefixes,
      signal: AbortSignal.any([signal, ended.signal]),
    })
    [Symbol.asyncIterator]();
  let next = batches.next();
  let caughtUp = false;
  /** By the monotonic clock, when the next save is to be; never while nothing is unsaved. */
  let saveAt = Number.POSITIVE_INFINITY;
  const unsaved = (withinMs: number) => {
    saveAt = Math.min(saveAt, performance.now() + withinMs);
  };
  try {
    for (;;) {
      const arrived = await within(Math.min(saveAt - performance.now(), untilDue(due)), next);
      if (arrived?.done) break;
      if (arrived) {
        await steps.handle(arrived.value);
        next = batches.next();
        ({ caughtUp } = arrived.value);
        unsaved(arrived.value.events.length > 0 ? saveWithinMs : SAVE_EMPTY_WITHIN_MS);
      }
      const dueInMs = due?.inMs() ?? null;
      if (due && dueInMs !== null) {
        await due.run();
        if (dueInMs <= 0) unsaved(saveWithinMs);
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
    // Await the pending next() so that its rejection is handled.
    await next.then(
      (_: IteratorResult<FeedBatch>) => {},
      () => {},
    );
  }
}

/** How long to wait for events before the clock is looked at. */
function untilDue(due: Due | undefined): number {
  const inMs = due?.inMs() ?? null;
  if (inMs === null) return Number.POSITIVE_INFINITY;
  return Math.min(Math.max(inMs, LOOK_AGAIN_MS.min), LOOK_AGAIN_MS.max);
}

/**
 * The promise's value, or null after so many milliseconds. For waits of a second at most, unless they are infinite:
 * each leaves a reaction on the promise.
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

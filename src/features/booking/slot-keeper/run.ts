import { setTimeout as sleep } from 'node:timers/promises';
import { DeadlineExceeded } from '../../../eventsourcing/deadline.ts';
import {
  type FeedBatch,
  LOG_START,
  type Position,
  StoreUnavailable,
  WrongExpectedRevision,
} from '../../../eventsourcing/event-store.ts';
import { createSlotKeeper, SLOT_KEEPER_FEED, type SlotKeeper, type SlotKeeperDeps } from './keeper.ts';

/** For the health page; the error's message holds no personal data. */
export interface SlotKeeperHealth {
  /** `following`; `retrying` after the store was lost; `stopped` by an error that needs a person. */
  readonly status: 'following' | 'retrying' | 'stopped';
  readonly position: Position;
  readonly openSlots: number;
  readonly caughtUp: boolean;
  readonly lastError: string | null;
}

export interface RunSlotKeeperDeps extends SlotKeeperDeps {
  /** Told after every step. */
  readonly report?: (health: SlotKeeperHealth) => void;
}

/** Saved this seldom because a lost save only means that something is looked at again. */
const SAVE_EVERY_MS = 1_000;
const LOOK_AGAIN_MS = { min: 50, max: 1_000 };
const RETRY_MS = { first: 100, max: 2_000 };

const passes = (error: unknown) =>
  error instanceof StoreUnavailable ||
  error instanceof DeadlineExceeded ||
  error instanceof WrongExpectedRevision;

/** The promise's value, or null after so many milliseconds. Only for short waits: each leaves a reaction behind. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(late.resolve, ms, null);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Keeps slots until the signal aborts. A lost store is met by subscribing again, with jitter, from the last
 * save; an event that this version doesn't know, or a defect, ends it.
 *
 * @throws what stopped it, reported before
 */
export async function runSlotKeeper(deps: RunSlotKeeperDeps, signal: AbortSignal): Promise<void> {
  let health: SlotKeeperHealth = {
    status: 'following',
    position: LOG_START,
    openSlots: 0,
    caughtUp: false,
    lastError: null,
  };
  const tell = (change: Partial<SlotKeeperHealth>) => {
    health = { ...health, ...change };
    deps.report?.(health);
  };

  let failures = 0;
  while (!signal.aborted) {
    try {
      await followLog(deps, signal, (change) => {
        failures = 0;
        tell(change);
      });
    } catch (error) {
      const lastError = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      if (!passes(error)) {
        tell({ status: 'stopped', caughtUp: false, lastError });
        throw error;
      }
      tell({ status: 'retrying', caughtUp: false, lastError });
      const delay = Math.min(RETRY_MS.first * 2 ** failures, RETRY_MS.max) * (0.5 + Math.random() / 2);
      failures += 1;
      await sleep(delay, undefined, { signal }).catch(() => {});
    }
  }
}

/** One subscription's life. */
async function followLog(
  deps: SlotKeeperDeps,
  signal: AbortSignal,
  tell: (change: Partial<SlotKeeperHealth>) => void,
): Promise<void> {
  const keeper = createSlotKeeper(deps);
  await keeper.restore();
  const lost = new AbortController();
  const feed = deps.store
    .subscribe({
      from: keeper.position,
      streamPrefixes: SLOT_KEEPER_FEED,
      signal: AbortSignal.any([signal, lost.signal]),
    })
    [Symbol.asyncIterator]();
  let next = feed.next();
  try {
    let savedAt = performance.now();
    let unsaved = false;
    for (;;) {
      const woken = await (unsaved || keeper.openSlots > 0 ? within(pause(keeper), next) : next);
      if (woken?.done) break;
      if (woken) {
        await keeper.follow(woken.value);
        next = feed.next();
        unsaved = true;
        tell({ caughtUp: woken.value.caughtUp });
      }
      await keeper.sweep();
      if (unsaved && performance.now() - savedAt >= SAVE_EVERY_MS) {
        await keeper.save();
        savedAt = performance.now();
        unsaved = false;
      }
      tell({ status: 'following', position: keeper.position, openSlots: keeper.openSlots });
    }
    await keeper.save();
  } finally {
    lost.abort();
    // Leaving the subscription must not leave its last answer unheard.
    await next.then(
      (_: IteratorResult<FeedBatch>) => {},
      () => {},
    );
  }
}

/** How long to wait for the log before looking at the clock. */
function pause(keeper: SlotKeeper): number {
  const { min, max } = LOOK_AGAIN_MS;
  return Math.min(Math.max(keeper.dueInMs() ?? max, min), max);
}

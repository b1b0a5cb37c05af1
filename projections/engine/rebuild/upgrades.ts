import type { Logger } from 'pino';
import { type RetryPolicy, retrying } from '../../../src/eventsourcing/async/retrying.ts';
import { LOG_START } from '../../../src/eventsourcing/event-store.ts';
import { LIVE_SCHEMA, type Projection } from '../projection.ts';
import { registeredModel } from '../registry.ts';
import type { StoppedModels } from '../stopped-models.ts';
import { type FillDeps, RebuildFailed } from './fill.ts';
import { type RebuildProgress, RebuildRunning, rebuild } from './rebuild.ts';

/** Before a failed rebuild is tried again: a second on average. */
const LONGEST_WAIT_MS = 2_000;
const LOG_PROGRESS_EVERY_MS = 10_000;
const NOTHING_DONE: RebuildProgress = { done: 0, total: 0, eventsPerSecond: 0, secondsLeft: null };

export interface UpgradeDeps extends FillDeps {
  readonly logger: Pick<Logger, 'info' | 'warn'>;
}

/** Rebuilds read models whose live tables are of another version, one after the other. */
interface Upgrades {
  /** Starts or queues the rebuild of a read model; does nothing when it is queued already. */
  start(projection: Projection, signal: AbortSignal, onDone: () => void): void;
  /** Rebuilds a read model that is built already. @throws RebuildFailed when it can't be built, or another rebuild of it runs */
  again(projection: Projection, signal: AbortSignal): Promise<void>;
  /** Progress of its rebuild; undefined when none is queued. */
  progressOf(name: string): RebuildProgress | undefined;
  /** Settles when nothing is being rebuilt any more. */
  ended(): Promise<void>;
}

/** @param stopped gets the read models that can't be built from the log as it is */
export function createUpgrades(deps: UpgradeDeps, stopped: StoppedModels): Upgrades {
  const { pool, logger } = deps;
  const progress = new Map<string, RebuildProgress>();
  let queue: Promise<void> = Promise.resolve();

  async function build(projection: Projection, signal: AbortSignal): Promise<void> {
    const { name: readModel, version } = projection;
    logger.info({ readModel, version }, 'A read model is being rebuilt.');
    let loggedAt = performance.now();
    const onProgress = (now: RebuildProgress) => {
      progress.set(readModel, now);
      if (performance.now() - loggedAt < LOG_PROGRESS_EVERY_MS) return;
      loggedAt = performance.now();
      logger.info({ readModel, version, ...now }, 'A read model is being rebuilt.');
    };
    const { events, seconds } = await rebuild(deps, projection, { signal, onProgress });
    logger.info({ readModel, version, events, seconds }, 'A read model was rebuilt.');
  }

  /** Whether another process, such as `npm run replay`, has built it meanwhile. */
  async function isBuilt({ name, version }: Projection): Promise<boolean> {
    return (await registeredModel(pool, LIVE_SCHEMA, name))?.version === version;
  }

  /** Tries again after any failure that isn't caused by an event. */
  async function upgrade(projection: Projection, signal: AbortSignal): Promise<void> {
    const { name } = projection;
    const isFinal = (error: unknown) => error instanceof RebuildFailed && !(error instanceof RebuildRunning);
    const policy: RetryPolicy = {
      firstMs: LONGEST_WAIT_MS,
      longestMs: LONGEST_WAIT_MS,
      retries: (error) => !signal.aborted && !isFinal(error),
      onRetry: (err) => logger.warn({ err, readModel: name }, 'A rebuild failed and is tried again.'),
    };
    try {
      await retrying(signal, policy, async () => {
        if (!(await isBuilt(projection))) await build(projection, signal);
      });
    } catch (error) {
      if (!signal.aborted) await stopped.add(name, error, LOG_START, false);
    }
  }

  return {
    start(projection, signal, onDone) {
      const { name } = projection;
      if (progress.has(name)) return;
      progress.set(name, NOTHING_DONE);
      queue = queue
        .then(() => upgrade(projection, signal))
        .finally(() => {
          progress.delete(name);
          if (!signal.aborted) onDone();
        });
    },
    async again(projection, signal) {
      try {
        await build(projection, signal);
      } finally {
        progress.delete(projection.name);
      }
    },
    progressOf: (name) => progress.get(name),
    ended: () => queue,
  };
}

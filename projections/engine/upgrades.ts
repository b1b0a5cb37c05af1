import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { LOG_START } from '../../src/eventsourcing/event-store.ts';
import { type FillDeps, RebuildFailed } from './fill.ts';
import { LIVE_SCHEMA, type Projection } from './projection.ts';
import type { OpenPersonal } from './projector.ts';
import { type RebuildProgress, RebuildRunning, rebuild } from './rebuild.ts';
import { registeredModel } from './registry.ts';
import type { StoppedModels } from './stopped-models.ts';

const AGAIN_AFTER_MS = 1_000;
const LOG_PROGRESS_EVERY_MS = 10_000;
/** With fewer events a thread takes longer to start than they take to open. */
const MANY_EVENTS = 10_000;
const NOTHING_DONE: RebuildProgress = { done: 0, total: 0, eventsPerSecond: 0, secondsLeft: null };

export interface UpgradeDeps extends FillDeps {
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** Opens the personal parts of a rebuild, where these are many, away from the live read models' events. */
  readonly startOpening?: () => { readonly open: OpenPersonal; close(): Promise<void> };
}

/** Builds the tables of read models whose live ones are of another version, one after the other. */
export interface Upgrades {
  /** Begins with it, or puts it in the queue; nothing when it is there already. */
  start(projection: Projection, signal: AbortSignal, onDone: () => void): void;
  /** How far it is; undefined when it isn't to be built. */
  progressOf(name: string): RebuildProgress | undefined;
  /** Settles when nothing is being built any more. */
  ended(): Promise<void>;
}

/** @param stopped where a read model goes that can't be built from the log as it is */
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
    const isLarge = ((await registeredModel(pool, LIVE_SCHEMA, readModel))?.events ?? 0) >= MANY_EVENTS;
    const opening = projection.readsPersonal && isLarge ? deps.startOpening?.() : undefined;
    try {
      const { open } = opening ?? deps;
      const { events, seconds } = await rebuild({ ...deps, open }, projection, { signal, onProgress });
      logger.info({ readModel, version, events, seconds }, 'A read model was rebuilt.');
    } finally {
      await opening?.close();
    }
  }

  /** Another process, such as `npm run replay`, may have built it meanwhile. */
  async function isBuilt({ name, version }: Projection): Promise<boolean> {
    return (await registeredModel(pool, LIVE_SCHEMA, name))?.version === version;
  }

  /** Goes on trying for as long as the events aren't at fault. */
  async function upgrade(projection: Projection, signal: AbortSignal): Promise<void> {
    const { name } = projection;
    while (!signal.aborted) {
      try {
        if (!(await isBuilt(projection))) await build(projection, signal);
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof RebuildFailed && !(error instanceof RebuildRunning)) {
          return stopped.add(name, error, LOG_START, false);
        }
        logger.warn({ err: error, readModel: name }, 'A rebuild failed and is tried again.');
        await sleep(AGAIN_AFTER_MS, undefined, { signal }).catch(() => {});
      }
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
    progressOf: (name) => progress.get(name),
    ended: () => queue,
  };
}

import type { Logger } from 'pino';
import { regularly } from '../../src/eventsourcing/async/regularly.ts';
import { retrying } from '../../src/eventsourcing/async/retrying.ts';
import { LOG_START, StoreUnavailable } from '../../src/eventsourcing/event-store.ts';
import { createBatchHandler } from './batch.ts';
import { createLagWatch } from './lag-watch.ts';
import { errorText } from './poison.ts';
import { LIVE_SCHEMA, type Projection, streamsOf } from './projection.ts';
import { createProjector, type Projector } from './projector.ts';
import { withProjectorLock } from './projector-lock.ts';
import type { ReadModelHealth, ReadSideHealth } from './read-side-health.ts';
import { RebuildFailed } from './rebuild/fill.ts';
import { createUnusedTables, type UnusedTablesDeps } from './rebuild/unused-tables.ts';
import { createUpgrades, type UpgradeDeps } from './rebuild/upgrades.ts';
import {
  analyzeTables,
  CheckpointMoved,
  createTables,
  noteStatus,
  registeredModel,
  unregisterIncomplete,
} from './registry.ts';
import { createStoppedModels } from './stopped-models.ts';

export interface SupervisorDeps extends Omit<UpgradeDeps, 'logger'>, Omit<UnusedTablesDeps, 'logger'> {
  readonly logger: Pick<Logger, 'error' | 'warn' | 'info'>;
  /** Called after every batch with events, once it is written. */
  readonly onBatch?: (events: number, seconds: number) => void;
  /**
   * Further work for the process that has the projector lock, such as its process managers. Its signal aborts before the
   * lock is released, and it isn't called again before it has ended; it must not reject.
   */
  readonly whileActive?: (signal: AbortSignal) => Promise<void>;
}

/** The projecting of this process. */
export interface Projecting {
  /** Settles when the signal has aborted and the transactions under way have ended. */
  readonly ended: Promise<void>;
  health(): ReadSideHealth;
  /** Lets a read model that stopped try again. */
  retry(name: string): void;
  /** Rebuilds a read model beside its live tables, while this process projects. @throws RebuildFailed */
  rebuild(name: string, signal: AbortSignal): Promise<void>;
}

/** Short waits, since a try costs little and until one succeeds the rows are out of date. */
const RETRYING = { firstMs: 200, longestMs: 2_000, retries: () => true };
const HEARTBEAT_MS = 1_000;
/** A read model that has grown by so many events since a subscription began needs new statistics. */
const MANY_EVENTS = 1_000;

/**
 * Keeps all read models up to date until the signal aborts, from ONE subscription, so that a position reached by one is soon
 * reached by all.
 *
 * The process that holds the projector lock also rebuilds the read models whose tables are of another version, while it
 * projects the others.
 */
export function startProjections(deps: SupervisorDeps, signal: AbortSignal): Projecting {
  const { store, pool, projections, logger } = deps;
  const stopped = createStoppedModels(pool, logger);
  const upgrades = createUpgrades(deps, stopped);
  const handle = createBatchHandler(deps, stopped);
  const unusedTables = createUnusedTables(deps);
  const lag = createLagWatch(store);
  /** Read models of which this process has checked that all tables and indexes exist. */
  const ensured = new Set<string>();
  let projectors: readonly Projector[] = [];
  let subscription = new AbortController();
  let workAlongside = Promise.resolve();
  let role: ReadSideHealth['role'] = 'idle';
  let caughtUp = false;
  let error: string | null = null;

  /** Subscribes again from the present checkpoints, without releasing the lock. */
  const resubscribe = () => subscription.abort();

  /** Opens what can be projected live, and starts to rebuild the others. @param held aborts when the lock is released */
  async function openProjectors(held: AbortSignal): Promise<readonly Projector[]> {
    await unregisterIncomplete(pool, projections);
    const registered = new Map(
      await Promise.all(
        projections.map(async ({ name }) => [name, await registeredModel(pool, LIVE_SCHEMA, name)] as const),
      ),
    );
    // A new read model is rebuilt: a common subscription from the start of the log would keep the others waiting.
    const isBegun = [...registered.values()].some((model) => model && model.position > LOG_START);
    const opened: Projector[] = [];
    for (const projection of projections) {
      const { name, version } = projection;
      const live = registered.get(name);
      if (live ? live.version !== version : isBegun) {
        if (!stopped.of(name)) upgrades.start(projection, held, resubscribe);
        continue;
      }
      const model = live && ensured.has(name) ? live : await createTables(pool, LIVE_SCHEMA, projection);
      ensured.add(name);
      if (model.status === 'stopped' && !stopped.of(name)) await noteStatus(pool, name, null);
      opened.push(createProjector(deps, LIVE_SCHEMA, projection, model));
    }
    return opened;
  }

  /** Gathers statistics about the tables that have got many rows, as all do when a new database is filled from an existing log. */
  async function analyzeGrown(before: ReadonlyMap<Projector, number>): Promise<void> {
    for (const [{ projection, checkpoint }, events] of before) {
      if (checkpoint.events - events >= MANY_EVENTS) await analyzeTables(pool, LIVE_SCHEMA, projection);
    }
  }

  /** One subscription, until `resubscribe` is called or the signal aborts. */
  async function project(held: AbortSignal, progress: () => void): Promise<void> {
    subscription = new AbortController();
    const untilEnd = AbortSignal.any([held, subscription.signal]);
    caughtUp = false;
    projectors = await openProjectors(held);
    const active = projectors.filter(({ projection }) => !stopped.of(projection.name));
    const eventsBefore = new Map(active.map((projector) => [projector, projector.checkpoint.events]));
    const [from = await store.head()] = active.map(({ checkpoint }) => checkpoint.position).sort();
    const options = { from, streamPrefixes: streamsOf(projections), signal: untilEnd };
    for await (const batch of store.subscribe(options)) {
      await handle(batch, projectors);
      lag.reached(batch.position);
      if (batch.caughtUp && !caughtUp) {
        await analyzeGrown(eventsBefore);
        caughtUp = true;
      }
      progress();
    }
    if (!untilEnd.aborted) throw new StoreUnavailable('the subscription ended by itself');
  }

  /** Everything that is done while the lock is held. */
  async function work(held: AbortSignal, progress: () => void): Promise<void> {
    const ended = new AbortController();
    const untilEnd = AbortSignal.any([held, ended.signal]);
    role = 'active';
    workAlongside = workAlongside.then(async () => {
      if (!untilEnd.aborted) await deps.whileActive?.(untilEnd);
    });
    try {
      while (!held.aborted) await project(untilEnd, progress);
    } finally {
      role = 'idle';
      ended.abort();
      // Doesn't wait for the work alongside, which may hang on a connection that gives no answer: projecting can begin again meanwhile.
      await upgrades.ended();
    }
  }

  function standBy(): void {
    error = null;
    role = 'standby';
  }

  /** Tries a stopped read model again once another process has rebuilt it. */
  async function retryRebuilt(): Promise<void> {
    for (const name of stopped.names()) {
      const registered = await registeredModel(pool, LIVE_SCHEMA, name);
      const own = projections.find((projection) => projection.name === name);
      if (registered?.status === 'running' && registered.version === own?.version) retryModel(name);
    }
  }

  async function beat(): Promise<void> {
    const isSilent = await lag.compare();
    if (role === 'active' && isSilent) resubscribe();
    await retryRebuilt();
    if (role === 'active') await unusedTables.sweep(projectors.length === projections.length, Date.now());
  }

  function retryModel(name: string): void {
    if (stopped.remove(name)) resubscribe();
  }

  function healthOf({ name, version }: Projection): ReadModelHealth {
    const stop = stopped.of(name);
    const rebuild = upgrades.progressOf(name) ?? null;
    const projector = projectors.find(({ projection }) => projection.name === name);
    return {
      name,
      version,
      status: stop ? 'stopped' : rebuild ? 'rebuilding' : 'running',
      position: projector?.checkpoint.position ?? LOG_START,
      eventsBehind: stop?.missed ?? 0,
      error: stop?.error ?? null,
      stoppedAt: stop?.at ?? null,
      rebuild,
    };
  }

  async function run(): Promise<void> {
    const onRetry = (failure: unknown) => {
      // Another process has rebuilt the read model: the next try finds its new checkpoint.
      if (failure instanceof CheckpointMoved) return;
      error = errorText(failure);
      logger.warn({ err: failure }, 'Projecting failed and is tried again.');
    };
    // Nobody waits for it at the end: a beat may hang on a connection that gives no answer.
    void regularly([beat], { everyMs: HEARTBEAT_MS, onFailure: () => {} }, signal);
    try {
      await retrying(signal, { ...RETRYING, onRetry }, async (succeeded) => {
        const progress = () => {
          error = null;
          succeeded();
        };
        try {
          await withProjectorLock(pool, signal, (held) => work(held, progress), standBy);
        } finally {
          role = 'idle';
        }
      });
    } finally {
      await workAlongside;
    }
  }

  return {
    ended: run(),

    health: () => ({
      role,
      ready:
        role === 'active' &&
        caughtUp &&
        stopped.names().length === 0 &&
        projectors.length === projections.length,
      secondsBehind: lag.secondsBehind(),
      heartbeatAt: lag.comparedAt(),
      error,
      readModels: projections.map(healthOf),
    }),

    retry: retryModel,

    async rebuild(name, signal) {
      const projection = projections.find((one) => one.name === name);
      if (!projection) throw new RebuildFailed(`there is no read model ${name}`);
      await upgrades.again(projection, signal);
      // Continues in the new tables at once, before an event finds the checkpoint moved. One that had stopped tries again.
      stopped.remove(name);
      resubscribe();
    },
  };
}

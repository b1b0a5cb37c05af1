import type { Logger } from 'pino';
import {
  exhaustMap,
  fromEvent,
  interval,
  lastValueFrom,
  Observable,
  race,
  retry,
  takeUntil,
  tap,
  timer,
} from 'rxjs';

import {
  type EventStore,
  type FeedBatch,
  LOG_START,
  type Position,
} from '../../src/eventsourcing/event-store.ts';
import { applyOrFindPoison, errorText, isElsewhere } from './poison.ts';
import type { ProjectedPositionsWriter } from './projected-positions.ts';
import { LIVE, type Projection, prefixesOf } from './projection.ts';
import { createProjector, moveMarks, type Projector, type ProjectorDeps, type Work } from './projector.ts';
import { withProjectorLock } from './projector-lock.ts';
import type { ReadSideHealth } from './read-side-health.ts';
import { CheckpointMoved, createTables, noteStatus, registeredModel } from './registry.ts';

export interface SupervisorDeps extends ProjectorDeps {
  readonly store: Pick<EventStore, 'subscribe' | 'head'>;
  readonly projections: readonly Projection[];
  readonly positions: ProjectedPositionsWriter;
  readonly logger: Pick<Logger, 'error' | 'warn' | 'info'>;
  /** Told of every batch with events, once it is written. */
  readonly onBatch?: (events: number, seconds: number) => void;
  /**
   * Work that belongs where the projecting is done, such as a process manager's: begun anew with each round, told
   * to end with it, and never rejecting.
   */
  readonly beside?: (signal: AbortSignal) => Promise<void>;
}

export interface Supervisor {
  /** Projects until the signal aborts; ends when the transactions under way have ended. */
  run(signal: AbortSignal): Promise<void>;
  health(): ReadSideHealth;
  /** Lets a read model that stopped try again. */
  retry(name: string): void;
}

interface Stop {
  readonly error: string;
  readonly at: Position;
  missed: number;
}

const FIRST_BACK_OFF_MS = 200;
/** An attempt costs little, and until one succeeds everybody reads old rows. */
const LONGEST_BACK_OFF_MS = 2_000;
const HEARTBEAT_MS = 1_000;
/** A subscription that says nothing for so long while the log is ahead has died quietly. */
const SILENCE_MS = 30_000;

/** Ends a round on purpose: the next begins at once, from the checkpoints as they are then. */
class Restart extends Error {
  override readonly name = 'Restart';
}

/**
 * Keeps all read models up to date from ONE subscription, so that a position reached by one is soon reached by
 * all. A `for await` does the work, batch by batch; rxjs only starts it again, with a pause after a failure.
 */
export function createSupervisor(deps: SupervisorDeps): Supervisor {
  const { store, pool, projections, positions, logger } = deps;
  const stops = new Map<string, Stop>();
  let projectors: readonly Projector[] = [];
  let restart = new AbortController();
  let role: ReadSideHealth['role'] = 'idle';
  let caughtUp = false;
  let mark = LOG_START;
  let lastBatchAt = 0;
  let behindSince: number | null = null;
  let heartbeatAt: string | null = null;
  let error: string | null = null;

  async function stop(name: string, failure: unknown, at: Position): Promise<void> {
    const reason = errorText(failure);
    // Noted first: a stopped read model that is noted as running counts as mended, and is tried again.
    await noteStatus(pool, LIVE, name, { error: reason, at });
    stops.set(name, { error: reason, at, missed: 0 });
    logger.error({ err: failure, readModel: name, at }, 'A read model stopped.');
  }

  async function openProjectors(): Promise<readonly Projector[]> {
    const opened: Projector[] = [];
    for (const projection of projections) {
      const { name, version } = projection;
      const registered = await createTables(pool, LIVE, projection);
      if (registered.version !== version) {
        // Another version of the program was started meanwhile; its tables are not ours to write.
        const failure = new Error(`live at version ${registered.version}, known here is ${version}`);
        await stop(name, failure, LOG_START);
        continue;
      }
      if (registered.status === 'stopped' && !stops.has(name)) await noteStatus(pool, LIVE, name, null);
      opened.push(createProjector(deps, LIVE, projection, registered));
      positions.advance(name, registered.position);
    }
    return opened;
  }

  /** One read model's share of a batch; null when an event in it can't be read. */
  async function workOf(projector: Projector, { events }: FeedBatch): Promise<Work | null> {
    try {
      return await projector.workIn(events);
    } catch (failure) {
      if (isElsewhere(failure)) throw failure;
      return null;
    }
  }

  async function write(projector: Projector, batch: FeedBatch, work: Work | null | undefined): Promise<void> {
    const { name } = projector.projection;
    const poison = await applyOrFindPoison(projector, batch.events, batch.position, work);
    positions.advance(name, projector.checkpoint.position);
    if (poison) await stop(name, poison.error, poison.event.position);
  }

  /** One wide line for each batch, as for each request. */
  function tell({ events, position }: FeedBatch, readModels: readonly string[], seconds: number): void {
    const newest = events.at(-1);
    if (!newest) return;
    deps.onBatch?.(events.length, seconds);
    const ms = Math.round(seconds * 10_000) / 10;
    const lagMs = Math.max(0, Date.now() - Date.parse(newest.metadata.at));
    logger.info({ readModels, events: events.length, ms, lagMs, position }, 'projected');
  }

  /** Applies a batch to all read models side by side; those with nothing to write move on in one statement. */
  async function handle(batch: FeedBatch): Promise<void> {
    const began = performance.now();
    const due = projectors.filter(
      ({ projection, checkpoint }) => !stops.has(projection.name) && checkpoint.position < batch.position,
    );
    const works = await Promise.all(due.map((projector) => workOf(projector, batch)));
    const idle: { projector: Projector; events: number }[] = [];
    const writes: Promise<void>[] = [];
    const written: string[] = [];
    for (const [index, projector] of due.entries()) {
      const work = works[index];
      if (work?.rows.size === 0) idle.push({ projector, events: work.events });
      else {
        written.push(projector.projection.name);
        writes.push(write(projector, batch, work));
      }
    }
    const marks = moveMarks(pool, LIVE, idle, batch.position).then(() => {
      for (const { projector } of idle) positions.advance(projector.projection.name, batch.position);
    });
    // Waits for all, so that nothing of this round is still writing when the next one reads the checkpoints.
    const outcomes = await Promise.allSettled([marks, ...writes]);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
    for (const projector of projectors) {
      const stopped = stops.get(projector.projection.name);
      if (stopped) stopped.missed += projector.own(batch.events).length;
    }
    tell(batch, written, (performance.now() - began) / 1000);
  }

  async function project(signal: AbortSignal, progress: (position: Position) => void): Promise<void> {
    role = 'active';
    caughtUp = false;
    projectors = await openProjectors();
    const active = projectors.filter(({ projection }) => !stops.has(projection.name));
    const [from = await store.head()] = active.map(({ checkpoint }) => checkpoint.position).sort();
    for await (const batch of store.subscribe({ from, streamPrefixes: prefixesOf(projections), signal })) {
      await handle(batch);
      mark = batch.position;
      lastBatchAt = Date.now();
      caughtUp ||= batch.caughtUp;
      progress(mark);
    }
  }

  async function projectInCompany(
    signal: AbortSignal,
    progress: (position: Position) => void,
  ): Promise<void> {
    const ended = new AbortController();
    const beside = deps.beside?.(AbortSignal.any([signal, ended.signal]));
    try {
      await project(signal, progress);
    } finally {
      // At once: what works beside it, and the lock, may take a while to end.
      role = 'idle';
      ended.abort();
      await beside;
    }
  }

  function standBy(): void {
    role = 'standby';
    error = null;
  }

  /** One run of the subscription; errors and restarts end it, the signal completes it. */
  const round = (signal: AbortSignal) =>
    new Observable<Position>((subscriber) => {
      restart = new AbortController();
      const either = AbortSignal.any([signal, restart.signal]);
      const work = (held: AbortSignal) => projectInCompany(held, (position) => subscriber.next(position));
      withProjectorLock(pool, either, work, standBy)
        .finally(() => {
          role = 'idle';
        })
        .then(() => {
          if (!signal.aborted) throw new Restart();
          subscriber.complete();
        })
        .catch((failure: unknown) => {
          if (signal.aborted) subscriber.complete();
          else subscriber.error(failure);
        });
    });

  /** Compares the mark with the log, and sees whether a rebuild has set a stopped read model right. */
  async function beat(): Promise<void> {
    const head = await store.head();
    const now = Date.now();
    heartbeatAt = new Date(now).toISOString();
    if (mark >= head) behindSince = null;
    else behindSince ??= now;
    if (role === 'active' && behindSince !== null && now - Math.max(lastBatchAt, behindSince) > SILENCE_MS) {
      lastBatchAt = now;
      restart.abort();
    }
    for (const name of stops.keys()) {
      const registered = await registeredModel(pool, LIVE, name);
      if (registered?.status === 'running') retryModel(name);
    }
  }

  function retryModel(name: string): void {
    if (stops.delete(name)) restart.abort();
  }

  return {
    async run(signal) {
      const aborted = fromEvent(signal, 'abort');
      const pauseAfter = (failure: unknown, failures: number) => {
        // After a rebuild the checkpoint has moved under us: that is no failure, the next round finds the new one.
        if (failure instanceof Restart || failure instanceof CheckpointMoved) return timer(20);
        error = errorText(failure);
        logger.warn({ err: failure }, 'Projecting failed and is tried again.');
        const longest = Math.min(FIRST_BACK_OFF_MS * 2 ** failures, LONGEST_BACK_OFF_MS);
        return race(timer(longest * (0.5 + Math.random() / 2)), aborted);
      };
      const heart = interval(HEARTBEAT_MS)
        .pipe(
          exhaustMap(() => beat().catch(() => {})),
          takeUntil(aborted),
        )
        .subscribe();
      const well = tap(() => {
        error = null;
      });
      const rounds = round(signal).pipe(well, retry({ delay: pauseAfter, resetOnSuccess: true }));
      try {
        await lastValueFrom(rounds, { defaultValue: mark });
      } finally {
        heart.unsubscribe();
      }
    },

    health: () => ({
      role,
      ready: role === 'active' && caughtUp && stops.size === 0,
      secondsBehind: behindSince === null ? 0 : (Date.now() - behindSince) / 1000,
      heartbeatAt,
      error,
      readModels: projections.map(({ name, version }) => {
        const stopped = stops.get(name);
        const projector = projectors.find(({ projection }) => projection.name === name);
        return {
          name,
          version,
          status: stopped ? 'stopped' : 'running',
          position: projector?.checkpoint.position ?? LOG_START,
          eventsBehind: stopped?.missed ?? 0,
          error: stopped?.error ?? null,
          stoppedAt: stopped?.at ?? null,
        };
      }),
    }),

    retry: retryModel,
  };
}

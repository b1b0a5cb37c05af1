import type { Logger } from 'pino';
import { allSettled } from '../../src/eventsourcing/async/all-settled.ts';
import type { EventBatch } from '../../src/eventsourcing/event-store.ts';
import { applyOrFindPoison, isElsewhere } from './poison.ts';
import { LIVE_SCHEMA } from './projection.ts';
import { applyTogether, type Projector, type ProjectorDeps, type Share } from './projector.ts';
import type { StoppedModels } from './stopped-models.ts';

interface BatchDeps extends Pick<ProjectorDeps, 'pool'> {
  readonly logger: Pick<Logger, 'info'>;
  /** Called after every batch with events, once it is written. */
  readonly onBatch?: (events: number, seconds: number) => void;
}

/** One read model's part of a batch; null when an event in it can't be read. */
async function shareOf(projector: Projector, { events }: EventBatch): Promise<Share | null> {
  try {
    return { projector, work: await projector.workIn(events) };
  } catch (failure) {
    if (isElsewhere(failure)) throw failure;
    return null;
  }
}

/** Applies batches to live read models. */
export function createBatchHandler(
  { pool, logger, onBatch }: BatchDeps,
  stopped: StoppedModels,
): (batch: EventBatch, projectors: readonly Projector[]) => Promise<void> {
  async function alone(projector: Projector, batch: EventBatch): Promise<void> {
    const { name } = projector.projection;
    const poison = await applyOrFindPoison(projector, batch.events, batch);
    if (poison) await stopped.add(name, poison.error, poison.event.position);
  }

  /** False when one of them can't handle the batch; then nothing is written. */
  async function together(shares: readonly Share[], batch: EventBatch): Promise<boolean> {
    try {
      await applyTogether(pool, LIVE_SCHEMA, shares, batch.position, batch.last);
    } catch (failure) {
      if (isElsewhere(failure)) throw failure;
      return false;
    }
    return true;
  }

  /** Logs one line with many fields for each batch, as is done for each request. */
  function log({ events, position }: EventBatch, readModels: readonly string[], began: number): void {
    const newest = events.at(-1);
    if (!newest) return;
    const seconds = (performance.now() - began) / 1_000;
    onBatch?.(events.length, seconds);
    const ms = Math.round(seconds * 10_000) / 10;
    const lagMs = Math.max(0, Date.now() - Date.parse(newest.metadata.at));
    logger.info({ readModels, events: events.length, ms, lagMs, position }, 'projected');
  }

  return async (batch, projectors) => {
    const began = performance.now();
    const due = projectors.filter(
      ({ projection, checkpoint }) => !stopped.of(projection.name) && checkpoint.position < batch.position,
    );
    const shares = await Promise.all(due.map((projector) => shareOf(projector, batch)));
    const readable = shares.filter((share) => share !== null);
    const allWritten = readable.length === due.length && (await together(readable, batch));
    if (!allWritten) await allSettled(due.map((projector) => alone(projector, batch)));
    for (const projector of projectors) {
      const { name } = projector.projection;
      if (stopped.of(name)) stopped.missed(name, projector.own(batch.events).length);
    }
    const written = readable.filter(({ work }) => work.rows.size > 0);
    log(
      batch,
      written.map(({ projector }) => projector.projection.name),
      began,
    );
  };
}

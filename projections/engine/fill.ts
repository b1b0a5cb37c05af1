import { withTransaction } from '../../src/adapters/postgres/pool.ts';
import {
  type EventStore,
  type FeedBatch,
  LOG_START,
  type Position,
} from '../../src/eventsourcing/event-store.ts';
import { applyOrFindPoison, errorText, isElsewhere } from './poison.ts';
import { type Projection, prefixesOf } from './projection.ts';
import {
  createProjector,
  type PreparedChanges,
  type Projector,
  type ProjectorDeps,
  type Work,
} from './projector.ts';
import { createTables, dropTables } from './registry.ts';
import { writeChanges } from './write.ts';

export interface FillDeps extends ProjectorDeps {
  readonly store: Pick<EventStore, 'subscribe' | 'head'>;
}

/** The read model can't be built from the log as it is; the live tables stay as they were. */
export class RebuildFailed extends Error {
  override readonly name = 'RebuildFailed';
}

export interface FillOptions {
  readonly signal: AbortSignal;
  /** The last position to be applied; without one, `done` decides. */
  readonly upTo?: Position;
  /**
   * Asked after each batch whether that is all.
   *
   * @param caughtUp true when the end of the log is reached and everything up to it is written
   */
  done?(projector: Projector, caughtUp: boolean): Promise<boolean>;
}

/** So many batches are opened and sorted ahead of the one that is folded. */
const BATCHES_AHEAD = 2;

/**
 * Writes one batch while the next is folded, and those after it are read and opened. A batch that fails is tried again
 * alone, to find the event at fault.
 */
function createPipeline({ pool }: FillDeps, schema: string, projector: Projector) {
  /** Batches still to be folded, oldest first. */
  let unfolded: { readonly batch: FeedBatch; readonly work: Promise<Work> }[] = [];
  /** Batches that are folded and may not be written yet, oldest first. */
  let unwritten: FeedBatch[] = [];
  let writing: Promise<void> = Promise.resolve();

  async function write(batch: FeedBatch, changes: PreparedChanges): Promise<void> {
    await writeChanges(pool, schema, [changes]);
    projector.written(changes);
    unwritten = unwritten.filter((other) => other !== batch);
  }

  async function oneByOne(error: unknown): Promise<void> {
    if (isElsewhere(error)) throw error;
    const again = unwritten;
    unwritten = [];
    projector.reset();
    for (const { events, position } of again) {
      const poison = await applyOrFindPoison(projector, events, position);
      if (poison) {
        const { stream, revision } = poison.event;
        const { name } = projector.projection;
        throw new RebuildFailed(`${name} at ${stream}@${revision}: ${errorText(poison.error)}`);
      }
    }
  }

  async function fold(): Promise<void> {
    const [next, ...others] = unfolded;
    if (!next) return;
    const { batch, work } = next;
    unfolded = others;
    unwritten.push(batch);
    try {
      const changes = await projector.prepare(await work, batch.position);
      await writing;
      writing = write(batch, changes);
      // Its failure is met by whoever waits for it next.
      writing.catch(() => {});
    } catch (error) {
      await writing.catch(() => {});
      writing = Promise.resolve();
      await oneByOne(error);
    }
  }

  return {
    /** Takes the next batch, and waits while there are enough on the way. */
    async apply(batch: FeedBatch): Promise<void> {
      const work = projector.workIn(batch.events);
      work.catch(() => {});
      unfolded.push({ batch, work });
      if (unfolded.length > BATCHES_AHEAD) await fold();
    },
    /** Waits until everything is written. */
    async flush(): Promise<void> {
      while (unfolded.length > 0) await fold();
      try {
        await writing;
      } catch (error) {
        writing = Promise.resolve();
        await oneByOne(error);
      }
    },
    /** Waits until nothing is under way any more, whatever has become of it. */
    async end(): Promise<void> {
      await Promise.allSettled([...unfolded.map(({ work }) => work), writing]);
    },
  };
}

/**
 * Fills new tables of a read model in a schema from the start of the log. Their secondary indexes are left out.
 *
 * @throws RebuildFailed when an event can't be handled, or the signal aborts
 */
export async function fill(
  deps: FillDeps,
  schema: string,
  projection: Projection,
  { signal, upTo, done = async () => false }: FillOptions,
): Promise<Projector> {
  const { store, pool } = deps;
  await withTransaction(pool, (client) => dropTables(client, schema, projection));
  const registered = await createTables(pool, schema, projection, { indexes: false });
  const projector = createProjector(deps, schema, projection, registered);
  if (upTo === LOG_START) return projector;
  const pipeline = createPipeline(deps, schema, projector);
  const feed = store.subscribe({ from: LOG_START, streamPrefixes: prefixesOf([projection]), signal });
  try {
    for await (const batch of feed) {
      const isLast = upTo !== undefined && batch.position >= upTo;
      const events = isLast ? batch.events.filter(({ position }) => position <= upTo) : batch.events;
      const position = isLast ? upTo : batch.position;
      // `upTo` may be a checkpoint between two events that only another subscription was given; at the end of the log
      // nothing before it is missing.
      const isAll = isLast || (upTo !== undefined && batch.caughtUp);
      if (position > projector.checkpoint.position) await pipeline.apply({ ...batch, events, position });
      if (isAll || batch.caughtUp) await pipeline.flush();
      if (isAll || (await done(projector, batch.caughtUp))) return projector;
    }
  } finally {
    await pipeline.end();
  }
  throw new RebuildFailed(`the rebuild of ${projection.name} was stopped`);
}

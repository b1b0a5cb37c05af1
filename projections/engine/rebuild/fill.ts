import { withTransaction } from '../../../src/adapters/postgres/pool.ts';
import {
  type EventBatch,
  type EventStore,
  LOG_START,
  type Position,
} from '../../../src/eventsourcing/event-store.ts';
import { applyOrFindPoison, errorText } from '../poison.ts';
import { type Projection, streamsOf } from '../projection.ts';
import { createProjector, type Projector, type ProjectorDeps } from '../projector.ts';
import { createTables, dropTables } from '../registry.ts';

export interface FillDeps extends ProjectorDeps {
  readonly store: Pick<EventStore, 'subscribe' | 'head'>;
}

/** The read model can't be built from the log as it is; the live tables stay as they were. */
export class RebuildFailed extends Error {
  override readonly name = 'RebuildFailed';
}

/** Fills up to a position, then stops. */
interface FillUpTo {
  readonly signal: AbortSignal;
  /** The last position to be applied. */
  readonly upTo: Position;
  /** Earlier positions, in order: at each, everything up to it is written, and nothing later, when `onStop` is called. */
  readonly stops?: readonly Position[];
  onStop?(position: Position): Promise<unknown>;
}

/** Fills until the tables have replaced the live ones. */
interface FillAndSwitch {
  readonly signal: AbortSignal;
  /** Called after each batch. */
  onBatch(projector: Projector): void;
  /**
   * Called whenever the end of the log is reached and everything up to it is written: puts the tables into use, which ends
   * the filling, or changes nothing when they have to be filled further.
   *
   * @returns whether they are in use now
   */
  trySwitchOver(projector: Projector): Promise<boolean>;
}

/** Events in a batch: what is done for one at a stretch, such as making a statement's parameters, must not hold the event loop. */
const EVENTS_AT_ONCE = 500;

/** @throws RebuildFailed when the read model can't handle an event of the batch */
async function apply(projector: Projector, batch: EventBatch): Promise<void> {
  const poison = await applyOrFindPoison(projector, batch.events, batch);
  if (!poison) return;
  const { stream, revision } = poison.event;
  const { name } = projector.projection;
  throw new RebuildFailed(`${name} at ${stream}@${revision}: ${errorText(poison.error)}`);
}

/** A batch in parts that end at these positions, as far as it reaches. */
function* cutAt(batch: EventBatch, positions: readonly Position[]): Generator<EventBatch> {
  let { events } = batch;
  for (const position of positions.filter((stop) => stop < batch.position)) {
    yield { events: events.filter((event) => event.position <= position), position, caughtUp: false };
    events = events.filter((event) => event.position > position);
  }
  yield { ...batch, events };
}

/**
 * Creates tables of a read model in a schema and fills them from the start of the log. It doesn't create their secondary
 * indexes.
 *
 * @throws RebuildFailed when an event can't be handled, or the signal aborts
 */
export async function fill(
  deps: FillDeps,
  schema: string,
  projection: Projection,
  options: FillUpTo | FillAndSwitch,
): Promise<Projector> {
  const { store, pool } = deps;
  const { signal } = options;
  const upTo = 'upTo' in options ? options.upTo : undefined;
  await withTransaction(pool, (client) => dropTables(client, schema, projection));
  const registered = await createTables(pool, schema, projection, { indexes: false });
  const projector = createProjector(deps, schema, projection, registered);
  if (upTo === LOG_START) return projector;
  const batches = store.subscribe({
    from: LOG_START,
    streamPrefixes: streamsOf([projection]),
    maxBatch: EVENTS_AT_ONCE,
    signal,
  });
  let stops = ('upTo' in options && options.stops) || [];
  const parts = async function* () {
    for await (const batch of batches) yield* cutAt(batch, stops);
  };
  for await (const batch of parts()) {
    const isLast = upTo !== undefined && batch.position >= upTo;
    const events = isLast ? batch.events.filter(({ position }) => position <= upTo) : batch.events;
    const position = isLast ? upTo : batch.position;
    // `upTo` may lie between two events, as a checkpoint of another subscription. This one may not reach it exactly, but
    // at the end of the log nothing before it is missing.
    const isAll = isLast || (upTo !== undefined && batch.caughtUp);
    if (position > projector.checkpoint.position) await apply(projector, { ...batch, events, position });
    if ('upTo' in options && position === stops[0]) {
      stops = stops.slice(1);
      await options.onStop?.(position);
    }
    if (isAll) return projector;
    if ('upTo' in options) continue;
    options.onBatch(projector);
    if (batch.caughtUp && (await options.trySwitchOver(projector))) return projector;
  }
  throw new RebuildFailed(`the rebuild of ${projection.name} was stopped`);
}

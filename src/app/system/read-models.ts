import { allProjections } from '../../../projections/all.ts';
import { streamsOf } from '../../../projections/engine/projection.ts';
import { appliedEvents, type ReadModelState } from '../../../projections/engine/read-model-states.ts';
import type { ReadModel } from '../../contracts/system/projections.ts';
import type { RecordedEvent } from '../../eventsourcing/event-store.ts';
import { endedByReadModel, type OpenTask, openTasks } from '../../features/system/tasks.ts';
import type { ApiContext } from '../api/context.ts';

/** A rate is measured only between two looks within this time. */
const LOOKS_WITHIN_MS = 60_000;
const FIND_WITHIN_MS = 2_000;

/** Reads how each read model is doing. */
export function createReadModels({ pool, log, links, readSide, now }: ApiContext) {
  const projections = allProjections(links);
  let last: { readonly at: number; readonly events: ReadonlyMap<string, number> } | undefined;

  /** Events a second since the last look. */
  function ratesOf(events: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
    const at = performance.now();
    const before = last;
    last = { at, events };
    if (!before || at - before.at > LOOKS_WITHIN_MS) return new Map();
    return new Map(
      [...events].flatMap(([name, count]) => {
        const earlier = before.events.get(name);
        return earlier === undefined
          ? []
          : [[name, (Math.max(0, count - earlier) * 1_000) / (at - before.at)] as const];
      }),
    );
  }

  /** The event at which a read model has stopped, if it can be found soon. Everything up to the model's position is in its rows. */
  async function eventAt({ name, position, stoppedAt }: ReadModelState): Promise<RecordedEvent | undefined> {
    const streamPrefixes = streamsOf(projections.filter((projection) => projection.name === name));
    const signal = AbortSignal.timeout(FIND_WITHIN_MS);
    for await (const { events, caughtUp } of log.subscribe({ from: position, streamPrefixes, signal })) {
      const found = events.find((event) => event.position === stoppedAt);
      if (found || caughtUp || events.length > 0) return found;
    }
    return undefined;
  }

  async function stopOf(model: ReadModelState): Promise<ReadModel['stopped_at']> {
    const { stoppedAt } = model;
    if (stoppedAt === null) return null;
    const event = await eventAt(model).catch(() => undefined);
    return { position: stoppedAt, type: event?.type ?? null, stream: event?.stream ?? null };
  }

  // Why a read model can't be built for the first time is known only to the process that tries.
  const errorOf = ({ name, error }: ReadModelState): string | null =>
    error ?? readSide.worker?.readSide().readModels.find((one) => one.name === name)?.error ?? null;

  /** Whether a read model runs, and what keeps it from that; undefined if there is none of this name. */
  async function stateOf(name: string): Promise<Pick<ReadModel, 'status' | 'error'> | undefined> {
    const model = (await readSide.states()).find((one) => one.name === name);
    return model && { status: model.status, error: errorOf(model) };
  }

  async function all(): Promise<ReadModel[]> {
    const asked = await openTasks(pool, 'rebuild');
    const [models, applied, ended] = await Promise.all([
      readSide.states(),
      appliedEvents(pool),
      endedByReadModel(pool, 'rebuild'),
    ]);
    const rates = ratesOf(applied.live);
    return Promise.all(
      models.map(async (model): Promise<ReadModel> => {
        const { name } = model;
        const lastRebuild = ended.find((task) => task.readModel === name);
        const task = asked.find((one) => one.readModel === name);
        return {
          name,
          version: model.version,
          status: model.status,
          position: model.position,
          lag_events: model.eventsBehind,
          lag_seconds: model.secondsBehind,
          events: applied.live.get(name) ?? 0,
          events_per_second: rates.get(name) ?? null,
          error: errorOf(model),
          stopped_at: await stopOf(model),
          rebuild:
            task || model.status === 'missing'
              ? progressOf(now(), task, applied.rebuilding.get(name) ?? 0, applied.live.get(name) ?? 0)
              : null,
          last_rebuild: lastRebuild
            ? { at: lastRebuild.endedAt.toISOString(), error: lastRebuild.error }
            : null,
        };
      }),
    );
  }

  return { all, stateOf };
}

function progressOf(
  now: Date,
  task: OpenTask | undefined,
  read: number,
  total: number,
): ReadModel['rebuild'] {
  const beganAt = task?.beganAt ?? null;
  // Before it has begun, tables of an earlier rebuild may still be there.
  const done = task && beganAt === null ? 0 : read;
  const seconds = beganAt ? (now.getTime() - beganAt.getTime()) / 1_000 : 0;
  const rate = seconds > 0 && done > 0 ? done / seconds : null;
  return {
    began_at: beganAt?.toISOString() ?? null,
    done,
    total,
    events_per_second: rate,
    seconds_left: rate === null ? null : Math.max(0, total - done) / rate,
  };
}

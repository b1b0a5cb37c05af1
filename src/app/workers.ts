import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createPolledPositions } from '../../projections/engine/polled-positions.ts';
import {
  createProjectedPositions,
  type ProjectedPositions,
} from '../../projections/engine/projected-positions.ts';
import type { Projection } from '../../projections/engine/projection.ts';
import { createCheckpoints } from '../../projections/engine/read-model-states.ts';
import type { ReadSideHealth } from '../../projections/engine/read-side-health.ts';
import type { Metrics } from '../adapters/metrics.ts';
import type { PoolUse } from '../adapters/postgres/pool.ts';
import type { AppContext } from './context.ts';
import { PROCESS_MANAGERS } from './process-managers.ts';
import { sharedPositions } from './shared-positions.ts';
import type { Stores } from './stores.ts';
import {
  type Count,
  STOP,
  type ThreadHealth,
  type WorkerHealth,
  type WorkerMessage,
  type WorkerSettings,
} from './worker-messages.ts';

/** A process manager as this process runs it. */
export interface ProcessWorker {
  readonly name: string;
  /** Undefined where another process does its work. */
  health(): WorkerHealth | undefined;
}

/** What runs without being asked, in one process of several: the projector, and beside it the process managers. */
export interface Workers {
  readonly positions: ProjectedPositions;
  readonly readSide: { health(): ReadSideHealth };
  readonly processes: readonly ProcessWorker[];
  /** Of the connections that are theirs. */
  poolUse(): readonly PoolUse[];
}

/** What tests put in the place of the real thing. */
export interface ThreadOptions {
  readonly module: URL;
  /** After which a thread that was told to stop is ended; whatever is under way in it has shorter time-outs. */
  readonly stopWithinMs: number;
}

const THREAD: ThreadOptions = {
  module: new URL('./worker-thread.ts', import.meta.url),
  stopWithinMs: 15_000,
};

/** Until the thread has told how it is. */
const startingHealth = (projections: readonly Projection[]): ReadSideHealth => ({
  role: 'idle',
  ready: false,
  secondsBehind: 0,
  heartbeatAt: null,
  error: null,
  readModels: projections.map(({ name, version }) => ({
    name,
    version,
    status: 'running',
    position: '',
    eventsBehind: 0,
    error: null,
    stoppedAt: null,
    rebuild: null,
  })),
});

function count(metrics: Metrics, counted: Count): void {
  switch (counted.count) {
    case 'batchProjected':
      metrics.batchProjected(...counted.of);
      break;
    case 'slotSettled':
      metrics.slotSettled(...counted.of);
      break;
    case 'appendEnded':
      metrics.appendEnded(...counted.of);
      break;
    default:
      counted satisfies never;
  }
}

/**
 * Starts the projector, or its hot standby, and with it the process managers, in a thread of their own: a request must
 * not wait while events are folded into rows.
 */
export function startWorkers(
  { pool, log }: Pick<Stores, 'pool' | 'log'>,
  context: AppContext,
  projections: readonly Projection[],
  { module, stopWithinMs }: ThreadOptions = THREAD,
): Workers {
  const { config, databaseUrl, secretKey, claimPatienceMs, clockMemory } = context;
  const { logger, metrics, writeLog, ending, closing, onLost } = context;
  const names = projections.map(({ name }) => name);
  const shared = sharedPositions(names);
  const own = createProjectedPositions();
  let health: ThreadHealth = { readSide: startingHealth(projections), processes: [], pools: [] };

  function take(message: WorkerMessage): void {
    switch (message.kind) {
      case 'log':
        writeLog(message.line);
        break;
      case 'projected':
        for (const name of names) own.advance(name, shared.read(name));
        break;
      case 'count':
        count(metrics, message.counted);
        break;
      case 'health':
        ({ health } = message);
        break;
      default:
        message satisfies never;
    }
  }

  const positionsMemory = shared.memory;
  const settings = { config, databaseUrl, secretKey, claimPatienceMs, clockMemory, positionsMemory };
  const thread = new Worker(module, { name: 'projector', workerData: settings satisfies WorkerSettings });
  thread.on('message', take);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const lose = (err: Error) => {
    logger.fatal({ err }, 'The thread that projects ended by itself.');
    onLost(err);
  };
  thread.on('error', lose);
  thread.on('exit', (code) => {
    end();
    // With another code it ended by an error, which was told before.
    if (code === 0 && !ending.aborted) lose(new Error('the thread ended without an error'));
  });
  const stop = () => thread.postMessage(STOP);
  if (ending.aborted) stop();
  else ending.addEventListener('abort', stop, { once: true });
  closing.defer(async () => {
    const inTime = new AbortController();
    const terminate = sleep(stopWithinMs, undefined, inTime).then(
      () => thread.terminate(),
      () => {},
    );
    await ended;
    inTime.abort();
    await terminate;
  });

  // Its connection notifies for both, which spares the requests' event loop a statement for every few appends.
  log.handOverNotices?.((notice) => thread.postMessage(notice));

  const isActive = () => health.readSide.role === 'active';
  const reached: ProjectedPositions['reached'] = async (name, after, patienceMs) => {
    const now = shared.read(name);
    if (after === undefined || now >= after) return now;
    shared.waitBegins();
    try {
      own.advance(name, shared.read(name));
      return await own.reached(name, after, patienceMs);
    } finally {
      shared.waitEnds();
    }
  };
  const others = createPolledPositions(createCheckpoints(pool, projections));
  return {
    // Where the projecting is done they are known without a query; a standby polls those of whoever does it.
    positions: { reached: (...asked) => (isActive() ? reached : others.reached)(...asked) },
    readSide: { health: () => health.readSide },
    processes: PROCESS_MANAGERS.map((name) => ({
      name,
      health: () => health.processes.find((process) => process.name === name),
    })),
    poolUse: () => health.pools,
  };
}

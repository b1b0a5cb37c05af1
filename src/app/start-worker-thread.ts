import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createPolledPositions } from '../../projections/engine/positions/polled-positions.ts';
import {
  createProjectedPositions,
  type ProjectedPositions,
} from '../../projections/engine/positions/projected-positions.ts';
import { sharedPositions } from '../../projections/engine/positions/shared-positions.ts';
import type { Projection } from '../../projections/engine/projection.ts';
import { createCheckpoints } from '../../projections/engine/read-model-states.ts';
import type { ReadSideHealth } from '../../projections/engine/read-side-health.ts';
import type { Metrics } from '../adapters/metrics.ts';
import type { PoolUse } from '../adapters/postgres/pool.ts';
import type { AppContext, StartThread } from './context.ts';
import { PROCESS_MANAGERS } from './process-managers.ts';
import type { Stores } from './stores.ts';
import {
  type Count,
  type ProcessManagerHealth,
  STOP,
  type ThreadHealth,
  type WorkerMessage,
  workerSettings,
} from './worker-messages.ts';

/** The health of a process manager, as far as it runs in this process. */
export interface ProcessManagerState {
  readonly name: string;
  /** Undefined where another process does its work. */
  health(): ProcessManagerHealth | undefined;
}

/** The worker thread as the main thread sees it: the projector and the process managers, active in one process of several. */
export interface WorkerThread {
  readonly positions: ProjectedPositions;
  readonly readSide: { health(): ReadSideHealth };
  readonly processes: readonly ProcessManagerState[];
  /** Of the connections that are theirs alone. */
  poolUse(): readonly PoolUse[];
}

/** After this a thread that doesn't stop is terminated; all that may be under way in it has shorter time-outs. */
const STOP_WITHIN_MS = 15_000;

/** Rows, statements and mails live for milliseconds: with the default of 48 MB, collecting them takes a tenth of the thread's time. */
const YOUNG_GENERATION_MB = 96;

const startThread: StartThread = (workerData) =>
  new Worker(new URL('./worker-thread.ts', import.meta.url), {
    name: 'projector',
    workerData,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });

/** The read side's health until the thread has sent it. */
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
    case 'messageEnded':
      metrics.messageEnded(...counted.of);
      break;
    case 'appendEnded':
      metrics.appendEnded(...counted.of);
      break;
    default:
      counted satisfies never;
  }
}

/**
 * Starts the projector, or its hot standby, and with it the process managers, in a thread of their own, so that requests
 * don't wait while events are folded into rows.
 */
export function startWorkerThread(
  { pool, log }: Pick<Stores, 'pool' | 'log'>,
  context: AppContext,
  projections: readonly Projection[],
  stopWithinMs = STOP_WITHIN_MS,
): WorkerThread {
  const { logger, metrics, writeLog, say, ending, closing, onLost } = context;
  const names = projections.map(({ name }) => name);
  const shared = sharedPositions(names);
  const own = createProjectedPositions();
  let health: ThreadHealth = { readSide: startingHealth(projections), processes: [], pools: [] };

  function handle(message: WorkerMessage): void {
    switch (message.kind) {
      case 'log':
        writeLog(message.line);
        break;
      case 'say':
        say(message.line);
        break;
      case 'projected':
        for (const name of names) own.advance(name, shared.read(name));
        break;
      case 'count':
        for (const one of message.counted) count(metrics, one);
        break;
      case 'health':
        ({ health } = message);
        break;
      default:
        message satisfies never;
    }
  }

  const thread = (context.startThread ?? startThread)(workerSettings(context, shared.memory));
  thread.on('message', handle);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const lose = (err: Error) => {
    logger.fatal({ err }, 'The thread that projects ended by itself.');
    onLost(err);
  };
  thread.on('error', lose);
  thread.on('exit', (code) => {
    end();
    // With another code it ended by an error, which was reported before.
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

  // The thread notifies for both, which saves the requests' event loop a statement for every few appends.
  log.relayNotices?.((notice) => thread.postMessage(notice));

  const isActive = () => health.readSide.role === 'active';
  const reached: ProjectedPositions['reached'] = async (name, after, patienceMs) => {
    const now = shared.read(name);
    if (after === undefined || now >= after) return now;
    shared.waitBegins();
    log.hurryNotices?.();
    try {
      own.advance(name, shared.read(name));
      return await own.reached(name, after, patienceMs);
    } finally {
      shared.waitEnds();
    }
  };
  const advanced: ProjectedPositions['advanced'] = async (name, position) => {
    // Unlike a request, it doesn't hurry anybody.
    shared.waitBegins();
    try {
      own.advance(name, shared.read(name));
      return await own.advanced(name, position);
    } finally {
      shared.waitEnds();
    }
  };
  const polled = createPolledPositions(createCheckpoints(pool, projections), log.hurryNotices);
  return {
    // The active projector shares its positions; a standby polls the checkpoints that the active one writes.
    positions: {
      reached: (...args) => (isActive() ? reached : polled.reached)(...args),
      advanced: (...args) => (isActive() ? advanced : polled.advanced)(...args),
    },
    readSide: { health: () => health.readSide },
    processes: PROCESS_MANAGERS.map((name) => ({
      name,
      health: () => health.processes.find((process) => process.name === name),
    })),
    poolUse: () => health.pools,
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { createPolledPositions } from '../../../projections/engine/positions/polled-positions.ts';
import {
  createProjectedPositions,
  type ProjectedPositions,
} from '../../../projections/engine/positions/projected-positions.ts';
import { sharedPositions } from '../../../projections/engine/positions/shared-positions.ts';
import type { Projection } from '../../../projections/engine/projection.ts';
import { createCheckpoints } from '../../../projections/engine/read-model-states.ts';
import type { EventLog } from '../../adapters/event-log/event-log.ts';
import type { Metrics } from '../../adapters/metrics.ts';
import type { Position } from '../../eventsourcing/event-store.ts';
import {
  type Count,
  type ProcessSettings,
  STOP,
  type WorkerHealth,
  type WorkerMessage,
  type WorkerSettings,
} from './worker-messages.ts';

/** Starts a thread, which gets this data to begin with. */
export type StartThread = (workerData: WorkerSettings) => Pick<Worker, 'on' | 'postMessage' | 'terminate'>;

/** What the thread is started with, and what of this process it uses. */
export interface WorkerContext extends ProcessSettings {
  readonly logger: Logger;
  /** Writes a log line of another thread, which has rendered it already. */
  readonly writeLog: (line: string) => void;
  /** A line for the person at the console. */
  readonly say: (line: string) => void;
  readonly metrics: Metrics;
  /** Called when a part that the process needs has ended by itself. */
  readonly onLost: (error: Error) => void;
  /** Aborted when all parts are to end; a start that isn't complete by then gives up. */
  readonly ending: AbortSignal;
  /** Each part adds how to close what it has opened; the last one is closed first. */
  readonly closing: AsyncDisposableStack;
  /** For tests: the worker without a thread of its own. */
  readonly startThread?: StartThread | undefined;
}

/** The worker thread as the main thread sees it: the projector and the process managers, active in one process of several. */
export interface WorkerThread {
  readonly positions: ProjectedPositions;
  /** As the thread has last reported it. */
  health(): WorkerHealth;
}

/** After this a thread that doesn't stop is terminated; all that may be under way in it has shorter time-outs. */
const STOP_WITHIN_MS = 15_000;

/** Rows, statements and mails live for milliseconds: with the default of 48 MB, collecting them takes a tenth of the thread's time. */
const YOUNG_GENERATION_MB = 96;

const startNewThread: StartThread = (workerData) =>
  new Worker(new URL('./worker-thread.ts', import.meta.url), {
    name: 'projector',
    workerData,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });

/** The health until the thread has reported it. */
const STARTING: WorkerHealth = {
  readSide: { role: 'idle', ready: false, secondsBehind: 0, heartbeatAt: null, error: null, readModels: [] },
  processes: [],
  pools: [],
};

/**
 * Starts the projector, or its hot standby, and with it the process managers, in a thread of their own, so that requests
 * don't wait while events are folded into rows.
 */
export function startWorkerThread(
  { pool, log }: { readonly pool: Pool; readonly log: EventLog },
  context: WorkerContext,
  projections: readonly Projection[],
  stopWithinMs = STOP_WITHIN_MS,
): WorkerThread {
  const { config, publicUrl, databaseUrl, secretKey, claimPatienceMs, withoutMessages, clockMemory } =
    context;
  const { logger, metrics, writeLog, say, ending, closing, onLost, startThread = startNewThread } = context;
  const names = projections.map(({ name }) => name);
  const shared = sharedPositions(names);
  const own = createProjectedPositions();
  let health = STARTING;

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
      case 'report':
        for (const { count, of } of message.counted)
          (metrics[count] as (...args: Count['of']) => void)(...of);
        ({ health } = message);
        break;
      default:
        message satisfies never;
    }
  }

  const thread = startThread({
    config,
    publicUrl,
    databaseUrl,
    secretKey,
    claimPatienceMs,
    withoutMessages,
    clockMemory,
    positionsMemory: shared.memory,
  });
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

  /** Waits while the thread tells of each step of the positions. */
  async function waiting(name: string, wait: () => Promise<Position>): Promise<Position> {
    shared.waitBegins();
    try {
      own.advance(name, shared.read(name));
      return await wait();
    } finally {
      shared.waitEnds();
    }
  }
  const sharedByThread: ProjectedPositions = {
    async reached(name, after, patienceMs) {
      const now = shared.read(name);
      if (after === undefined || now >= after) return now;
      log.hurryNotices?.();
      return waiting(name, () => own.reached(name, after, patienceMs));
    },
    // Unlike a request, it doesn't hurry anybody.
    advanced: (name, position) => waiting(name, () => own.advanced(name, position)),
  };
  const polled = createPolledPositions(createCheckpoints(pool, projections), log.hurryNotices);
  // The active projector shares its positions; a standby polls the checkpoints that the active one writes.
  const present = () => (health.readSide.role === 'active' ? sharedByThread : polled);
  return {
    positions: {
      reached: (...args) => present().reached(...args),
      advanced: (...args) => present().advanced(...args),
    },
    health: () => health,
  };
}

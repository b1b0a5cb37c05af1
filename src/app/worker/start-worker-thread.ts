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

/** Starts a thread, and gives it this data. */
export type StartThread = (workerData: WorkerSettings) => Pick<Worker, 'on' | 'postMessage' | 'terminate'>;

/** The settings that the thread is started with, and the parts of this process that it uses. */
export interface WorkerContext extends ProcessSettings {
  readonly logger: Logger;
  /** Writes a line to the log that another thread has already rendered. */
  readonly writeLog: (line: string) => void;
  /** Prints a line for the person at the console, for example that the database is being created. */
  readonly say: (line: string) => void;
  readonly metrics: Metrics;
  /** Called when a part that the process needs, such as the embedded database, has ended by itself for good. */
  readonly onLost: (error: Error) => void;
  /** Aborted when all parts must end. A start that isn't complete by then gives up. */
  readonly ending: AbortSignal;
  /** Each part adds a function that closes what it has opened. They are called in reverse order. */
  readonly closing: AsyncDisposableStack;
  /** For tests: runs the worker without a thread of its own. */
  readonly startThread?: StartThread | undefined;
}

/** The main thread's view of the worker thread: the projector and the process managers. Of several processes, one is active. */
export interface WorkerThread {
  readonly positions: ProjectedPositions;
  /** The health that the thread reported last. */
  health(): WorkerHealth;
}

/** A thread that hasn't stopped after this time is terminated. Everything that may be under way in it has a shorter time-out. */
const STOP_WITHIN_MS = 15_000;

/** Rows, statements and mails live for milliseconds. With the default of 48 MB, garbage collection takes a tenth of the thread's time. */
const YOUNG_GENERATION_MB = 96;

const startNewThread: StartThread = (workerData) =>
  new Worker(new URL('./worker-thread.ts', import.meta.url), {
    name: 'projector',
    workerData,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });

/** The health that is shown until the thread has reported its own. */
const STARTING: WorkerHealth = {
  readSide: { role: 'idle', ready: false, secondsBehind: 0, heartbeatAt: null, error: null, readModels: [] },
  processes: [],
  pools: [],
};

/**
 * Starts a thread with the projector, or its hot standby, and the process managers. They have a thread of their own so that
 * requests don't wait while events are folded into rows.
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
    // With another code, the thread ended by an error, which was reported already.
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

  // The worker thread sends the notifications of both threads. That saves the event loop of requests a statement every few appends.
  log.relayNotices?.((notice) => thread.postMessage(notice));

  /** Tells the thread that somebody waits, so that it reports each step of the positions until the wait is over. */
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
    // The caller isn't a request, so readers aren't told to hurry.
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

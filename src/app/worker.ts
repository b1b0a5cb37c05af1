import { allProjections } from '../../projections/all.ts';
import { errorText } from '../../projections/engine/poison.ts';
import { sharedPositions } from '../../projections/engine/positions/shared-positions.ts';
import { startProjections } from '../../projections/engine/start.ts';
import { measuredAppend } from '../adapters/event-log/measured-append.ts';
import { openEventLog } from '../adapters/event-log/open.ts';
import { createStartupPatience } from '../adapters/event-log/startup-patience.ts';
import { createLogger } from '../adapters/logger.ts';
import type { Metrics } from '../adapters/metrics.ts';
import { startOpening } from '../adapters/opening-thread/opening.ts';
import { createPool, poolUse } from '../adapters/postgres/pool.ts';
import { postgresProcessStore, type Transaction } from '../adapters/postgres/process-store.ts';
import { postgresSealingKeys } from '../adapters/postgres/sealing-keys.ts';
import { deriveKey } from '../adapters/secrets/derived-keys.ts';
import { sharedClock } from '../adapters/shared-clock.ts';
import { createKeyedMutex } from '../eventsourcing/async/keyed-mutex.ts';
import type { Position } from '../eventsourcing/event-store.ts';
import type { ProcessManager } from '../eventsourcing/processes/process-manager.ts';
import { type ProcessHealth, runProcessManager } from '../eventsourcing/processes/run-process-manager.ts';
import { openParts, openPersonal, openPersonalBy } from '../eventsourcing/sealing/open-personal.ts';
import { createEventStreams } from '../eventsourcing/streams/event-streams.ts';
import { agendaDecider } from '../features/booking/agenda/decider.ts';
import { contactHasher } from '../features/customers/contacts.ts';
import { outboxForgetter } from '../features/messages/outbox-files.ts';
import { runMessagingAndJobs } from './background-jobs.ts';
import { sweepRegularly } from './housekeeping.ts';
import { createProcessManagers } from './process-managers.ts';
import { secretLinksOf } from './stores.ts';
import {
  type Count,
  type ProcessManagerHealth,
  STOP,
  type WorkerMessage,
  type WorkerPort,
  type WorkerSettings,
} from './worker-messages.ts';

/** The process managers' appends and reads; the projector only subscribes. */
const LOG_CONNECTIONS = 4;
const POOL_SIZE = 10;
/** Changes of health within this time are sent together, and so are counts. */
const SEND_WITHIN_MS = 20;

/**
 * The projector and the process managers. It opens its own stores and sends its log lines, counts and health through the port.
 * Ends when the port brings `STOP`.
 */
export async function runWorker(
  port: WorkerPort,
  {
    config,
    databaseUrl,
    secretKey,
    publicUrl,
    claimPatienceMs,
    withoutMessages,
    clockMemory,
    positionsMemory,
  }: WorkerSettings,
): Promise<void> {
  const ending = new AbortController();
  // Before anything is opened, since the start may be given up at any time.
  let publishNotice: ((notice: string) => void) | undefined;
  port.on('message', (message: string) => {
    if (message === STOP) ending.abort();
    // A notice that comes before the log is open is lost; subscriptions find its events when they poll.
    else publishNotice?.(message);
  });

  const send = (message: WorkerMessage) => port.postMessage(message);
  /** Counts that weren't sent yet. */
  let counted: Count[] = [];
  let countTimer: NodeJS.Timeout | undefined;
  const sendCounts = () => {
    clearTimeout(countTimer);
    countTimer = undefined;
    if (counted.length > 0) send({ kind: 'count', counted });
    counted = [];
  };
  const count = (one: Count) => {
    counted.push(one);
    countTimer ??= setTimeout(sendCounts, SEND_WITHIN_MS);
  };
  const say = (line: string) => send({ kind: 'say', line });
  const now = clockMemory ? sharedClock(clockMemory).now : () => new Date();
  const logger = createLogger(config.logLevel, { write: (line) => send({ kind: 'log', line }) });
  const closing = new AsyncDisposableStack();

  // Without a limit: the main thread waits for the same log, and stops this thread when its own limit is reached.
  const patience = createStartupPatience({ limitMs: Number.POSITIVE_INFINITY, signal: ending.signal });
  const stored = await openEventLog(config, databaseUrl, {
    connections: LOG_CONNECTIONS,
    name: 'projector log',
    patience,
  }).catch((error: unknown) => {
    if (!ending.signal.aborted) throw error;
  });
  // Stopped while it was waiting, with nothing open yet: this is no failure.
  if (!stored) return port.close();
  // From here on the users of the log retry by themselves.
  patience.end();
  closing.defer(stored.close);
  publishNotice = stored.publishNotice;
  const log = {
    ...stored,
    append: measuredAppend(stored.append, (...of) => count({ count: 'appendEnded', of })),
  };
  const onError = (err: Error) =>
    logger.warn({ err }, 'A database connection was lost; the pool replaces it.');
  const pool = createPool({ url: databaseUrl, name: 'projector', max: POOL_SIZE, onError });
  closing.defer(() => pool.end());
  const masterKey = deriveKey(secretKey, 'sealing-master/v1');
  const keys = postgresSealingKeys(pool, masterKey);
  const startOpeningElsewhere = () => {
    const { open, close } = startOpening(openParts(keys), { databaseUrl, masterKey });
    return { open: openPersonalBy(open), close };
  };

  const links = secretLinksOf(secretKey);
  const projections = allProjections(links);
  const shared = sharedPositions(
    projections.map(({ name }) => name),
    positionsMemory,
  );
  /** Positions that aren't shared yet: those of one batch are shared together. */
  const reached = new Map<string, Position>();
  const share = () => {
    if (shared.write(reached)) send({ kind: 'projected' });
    reached.clear();
  };
  const positions = {
    advance(name: string, position: Position) {
      if (reached.size === 0) queueMicrotask(share);
      reached.set(name, position);
    },
  };

  const healthOf = new Map<string, ProcessHealth>();
  let healthTimer: NodeJS.Timeout | undefined;
  const sendHealth = () => {
    healthTimer = undefined;
    const processes = [...healthOf].map(
      ([name, { error, ...health }]): ProcessManagerHealth => ({
        ...health,
        name,
        error: error === null ? null : errorText(error),
      }),
    );
    const pools = [...(log.poolUse?.() ?? []), poolUse(pool)];
    send({ kind: 'health', health: { readSide: readSide.health(), processes, pools } });
  };
  const healthChanged = () => {
    healthTimer ??= setTimeout(sendHealth, SEND_WITHIN_MS);
  };

  const checkpoints = postgresProcessStore(pool);
  const managers = createProcessManagers({
    log,
    agendas: createEventStreams(log, agendaDecider, { mutex: createKeyedMutex(), now }),
    keys,
    checkpoints,
    hashContact: contactHasher(deriveKey(secretKey, 'customer-contact/v1')),
    metrics: { slotSettled: (...of) => count({ count: 'slotSettled', of }) },
    forgetMessages: outboxForgetter({ log, dataDir: config.dataDir, logger }),
    now,
    claimPatienceMs,
  });
  const runManager = (manager: ProcessManager<Transaction>, signal: AbortSignal) => {
    const report = (health: ProcessHealth) => {
      const before = healthOf.get(manager.name);
      healthOf.set(manager.name, health);
      // A change of its position alone is sent with the read side's next heartbeat.
      const isSame =
        before?.status === health.status &&
        before.caughtUp === health.caughtUp &&
        before.openItems === health.openItems;
      if (!isSame) healthChanged();
    };
    return runProcessManager(manager, { log, store: checkpoints, report }, signal).catch((err: unknown) =>
      logger.error({ err, process: manager.name }, 'A process manager stopped.'),
    );
  };
  const countedTexts = {
    messageEnded: (...of: Parameters<Metrics['messageEnded']>) => count({ count: 'messageEnded', of }),
  };
  const whileActive = async (signal: AbortSignal) => {
    await Promise.all([
      ...Object.values(managers).map((manager) => runManager(manager, signal)),
      sweepRegularly({ pool, now }, logger, signal),
      withoutMessages ||
        runMessagingAndJobs(
          { config, publicUrl, secretKey, pool, log, keys, links, metrics: countedTexts, logger, now, say },
          runManager,
          signal,
        ),
    ]);
    healthOf.clear();
  };

  const readSide = startProjections(
    {
      store: log,
      pool,
      open: openPersonal(keys),
      startOpening: startOpeningElsewhere,
      projections,
      positions,
      logger,
      onBatch: (...of) => count({ count: 'batchProjected', of }),
      onHealth: healthChanged,
      whileActive,
    },
    ending.signal,
  );
  await readSide.ended;
  clearTimeout(healthTimer);
  await closing.disposeAsync();
  sendCounts();
  port.close();
}

import { allProjections } from '../../../projections/all.ts';
import { sharedPositions } from '../../../projections/engine/positions/shared-positions.ts';
import { startProjections } from '../../../projections/engine/supervisor.ts';
import { guardedLog } from '../../adapters/event-log/guarded-log.ts';
import { createLogCheck } from '../../adapters/event-log/log-identity.ts';
import { measuredAppend } from '../../adapters/event-log/measured-append.ts';
import { openEventLog } from '../../adapters/event-log/open.ts';
import { createStartupPatience } from '../../adapters/event-log/startup-patience.ts';
import { createLogger } from '../../adapters/logger.ts';
import { startOpening } from '../../adapters/opening-thread/opening.ts';
import { createPool, poolUse } from '../../adapters/postgres/pool.ts';
import { postgresSealingKeys } from '../../adapters/postgres/sealing-keys.ts';
import { deriveKey } from '../../adapters/secrets/derived-keys.ts';
import { sharedClock } from '../../adapters/shared-clock.ts';
import type { Position } from '../../eventsourcing/event-store.ts';
import { openParts, openPersonal, openPersonalBy } from '../../eventsourcing/sealing/open-personal.ts';
import { secretLinksOf } from '../../features/booking/appointment/secret-links.ts';
import { HOURS } from '../../features/hours/events.ts';
import { createProcesses } from './processes.ts';
import {
  type Count,
  type Counted,
  STOP,
  type WorkerMessage,
  type WorkerPort,
  type WorkerSettings,
} from './worker-messages.ts';

/** Connections for the process managers' appends and reads. The projector needs none of them: it only subscribes. */
const LOG_CONNECTIONS = 4;
const POOL_SIZE = 10;
/** Counts and changes of health within this many milliseconds are reported together. */
const REPORT_WITHIN_MS = 20;

/**
 * Runs the projector and the process managers. The worker opens its own stores, and sends its log lines, counts and health
 * through the port. It ends when it gets the message `STOP`.
 */
export async function runWorker(
  port: WorkerPort,
  { clockMemory, positionsMemory, ...settings }: WorkerSettings,
): Promise<void> {
  const { config, databaseUrl, secretKey } = settings;
  const ending = new AbortController();
  // The listener is added before anything is opened, since the start may be given up at any time.
  let publishNotice: ((notice: string) => void) | undefined;
  port.on('message', (message: string) => {
    if (message === STOP) ending.abort();
    // A notice that comes before the log is open is lost; subscriptions find its events when they poll.
    else publishNotice?.(message);
  });

  const send = (message: WorkerMessage) => port.postMessage(message);
  const now = clockMemory ? sharedClock(clockMemory).now : () => new Date();
  const logger = createLogger(config.logLevel, { write: (line) => send({ kind: 'log', line }) });
  const closing = new AsyncDisposableStack();

  /** Counts that weren't reported yet. */
  let counted: Count[] = [];
  let reporting: NodeJS.Timeout | undefined;
  function report() {
    clearTimeout(reporting);
    reporting = undefined;
    const pools = [...(log.poolUse?.() ?? []), poolUse(pool)];
    const health = { readSide: readSide.health(), processes: processes.health(), pools };
    send({ kind: 'report', counted, health });
    counted = [];
  }
  const reportSoon = () => {
    reporting ??= setTimeout(report, REPORT_WITHIN_MS);
  };
  const count = (one: Count) => {
    counted.push(one);
    reportSoon();
  };
  const metrics: Counted = {
    batchProjected: (...of) => count({ count: 'batchProjected', of }),
    slotSettled: (...of) => count({ count: 'slotSettled', of }),
    appendEnded: (...of) => count({ count: 'appendEnded', of }),
    messageEnded: (...of) => count({ count: 'messageEnded', of }),
  };

  // This patience needs no limit: the main thread waits for the same log, and stops this thread when its own limit is reached.
  const patience = createStartupPatience({ limitMs: Number.POSITIVE_INFINITY, signal: ending.signal });
  const stored = await openEventLog(config, databaseUrl, {
    connections: LOG_CONNECTIONS,
    name: 'projector log',
    patience,
  }).catch((error: unknown) => {
    if (!ending.signal.aborted) throw error;
  });
  // The thread was stopped while it waited for the log. Nothing is open yet, and this is no failure.
  if (!stored) return port.close();
  // From here on, everything that uses the log retries by itself.
  patience.end();
  closing.defer(stored.close);
  publishNotice = stored.publishNotice;
  const onError = (err: Error) =>
    logger.warn({ err }, 'A database connection was lost; the pool replaces it.');
  const pool = createPool({ url: databaseUrl, name: 'projector', max: POOL_SIZE, onError });
  closing.defer(() => pool.end());
  // Without a logger: the main thread notices the same and tells of it.
  const guarded = guardedLog(stored, { check: createLogCheck({ pool, log: stored, firstStream: HOURS }) });
  const log = { ...guarded, append: measuredAppend(guarded.append, metrics.appendEnded) };
  const masterKey = deriveKey(secretKey, 'sealing-master/v1');
  const keys = postgresSealingKeys(pool, masterKey);

  const links = secretLinksOf(secretKey);
  const projections = allProjections(links);
  const shared = sharedPositions(
    projections.map(({ name }) => name),
    positionsMemory,
  );
  /** Positions that aren't shared with the main thread yet. All positions of one batch are shared together. */
  const reached = new Map<string, Position>();
  const share = () => {
    if (shared.write(reached)) send({ kind: 'projected' });
    reached.clear();
  };

  const processes = createProcesses({
    ...settings,
    pool,
    log,
    keys,
    links,
    metrics,
    logger,
    now,
    say: (line) => send({ kind: 'say', line }),
    onHealth: reportSoon,
    retry: (name) => readSide.retry(name),
    rebuild: (name, signal) => readSide.rebuild(name, signal),
  });
  const readSide = startProjections(
    {
      store: log,
      pool,
      open: openPersonal(keys),
      startOpening() {
        const { open, close } = startOpening(openParts(keys), { databaseUrl, masterKey });
        return { open: openPersonalBy(open), close };
      },
      projections,
      positions: {
        advance(name, position) {
          if (reached.size === 0) queueMicrotask(share);
          reached.set(name, position);
        },
      },
      logger,
      onBatch: metrics.batchProjected,
      onHealth: reportSoon,
      whileActive: processes.run,
    },
    ending.signal,
  );
  await readSide.ended;
  await closing.disposeAsync();
  report();
  port.close();
}

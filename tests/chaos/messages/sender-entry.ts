import { once } from 'node:events';
import { configFromEnvironment } from '../../../src/adapters/config.ts';
import { createStartupPatience } from '../../../src/adapters/event-log/startup-patience.ts';
import { createLogger } from '../../../src/adapters/logger.ts';
import { createMetrics } from '../../../src/adapters/metrics.ts';
import { postgresProcessStore } from '../../../src/adapters/postgres/process-store.ts';
import { runMessagingAndJobs } from '../../../src/app/background-jobs.ts';
import { openStores } from '../../../src/app/stores.ts';
import { runProcessManager } from '../../../src/eventsourcing/run-process-manager.ts';

/** A messenger and a worker in a process of their own, beside the service's and without asking for the lock. */

const config = configFromEnvironment();
const ending = new AbortController();
const closing = new AsyncDisposableStack();
const metrics = createMetrics();
const context = {
  config,
  databaseUrl: config.databaseUrl ?? '',
  secretKey: config.secretKey ?? '',
  publicUrl: config.publicUrl ?? '',
  logger: createLogger(config.logLevel),
  writeLog: () => {},
  say: () => {},
  onLost: () => {},
  metrics,
  now: () => new Date(),
  patience: createStartupPatience(),
  draining: ending.signal,
  ending: ending.signal,
  closing,
};
const stores = await openStores(context, metrics);
const store = postgresProcessStore(stores.pool);
const ended = runMessagingAndJobs(
  { ...context, ...stores },
  (manager, signal) => runProcessManager(manager, { log: stores.log, store }, signal),
  ending.signal,
);
// It has no port; this says that it is at work.
process.send?.({ port: 0 });

process.on('disconnect', () => ending.abort());
process.on('message', () => ending.abort());
if (!ending.signal.aborted) await once(ending.signal, 'abort');
await ended;
await closing.disposeAsync();
process.exit();

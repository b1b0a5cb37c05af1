import { configFromEnvironment } from '../../../src/adapters/config.ts';
import { createStartupPatience } from '../../../src/adapters/event-log/startup-patience.ts';
import { createLogger } from '../../../src/adapters/logger.ts';
import { createMetrics } from '../../../src/adapters/metrics.ts';
import { postgresProcessStore } from '../../../src/adapters/postgres/process-store.ts';
import { openStores } from '../../../src/app/stores.ts';

export type Beside = Awaited<ReturnType<typeof openBeside>>;

async function openBeside(ending: AbortSignal) {
  const config = configFromEnvironment();
  const metrics = createMetrics();
  const context = {
    config,
    databaseUrl: config.databaseUrl ?? '',
    secretKey: config.secretKey ?? '',
    publicUrl: config.publicUrl ?? '',
    logger: createLogger(config.logLevel),
    say: () => {},
    onLost: () => {},
    metrics,
    now: () => new Date(),
    patience: createStartupPatience(),
    draining: ending,
    ending,
    closing: new AsyncDisposableStack(),
  };
  const stores = await openStores(context);
  return { ...context, ...stores, store: postgresProcessStore(stores.pool) };
}

/**
 * Does the servers' work in this process, beside theirs and without asking for the lock, until it is told to stop or the process that
 * started it has gone.
 */
export async function runBeside(begin: (beside: Beside) => Promise<unknown>): Promise<never> {
  const ending = new AbortController();
  const beside = await openBeside(ending.signal);
  const ended = begin(beside);
  // It has no port; this says that it is at work.
  process.send?.({ port: 0 });
  process.on('disconnect', () => ending.abort()).on('message', () => ending.abort());
  await ended;
  await beside.closing.disposeAsync();
  process.exit();
}

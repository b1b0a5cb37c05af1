import { configFromEnvironment } from '../../src/adapters/config.ts';
import { createStartupPatience } from '../../src/adapters/event-log/startup-patience.ts';
import { createLogger } from '../../src/adapters/logger.ts';
import { createMetrics } from '../../src/adapters/metrics.ts';
import { postgresProcessStore } from '../../src/adapters/postgres/process-store.ts';
import { deriveKey } from '../../src/adapters/secrets/derived-keys.ts';
import { createProcessManagers } from '../../src/app/process-managers.ts';
import { openStores } from '../../src/app/stores.ts';

import { createEventStreams } from '../../src/eventsourcing/event-streams.ts';
import { createKeyedMutex } from '../../src/eventsourcing/keyed-mutex.ts';
import { runProcessManager } from '../../src/eventsourcing/run-process-manager.ts';
import { agendaDecider } from '../../src/features/booking/agenda/decider.ts';
import { contactHasher } from '../../src/features/customers/contacts.ts';

/** The service's process managers in a process of their own, beside the servers' and without asking for the lock. */

const config = configFromEnvironment();
const now = () => new Date();
const keeping = new AbortController();
const closing = new AsyncDisposableStack();
const metrics = createMetrics();
const context = {
  config,
  databaseUrl: config.databaseUrl ?? '',
  secretKey: config.secretKey ?? '',
  publicUrl: '',
  logger: createLogger(config.logLevel),
  writeLog: () => {},
  say: () => {},
  onLost: () => {},
  metrics,
  now,
  patience: createStartupPatience(),
  draining: keeping.signal,
  ending: keeping.signal,
  closing,
};
const stores = await openStores(context, metrics);
const agendas = createEventStreams(stores.log, agendaDecider, { mutex: createKeyedMutex(), now });
const store = postgresProcessStore(stores.pool);
const claimPatienceMs = Number(process.env.KEEPER_PATIENCE_MS);
const hashContact = contactHasher(deriveKey(context.secretKey, 'customer-contact/v1'));
const managers = createProcessManagers({
  ...stores,
  checkpoints: store,
  hashContact,
  agendas,
  metrics,
  forgetMessages: async () => {},
  now,
  claimPatienceMs,
});
const kept = Promise.all(
  Object.values(managers).map((manager) =>
    runProcessManager(manager, { log: stores.log, store }, keeping.signal),
  ),
);
// It has no port; this says that it is at work.
process.send?.({ port: 0 });

const stop = () => {
  keeping.abort();
  void kept.then(() => closing.disposeAsync()).then(() => process.exit());
};
process.on('disconnect', stop).on('message', stop);
await kept;

import { configFromEnvironment } from '../../src/adapters/config.ts';
import { createLogger } from '../../src/adapters/logger.ts';
import { createMetrics } from '../../src/adapters/metrics.ts';
import { postgresProcessTable } from '../../src/adapters/postgres/process-table.ts';
import { openStores, SLOT_KEEPER_TABLE } from '../../src/app/stores.ts';
import { createEventStreams } from '../../src/eventsourcing/event-streams.ts';
import { createTurns } from '../../src/eventsourcing/keyed-mutex.ts';
import { agendaDecider } from '../../src/features/booking/agenda/decider.ts';
import type { OpenSlot } from '../../src/features/booking/slot-keeper/keeper.ts';
import { runSlotKeeper } from '../../src/features/booking/slot-keeper/run.ts';

/** The service's slot keeper in a process of its own, beside the servers' own and without asking for the lock. */

const config = configFromEnvironment();
const now = () => new Date();
const keeping = new AbortController();
const closing = new AsyncDisposableStack();
const foundation = {
  config,
  databaseUrl: config.databaseUrl ?? '',
  secretKey: config.secretKey ?? '',
  publicUrl: '',
  logger: createLogger(config.logLevel),
  now,
  report: () => {},
  ending: keeping.signal,
  closing,
};
const stores = await openStores(foundation, createMetrics());
const kept = runSlotKeeper(
  {
    store: stores.log,
    agendas: createEventStreams(stores.log, agendaDecider, { turns: createTurns(), now }),
    table: postgresProcessTable<OpenSlot>(stores.pool, SLOT_KEEPER_TABLE),
    now,
    patienceMs: Number(process.env.KEEPER_PATIENCE_MS),
  },
  keeping.signal,
);
// It has no port; this says that it is at work.
process.send?.({ port: 0 });

const stop = () => {
  keeping.abort();
  void kept.then(() => closing.disposeAsync()).then(() => process.exit());
};
process.on('disconnect', stop).on('message', stop);
await kept;

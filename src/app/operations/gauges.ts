import type { Pool } from 'pg';
import type { ReadModelState } from '../../../projections/engine/read-model-states.ts';
import { type EventLog, LAG_COUNTED } from '../../adapters/event-log/event-log.ts';
import type { Sample, SampledGauge } from '../../adapters/metrics.ts';
import { poolUse } from '../../adapters/postgres/pool.ts';
import { cleaningState } from '../../erasure/cleaning.ts';
import { singleFlight } from '../../eventsourcing/async/single-flight.ts';
import { type WaitingMessages, waitingMessages } from '../../features/messages/queue/queue.ts';
import { hasProofFailed } from '../../proof/last-proof.ts';
import type { Stores } from '../stores.ts';
import type { ProcessManagerHealth } from '../worker/processes.ts';
import type { Worker } from '../worker/worker.ts';

const one = (value: number | boolean | undefined): readonly Sample[] =>
  value === undefined ? [] : [{ value: Number(value) }];

/** Gauges that only one kind of log has. */
function* ofThisLog(log: EventLog): Generator<SampledGauge> {
  const { refusedCheckpoints } = log;
  if (log.deliveryLag) {
    const deliveryLag = singleFlight(log.deliveryLag);
    yield {
      name: 'salon_log_held_back_events',
      help: 'Events committed and not delivered yet, because an older transaction is open.',
      read: async () => one((await deliveryLag()).heldBackEvents),
    };
    yield {
      name: 'salon_log_oldest_transaction_seconds',
      help: 'Age of the oldest writing transaction in the database cluster.',
      read: async () => one((await deliveryLag()).oldestTransactionSeconds),
    };
  }
  if (refusedCheckpoints) {
    yield {
      name: 'salon_log_refused_checkpoints',
      help: 'Invalid checkpoints from EventStoreDB, none of which is used, since the start of this process.',
      read: () => one(refusedCheckpoints()),
    };
  }
}

/** Gauges of the text messages and mails to customers that wait to be sent, whichever process sends them. */
const ofMessages = (pool: Pool): readonly SampledGauge[] => {
  const state = singleFlight(() => waitingMessages(pool));
  const byChannel = (name: string, help: string, of: (state: WaitingMessages) => number): SampledGauge => ({
    name: `salon_messages_${name}`,
    help,
    labels: ['channel'],
    read: async () => (await state()).map((one) => ({ labels: { channel: one.channel }, value: of(one) })),
  });
  return [
    byChannel(
      'waiting',
      'Causes of messages to customers whose time has come and that have no end yet, by channel: sms or email.',
      ({ waiting }) => waiting,
    ),
    byChannel('oldest_seconds', 'How long the oldest of them has been due.', ({ seconds }) => seconds),
    byChannel('paused', '1 while messages wait until staff resume them.', ({ paused }) => Number(paused)),
  ];
};

/** A gauge with one value for each process manager that runs here. */
const ofProcesses = (
  { processes }: Worker,
  name: string,
  help: string,
  of: (process: ProcessManagerHealth) => number | Promise<number>,
): SampledGauge => ({
  name: `salon_process_${name}`,
  help,
  labels: ['process'],
  read: () =>
    Promise.all(
      processes().map(async (process) => ({
        labels: { process: process.name },
        value: await of(process),
      })),
    ),
});

/** The gauges that are read from the stores and the parts of this process at each scrape. */
export function sampledMetrics(
  { log, pool, reportPool, jobs }: Stores,
  worker: Worker | undefined,
  readModelStates: () => Promise<readonly ReadModelState[]>,
): readonly SampledGauge[] {
  const ofReadModels = (name: string, help: string, of: (model: ReadModelState) => number) => ({
    name: `salon_read_model_${name}`,
    help,
    labels: ['read_model'],
    read: async () =>
      (await readModelStates()).map((model) => ({
        labels: { read_model: model.name },
        value: of(model),
      })),
  });

  const gauges: readonly SampledGauge[] = [
    // This gauge comes first, so that it doesn't count connections that this scrape itself uses.
    {
      name: 'salon_pool_connections',
      help: 'Database connections by pool: open, of these idle, the most there may be, and callers waiting.',
      labels: ['pool', 'state'],
      read: () =>
        [
          ...(log.poolUse?.() ?? []),
          poolUse(pool),
          poolUse(reportPool),
          ...(worker ? [worker.pool()] : []),
        ].flatMap(({ name, ...states }) =>
          Object.entries(states).map(([state, value]) => ({ labels: { pool: name, state }, value })),
        ),
    },
    ofReadModels(
      'lag_events',
      `Events of the log after its checkpoint, at most ${LAG_COUNTED}.`,
      (m) => m.eventsBehind,
    ),
    ofReadModels('lag_seconds', "Age of the oldest event that isn't in its rows.", (m) => m.secondsBehind),
    ofReadModels('running', '0: stopped at an event, or not built yet.', (m) =>
      Number(m.status === 'running'),
    ),
    {
      name: 'salon_jobs',
      help: 'Jobs by queue: ready, deferred to a later try, active, and dead, which is given up. At most a minute old.',
      labels: ['queue', 'state'],
      read: async () =>
        (await jobs.counts()).map(({ queue, state, count }) => ({ labels: { queue, state }, value: count })),
    },
    {
      name: 'salon_proof_failed',
      help: '1: the last proof of the log and the read models found something wrong.',
      read: async () => one(await hasProofFailed(pool)),
    },
    {
      name: 'salon_erasure_cleaning_late',
      help: "1: what was erased more than a day ago is still in the database's files.",
      read: async () => one((await cleaningState(pool, new Date())).late),
    },
    ...ofMessages(pool),
    ...ofThisLog(log),
  ];
  if (!worker) return gauges;

  return [
    ...gauges,
    {
      name: 'salon_projector_active',
      help: '1 where the projecting is done, 0 on a standby.',
      read: () => one(worker.readSide().role === 'active'),
    },
    ofProcesses(
      worker,
      'following',
      'Process managers: 0 when one lost a store or stopped; missing on a standby.',
      ({ status }) => Number(status === 'following'),
    ),
    ofProcesses(
      worker,
      'open_items',
      'Items that a process manager waits for, such as taken slots that no booking has claimed yet.',
      ({ openItems }) => openItems,
    ),
    ofProcesses(
      worker,
      'lag_events',
      `Events of the log that a process manager has not been through, at most ${LAG_COUNTED}.`,
      async ({ position }) => (await log.lagAfter(position)).events,
    ),
  ];
}

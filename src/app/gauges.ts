import type { ReadModelState } from '../../projections/engine/read-model-states.ts';
import { type EventLog, LAG_COUNTED } from '../adapters/event-log/event-log.ts';
import type { Sample, SampledGauge } from '../adapters/metrics.ts';
import { poolUse } from '../adapters/postgres/pool.ts';
import { sharedLook } from '../eventsourcing/single-flight.ts';
import type { Stores } from './stores.ts';
import type { Background } from './workers.ts';

const one = (value: number | boolean | undefined): readonly Sample[] =>
  value === undefined ? [] : [{ value: Number(value) }];

/** What only one of the logs can tell. */
function* ofThisLog(log: EventLog): Generator<SampledGauge> {
  const { refusedCheckpoints } = log;
  if (log.feedLag) {
    const feedLag = sharedLook(log.feedLag);
    yield {
      name: 'salon_log_held_back_events',
      help: 'Events committed and not delivered yet, because an older transaction is open.',
      read: async () => one((await feedLag()).heldBackEvents),
    };
    yield {
      name: 'salon_log_oldest_transaction_seconds',
      help: 'Age of the oldest writing transaction in the database cluster.',
      read: async () => one((await feedLag()).oldestTransactionSeconds),
    };
  }
  if (refusedCheckpoints) {
    yield {
      name: 'salon_log_refused_checkpoints',
      help: "Marks of EventStoreDB's that could not be true, since the start of this process.",
      read: () => one(refusedCheckpoints()),
    };
  }
}

/** What a scrape reads from the stores and from the parts of this process at that moment. */
export function sampledMetrics(
  { log, pool, readPool }: Stores,
  background: Background | undefined,
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
    // First, so that it doesn't count the queries of this very scrape.
    {
      name: 'salon_pool_connections',
      help: 'Database connections by pool: open, of these idle, the most there may be, and callers waiting.',
      labels: ['pool', 'state'],
      read: () =>
        [...(log.poolUse?.() ?? []), poolUse(pool), poolUse(readPool)].flatMap(({ name, ...states }) =>
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
    ...ofThisLog(log),
  ];
  if (!background) return gauges;

  const { readSide, keeperHealth } = background;
  return [
    ...gauges,
    {
      name: 'salon_projector_active',
      help: '1 where the projecting is done, 0 on a standby.',
      read: () => one(readSide.health().role === 'active'),
    },
    {
      name: 'salon_keeper_following',
      help: '0: the slot keeper lost the log or stopped; missing on a standby.',
      read: () => one(keeperHealth() && keeperHealth()?.status === 'following'),
    },
    {
      name: 'salon_keeper_open_slots',
      help: 'Taken slots that no booking has claimed yet.',
      read: () => one(keeperHealth()?.openSlots),
    },
    {
      name: 'salon_keeper_lag_events',
      help: `Events of the log that the slot keeper has not been through, at most ${LAG_COUNTED}.`,
      read: async () => {
        const health = keeperHealth();
        return one(health && (await log.lagAfter(health.position)).events);
      },
    },
  ];
}

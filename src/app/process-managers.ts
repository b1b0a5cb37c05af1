import type { EventLog } from '../adapters/event-log/event-log.ts';
import type { Metrics } from '../adapters/metrics.ts';
import { postgresItemTable, type Transaction } from '../adapters/postgres/process-store.ts';
import type { ProcessManager } from '../eventsourcing/process-manager.ts';
import type { AgendaStreams } from '../features/booking/agenda/take-slot.ts';
import { createSlotKeeper } from '../features/booking/slot-keeper/keeper.ts';

export interface ProcessManagerDeps {
  readonly log: EventLog;
  readonly agendas: AgendaStreams;
  readonly metrics: Pick<Metrics, 'slotSettled'>;
  now(): Date;
  /** How long a taken slot may stay unclaimed, in milliseconds; a minute when left out. */
  readonly claimPatienceMs?: number | undefined;
}

/** The names of all process managers. */
export const PROCESS_MANAGERS = ['slot-keeper'] as const;

/** Every process manager there is, by its name. */
export const createProcessManagers = ({
  log,
  agendas,
  metrics,
  now,
  claimPatienceMs: patienceMs,
}: ProcessManagerDeps): Readonly<Record<(typeof PROCESS_MANAGERS)[number], ProcessManager<Transaction>>> => ({
  'slot-keeper': createSlotKeeper({
    store: log,
    agendas,
    table: postgresItemTable('slot_keeper_slots'),
    now,
    ...(patienceMs !== undefined && { patienceMs }),
    settled: metrics.slotSettled,
  }),
});

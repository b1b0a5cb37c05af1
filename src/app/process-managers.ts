import type { Metrics } from '../adapters/metrics.ts';
import { postgresItemTable, type Transaction } from '../adapters/postgres/process-store.ts';
import type { EventStore } from '../eventsourcing/event-store.ts';
import type { ProcessManager } from '../eventsourcing/process-manager.ts';
import type { SealingKeys } from '../eventsourcing/sealing/sealing-keys.ts';
import type { AgendaStreams } from '../features/booking/agenda/take-slot.ts';
import { createShredder, SHREDDER } from '../features/booking/shredder/shredder.ts';
import { createSlotKeeper, SLOT_KEEPER } from '../features/booking/slot-keeper/keeper.ts';

interface ProcessManagerDeps {
  readonly log: EventStore;
  readonly agendas: AgendaStreams;
  readonly keys: Pick<SealingKeys, 'shred'>;
  readonly metrics: Pick<Metrics, 'slotSettled'>;
  now(): Date;
  /** How long a taken slot may stay unclaimed, in milliseconds; a minute when left out. */
  readonly claimPatienceMs?: number | undefined;
}

/** The names of all process managers. */
export const PROCESS_MANAGERS = [SLOT_KEEPER, SHREDDER] as const;

/** Each by the name it has itself: another name, or a missing one, is a type error. */
type ProcessManagers = {
  readonly [Name in (typeof PROCESS_MANAGERS)[number]]: ProcessManager<Transaction> & { readonly name: Name };
};

/** Every process manager there is, by its name. */
export const createProcessManagers = ({
  log,
  agendas,
  keys,
  metrics,
  now,
  claimPatienceMs: patienceMs,
}: ProcessManagerDeps): ProcessManagers => ({
  [SLOT_KEEPER]: createSlotKeeper({
    store: log,
    agendas,
    table: postgresItemTable('slot_keeper_slots'),
    now,
    ...(patienceMs !== undefined && { patienceMs }),
    settled: metrics.slotSettled,
  }),
  [SHREDDER]: createShredder(keys),
});

import type { Metrics } from '../adapters/metrics.ts';
import { postgresItemTable, type Transaction } from '../adapters/postgres/process-store.ts';
import type { EventStore } from '../eventsourcing/event-store.ts';
import type { ProcessManager, ProcessStore } from '../eventsourcing/processes/process-manager.ts';
import { openPersonal } from '../eventsourcing/sealing/open-personal.ts';
import { sealedEventStore } from '../eventsourcing/sealing/sealed-event-store.ts';
import type { SealingKeys } from '../eventsourcing/sealing/sealing-keys.ts';
import type { AgendaStreams } from '../features/booking/agenda/commands.ts';
import { createShredder, type Erasure, SHREDDER } from '../features/booking/shredder/shredder.ts';
import { createSlotKeeper, SLOT_KEEPER } from '../features/booking/slot-keeper/keeper.ts';
import type { HashContact } from '../features/customers/contacts.ts';
import { REGISTRAR } from '../features/customers/registrar/booking-history.ts';
import type { Decision, HeldContact, RegistrarTables } from '../features/customers/registrar/memory.ts';
import { createRegistrar } from '../features/customers/registrar/registrar.ts';
import { MESSENGER } from '../features/messages/ledger/append.ts';

interface ProcessManagerDeps {
  readonly log: EventStore;
  readonly agendas: AgendaStreams;
  readonly keys: SealingKeys;
  /** Where their checkpoints are. */
  readonly checkpoints: ProcessStore<Transaction>;
  readonly hashContact: HashContact;
  readonly metrics: Pick<Metrics, 'slotSettled'>;
  /** Removes what is kept of a booking's messages outside of the log. */
  forgetMessages(bookingId: string): Promise<void>;
  now(): Date;
  /** How long a taken slot may stay unclaimed, in milliseconds; a minute when left out. */
  readonly claimPatienceMs?: number | undefined;
}

/** Those that need nothing but the log and their tables. */
export const MANAGERS_OF_THE_LOG = [SLOT_KEEPER, REGISTRAR, SHREDDER] as const;
/** The names of all process managers. The messenger needs the salon's profile as well, and is made with what sends. */
export const PROCESS_MANAGERS = [...MANAGERS_OF_THE_LOG, MESSENGER] as const;

/** The registrar's tables; `verify` compares them with a fresh fold. */
export const registrarTables: RegistrarTables<Transaction> = {
  contacts: postgresItemTable<HeldContact>('registrar_contacts'),
  decisions: postgresItemTable<Decision>('registrar_decisions'),
  erased: postgresItemTable<true>('registrar_erased'),
};

/** What the registrar has saved, as of one moment. */
async function savedMatching(checkpoints: ProcessStore<Transaction>) {
  let decisions: readonly Decision[] = [];
  const { position } = await checkpoints.load(REGISTRAR, async (tx) => {
    decisions = [...(await registrarTables.decisions.load(tx)).values()];
  });
  return { position, decisions };
}

/** Each by the name it has itself: another name, or a missing one, is a type error. */
type ProcessManagers = {
  readonly [Name in (typeof MANAGERS_OF_THE_LOG)[number]]: ProcessManager<Transaction> & {
    readonly name: Name;
  };
};

/** The process managers that need nothing but the log and their tables, by name. */
export const createProcessManagers = ({
  log,
  agendas,
  keys,
  checkpoints,
  hashContact,
  metrics,
  forgetMessages,
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
  [REGISTRAR]: createRegistrar({
    log,
    store: sealedEventStore(log, keys),
    open: openPersonal(keys),
    tables: registrarTables,
    hash: hashContact,
    now,
  }),
  [SHREDDER]: createShredder({
    log,
    keys,
    tables: {
      erasures: postgresItemTable<Erasure>('shredder_erasures'),
      erased: postgresItemTable<true>('shredder_erased'),
    },
    savedMatching: () => savedMatching(checkpoints),
    forgetMessages,
    now,
  }),
});

import type { Pool } from 'pg';
import type { Metrics } from '../../adapters/metrics.ts';
import { postgresItemTable, type Transaction } from '../../adapters/postgres/process-store.ts';
import { SHREDDER } from '../../erasure/appended.ts';
import { createShredder, type NoteErasure } from '../../erasure/shredder.ts';
import type { EventStore } from '../../eventsourcing/event-store.ts';
import type { ProcessManager, ProcessStore } from '../../eventsourcing/processes/process-manager.ts';
import type { SealingKeys } from '../../eventsourcing/sealing/sealing-keys.ts';
import { composeSlotKeeper } from '../../features/booking/compose.ts';
import { SLOT_KEEPER } from '../../features/booking/slot-keeper/keeper.ts';
import { composeImporter, composeRegistrar, savedMatching } from '../../features/customers/compose.ts';
import type { HashContact } from '../../features/customers/contacts.ts';
import { REGISTRAR } from '../../features/customers/events.ts';
import { IMPORTER } from '../../features/customers/imports/importer.ts';
import { MESSENGER } from '../../features/messages/ledger/append.ts';
import { portraitForgetter } from '../../features/pictures/forget-portraits.ts';

interface ProcessManagerDeps {
  /** The log, with personal parts sealed, as they are stored. */
  readonly log: EventStore;
  readonly keys: SealingKeys;
  readonly pool: Pool;
  readonly checkpoints: ProcessStore<Transaction>;
  readonly hashContact: HashContact;
  readonly metrics: Pick<Metrics, 'slotSettled'>;
  /** Removes the data about a booking's messages that is not in the log. */
  forgetMessages(bookingId: string): Promise<void>;
  readonly noteErasure?: NoteErasure | undefined;
  now(): Date;
  /** How long a taken slot may stay unclaimed, in milliseconds; a minute when left out. */
  readonly claimPatienceMs?: number | undefined;
}

/** Names of the process managers that need nothing but the log and their tables. */
export const MANAGERS_OF_THE_LOG = [SLOT_KEEPER, REGISTRAR, SHREDDER, IMPORTER] as const;
/** The names of all process managers. The messenger also needs the salon's profile, so it is made together with the senders. */
export const PROCESS_MANAGERS = [...MANAGERS_OF_THE_LOG, MESSENGER] as const;

/** The process managers by name. The type makes sure that none is missing and that each one has the name it is listed by. */
type ProcessManagers = {
  readonly [Name in (typeof MANAGERS_OF_THE_LOG)[number]]: ProcessManager<Transaction> & {
    readonly name: Name;
  };
};

/** The process managers that need nothing but the log and their tables, by name. */
export const createProcessManagers = (deps: ProcessManagerDeps): ProcessManagers => ({
  [SLOT_KEEPER]: composeSlotKeeper({
    store: deps.log,
    now: deps.now,
    patienceMs: deps.claimPatienceMs,
    settled: deps.metrics.slotSettled,
  }),
  [REGISTRAR]: composeRegistrar(deps),
  [SHREDDER]: createShredder({
    ...deps,
    tables: {
      erasures: postgresItemTable('shredder_erasures'),
      erased: postgresItemTable('shredder_erased'),
    },
    savedMatching: () => savedMatching(deps.checkpoints),
    forgetPortraits: portraitForgetter(deps),
  }),
  [IMPORTER]: composeImporter(deps),
});

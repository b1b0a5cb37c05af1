import type { Pool } from 'pg';
import { postgresItemTable, type Transaction } from '../../adapters/postgres/process-store.ts';
import { deriveKey } from '../../adapters/secrets/derived-keys.ts';
import { createKeyedMutex, type KeyedMutex } from '../../eventsourcing/async/keyed-mutex.ts';
import type { EventStore } from '../../eventsourcing/event-store.ts';
import type { ProcessStore } from '../../eventsourcing/processes/process-manager.ts';
import { openPersonal } from '../../eventsourcing/sealing/open-personal.ts';
import { sealedEventStore } from '../../eventsourcing/sealing/sealed-event-store.ts';
import type { SealingKeys } from '../../eventsourcing/sealing/sealing-keys.ts';
import { createEventStreams } from '../../eventsourcing/streams/event-streams.ts';
import { createCustomerCommands } from './commands.ts';
import { contactHasher, type HashContact, hashesOf } from './contacts.ts';
import { customerDecider } from './decider.ts';
import { MERGES, REGISTRAR } from './events.ts';
import { createImportCommands } from './imports/commands.ts';
import { createImportFiles } from './imports/files.ts';
import { createImporter, type OpenImport } from './imports/importer.ts';
import { postgresImportTable } from './imports/postgres-table.ts';
import { createImportQueries } from './imports/queries.ts';
import { mergesDecider } from './merges/decider.ts';
import { createAreHeld, createHeldBy, createHoldersOf } from './registrar/holders.ts';
import type {
  HeldContact,
  ImportedCustomer,
  ImportUndo,
  RegistrarDecision,
  RegistrarTables,
} from './registrar/memory.ts';
import { createRegistrar } from './registrar/registrar.ts';

interface CustomersDeps {
  /** The log, with personal parts sealed, as they are stored. */
  readonly log: EventStore;
  readonly keys: SealingKeys;
  readonly pool: Pool;
  readonly mutex: KeyedMutex;
  readonly hashContact: HashContact;
  now(): Date;
}

export type Customers = ReturnType<typeof composeCustomers>;

/** Makes the commands on customers and on imports. */
export function composeCustomers({ log, keys, mutex, pool, hashContact, now }: CustomersDeps) {
  const merges = createEventStreams(log, mergesDecider, { mutex, now });
  const table = postgresImportTable({ pool, keys });
  const heldBy = createHeldBy(pool);
  return {
    commands: createCustomerCommands({
      customers: createEventStreams(sealedEventStore(log, keys), customerDecider, { mutex, now }),
      merges,
      holdersOf: createHoldersOf(pool, hashContact),
      async mayHold(importId, customerIds, onCards) {
        const hashes = onCards.flatMap((card) => hashesOf(card, hashContact));
        return table.mayHold(importId, [...hashes, ...(await heldBy(customerIds))], hashContact);
      },
    }),
    imports: {
      ...createImportCommands({ merges, keep: table.keep, drop: table.drop }),
      ...createImportQueries({ merges, kept: table.kept, notTaken: table.notTaken }),
      files: createImportFiles({ pool, keys }),
      areHeld: createAreHeld(pool, hashContact),
    },
  };
}

/** Makes the function that removes files, rows and keys of imports that nobody has started. */
export function composeImportSweep({ log, keys, pool, now }: Omit<CustomersDeps, 'mutex' | 'hashContact'>) {
  const merges = createEventStreams(log, mergesDecider, { mutex: createKeyedMutex(), now });
  const files = createImportFiles({ pool, keys });
  const table = postgresImportTable({ pool, keys });
  return async (): Promise<void> => {
    await files.sweep(now());
    await table.sweep(now(), () =>
      merges.read(
        MERGES,
        ({ state }) =>
          new Map([...state.imports].map(([id, { status }]) => [id, { isOpen: status === 'open' }])),
      ),
    );
  };
}

/** Makes the process manager that imports files. */
export const composeImporter = ({
  log,
  keys,
  pool,
  hashContact: hash,
  now,
}: Omit<CustomersDeps, 'mutex'>) => {
  const streams = { mutex: createKeyedMutex(), now };
  const store = sealedEventStore(log, keys);
  return createImporter({
    store,
    customers: createEventStreams(store, customerDecider, streams),
    merges: createEventStreams(log, mergesDecider, streams),
    rows: postgresImportTable({ pool, keys }),
    table: postgresItemTable<OpenImport>('importer_open'),
    hash,
    now,
  });
};

/** Makes the function that hashes contacts with the service's secret key. */
export const contactHasherOf = (secretKey: string): HashContact =>
  contactHasher(deriveKey(secretKey, 'customer-contact/v1'));

/** The registrar's tables. The command `verify` compares them with a new fold of the log. */
export const registrarTables: RegistrarTables<Transaction> = {
  contacts: postgresItemTable<HeldContact>('registrar_contacts'),
  decisions: postgresItemTable<RegistrarDecision>('registrar_decisions'),
  erased: postgresItemTable<true>('registrar_erased'),
  imported: postgresItemTable<ImportedCustomer>('registrar_imported'),
  undos: postgresItemTable<ImportUndo>('registrar_undos'),
};

/** Makes the process manager that finds each booking's customer. */
export const composeRegistrar = ({
  log,
  keys,
  hashContact,
  now,
}: Pick<CustomersDeps, 'log' | 'keys' | 'hashContact' | 'now'>) =>
  createRegistrar({
    log,
    store: sealedEventStore(log, keys),
    open: openPersonal(keys),
    tables: registrarTables,
    hash: hashContact,
    now,
  });

/** The registrar's saved tables. Position and decisions are read in one snapshot. */
export async function savedMatching(checkpoints: ProcessStore<Transaction>) {
  let decisions: readonly RegistrarDecision[] = [];
  const { position } = await checkpoints.load(REGISTRAR, async (tx) => {
    decisions = [...(await registrarTables.decisions.load(tx)).values()];
  });
  return { position, decisions };
}

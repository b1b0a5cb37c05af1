import { setImmediate } from 'node:timers/promises';
import { DeadlineExceeded } from '../../../src/eventsourcing/async/deadline.ts';
import { createKeyedMutex } from '../../../src/eventsourcing/async/keyed-mutex.ts';
import { type EventStore, LOG_START, type RecordedEvent } from '../../../src/eventsourcing/event-store.ts';
import {
  type MemoryTransaction,
  memoryItemTable,
} from '../../../src/eventsourcing/processes/memory-item-table.ts';
import {
  CheckpointOutdated,
  type ItemTable,
  type ProcessSteps,
  type ProcessStore,
  processSteps,
} from '../../../src/eventsourcing/processes/process-manager.ts';
import { openPersonal } from '../../../src/eventsourcing/sealing/open-personal.ts';
import { sealedEventStore } from '../../../src/eventsourcing/sealing/sealed-event-store.ts';
import { RuleBroken } from '../../../src/eventsourcing/streams/decider.ts';
import { createEventStreams } from '../../../src/eventsourcing/streams/event-streams.ts';
import { bookingDecider } from '../../../src/features/booking/appointment/decider.ts';
import { createShredder } from '../../../src/features/booking/shredder/shredder.ts';
import { createCustomerCommands } from '../../../src/features/customers/commands.ts';
import { customerDecider } from '../../../src/features/customers/decider.ts';
import { createImportCommands } from '../../../src/features/customers/imports/commands.ts';
import { createImporter, type OpenImport } from '../../../src/features/customers/imports/importer.ts';
import { mergesDecider } from '../../../src/features/customers/merges/decider.ts';
import { REGISTRAR } from '../../../src/features/customers/registrar/booking-history.ts';
import type {
  HeldContact,
  RegistrarDecision,
  RegistrarTables,
} from '../../../src/features/customers/registrar/memory.ts';
import { createRegistrar } from '../../../src/features/customers/registrar/registrar.ts';
import { gatedStore } from '../log/gated-store.ts';
import { memoryEventStore } from '../log/memory-event-store.ts';
import { memoryProcessStore } from '../log/memory-process-store.ts';
import { memorySealingKeys } from '../log/memory-sealing-keys.ts';
import { nextBatch } from '../log/next-batch.ts';
import { memoryImportTable } from './memory-import-table.ts';
import { hashContact, newRegistrarTables, newShredderTables } from './registrar-facts.ts';
import { ask, type Wish } from './registrar-wishes.ts';

/** What may happen next in the world. */
export interface Move {
  readonly kind:
    | 'begin'
    | 'open-gate'
    | 'run-staff'
    | 'registrar'
    | 'keep-up'
    | 'shredder'
    | 'importer'
    | 'kill'
    | 'lose-table'
    | 'lose-plans'
    | 'shred-and-lose';
  /** Which of the two processes. */
  readonly process: number;
  /** Which of several. */
  readonly n: number;
}

const now = () => new Date('2026-11-20T18:00:00Z');
/** After one of these nothing is sealed in the stream any more. */
const ENDS = ['BookingDeleted', 'BookingErased', 'CustomerErased'];

const machineryOf = () => ({ mutex: createKeyedMutex(), now });

/** Contacts by customer, and whether imported customers were touched. */
async function toldOf(
  { contacts, imported }: Pick<RegistrarTables<MemoryTransaction>, 'contacts' | 'imported'>,
  tx: MemoryTransaction,
): Promise<readonly string[]> {
  const held = [...(await contacts.load(tx)).values()];
  return [
    ...held.map(({ hash, customerId, rank }) => `${hash} ${customerId} ${rank}`),
    ...[...(await imported.load(tx))].map(([id, { touched }]) => `${id} touched: ${touched}`),
  ].sort();
}

/** A table that is another one after it was lost. */
const mutableTable = <Tx, Item>(current: () => ItemTable<Tx, Item>): ItemTable<Tx, Item> => ({
  load: (tx) => current().load(tx),
  save: (tx, change) => current().save(tx, change),
});

/** Two processes with a registrar, a shredder and staff each, around one log, moved step by step. */
export function createRegistrarWorld(wishes: readonly Wish[]) {
  const log = memoryEventStore();
  const keys = memorySealingKeys();
  const failures: unknown[] = [];
  /** What personal parts said when they were appended, by the event's id. */
  const said = new Map<string, unknown>();
  const newPersisted = () => ({ store: memoryProcessStore(), tables: newRegistrarTables() });
  let persisted = newPersisted();
  const shredderPersisted = { store: memoryProcessStore(), tables: newShredderTables() };
  type Tx = Parameters<Parameters<ProcessStore<never>['load']>[1]>[0];

  const watchedKeys = {
    ...keys,
    async shred(stream: string) {
      const ended = (await log.read(stream)).some(({ type }) => ENDS.includes(type));
      // What was told to a customer goes with the booking it was about, which has said so.
      if (!ended && !/^(?:messages|mails)-/.test(stream))
        failures.push(`${stream} was shredded before it said so`);
      await keys.shred(stream);
    },
  };

  function seal(store: EventStore): EventStore {
    const sealed = sealedEventStore(store, keys);
    return {
      ...sealed,
      append(stream, expected, events) {
        for (const { id, data } of events) if ('personal' in data) said.set(id, data.personal);
        return sealed.append(stream, expected, events);
      },
    };
  }

  const table = <Name extends keyof typeof persisted.tables>(name: Name) =>
    mutableTable<Tx, never>(() => persisted.tables[name] as unknown as ItemTable<Tx, never>);
  const registrarTables = {
    contacts: table('contacts'),
    decisions: table('decisions'),
    erased: table('erased'),
    imported: table('imported'),
    undos: table('undos'),
  };
  const registrarStore: ProcessStore<Tx> = {
    load: (process, read) => (persisted.store as unknown as ProcessStore<Tx>).load(process, read),
    save: (...of) => (persisted.store as unknown as ProcessStore<Tx>).save(...of),
  };
  const registrarOn = <T>(store: EventStore, tables: RegistrarTables<T>) =>
    createRegistrar<T>({
      log: store,
      store: seal(store),
      open: openPersonal(keys),
      tables,
      hash: hashContact,
      now,
    });
  async function savedMatching() {
    const { store, tables } = persisted;
    let decisions: RegistrarDecision[] = [];
    let contacts: HeldContact[] = [];
    const { position } = await store.load(REGISTRAR, async (tx) => {
      decisions = [...(await tables.decisions.load(tx)).values()];
      contacts = [...(await tables.contacts.load(tx)).values()];
    });
    return { position, decisions, contacts };
  }
  const files = memoryImportTable(savedMatching);
  const importerPersisted = { store: memoryProcessStore(), table: memoryItemTable<OpenImport>() };

  const actor = (steps: ProcessSteps, gates: ReturnType<typeof gatedStore>) => ({
    steps,
    gates,
    busy: false,
    loaded: false,
  });
  function start() {
    const [registering, shredding, importing, staff] = [
      gatedStore(log),
      gatedStore(log),
      gatedStore(log),
      gatedStore(log),
    ];
    const sealed = seal(staff.store);
    const machinery = machineryOf();
    const customers = createEventStreams(sealed, customerDecider, machinery);
    const merges = createEventStreams(sealed, mergesDecider, machinery);
    const importer = createImporter({
      store: seal(importing.store),
      customers: createEventStreams(seal(importing.store), customerDecider, machineryOf()),
      merges: createEventStreams(importing.store, mergesDecider, machineryOf()),
      rows: files,
      table: importerPersisted.table,
      hash: hashContact,
      now,
    });
    const shredder = createShredder({
      log: shredding.store,
      keys: watchedKeys,
      tables: shredderPersisted.tables,
      savedMatching,
      forgetMessages: async () => {},
      now,
    });
    return {
      registrar: actor(
        processSteps(registrarOn(registering.store, registrarTables), registrarStore, log),
        registering,
      ),
      importer: actor(processSteps(importer, importerPersisted.store, log), importing),
      shredder: actor(processSteps(shredder, shredderPersisted.store, log), shredding),
      staff,
      bookings: createEventStreams(sealed, bookingDecider, machinery),
      commands: createCustomerCommands({ customers, merges }),
      imports: createImportCommands({
        merges,
        keep: async (importId, { rows, refused }) => files.add(importId, rows, refused.length),
        drop: (importId) => files.empty(importId),
      }),
    };
  }
  const processes = [start(), start()];
  const processAt = (index: number) => processes[index % 2] ?? start();
  let begun = 0;

  const events = async (): Promise<readonly RecordedEvent[]> =>
    (await nextBatch(log, LOG_START, 100_000)).events;

  function begin(index: number, process: number): void {
    const wish = wishes[index];
    if (!wish) return;
    const { bookings, commands, imports } = processAt(process);
    ask({ bookings, commands, imports, events }, wish, index).catch((error: unknown) => {
      if (!(error instanceof RuleBroken || error instanceof DeadlineExceeded)) failures.push(error);
    });
  }

  type Actor = ReturnType<typeof actor>;
  /** One step of a registrar or a shredder; it takes the next one only when this one is through its gates. */
  async function work(by: Actor, what: 'follow' | 'save', maxBatch = 1_000): Promise<void> {
    if (by.busy) return;
    by.busy = true;
    try {
      if (!by.loaded) await by.steps.load();
      by.loaded = true;
      if (what === 'follow') await by.steps.handle(await nextBatch(log, by.steps.position, maxBatch));
      else await by.steps.save();
    } catch (error) {
      if (!(error instanceof CheckpointOutdated)) failures.push(error);
      by.loaded = false;
    }
    by.busy = false;
  }

  /** Opens every gate of these until they don't move any more. */
  async function run(...of: readonly { readonly gates: (() => void)[] }[]): Promise<void> {
    await setImmediate();
    while (of.some(({ gates }) => gates.length > 0)) {
      for (const { gates } of of) for (const open of gates.splice(0)) open();
      await setImmediate();
    }
  }

  async function keepUp(by: Actor): Promise<void> {
    for (const what of ['follow', 'save', 'follow', 'save'] as const) {
      void work(by, what);
      await run(by.gates);
    }
  }

  async function step({ kind, process: index, n }: Move): Promise<void> {
    const process = processAt(index);
    const { registrar, shredder, importer, staff } = process;
    switch (kind) {
      case 'begin':
        if (begun < wishes.length) begin(begun++, index);
        break;
      case 'run-staff':
        await run(staff);
        break;
      case 'open-gate': {
        const { gates } = [registrar.gates, staff, shredder.gates, importer.gates][n % 4] ?? staff;
        gates.splice(n % Math.max(gates.length, 1), 1)[0]?.();
        break;
      }
      case 'registrar':
        void work(registrar, n % 2 === 0 ? 'follow' : 'save', 1 + (n % 5));
        break;
      case 'importer':
        void work(importer, n % 4 === 0 ? 'save' : 'follow', 1 + (n % 5));
        if (n % 3 === 0) await run(importer.gates);
        break;
      case 'shredder':
        void work(shredder, n % 2 === 0 ? 'follow' : 'save', 1 + (n % 5));
        if (n % 3 === 0) await run(shredder.gates);
        break;
      case 'keep-up':
        await keepUp(registrar);
        break;
      case 'kill':
        for (const { cutOff } of [registrar.gates, shredder.gates, importer.gates, staff]) cutOff();
        processes[index % 2] = start();
        break;
      // A shredder does all it can, and what the registrar has saved is gone.
      case 'shred-and-lose':
        await keepUp(shredder);
        persisted = newPersisted();
        break;
      case 'lose-table':
        persisted = newPersisted();
        break;
      case 'lose-plans':
        files.losePlans();
        break;
    }
    await setImmediate();
  }

  async function keepUpAll(): Promise<void> {
    for (const { staff, registrar, importer, shredder } of processes) {
      await run(staff, registrar.gates, shredder.gates, importer.gates);
      await keepUp(registrar);
      await keepUp(importer);
      await keepUp(shredder);
    }
  }

  return {
    step,
    failures,
    said,
    events,
    keys,

    /** Everyone goes on undisturbed: all is asked for, the registrars and the shredders catch up. */
    async calmDown(): Promise<void> {
      while (begun < wishes.length) {
        begin(begun++, 0);
        await run(...processes.map(({ staff }) => staff));
      }
      for (let round = 0; round < 6; round += 1) await keepUpAll();
    },

    keepUpAll,

    /** The registrars begin again from the log, undisturbed. */
    async loseTable(): Promise<void> {
      persisted = newPersisted();
      for (const { registrar } of processes) await keepUp(registrar);
    },

    /** What is saved: contacts by customer with the marks of the imported, and what is still to be done. */
    async saved() {
      const tx = { onCommit: () => {} };
      return {
        contacts: await toldOf(persisted.tables, tx),
        decisions: [...(await persisted.tables.decisions.load(tx)).keys()],
        erasures: [...(await shredderPersisted.tables.erasures.load(tx)).keys()],
      };
    },

    /** What a registrar without a table comes to. It decides nothing new, and so writes nothing. */
    async folded() {
      const tables = newRegistrarTables();
      const commits: (() => void)[] = [];
      const tx = { onCommit: (change: () => void) => commits.push(change) };
      const fresh = registrarOn(log, tables);
      await fresh.handle(await nextBatch(log, LOG_START, 100_000));
      await fresh.save(tx);
      for (const commit of commits) commit();
      return toldOf(tables, tx);
    },

    isShredded: async (stream: string) => (await keys.keysOf([stream])).get(stream) === 'shredded',
  };
}

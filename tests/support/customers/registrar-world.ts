import { setImmediate } from 'node:timers/promises';
import { DeadlineExceeded } from '../../../src/eventsourcing/async/deadline.ts';
import { createKeyedMutex } from '../../../src/eventsourcing/async/keyed-mutex.ts';
import { type EventStore, LOG_START, type RecordedEvent } from '../../../src/eventsourcing/event-store.ts';
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
import { mergesDecider } from '../../../src/features/customers/merges/decider.ts';
import { REGISTRAR } from '../../../src/features/customers/registrar/booking-history.ts';
import { createRegistrar } from '../../../src/features/customers/registrar/registrar.ts';
import { gatedStore } from '../log/gated-store.ts';
import { memoryEventStore } from '../log/memory-event-store.ts';
import { memoryProcessStore } from '../log/memory-process-store.ts';
import { memorySealingKeys } from '../log/memory-sealing-keys.ts';
import { nextBatch } from '../log/next-batch.ts';
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
    | 'kill'
    | 'lose-table'
    | 'shred-and-lose';
  /** Which of the two processes. */
  readonly process: number;
  /** Which of several. */
  readonly n: number;
}

const now = () => new Date('2026-11-20T18:00:00Z');
/** After one of these nothing is sealed in the stream any more. */
const ENDS = ['BookingDeleted', 'BookingErased', 'CustomerErased'];

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
  const registrarStore: ProcessStore<Tx> = {
    load: (process, read) => (persisted.store as unknown as ProcessStore<Tx>).load(process, read),
    save: (...of) => (persisted.store as unknown as ProcessStore<Tx>).save(...of),
  };
  const registrarOn = (store: EventStore) =>
    createRegistrar<Tx>({
      log: store,
      store: seal(store),
      open: openPersonal(keys),
      tables: { contacts: table('contacts'), decisions: table('decisions'), erased: table('erased') },
      hash: hashContact,
      now,
    });
  async function savedMatching() {
    const { store, tables } = persisted;
    let decisions: { bookingId: string; customerId: string }[] = [];
    const { position } = await store.load(REGISTRAR, async (tx) => {
      decisions = [...(await tables.decisions.load(tx)).values()];
    });
    return { position, decisions };
  }

  const actor = (steps: ProcessSteps, gates: ReturnType<typeof gatedStore>) => ({
    steps,
    gates,
    busy: false,
    loaded: false,
  });
  function start() {
    const [registering, shredding, staff] = [gatedStore(log), gatedStore(log), gatedStore(log)];
    const sealed = seal(staff.store);
    const machinery = { mutex: createKeyedMutex(), now };
    const customers = createEventStreams(sealed, customerDecider, machinery);
    const merges = createEventStreams(sealed, mergesDecider, machinery);
    const shredder = createShredder({
      log: shredding.store,
      keys: watchedKeys,
      tables: shredderPersisted.tables,
      savedMatching,
      forgetMessages: async () => {},
      now,
    });
    return {
      registrar: actor(processSteps(registrarOn(registering.store), registrarStore, log), registering),
      shredder: actor(processSteps(shredder, shredderPersisted.store, log), shredding),
      staff,
      bookings: createEventStreams(sealed, bookingDecider, machinery),
      commands: createCustomerCommands({ customers, merges }),
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
    const { bookings, commands } = processAt(process);
    ask({ bookings, commands, events }, wish, index).catch((error: unknown) => {
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
    const { registrar, shredder, staff } = process;
    switch (kind) {
      case 'begin':
        if (begun < wishes.length) begin(begun++, index);
        break;
      case 'run-staff':
        await run(staff);
        break;
      case 'open-gate': {
        const { gates } = [registrar.gates, staff, shredder.gates, registrar.gates][n % 4] ?? staff;
        gates.splice(n % Math.max(gates.length, 1), 1)[0]?.();
        break;
      }
      case 'registrar':
        void work(registrar, n % 2 === 0 ? 'follow' : 'save', 1 + (n % 5));
        break;
      case 'shredder':
        void work(shredder, n % 2 === 0 ? 'follow' : 'save', 1 + (n % 5));
        if (n % 3 === 0) await run(shredder.gates);
        break;
      case 'keep-up':
        await keepUp(registrar);
        break;
      case 'kill':
        for (const { cutOff } of [registrar.gates, shredder.gates, staff]) cutOff();
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
    }
    await setImmediate();
  }

  async function keepUpAll(): Promise<void> {
    for (const { staff, registrar, shredder } of processes) {
      await run(staff, registrar.gates, shredder.gates);
      await keepUp(registrar);
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
      for (let round = 0; round < 4; round += 1) await keepUpAll();
    },

    keepUpAll,

    /** The registrars begin again from the log, undisturbed. */
    async loseTable(): Promise<void> {
      persisted = newPersisted();
      for (const { registrar } of processes) await keepUp(registrar);
    },

    /** What is saved: contacts by customer, and what is still to be done. */
    async saved() {
      const tx = { onCommit: () => {} };
      const rows = [...(await persisted.tables.contacts.load(tx)).values()];
      return {
        contacts: rows.map(({ hash, customerId, rank }) => `${hash} ${customerId} ${rank}`).sort(),
        decisions: [...(await persisted.tables.decisions.load(tx)).keys()],
        erasures: [...(await shredderPersisted.tables.erasures.load(tx)).keys()],
      };
    },

    /** The contacts that a registrar without a table comes to. It decides nothing new, and so writes nothing. */
    async folded() {
      const tables = newRegistrarTables();
      const commits: (() => void)[] = [];
      const tx = { onCommit: (change: () => void) => commits.push(change) };
      const fresh = createRegistrar({
        log,
        store: seal(log),
        open: openPersonal(keys),
        tables,
        hash: hashContact,
        now,
      });
      await fresh.handle(await nextBatch(log, LOG_START, 100_000));
      await fresh.save(tx);
      for (const commit of commits) commit();
      const rows = [...(await tables.contacts.load(tx)).values()];
      return rows.map(({ hash, customerId, rank }) => `${hash} ${customerId} ${rank}`).sort();
    },

    isShredded: async (stream: string) => (await keys.keysOf([stream])).get(stream) === 'shredded',
  };
}

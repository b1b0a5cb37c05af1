import { createShredder } from '../../../src/erasure/shredder.ts';
import { DeadlineExceeded } from '../../../src/eventsourcing/async/deadline.ts';
import { LOG_START, type Position, type RecordedEvent } from '../../../src/eventsourcing/event-store.ts';
import {
  CheckpointOutdated,
  type ProcessSteps,
  processSteps,
} from '../../../src/eventsourcing/processes/process-manager.ts';
import { RuleBroken } from '../../../src/eventsourcing/streams/decider.ts';
import { createEventStreams } from '../../../src/eventsourcing/streams/event-streams.ts';
import { bookingDecider } from '../../../src/features/booking/appointment/decider.ts';
import { createCustomerCommands } from '../../../src/features/customers/commands.ts';
import { customerDecider } from '../../../src/features/customers/decider.ts';
import { createImportCommands } from '../../../src/features/customers/imports/commands.ts';
import { createImporter } from '../../../src/features/customers/imports/importer.ts';
import { mergesDecider } from '../../../src/features/customers/merges/decider.ts';
import { Refused } from '../../../src/http/refusal.ts';
import { gatedStore, openAll, untilTheyStand } from '../log/gated-store.ts';
import { nextBatch } from '../log/next-batch.ts';
import { hashContact, newRegistrarTables } from './registrar-facts.ts';
import { ask, type Wish } from './registrar-wishes.ts';
import { createWorldStores, machineryOf, now, toldOf } from './world-stores.ts';

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
  /** 0 or 1. */
  readonly process: number;
  /** Index of one of several items. */
  readonly n: number;
}

/** The errors with which a wish may be refused. */
const EXPECTED = [RuleBroken, Refused, DeadlineExceeded];

/** Two processes with a registrar, a shredder and staff each, around one log, moved step by step. */
export function createRegistrarWorld(wishes: readonly Wish[]) {
  const stores = createWorldStores();
  const { log, keys, failures, said, seal, registrarOn, files } = stores;
  const { registrarTables, registrarStore, savedMatching, shredderPersisted, importerPersisted } = stores;

  const actor = (steps: ProcessSteps, gates: ReturnType<typeof gatedStore>) => ({
    steps,
    gates,
    busy: false,
    loaded: false,
  });
  function startImporter() {
    const importing = gatedStore(log);
    const importer = createImporter({
      store: seal(importing.store),
      customers: createEventStreams(seal(importing.store), customerDecider, machineryOf()),
      merges: createEventStreams(importing.store, mergesDecider, machineryOf()),
      rows: {
        ...files,
        // It has seen that there is no plan, and another importer may save one before it does.
        async savePlan(...of) {
          await importing.gate();
          return files.savePlan(...of);
        },
      },
      table: importerPersisted.table,
      hash: hashContact,
      now,
    });
    return actor(processSteps(importer, importerPersisted.store, log), importing);
  }
  function start() {
    const [registering, shredding, staff] = [gatedStore(log), gatedStore(log), gatedStore(log)];
    const sealed = seal(staff.store);
    const machinery = machineryOf();
    const customers = createEventStreams(sealed, customerDecider, machinery);
    const merges = createEventStreams(sealed, mergesDecider, machinery);
    const shredder = createShredder({
      log: shredding.store,
      keys: stores.watchedKeys,
      tables: shredderPersisted.tables,
      savedMatching,
      forgetMessages: async () => {},
      forgetPortraits: async () => {},
      now,
    });
    return {
      registrar: actor(
        processSteps(registrarOn(registering.store, registrarTables), registrarStore, log),
        registering,
      ),
      importer: startImporter(),
      shredder: actor(processSteps(shredder, shredderPersisted.store, log), shredding),
      staff,
      bookings: createEventStreams(sealed, bookingDecider, machinery),
      commands: createCustomerCommands({
        customers,
        merges,
        holdersOf: stores.holdersOf,
        mayHold: stores.mayHold,
      }),
      imports: createImportCommands({
        merges,
        async keep(importId, { rows, refused }) {
          files.add(importId, rows, refused.length);
          return true;
        },
        drop: (importId) => files.empty(importId),
      }),
    };
  }
  const processes = [start(), start()];
  const processAt = (index: number) => processes[index % 2] ?? start();
  let begun = 0;
  const erasingSince = new Map<string, Position>();

  const events = async (): Promise<readonly RecordedEvent[]> =>
    (await nextBatch(log, LOG_START, 100_000)).events;

  function begin(index: number, process: number): void {
    const wish = wishes[index];
    if (!wish) return;
    const { bookings, commands, imports } = processAt(process);
    ask({ bookings, commands, imports, events, erasingSince }, wish, index).catch((error: unknown) => {
      if (!EXPECTED.some((kind) => error instanceof kind)) failures.push(error);
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

  async function keepUp(by: Actor): Promise<void> {
    for (const what of ['follow', 'save', 'follow', 'save'] as const) {
      void work(by, what);
      await openAll(by.gates);
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
        await openAll(staff);
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
        if (n % 3 === 0) await openAll(importer.gates);
        break;
      case 'shredder':
        void work(shredder, n % 2 === 0 ? 'follow' : 'save', 1 + (n % 5));
        if (n % 3 === 0) await openAll(shredder.gates);
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
        stores.loseRegistrar();
        break;
      case 'lose-table':
        stores.loseRegistrar();
        break;
      // The protocol takes the loss of a plan as one with a restart of every importer: none goes on by the plan that was lost.
      case 'lose-plans':
        files.losePlans();
        for (const each of processes) {
          each.importer.gates.cutOff();
          each.importer = startImporter();
        }
        break;
    }
    await untilTheyStand();
  }

  async function keepUpAll(): Promise<void> {
    for (const { staff, registrar, importer, shredder } of processes) {
      await openAll(staff, registrar.gates, shredder.gates, importer.gates);
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
    erasingSince,
    keys,

    /** Everyone goes on undisturbed: all is asked for, the registrars and the shredders catch up. */
    async calmDown(): Promise<void> {
      while (begun < wishes.length) {
        begin(begun++, 0);
        await openAll(...processes.map(({ staff }) => staff));
      }
      for (let round = 0; round < 6; round += 1) await keepUpAll();
    },

    keepUpAll,

    /** The registrars begin again from the log, undisturbed. */
    async loseTable(): Promise<void> {
      stores.loseRegistrar();
      for (const { registrar } of processes) await keepUp(registrar);
    },

    /** The saved state: contacts by customer with the marks of the imported, and the work that remains. */
    saved: stores.saved,

    /** The state of a registrar that folds the log without a table. It decides nothing new, and so writes nothing. */
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

import {
  type EventStore,
  LOG_START,
  type Position,
  type RecordedEvent,
} from '../../../eventsourcing/event-store.ts';
import {
  type MemoryTransaction,
  memoryItemTable,
} from '../../../eventsourcing/processes/memory-item-table.ts';
import type { ProcessStore } from '../../../eventsourcing/processes/process-manager.ts';
import type { HashContact } from '../contacts.ts';
import { REGISTRAR } from '../events.ts';
import type {
  HeldContact,
  ImportedCustomer,
  ImportUndo,
  RegistrarDecision,
  RegistrarTables,
} from './memory.ts';
import { createRegistrar } from './registrar.ts';

interface CompareDeps<Tx> {
  /** The log, with personal parts sealed, as they are stored. */
  readonly log: EventStore;
  open(events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]>;
  readonly checkpoints: Pick<ProcessStore<Tx>, 'load'>;
  readonly tables: RegistrarTables<Tx>;
  readonly hash: HashContact;
}

/** A transaction for tables in memory. Each change takes effect at once. */
const AT_ONCE: MemoryTransaction = { onCommit: (change) => change() };

interface Matched {
  readonly contacts: ReadonlyMap<string, HeldContact>;
  readonly imported: ReadonlyMap<string, ImportedCustomer>;
}

/** Compares the contacts and the marks of imported customers that the registrar has saved with those of a new fold of the log up to the same position. */
export function compareMatching<Tx>({ log, open, checkpoints, tables, hash }: CompareDeps<Tx>) {
  const matchedIn = async <T>(tx: T, of: RegistrarTables<T>): Promise<Matched> => ({
    contacts: await of.contacts.load(tx),
    imported: await of.imported.load(tx),
  });

  async function saved(): Promise<Matched & { position: Position }> {
    let matched: Matched = { contacts: new Map(), imported: new Map() };
    const { position } = await checkpoints.load(REGISTRAR, async (tx) => {
      matched = await matchedIn(tx, tables);
    });
    return { position, ...matched };
  }

  async function folded(upTo: Position): Promise<Matched> {
    const fresh: RegistrarTables<MemoryTransaction> = {
      contacts: memoryItemTable<HeldContact>(),
      decisions: memoryItemTable<RegistrarDecision>(),
      erased: memoryItemTable<true>(),
      imported: memoryItemTable<ImportedCustomer>(),
      undos: memoryItemTable<ImportUndo>(),
    };
    // `afterSave` is never called, so this registrar writes nothing to the log.
    const registrar = createRegistrar({ log, store: log, open, tables: fresh, hash, now: () => new Date() });
    const stop = new AbortController();
    const options = { from: LOG_START, streamPrefixes: registrar.prefixes, signal: stop.signal };
    const batches = upTo === LOG_START ? [] : log.subscribe(options);
    for await (const batch of batches) {
      const events = batch.events.filter(({ position }) => position <= upTo);
      await registrar.handle({ ...batch, events });
      if (batch.position >= upTo) break;
    }
    stop.abort();
    await registrar.save(AT_ONCE);
    return matchedIn(AT_ONCE, fresh);
  }

  async function compared() {
    const { position, contacts, imported } = await saved();
    const expected = await folded(position);
    const differences = [...new Set([...contacts.keys(), ...expected.contacts.keys()])].flatMap((key) => {
      const [has, should] = [contacts.get(key), expected.contacts.get(key)];
      const customerId = (has ?? should)?.customerId;
      return has?.rank === should?.rank ? [] : [`a contact of customer ${customerId} differs`];
    });
    const marks = [...new Set([...imported.keys(), ...expected.imported.keys()])].flatMap((id) =>
      imported.get(id)?.touched === expected.imported.get(id)?.touched
        ? []
        : [`whether imported customer ${id} was touched differs`],
    );
    return { contacts: contacts.size, differences: [...differences, ...marks] };
  }

  /** A key may be shredded between the two reads. So if there is a difference, it is compared once more. */
  return async () => {
    const first = await compared();
    return first.differences.length === 0 ? first : compared();
  };
}

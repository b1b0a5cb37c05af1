import { createKeyedMutex } from '../../../src/eventsourcing/async/keyed-mutex.ts';
import type { EventStore, NewEvent, RecordedEvent } from '../../../src/eventsourcing/event-store.ts';
import {
  type MemoryTransaction,
  memoryItemTable,
} from '../../../src/eventsourcing/processes/memory-item-table.ts';
import type { ItemTable, ProcessStore } from '../../../src/eventsourcing/processes/process-manager.ts';
import { openPersonal } from '../../../src/eventsourcing/sealing/open-personal.ts';
import { sealedEventStore } from '../../../src/eventsourcing/sealing/sealed-event-store.ts';
import { hashesOf } from '../../../src/features/customers/contacts.ts';
import { type CardContacts, REGISTRAR } from '../../../src/features/customers/events.ts';
import type { OpenImport } from '../../../src/features/customers/imports/importer.ts';
import type { Holder } from '../../../src/features/customers/registrar/holders.ts';
import type {
  HeldContact,
  RegistrarDecision,
  RegistrarTables,
} from '../../../src/features/customers/registrar/memory.ts';
import { createRegistrar } from '../../../src/features/customers/registrar/registrar.ts';
import type { Contacts } from '../../../src/salon/contacts.ts';
import { emailContact, phoneContact } from '../../../src/salon/matched-contacts.ts';
import { memoryEventStore } from '../log/memory-event-store.ts';
import { memoryProcessStore } from '../log/memory-process-store.ts';
import { memorySealingKeys } from '../log/memory-sealing-keys.ts';
import { byRank, heldByDecisions, memoryImportTable } from './memory-import-table.ts';
import { hashContact, newRegistrarTables, newShredderTables } from './registrar-facts.ts';

export const now = () => new Date('2026-11-20T18:00:00Z');
const ENDS = ['BookingDeleted', 'BookingErased', 'CustomerErased'];

export const machineryOf = () => ({ mutex: createKeyedMutex(), now });

/** Contacts by customer, and whether imported customers were touched. */
export async function toldOf(
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

/** The log, the keys and the saved states that the processes of a world share. */
export function createWorldStores() {
  const log = memoryEventStore();
  const keys = memorySealingKeys();
  const failures: unknown[] = [];
  /**
   * Personal parts in clear, by the event's id and its sealed part. The id alone isn't enough: a row of an import
   * that is planned again, or an edit that is tried again, comes with the same id and another card, and the log has
   * only one of them.
   */
  const said = new Map<string, unknown>();
  const sealedPart = ({ id, data }: Pick<NewEvent, 'id' | 'data'>) => `${id} ${data.sealed}`;
  const newPersisted = () => ({ store: memoryProcessStore(), tables: newRegistrarTables() });
  let persisted = newPersisted();
  const shredderPersisted = { store: memoryProcessStore(), tables: newShredderTables() };
  type Tx = Parameters<Parameters<ProcessStore<never>['load']>[1]>[0];

  const watchedKeys = {
    ...keys,
    async shred(stream: string) {
      const ended = (await log.read(stream)).some(({ type }) => ENDS.includes(type));
      // A key of messages is shredded with the booking that they are about, and the booking's stream says so.
      if (!ended && !/^(?:messages|mails)-/.test(stream))
        failures.push(`${stream} was shredded before it said so`);
      await keys.shred(stream);
    },
  };

  function seal(store: EventStore): EventStore {
    /** Personal parts that are being sealed, by the event's id. */
    const sealing = new Map<string, unknown>();
    const noting: EventStore = {
      ...store,
      append(stream, expected, events) {
        for (const event of events)
          if (sealing.has(event.id)) said.set(sealedPart(event), sealing.get(event.id));
        return store.append(stream, expected, events);
      },
    };
    const sealed = sealedEventStore(noting, keys);
    return {
      ...sealed,
      append(stream, expected, events) {
        // A log need not recognize a repeated event that is appended at any revision.
        if (expected === 'any') throw new Error(`${stream} was appended to without a revision`);
        for (const { id, data } of events) if ('personal' in data) sealing.set(id, data.personal);
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
  async function holdersOf(asked: Contacts): Promise<readonly Holder[]> {
    const { contacts, decisions } = await savedMatching();
    const held = [...contacts, ...heldByDecisions(decisions)].sort(byRank);
    const of = (each: readonly string[], by: Holder['by']) =>
      each.flatMap((contact) =>
        held.filter((one) => one.hash === hashContact(contact)).map(({ customerId }) => ({ customerId, by })),
      );
    return [
      ...of(asked.emails.flatMap(emailContact), 'email'),
      ...of(asked.phones.flatMap(phoneContact), 'phone'),
    ];
  }
  const files = memoryImportTable(savedMatching);
  /** Whether the file of an import may have a contact of these customers. */
  async function mayHold(importId: string, ids: readonly string[], onCards: readonly CardContacts[]) {
    const { contacts, decisions } = await savedMatching();
    const held = [...contacts, ...heldByDecisions(decisions)].filter(({ customerId }) =>
      ids.includes(customerId),
    );
    const hashes = [
      ...onCards.flatMap((card) => hashesOf(card, hashContact)),
      ...held.map(({ hash }) => hash),
    ];
    return files.mayHold(importId, hashes, hashContact);
  }
  const importerPersisted = { store: memoryProcessStore(), table: memoryItemTable<OpenImport>() };

  return {
    log,
    keys,
    watchedKeys,
    failures,
    /** The personal part of an event in clear, even if its key is shredded. */
    said: (event: RecordedEvent) => said.get(sealedPart(event)),
    seal,
    registrarOn,
    registrarTables,
    registrarStore,
    savedMatching,
    holdersOf,
    mayHold,
    files,
    shredderPersisted,
    importerPersisted,

    loseRegistrar(): void {
      persisted = newPersisted();
    },

    async saved() {
      const tx = { onCommit: () => {} };
      return {
        contacts: await toldOf(persisted.tables, tx),
        decisions: [...(await persisted.tables.decisions.load(tx)).keys()],
        erasures: [...(await shredderPersisted.tables.erasures.load(tx)).keys()],
      };
    },
  };
}

import type { Position } from '../../../eventsourcing/event-store.ts';
import type { ItemTable } from '../../../eventsourcing/processes/process-manager.ts';
import { createSavedItems } from '../../../eventsourcing/processes/saved-items.ts';
import type { ContactHash } from '../contacts.ts';

/** A decision about a booking that is not in the part of the log that the registrar has read so far. */
export interface RegistrarDecision {
  readonly bookingId: string;
  readonly customerId: string;
  /** Position of the booking's request. If several customers have the same contact, the one with the lowest rank had it first. */
  readonly rank: Position;
  /** Contacts that are added to the customer's card. Empty once the event that adds them is folded. */
  readonly learnt: readonly ContactHash[];
  /** True if the booking has to be linked. False if it was linked before, and its contacts are added because staff confirmed it. */
  readonly links: boolean;
}

/** A contact on a customer's card. */
export interface HeldContact {
  readonly hash: ContactHash;
  readonly customerId: string;
  readonly rank: Position;
}

/** A customer whom an import has brought. */
export interface ImportedCustomer {
  readonly importId: string;
  /** Whether anything but the import has been decided about the customer, who is then kept when the import is undone. */
  readonly touched: boolean;
}

/** An import that staff have undone. It is kept for its rows that come later. */
export interface ImportUndo {
  readonly importId: string;
  /** Customers of the import who are to be erased, as long as the log doesn't say so in the part that the registrar has read. */
  readonly erase: readonly string[];
  /** Those who are kept, as long as the log doesn't say so; null then. */
  readonly kept: readonly string[] | null;
}

/** The registrar's tables. Apart from the registrar's memory, they are the only place with hashes of contacts. */
export interface RegistrarTables<Tx> {
  readonly contacts: ItemTable<Tx, HeldContact>;
  readonly decisions: ItemTable<Tx, RegistrarDecision>;
  /** Erased customers, by id. */
  readonly erased: ItemTable<Tx, true>;
  /** Imported customers, by id, until they are erased or the import is undone. */
  readonly imported: ItemTable<Tx, ImportedCustomer>;
  /** Undone imports, by id. */
  readonly undos: ItemTable<Tx, ImportUndo>;
}

const contactKey = ({ hash, customerId }: Pick<HeldContact, 'hash' | 'customerId'>) =>
  `${hash} ${customerId}`;
/** A booking has at most one decision about its link, and one about contacts that are added because staff confirmed it. */
export const decisionKey = ({ bookingId, links }: Pick<RegistrarDecision, 'bookingId' | 'links'>) =>
  links ? bookingId : `${bookingId} confirmed`;

function addTo<Item>(sets: Map<string, Set<Item>>, key: string, item: Item): void {
  sets.set(key, (sets.get(key) ?? new Set()).add(item));
}
function removeFrom<Item>(sets: Map<string, Set<Item>>, key: string, item: Item): void {
  const set = sets.get(key);
  set?.delete(item);
  if (set?.size === 0) sets.delete(key);
}

/** The registrar's memory: which customer has which contact, what was decided, and who is erased. */
export function createRegistrarMemory() {
  const contacts = createSavedItems<HeldContact>();
  const decisions = createSavedItems<RegistrarDecision>();
  const erased = createSavedItems<true>();
  const imported = createSavedItems<ImportedCustomer>();
  const undos = createSavedItems<ImportUndo>();
  /** Keys of `contacts`. */
  const byHash = new Map<ContactHash, Set<string>>();
  const byCustomer = new Map<string, Set<string>>();
  /** Keys of `decisions`, by the contacts that they add. */
  const learning = new Map<ContactHash, Set<string>>();
  const decidedFor = new Map<string, Set<string>>();

  const index = ({ hash, customerId }: HeldContact, change: typeof addTo<string>) => {
    const key = contactKey({ hash, customerId });
    change(byHash, hash, key);
    change(byCustomer, customerId, key);
  };
  const indexDecision = (decision: RegistrarDecision, change: typeof addTo<string>) => {
    const key = decisionKey(decision);
    change(decidedFor, decision.customerId, key);
    for (const hash of decision.learnt) change(learning, hash, key);
  };

  function putDecision(decision: RegistrarDecision): void {
    removeDecision(decision);
    decisions.set(decisionKey(decision), decision);
    indexDecision(decision, addTo);
  }
  function removeDecision(of: Pick<RegistrarDecision, 'bookingId' | 'links'>): void {
    const key = decisionKey(of);
    const before = decisions.items.get(key);
    if (before) indexDecision(before, removeFrom);
    decisions.delete(key);
  }
  function removeContact(contact: HeldContact): void {
    contacts.delete(contactKey(contact));
    index(contact, removeFrom);
  }

  /** All customers who have a contact, on their card or by an open decision. Erased customers have none. */
  const holdersOf = (hash: ContactHash): Pick<HeldContact, 'customerId' | 'rank'>[] => [
    ...[...(byHash.get(hash) ?? [])].flatMap((key) => contacts.items.get(key) ?? []),
    ...[...(learning.get(hash) ?? [])].flatMap((key) => decisions.items.get(key) ?? []),
  ];
  const onCard = (customerId: string): HeldContact[] =>
    [...(byCustomer.get(customerId) ?? [])].flatMap((key) => contacts.items.get(key) ?? []);

  /** Removes all contacts of an erased customer, who never gets any again. */
  function forget(customerId: string): void {
    erased.set(customerId, true);
    imported.delete(customerId);
    for (const contact of onCard(customerId)) removeContact(contact);
    for (const key of [...(decidedFor.get(customerId) ?? [])]) {
      const decision = decisions.items.get(key);
      if (decision?.links) putDecision({ ...decision, learnt: [] });
      else if (decision) removeDecision(decision);
    }
  }

  function touch(customerId: string): void {
    const customer = imported.items.get(customerId);
    if (customer && !customer.touched) imported.set(customerId, { ...customer, touched: true });
  }

  return {
    decisions: decisions.items,
    undos: undos.items,
    isErased: (customerId: string) => erased.items.has(customerId),
    holds: (customerId: string, hash: ContactHash) =>
      holdersOf(hash).some((holder) => holder.customerId === customerId),

    /** The customer who had the contact first. */
    firstHolder(hash: ContactHash): string | undefined {
      const holders = holdersOf(hash);
      return holders.sort((a, b) => (a.rank < b.rank ? -1 : 1))[0]?.customerId;
    },

    /** Records a decision. Its customer is kept when their import is undone. */
    open(decision: RegistrarDecision): void {
      putDecision(decision);
      touch(decision.customerId);
    },
    close: removeDecision,

    /** Records that a card has the contact. If it already has it with another rank, the earlier rank counts. */
    hold(contact: HeldContact): void {
      const before = contacts.items.get(contactKey(contact));
      if (before && before.rank <= contact.rank) return;
      contacts.set(contactKey(contact), contact);
      index(contact, addTo);
    },

    /** Records all contacts of a card that staff have changed. Contacts that stay keep their rank. */
    replace(customerId: string, hashes: readonly ContactHash[], rank: Position): void {
      for (const contact of onCard(customerId)) if (!hashes.includes(contact.hash)) removeContact(contact);
      for (const hash of hashes) this.hold({ hash, customerId, rank });
    },

    /** Call it when the event that adds a booking's contacts is folded: from now on the card counts, and no longer the decision. */
    takeOver(bookingId: string, customerId: string): RegistrarDecision | undefined {
      const taught = [true, false]
        .map((links) => decisions.items.get(decisionKey({ bookingId, links })))
        .find(
          (decision) =>
            decision?.customerId === customerId && (!decision.links || decision.learnt.length > 0),
        );
      if (taught?.links) putDecision({ ...taught, learnt: [] });
      else if (taught) removeDecision(taught);
      return taught;
    },

    forget,
    touch,

    /** Records that an import has brought a customer. @returns false if the import is undone: the customer is to be erased then */
    bring(customerId: string, importId: string): boolean {
      const undo = undos.items.get(importId);
      if (undo) {
        forget(customerId);
        undos.set(importId, { ...undo, erase: [...undo.erase, customerId] });
      } else imported.set(customerId, { importId, touched: false });
      return !undo;
    },

    /**
     * Takes an import back: its customers whom nothing has touched are erased.
     *
     * @param closed those who are kept, if the log has the list already, which counts then
     */
    undo(importId: string, closed: readonly string[] | undefined): void {
      const erase: string[] = [];
      const kept: string[] = [];
      for (const [id, customer] of imported.items) {
        if (customer.importId !== importId) continue;
        const isKept = closed?.includes(id) ?? customer.touched;
        (isKept ? kept : erase).push(id);
      }
      for (const id of kept) imported.delete(id);
      for (const id of erase) forget(id);
      undos.set(importId, { importId, erase, kept: closed ? null : kept });
    },

    /** Call it when the log says who of an import is erased, or who is kept. */
    undoRead(importId: string, read: { readonly erased: readonly string[] } | 'closed'): void {
      const undo = undos.items.get(importId);
      if (!undo) return;
      if (read === 'closed') {
        undos.set(importId, { ...undo, kept: null });
        return;
      }
      const gone = new Set(read.erased);
      undos.set(importId, { ...undo, erase: undo.erase.filter((id) => !gone.has(id)) });
    },

    async load<Tx>(tx: Tx, tables: RegistrarTables<Tx>): Promise<void> {
      await contacts.load(tx, tables.contacts);
      await decisions.load(tx, tables.decisions);
      await erased.load(tx, tables.erased);
      await imported.load(tx, tables.imported);
      await undos.load(tx, tables.undos);
      for (const sets of [byHash, byCustomer, learning, decidedFor]) sets.clear();
      for (const contact of contacts.items.values()) index(contact, addTo);
      for (const decision of decisions.items.values()) indexDecision(decision, addTo);
    },

    async save<Tx>(tx: Tx, tables: RegistrarTables<Tx>): Promise<void> {
      await contacts.save(tx, tables.contacts);
      await decisions.save(tx, tables.decisions);
      await erased.save(tx, tables.erased);
      await imported.save(tx, tables.imported);
      await undos.save(tx, tables.undos);
    },
  };
}

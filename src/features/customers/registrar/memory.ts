import type { Position } from '../../../eventsourcing/event-store.ts';
import type { ItemTable } from '../../../eventsourcing/processes/process-manager.ts';
import { createSavedItems } from '../../../eventsourcing/processes/saved-items.ts';
import type { ContactHash } from '../contacts.ts';

/** What was decided about a booking and isn't in the log yet, as far as the registrar has read it. */
export interface RegistrarDecision {
  readonly bookingId: string;
  readonly customerId: string;
  /** Position of the booking's request, by which its contacts rank. */
  readonly rank: Position;
  /** Contacts that the customer learns; none once the event about them is folded. */
  readonly learnt: readonly ContactHash[];
  /** Whether the booking is to be linked; otherwise it was before, and staff's confirmation made it teach. */
  readonly links: boolean;
}

/** A contact on a customer's card. */
export interface HeldContact {
  readonly hash: ContactHash;
  readonly customerId: string;
  readonly rank: Position;
}

/** The registrar's tables: the only place, beside its memory, with hashes of contacts. */
export interface RegistrarTables<Tx> {
  readonly contacts: ItemTable<Tx, HeldContact>;
  readonly decisions: ItemTable<Tx, RegistrarDecision>;
  /** By id of the customer. */
  readonly erased: ItemTable<Tx, true>;
}

const contactKey = ({ hash, customerId }: Pick<HeldContact, 'hash' | 'customerId'>) =>
  `${hash} ${customerId}`;
/** A booking has one decision about its link at most, and one about what staff's confirmation taught. */
export const decisionKey = ({ bookingId, links }: Pick<RegistrarDecision, 'bookingId' | 'links'>) =>
  links ? bookingId : `${bookingId} confirmed`;

/** Adds to, or removes from, the set under a key. */
function addTo<Item>(sets: Map<string, Set<Item>>, key: string, item: Item): void {
  sets.set(key, (sets.get(key) ?? new Set()).add(item));
}
function removeFrom<Item>(sets: Map<string, Set<Item>>, key: string, item: Item): void {
  const set = sets.get(key);
  set?.delete(item);
  if (set?.size === 0) sets.delete(key);
}

/** What the registrar knows: who holds which contact, what it has decided, who is erased. */
export function createRegistrarMemory() {
  const contacts = createSavedItems<HeldContact>();
  const decisions = createSavedItems<RegistrarDecision>();
  const erased = createSavedItems<true>();
  /** Keys of `contacts`. */
  const byHash = new Map<ContactHash, Set<string>>();
  const byCustomer = new Map<string, Set<string>>();
  /** Keys of `decisions`, by what their customers learn. */
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

  /** What a card or an open decision says. Those whom it is about may be erased: they have none then. */
  const holdersOf = (hash: ContactHash): Pick<HeldContact, 'customerId' | 'rank'>[] => [
    ...[...(byHash.get(hash) ?? [])].flatMap((key) => contacts.items.get(key) ?? []),
    ...[...(learning.get(hash) ?? [])].flatMap((key) => decisions.items.get(key) ?? []),
  ];
  const onCard = (customerId: string): HeldContact[] =>
    [...(byCustomer.get(customerId) ?? [])].flatMap((key) => contacts.items.get(key) ?? []);

  return {
    decisions: decisions.items,
    isErased: (customerId: string) => erased.items.has(customerId),
    holds: (customerId: string, hash: ContactHash) =>
      holdersOf(hash).some((holder) => holder.customerId === customerId),

    /** Whoever had the contact first. */
    firstHolder(hash: ContactHash): string | undefined {
      const holders = holdersOf(hash);
      return holders.sort((a, b) => (a.rank < b.rank ? -1 : 1))[0]?.customerId;
    },

    open: putDecision,
    close: removeDecision,

    /** A card has the contact from now on; of two ranks the earlier one counts. */
    hold(contact: HeldContact): void {
      const before = contacts.items.get(contactKey(contact));
      if (before && before.rank <= contact.rank) return;
      contacts.set(contactKey(contact), contact);
      index(contact, addTo);
    },

    /** Staff have written the whole card: what stays keeps its rank. */
    replace(customerId: string, hashes: readonly ContactHash[], rank: Position): void {
      for (const contact of onCard(customerId)) if (!hashes.includes(contact.hash)) removeContact(contact);
      for (const hash of hashes) this.hold({ hash, customerId, rank });
    },

    /** The event about what a booking taught is folded, so that the card counts and no more the decision. */
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

    /** The customer has no contacts from now on, and gets none. */
    forget(customerId: string): void {
      erased.set(customerId, true);
      for (const contact of onCard(customerId)) removeContact(contact);
      for (const key of [...(decidedFor.get(customerId) ?? [])]) {
        const decision = decisions.items.get(key);
        if (decision?.links) putDecision({ ...decision, learnt: [] });
        else if (decision) removeDecision(decision);
      }
    },

    async load<Tx>(tx: Tx, tables: RegistrarTables<Tx>): Promise<void> {
      await contacts.load(tx, tables.contacts);
      await decisions.load(tx, tables.decisions);
      await erased.load(tx, tables.erased);
      for (const sets of [byHash, byCustomer, learning, decidedFor]) sets.clear();
      for (const contact of contacts.items.values()) index(contact, addTo);
      for (const decision of decisions.items.values()) indexDecision(decision, addTo);
    },

    async save<Tx>(tx: Tx, tables: RegistrarTables<Tx>): Promise<void> {
      await contacts.save(tx, tables.contacts);
      await decisions.save(tx, tables.decisions);
      await erased.save(tx, tables.erased);
    },
  };
}

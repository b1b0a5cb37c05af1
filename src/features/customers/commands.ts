import type { RecordedEvent } from '../../eventsourcing/event-store.ts';
import { ERASED } from '../../eventsourcing/event-types.ts';
import { derivedId } from '../../eventsourcing/identity.ts';
import type { CommandRun, EventStreams } from '../../eventsourcing/streams/event-streams.ts';
import { evolveFrom } from '../../eventsourcing/streams/evolve-from.ts';
import { refuse } from '../../http/refusal.ts';
import { broken } from '../rule-broken.ts';
import { customerIdOf, firstCard } from './contacts.ts';
import { type CardChange, type CustomerCommand, type CustomerState, customerDecider } from './decider.ts';
import {
  type Card,
  type CardContacts,
  type CustomerEvent,
  customerStream,
  MERGES,
  type MergesEvent,
} from './events.ts';
import {
  isTakenBack,
  type MergesCommand,
  type MergesResult,
  type MergesState,
  openImport,
  treeOf,
} from './merges/decider.ts';
import type { Holder } from './registrar/holders.ts';

export type CustomerStreams = EventStreams<CustomerCommand, CustomerEvent, CustomerState, number>;
export type MergesStreams = EventStreams<MergesCommand, MergesEvent, MergesState, MergesResult>;

/** The commands of staff on customers. */
export function createCustomerCommands({
  customers,
  merges,
  holdersOf,
  mayHold,
}: {
  readonly customers: CustomerStreams;
  readonly merges: MergesStreams;
  /** The customers who hold contacts, as far as the registrar knows. */
  holdersOf(contacts: CardContacts): Promise<readonly Holder[]>;
  /** Whether the file of an import may have a contact of these customers, whose cards have these. */
  mayHold(
    importId: string,
    customerIds: readonly string[],
    onCards: readonly CardContacts[],
  ): Promise<boolean>;
}) {
  const importOf = (customerId: string): Promise<string | undefined> =>
    customers.read(customerStream(customerId), ({ state }) =>
      state.status === 'registered' ? state.importId : undefined,
    );

  /** The customer's name. Undefined for one who was never registered, or was erased, or is about to be, or whose import was undone. */
  async function knownName(id: string): Promise<string | undefined> {
    const known = await customers.read(customerStream(id), ({ state }) =>
      state.status !== 'registered' || state.card === ERASED
        ? undefined
        : { name: state.card.name, importId: state.importId },
    );
    const isGone = await merges.read(
      MERGES,
      ({ state }) => state.erased.has(id) || isTakenBack(state, id, known?.importId),
    );
    return isGone ? undefined : known?.name;
  }

  /** @throws RuleBroken `customer-not-found` for customers without a known name */
  async function checkKnown(...customerIds: readonly string[]): Promise<void> {
    for (const id of customerIds) if ((await knownName(id)) === undefined) throw broken('customer-not-found');
  }

  /** @throws Refused `contact-held` if somebody holds one of the contacts: it names them, or the customer into whom they were merged */
  async function refuseHeld(contacts: CardContacts): Promise<void> {
    for (const { customerId, by } of await holdersOf(contacts)) {
      const [id = customerId] = await merges.read(MERGES, ({ state }) => treeOf(state, customerId));
      const name = await knownName(id);
      // They are erased, or their import is undone, and the registrar hasn't come to that yet.
      if (name === undefined) continue;
      const detail = `${name} has this ${by === 'email' ? 'email' : 'phone number'} already.`;
      throw refuse('contact-held', { detail, holder: { id, name, by } });
    }
  }

  /** The imports that brought the customers of a merge, including the root of `into`'s tree. */
  async function importsOf(from: string, into: string): Promise<ReadonlyMap<string, string>> {
    const [root = into] = await merges.read(MERGES, ({ state }) => treeOf(state, into));
    const found = new Map<string, string>();
    for (const id of new Set([from, into, root])) {
      const importId = await importOf(id);
      if (importId !== undefined) found.set(id, importId);
    }
    return found;
  }

  /** The open import, if its file has no contact of a customer, or of any who are merged with them. */
  async function importWithout(customerId: string): Promise<string | undefined> {
    const { open, tree } = await merges.read(MERGES, ({ state }) => ({
      open: openImport(state),
      tree: treeOf(state, customerId),
    }));
    if (open === undefined) return undefined;
    const cards = await Promise.all(
      tree.map((id) =>
        customers.read(customerStream(id), ({ state }) =>
          state.status === 'registered' && state.card !== ERASED ? [state.card] : [],
        ),
      ),
    );
    return (await mayHold(open, tree, cards.flat())) ? undefined : open;
  }

  /** Runs a command on merges. A retry isn't checked, since the customer may be erased by now. */
  async function onMerges(command: MergesCommand, known: readonly string[], run: CommandRun) {
    const isNew = (await merges.load(MERGES)).appliedBy(run.context.commandId) === undefined;
    if (isNew) await checkKnown(...known);
    const { position, result } = await merges.handle(MERGES, () => command, run);
    const [customerId] = result.customerIds;
    if (position === null || customerId === undefined)
      throw new Error(`a command on ${MERGES} led to nothing`);
    return { ...result, customerId, position };
  }

  async function change(customerId: string, change: CardChange, run: CommandRun) {
    const stream = customerStream(customerId);
    const isNew = (await customers.load(stream)).appliedBy(run.context.commandId) === undefined;
    if (isNew) await checkKnown(customerId);
    const { position, result } = await customers.handle(
      stream,
      () => ({ kind: 'ChangeCustomer', change }),
      run,
    );
    if (position === null) throw broken('customer-not-found');
    return { id: customerId, version: result, position };
  }

  return {
    checkKnown,
    change,

    /**
     * Adds a customer by hand, also while an import is open. If somebody gets one of the contacts at the same moment, both have it: staff
     * are then asked whether they are the same person.
     *
     * @throws Refused `contact-held`
     */
    async add(card: Card, run: CommandRun) {
      const id = derivedId('customer-added', run.context.commandId);
      const stream = customerStream(id);
      // A retry finds itself among the holders.
      const isNew = (await customers.load(stream)).appliedBy(run.context.commandId) === undefined;
      if (isNew) await refuseHeld(card);
      const { position, result } = await customers.handle(stream, () => ({ kind: 'AddCustomer', card }), run);
      if (position === null) throw new Error(`${stream} is empty after it was added`);
      return { id, version: result, position };
    },

    /**
     * Says who somebody is whom a booking has brought: the card gets a name and the contacts, unless something has changed it since.
     *
     * @param customerId the customer whose booking it is now
     * @returns the position of that; null if another customer's card is meant
     */
    async nameFrom(
      bookingId: string,
      customerId: string | null,
      person: Parameters<typeof firstCard>[0],
      run: CommandRun,
    ) {
      if (customerId !== customerIdOf(bookingId)) return null;
      const name = { kind: 'NameCustomer', card: firstCard(person) } as const;
      // The version that the sender saw is the booking's.
      const onCard = { ...run, ifVersion: undefined };
      return (await customers.handle(customerStream(customerId), () => name, onCard)).position;
    },

    /**
     * Gives a customer the card that they had before.
     *
     * @param events of their stream, its personal parts opened, up to the card that is given back
     */
    async restoreCard(customerId: string, events: readonly RecordedEvent[], run: CommandRun) {
      const state = events.reduce(
        (before, event) => evolveFrom(before, event, customerDecider).state,
        customerDecider.initialState(),
      );
      if (state.status !== 'registered' || state.card === ERASED) throw broken('customer-not-found');
      const { emails, phones, ...rest } = state.card;
      const [email = null, ...otherEmails] = emails;
      const [phone = null, ...otherPhones] = phones;
      return change(customerId, { ...rest, email, otherEmails, phone, otherPhones }, run);
    },

    async merge(from: string, into: string, run: CommandRun) {
      const mergeId = derivedId('merge', run.context.commandId);
      const command = {
        kind: 'MergeCustomers',
        mergeId,
        from,
        into,
        importOf: await importsOf(from, into),
      } as const;
      const merged = await onMerges(command, [from, into], run);
      return { customerId: from, mergeId, into: merged.into ?? into, position: merged.position };
    },

    /**
     * @param customerId any customer of the tree that the merge belongs to
     * @returns the customer who is separate again
     */
    split: (customerId: string, mergeId: string, run: CommandRun) =>
      onMerges({ kind: 'SplitCustomers', mergeId, customerId }, [customerId], run),

    /** @returns everybody who is erased: the customer, and all who are merged with them */
    async erase(customerId: string, run: CommandRun) {
      const safeFrom = await importWithout(customerId);
      return onMerges({ kind: 'EraseCustomers', customerId, safeFrom }, [customerId], run);
    },
  };
}

export type CustomerCommands = ReturnType<typeof createCustomerCommands>;

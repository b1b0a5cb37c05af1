import type { RecordedEvent } from '../../eventsourcing/event-store.ts';
import { ERASED } from '../../eventsourcing/event-types.ts';
import { derivedId } from '../../eventsourcing/identity.ts';
import type { CommandRun, EventStreams } from '../../eventsourcing/streams/event-streams.ts';
import { evolveFrom } from '../../eventsourcing/streams/evolve-from.ts';
import { broken } from '../rule-broken.ts';
import { type CardChange, type ChangeCustomer, type CustomerState, customerDecider } from './decider.ts';
import { type CustomerEvent, customerStream, MERGES, type MergesEvent } from './events.ts';
import type { MergesCommand, MergesResult, MergesState } from './merges/decider.ts';

type CustomerStreams = EventStreams<ChangeCustomer, CustomerEvent, CustomerState, number>;
type MergesStreams = EventStreams<MergesCommand, MergesEvent, MergesState, MergesResult>;

/** The result of a command on a customer. It is the same for the first try and for every retry. */
interface CustomerResult {
  readonly customerId: string;
  readonly position: string;
}

/** The commands of staff on customers. */
export function createCustomerCommands({
  customers,
  merges,
}: {
  readonly customers: CustomerStreams;
  readonly merges: MergesStreams;
}) {
  /** @throws RuleBroken `customer-not-found` for a customer who was never registered, or was erased, or is about to be */
  async function checkKnown(...customerIds: readonly string[]): Promise<void> {
    const erased = await merges.read(MERGES, ({ state }) => state.erased);
    const isGone = await Promise.all(
      customerIds.map((id) =>
        customers.read(
          customerStream(id),
          ({ state }) => erased.has(id) || state.status !== 'registered' || state.card === ERASED,
        ),
      ),
    );
    if (isGone.includes(true)) throw broken('customer-not-found');
  }

  /** Runs a command on merges. For a retry nothing is checked, since the customer may be erased by now. */
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
    return { customerId, version: result, position };
  }

  return {
    checkKnown,
    change,

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
      const merged = await onMerges({ kind: 'MergeCustomers', mergeId, from, into }, [from, into], run);
      return { customerId: from, mergeId, into: merged.into ?? into, position: merged.position };
    },

    /**
     * @param customerId any customer of the tree that the merge belongs to
     * @returns the customer who is separate again
     */
    split: (customerId: string, mergeId: string, run: CommandRun): Promise<CustomerResult> =>
      onMerges({ kind: 'SplitCustomers', mergeId, customerId }, [customerId], run),

    /** @returns everybody who is erased: the customer, and all who are merged with them */
    erase: (customerId: string, run: CommandRun) =>
      onMerges({ kind: 'EraseCustomers', customerId }, [customerId], run),
  };
}

export type CustomerCommands = ReturnType<typeof createCustomerCommands>;

import type { EventStore } from '../../../eventsourcing/event-store.ts';
import { broken } from '../../broken.ts';
import { customerStream } from '../../customers/events.ts';

/** @throws RuleBroken `customer-not-found` when nobody is registered under this id, or the customer was erased */
export type CheckPickedCustomer = (customerId: string) => Promise<void>;

/** Whether a booking may name a customer whom staff have picked. */
export const checkPickedCustomer =
  ({ read }: Pick<EventStore, 'read'>): CheckPickedCustomer =>
  async (customerId) => {
    const events = await read(customerStream(customerId));
    if (events.length === 0 || events.some(({ type }) => type === 'CustomerErased'))
      throw broken('customer-not-found');
  };

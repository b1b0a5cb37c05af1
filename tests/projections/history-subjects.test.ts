import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  bookingRequested,
  customerRegistered,
  type Fact,
  hoursAdded,
  onBooking,
  serviceAdded,
  slotAt,
  slotTaken,
} from './events.ts';
import { rowsOf } from './folding.ts';

const DAY = '2026-11-27';
const NOBODY = { customer_id: null, other_customer_id: null, merge_id: null };

const slot = slotAt(DAY, 540, 585);
const { bookingId } = slot;
const [customerId, otherId, mergeId] = [randomUUID(), randomUUID(), randomUUID()];
const onMerges = (type: string, data: Fact['data']): Fact => ({ stream: 'merges', type, data });
const requested = bookingRequested(slot);

it.each<[string, Fact, object]>([
  ['a request', requested, { kind: 'booking', thing: bookingId, day: DAY, ...NOBODY }],
  [
    'a request for a customer whom staff picked',
    { ...requested, data: { ...requested.data, customerId } },
    { kind: 'booking', thing: bookingId, day: DAY, ...NOBODY, customer_id: customerId },
  ],
  [
    'a move',
    onBooking(bookingId, 'BookingRescheduled', { ...slotAt('2026-11-28', 540, 585) }),
    { kind: 'booking', thing: bookingId, day: '2026-11-28', ...NOBODY },
  ],
  [
    'a link to a customer',
    onBooking(bookingId, 'BookingLinked', { customerId }),
    { kind: 'booking', thing: bookingId, day: null, ...NOBODY, customer_id: customerId },
  ],
  [
    'a confirmation',
    onBooking(bookingId, 'BookingConfirmed'),
    { kind: 'booking', thing: bookingId, day: null, ...NOBODY },
  ],
  ['a time that is taken', slotTaken(slot), { kind: 'day', thing: DAY, day: null, ...NOBODY }],
  ['a service', serviceAdded('updo'), { kind: 'service', thing: 'updo', day: null, ...NOBODY }],
  ['opening hours', hoursAdded(2, 540, 1260), { kind: 'hours', thing: 'week', day: null, ...NOBODY }],
  [
    'a customer',
    customerRegistered(customerId),
    { kind: 'customer', thing: customerId, day: null, ...NOBODY },
  ],
  [
    'a merge',
    onMerges('CustomersMerged', { mergeId, from: customerId, into: otherId }),
    {
      kind: 'customer',
      thing: customerId,
      day: null,
      ...NOBODY,
      customer_id: customerId,
      other_customer_id: otherId,
    },
  ],
  [
    'a split',
    onMerges('CustomersSplit', { mergeId }),
    { kind: 'customer', thing: mergeId, day: null, ...NOBODY, merge_id: mergeId },
  ],
  [
    'an erasure',
    onMerges('CustomersErased', { customerIds: [customerId, otherId] }),
    { kind: 'customer', thing: customerId, day: null, ...NOBODY, customer_id: customerId },
  ],
])('the history names what %s happened to', (_, fact, subject) => {
  expect(rowsOf('history', fact)).toMatchObject([subject]);
});

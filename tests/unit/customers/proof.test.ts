import { describe, expect, it } from 'vitest';
import { createCustomersProof } from '../../../src/proof/customers-proof.ts';
import {
  bookingRequested,
  customerRegistered,
  type Fact,
  recorded,
  slotAt,
} from '../../projections/events.ts';

const NOW = new Date('2026-11-20T18:10:00Z');
const slot = slotAt('2026-11-27', 540, 585);
const { bookingId } = slot;
const CUSTOMER = bookingId;
const OTHER = '00000000-0000-4000-8000-000000000009';
const on = (stream: string, type: string, data: Fact['data'] = {}): Fact => ({ stream, type, data });
const ofBooking = (type: string, data: Fact['data'] = {}) => on(`booking-${bookingId}`, type, data);
const linked = (customerId = CUSTOMER) => ofBooking('BookingLinked', { customerId });
const erased = on('merges', 'CustomersErased', { customerIds: [CUSTOMER] });
const merged = (mergeId: string, from: string, into: string) =>
  on('merges', 'CustomersMerged', { mergeId, from, into });
const GOOD = [bookingRequested(slot), customerRegistered(bookingId), linked()];
const ERASED = [erased, on(`customer-${CUSTOMER}`, 'CustomerErased'), ofBooking('BookingErased')];

function violations(now: Date, ...facts: readonly Fact[]) {
  const proof = createCustomersProof();
  for (const event of recorded(facts)) {
    const byRegistrar = event.type === 'BookingLinked' && event.data.customerId !== OTHER;
    const actor = byRegistrar
      ? { kind: 'system', process: 'registrar' }
      : { kind: 'admin', userId: 'user-1' };
    proof.apply({ ...event, metadata: { ...event.metadata, actor } });
  }
  return proof.violations(now).map(({ kind }) => kind);
}

describe('the proof of customers', () => {
  it('finds nothing wrong where everything is right', () => {
    expect(violations(NOW, ...GOOD)).toEqual([]);
    expect(violations(NOW, ...GOOD, customerRegistered(OTHER), linked(OTHER))).toEqual([]);
    expect(violations(NOW, ...GOOD, ...ERASED)).toEqual([]);
    expect(
      violations(NOW, bookingRequested(slot), ofBooking('BookingDeleted', { slotId: slot.slotId })),
    ).toEqual([]);
    expect(
      violations(
        NOW,
        merged('a', OTHER, CUSTOMER),
        on('merges', 'CustomersSplit', { mergeId: 'a' }),
        merged('b', CUSTOMER, OTHER),
      ),
    ).toEqual([]);
  });

  it.each([
    ['linked-twice', [...GOOD, linked()]],
    ['linked-to-nobody', [bookingRequested(slot), linked()]],
    ['merge-refused', [merged('a', OTHER, CUSTOMER), merged('b', CUSTOMER, OTHER)]],
    ['merge-refused', [merged('a', OTHER, CUSTOMER), merged('b', OTHER, CUSTOMER)]],
    ['after-erasure', [...GOOD, ...ERASED, on(`customer-${CUSTOMER}`, 'CustomerContactAdded')]],
  ] as const)('finds %s', (kind, facts) => {
    expect(violations(NOW, ...facts)).toEqual([kind]);
  });

  it('finds a merge with somebody who is erased', () => {
    expect(violations(NOW, ...GOOD, ...ERASED, merged('a', OTHER, CUSTOMER))).toEqual(['merge-refused']);
  });

  it.each([
    ['registrar-behind', [bookingRequested(slot)], 1],
    ['shredder-behind', [...GOOD, erased], 2],
    ['shredder-behind', [...GOOD, erased, on(`customer-${CUSTOMER}`, 'CustomerErased')], 1],
    [
      'shredder-behind',
      [bookingRequested(slot), customerRegistered(bookingId), ...ERASED.slice(0, 2), linked()],
      1,
    ],
  ] as const)('finds %s, but not within five minutes', (kind, facts, times) => {
    expect(violations(NOW, ...facts)).toEqual(Array.from({ length: times }, () => kind));
    expect(violations(new Date('2026-11-20T18:04:59Z'), ...facts)).toEqual([]);
  });
});

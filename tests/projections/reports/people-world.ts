import fc from 'fast-check';
import { addSalonDays } from '../../../src/salon/salon-time.ts';
import { bookingRequested, type Fact, HAIRCUT, onBooking, slotAt } from '../events.ts';

export const FIRST_DAY = '2026-08-15';
/** From the first day to the days on which the clocks change. */
const CHANGES = [78, 211];
const uuid = (digit: number, n: number) =>
  `${String(digit).repeat(8)}-1111-4111-8111-${String(n).padStart(12, '0')}` as const;
const CUSTOMERS = [0, 1, 2, 3].map((n) => uuid(7, n));
const SERVICES = ['haircut', 'color'];

/** Something that may happen; what isn't possible then doesn't. */
export const step = fc.record({
  what: fc.constantFrom(
    ...(['request', 'request', 'request', 'link', 'link', 'confirm', 'complete', 'complete'] as const),
    ...(['move', 'cancel', 'reinstate', 'delete', 'erase', 'merge', 'split'] as const),
  ),
  one: fc.nat(20),
  other: fc.nat(20),
  day: fc.oneof(fc.nat(230), fc.constantFrom(...CHANGES)),
  start: fc.constantFrom(0, 90, 540, 600, 1380),
  /** Minutes after the event before; the clocks of processes differ. */
  later: fc.integer({ min: -2, max: 14 * 1_440 }),
});
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never;

/** What has happened in a world of a few customers, as the commands and processes would have written it. */
export function factsOf(steps: readonly Step[]): readonly Fact[] {
  const statuses = new Map<ReturnType<typeof uuid>, string>();
  const merges = new Map<string, { readonly from: string; readonly into: string }>();
  let at = Date.parse('2026-08-20T20:00:00Z');
  const rootOf = (id: string): string => {
    const merge = [...merges.values()].find(({ from }) => from === id);
    return merge ? rootOf(merge.into) : id;
  };
  const possible = ({ what, one, other, day, start }: Step, n: number): Fact | undefined => {
    const ids = [...statuses.keys()];
    const id = ids[one % Math.max(1, ids.length)] ?? uuid(1, n);
    const status = statuses.get(id);
    const isOpen = status === 'pending' || status === 'confirmed';
    const { bookingId: _, ...slot } = slotAt(addSalonDays(FIRST_DAY, day), start, start + 60, id);
    const became = (next: string, type: string, data: Fact['data']) => {
      statuses.set(id, next);
      return onBooking(id, type, data);
    };
    switch (what) {
      case 'request': {
        const requested = bookingRequested({ ...slot, bookingId: uuid(1, n) });
        const services = (other % 3 === 0 ? SERVICES : [SERVICES[other % 2] ?? '']).map((service) => ({
          ...HAIRCUT,
          id: service,
        }));
        const isByStaff = other % 2 === 0;
        statuses.set(uuid(1, n), isByStaff ? 'confirmed' : 'pending');
        return {
          ...requested,
          data: { ...requested.data, services, status: isByStaff ? 'confirmed' : 'pending' },
        };
      }
      case 'link':
        return status
          ? onBooking(id, 'BookingLinked', { customerId: CUSTOMERS[other % CUSTOMERS.length] })
          : undefined;
      case 'confirm':
        return status === 'pending' ? became('confirmed', 'BookingConfirmed', {}) : undefined;
      case 'complete':
        return isOpen ? became('completed', 'BookingCompleted', { amountCents: null }) : undefined;
      case 'move':
        return isOpen
          ? onBooking(id, 'BookingRescheduled', { ...slot, from: slot, notice: 'none' })
          : undefined;
      case 'cancel': {
        const reason = other % 2 === 0 ? 'no_show' : 'customer_request';
        return isOpen
          ? became('cancelled', 'BookingCancelled', { slotId: slot.slotId, reason, notice: 'none' })
          : undefined;
      }
      case 'reinstate':
        return status === 'cancelled'
          ? became('confirmed', 'BookingReinstated', { ...slot, status: 'confirmed' })
          : undefined;
      case 'delete':
        return statuses.delete(id) ? onBooking(id, 'BookingDeleted', { slotId: slot.slotId }) : undefined;
      case 'erase':
        return status ? onBooking(id, 'BookingErased') : undefined;
      case 'merge': {
        const from = rootOf(CUSTOMERS[one % CUSTOMERS.length] ?? '');
        const into = CUSTOMERS[other % CUSTOMERS.length] ?? '';
        if (rootOf(into) === from) return undefined;
        merges.set(uuid(9, n), { from, into });
        return { stream: 'merges', type: 'CustomersMerged', data: { mergeId: uuid(9, n), from, into } };
      }
      case 'split': {
        const mergeId = [...merges.keys()][one % Math.max(1, merges.size)];
        if (mergeId === undefined) return undefined;
        merges.delete(mergeId);
        return { stream: 'merges', type: 'CustomersSplit', data: { mergeId } };
      }
    }
  };
  return steps.flatMap((one, n) => {
    at += one.later * 60_000;
    const fact = possible(one, n);
    return fact ? [{ ...fact, at: new Date(at).toISOString() }] : [];
  });
}

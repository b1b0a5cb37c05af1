import fc from 'fast-check';
import { doneByStylist } from '../../../src/salon/parts.ts';
import { addSalonDays, salonDate } from '../../../src/salon/salon-time.ts';
import { bookingRequested, type Fact, HAIRCUT, onBooking, slotAt } from '../events.ts';
import { SALON } from './asked.ts';

export const FIRST_DAY = '2026-10-10';
/** The days on which the clocks change. */
const CHANGES = ['2026-11-01', '2027-03-14'];
/** Days on both sides of the limits that reports use. */
const GAPS = [0, 0, 0, 1, 2, 3, 4, 7, 8, 13, 14, 15, 30, 31, 59, 60, 61, 89, 90, 91];
const uuid = (digit: number, n: number) =>
  `${String(digit).repeat(8)}-1111-4111-8111-${String(n).padStart(12, '0')}` as const;
export const CUSTOMERS = [0, 1, 2, 3, 4].map((n) => uuid(7, n));
const SERVICES = ['haircut', 'color'];
/** Another stylist than the first one. */
const ANN = 'ann';

/** Something that may happen; what isn't possible then doesn't. */
export const step = fc.record({
  what: fc.constantFrom(
    ...(['request', 'request', 'request', 'request', 'complete', 'complete', 'complete', 'confirm'] as const),
    ...(['link', 'move', 'cancel', 'reinstate', 'delete', 'erase', 'merge', 'split'] as const),
  ),
  one: fc.nat(200),
  other: fc.nat(200),
  /** A day of the clocks' change, or so many days after today or after another appointment. */
  day: fc.oneof(
    { weight: 1, arbitrary: fc.record({ on: fc.constantFrom(...CHANGES) }) },
    { weight: 8, arbitrary: fc.record({ gap: fc.constantFrom(...GAPS), isAfterOther: fc.boolean() }) },
  ),
  start: fc.constantFrom(0, 90, 540, 600, 1380),
  /** Minutes after the event before; the clocks of processes differ. */
  later: fc.oneof(fc.constantFrom(-2, 0, 1), fc.nat(5 * 1_440)),
});
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never;

interface Appointment {
  readonly status: 'pending' | 'confirmed' | 'completed' | 'cancelled';
  readonly date: string;
  readonly customerId: string;
}

/** The events of a world of a few customers, as the commands and processes would write them. */
export function factsOf(steps: readonly Step[]): readonly Fact[] {
  const appointments = new Map<ReturnType<typeof uuid>, Appointment>();
  const merges = new Map<string, { readonly from: string; readonly into: string }>();
  let at = Date.parse('2026-10-12T20:00:00Z');
  const rootOf = (id: string): string => {
    const merge = [...merges.values()].find(({ from }) => from === id);
    return merge ? rootOf(merge.into) : id;
  };
  const somebody = (n: number) => CUSTOMERS[n % CUSTOMERS.length] ?? '';

  function happened({ what, one, other, day, start }: Step, n: number): readonly (Fact | false)[] {
    const all = [...appointments];
    const [id, before] = all[one % Math.max(1, all.length)] ?? [uuid(1, n)];
    const status = before?.status;
    const today = salonDate(new Date(at), SALON);
    const [, another] = all[other % Math.max(1, all.length)] ?? [];
    const earlier = 'isAfterOther' in day && day.isAfterOther ? another : undefined;
    const date = 'on' in day ? day.on : addSalonDays(earlier?.date ?? today, day.gap);
    const { bookingId: _, ...hour } = slotAt(date, start, start + 60, id);
    const slot = other % 3 === 0 ? { ...hour, ...doneByStylist(ANN, hour) } : hour;
    const { slotId } = slot;
    const isOpen = status === 'pending' || status === 'confirmed';
    const became = (next: Partial<Appointment>, type: string, data: Fact['data'] = {}): Fact | false => {
      if (before) appointments.set(id, { ...before, ...next });
      return before !== undefined && onBooking(id, type, data);
    };
    switch (what) {
      case 'request': {
        const requested = bookingRequested({ ...slot, bookingId: uuid(1, n) });
        const ids = one % 3 === 0 ? SERVICES : [SERVICES[one % 2] ?? ''];
        const services = ids.map((service) => ({ ...HAIRCUT, id: service }));
        const first = one % 5 === 0 ? 'pending' : 'confirmed';
        const walkIn = one % 7 === 0 && { walkIn: true, anonymous: true };
        const customerId = earlier?.customerId ?? somebody(other);
        appointments.set(uuid(1, n), { status: first, date, customerId });
        const linked = onBooking(uuid(1, n), 'BookingLinked', { customerId });
        return [
          { ...requested, data: { ...requested.data, ...walkIn, services, status: first } },
          other % 8 !== 0 && linked,
        ];
      }
      case 'link': {
        const customerId = somebody(other);
        const linked = became({ customerId }, 'BookingLinked', { customerId });
        return [linked && { ...linked, actor: { kind: 'admin', userId: uuid(8, 1) } }];
      }
      case 'confirm':
        return [status === 'pending' && became({ status: 'confirmed' }, 'BookingConfirmed')];
      case 'complete': {
        const amountCents = other % 3 === 0 ? null : (other % 4) * 2_500;
        return [isOpen && became({ status: 'completed' }, 'BookingCompleted', { amountCents })];
      }
      case 'move':
        return [isOpen && became({ date }, 'BookingRescheduled', { ...slot, from: slot, notice: 'none' })];
      case 'cancel': {
        const data = { slotId, reason: other % 2 === 0 ? 'no_show' : 'customer_request', notice: 'none' };
        return [isOpen && became({ status: 'cancelled' }, 'BookingCancelled', data)];
      }
      case 'reinstate': {
        const data = { ...slot, status: 'confirmed' };
        return [status === 'cancelled' && became({ status: 'confirmed', date }, 'BookingReinstated', data)];
      }
      case 'delete':
        return [appointments.delete(id) && onBooking(id, 'BookingDeleted', { slotId })];
      case 'erase':
        return [became({}, 'BookingErased')];
      case 'merge': {
        const [from, into] = [rootOf(somebody(one)), somebody(other)];
        if (rootOf(into) === from) return [];
        merges.set(uuid(9, n), { from, into });
        return [{ stream: 'merges', type: 'CustomersMerged', data: { mergeId: uuid(9, n), from, into } }];
      }
      case 'split': {
        const mergeId = [...merges.keys()][one % Math.max(1, merges.size)];
        if (mergeId === undefined) return [];
        merges.delete(mergeId);
        return [{ stream: 'merges', type: 'CustomersSplit', data: { mergeId } }];
      }
    }
  }
  return steps.flatMap((one, n) => {
    at += one.later * 60_000;
    return happened(one, n).flatMap((fact) => (fact ? [{ ...fact, at: new Date(at).toISOString() }] : []));
  });
}

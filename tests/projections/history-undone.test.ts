import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeStream } from '../../projections/history/describe.ts';
import { ONE_STYLIST } from '../support/log/one-stylist.ts';
import {
  bookingRequested,
  type Fact,
  hoursAdded,
  onBooking,
  recorded,
  serviceAdded,
  slotAt,
} from './events.ts';

function lastOf(...facts: readonly Fact[]) {
  const events = recorded(facts);
  return describeStream(facts[0]?.stream ?? '', events, ONE_STYLIST).get(events.at(-1)?.id ?? '')?.changes;
}
const change = (field: string, before: unknown, after: unknown) => ({ field, before, after });

it('an undone confirmation and completion bring back what an appointment was', () => {
  const slot = slotAt('2026-11-27', 540, 585);
  const on = (type: string, data: Fact['data'] = {}) => onBooking(slot.bookingId, type, data);
  const confirmed = [bookingRequested(slot), on('BookingConfirmed')];
  expect(lastOf(...confirmed, on('BookingUnconfirmed'))).toEqual([change('status', 'confirmed', 'pending')]);
  const paid = [...confirmed, on('BookingCompleted', { amountCents: 5400 })];
  const byCard = [...confirmed, on('BookingCompleted', { amountCents: 3500, method: 'card', tipCents: 500 })];
  const reopened = (status: string) => on('BookingReopened', { status, totalAmount: '$35.00' });
  expect(lastOf(...paid, reopened('confirmed'))).toEqual([
    change('total_amount', '$54.00', '$35.00'),
    change('status', 'completed', 'confirmed'),
  ]);
  expect(lastOf(...byCard, reopened('confirmed'))).toEqual([
    change('status', 'completed', 'confirmed'),
    change('payment_method', 'card', null),
    change('tip', '$5.00', null),
  ]);
  expect(lastOf(...paid, reopened('completed'))).toEqual([change('total_amount', '$54.00', '$35.00')]);
});

it('a completion tells how it was paid and the tip, as they are recorded from then on', () => {
  const slot = slotAt('2026-11-27', 540, 585);
  const paid = (how: Fact['data']) =>
    onBooking(slot.bookingId, 'BookingCompleted', { amountCents: 5400, ...how });
  const [byCard, inCash] = [paid({ method: 'card', tipCents: 1000 }), paid({ method: 'cash' })];
  expect(lastOf(bookingRequested(slot), paid({}), byCard)).toEqual([
    change('payment_method', null, 'card'),
    change('tip', null, '$10.00'),
  ]);
  expect(lastOf(bookingRequested(slot), byCard, inCash)).toEqual([
    change('payment_method', 'card', 'cash'),
    change('tip', '$10.00', null),
  ]);
});

it('restored hours are named, and a restored service is what it was', () => {
  const hoursId = randomUUID();
  const hours = { hoursId, dayOfWeek: 2, start: 600, end: 1260, isAvailable: true };
  const onHours = (type: string, data: Fact['data']): Fact => ({ stream: 'hours', type, data });
  expect(
    lastOf(
      hoursAdded(2, 600, 1260, hoursId),
      onHours('HoursRemoved', { hoursId }),
      onHours('HoursRestored', hours),
    ),
  ).toEqual([
    change('day_of_week', 2, 2),
    change('start_time', '10:00', '10:00'),
    change('end_time', '21:00', '21:00'),
  ]);
  const added = serviceAdded('updo');
  const removed = { ...added, type: 'ServiceRemoved', data: { serviceId: 'updo' } };
  expect(lastOf(added, removed, { ...added, type: 'ServiceRestored' })).toEqual([]);
});

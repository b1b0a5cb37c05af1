import { describe, it } from 'vitest';
import { ERASED } from '../../src/eventsourcing/event-types.ts';
import type { BookingEvent, Paid } from '../../src/features/booking/appointment/events.ts';
import { complete, given, hoursBefore, requested } from '../support/booking/booking-facts.ts';

describe('completing with how it was paid, and a tip', () => {
  const later = hoursBefore(-48);
  const paid = (amountCents: number, how: Partial<Paid> = {}): BookingEvent => ({
    type: 'BookingCompleted',
    data: { amountCents, ...how },
  });

  it('records both, and nothing of a tip of nothing', () => {
    given(requested())
      .when(complete(later, 6500, { method: 'card', tipCents: 1000 }))
      .thenRecords(paid(6500, { method: 'card', tipCents: 1000 }));
    given(requested())
      .when(complete(later, 6500, { method: 'cash', tipCents: 0 }))
      .thenRecords(paid(6500, { method: 'cash' }));
  });

  it('a correction keeps what it doesn’t say', () => {
    const before = [requested(), paid(6500, { method: 'card', tipCents: 1000 })] as const;
    given(...before)
      .when(complete(later, 7000))
      .thenRecords(paid(7000, { method: 'card', tipCents: 1000 }));
    given(...before)
      .when(complete(later, 6500, { method: 'cash' }))
      .thenRecords(paid(6500, { method: 'cash', tipCents: 1000 }));
    given(...before)
      .when(complete(later, 6500, { tipCents: 0 }))
      .thenRecords(paid(6500, { method: 'card' }));
  });

  it('the same again is no change', () => {
    const before = [requested(), paid(6500, { method: 'card', tipCents: 1000 })] as const;
    for (const how of [{}, { method: 'card' }, { method: 'card', tipCents: 1000 }] as const)
      given(...before)
        .when(complete(later, 6500, how))
        .thenChangesNothing();
    given(requested(), paid(6500))
      .when(complete(later, 6500, { tipCents: 0 }))
      .thenChangesNothing();
  });
});

describe('completing with what was paid for, and in two ways', () => {
  const later = hoursBefore(-48);
  const items: Partial<Paid> = {
    lines: [{ serviceId: 'womens-haircut', cents: 6000 }, { cents: 900 }, { cents: -400 }],
    personal: { texts: [null, 'Shampoo', 'For the wait'] },
  };
  const split: Partial<Paid> = {
    payments: [
      { method: 'cash', cents: 2000 },
      { method: 'card', cents: 4500 },
    ],
  };
  const both: BookingEvent = { type: 'BookingCompleted', data: { amountCents: 6500, ...items, ...split } };

  it('records both, and keeps them in a correction of something else', () => {
    given(requested())
      .when(complete(later, 6500, { ...items, ...split }))
      .thenRecords(both);
    given(requested(), both)
      .when(complete(later, 6500, { tipCents: 500 }))
      .thenRecords({ type: 'BookingCompleted', data: { ...both.data, tipCents: 500 } });
    given(requested(), both)
      .when(complete(later, 6500, { ...items, ...split }))
      .thenChangesNothing();
  });

  it('drops what no longer makes the amount, or is said anew', () => {
    given(requested(), both)
      .when(complete(later, 7000))
      .thenRecords({ type: 'BookingCompleted', data: { amountCents: 7000 } });
    given(requested(), both)
      .when(complete(later, 6500, { method: 'card', lines: [{ cents: 6500 }] }))
      .thenRecords({
        type: 'BookingCompleted',
        data: { amountCents: 6500, method: 'card', lines: [{ cents: 6500 }] },
      });
  });

  it('gives all of it back when a correction is undone, but no words that are erased', () => {
    const corrected: BookingEvent = { type: 'BookingCompleted', data: { amountCents: 7000, method: 'card' } };
    given(requested(), both, corrected).when({ kind: 'ReopenBooking' }).thenRecords(both);
    const { personal: _, ...wordless } = both.data;
    const erased: BookingEvent = { type: 'BookingCompleted', data: { ...both.data, personal: ERASED } };
    given(requested(), erased, corrected)
      .when({ kind: 'ReopenBooking' })
      .thenRecords({ type: 'BookingCompleted', data: wordless });
  });

  it('refuses a service that was not booked, and words about somebody who was erased', () => {
    given(requested())
      .when(complete(later, 100, { lines: [{ serviceId: 'another', cents: 100 }] }))
      .thenRefuses('unknown-service');
    given(requested(), { type: 'BookingErased', data: {} })
      .when(complete(later, 6500, items))
      .thenRefuses('customer-not-found');
  });
});

import { describe, it } from 'vitest';
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

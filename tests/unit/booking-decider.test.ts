import { describe, expect, it } from 'vitest';
import type { BookingCommand } from '../../src/features/booking/appointment/decider.ts';
import {
  cancelled,
  completed,
  confirmed,
  customer,
  deleted,
  given,
  hoursBefore,
  lapsed,
  moved,
  NEXT_SLOT,
  requested,
  reschedule,
  rescheduled,
  SLOT,
  slot,
  staff,
  THIRD_SLOT,
} from '../support/booking-facts.ts';

describe('requesting', () => {
  const request: BookingCommand = { kind: 'RequestBooking', request: requested().data };

  it('records the request, pending or confirmed', () => {
    given().when(request).thenRecords(requested());
    given()
      .when({ kind: 'RequestBooking', request: requested('confirmed').data })
      .thenRecords(requested('confirmed'));
  });

  it('refuses a booking that exists or existed', () => {
    given(requested()).when(request).thenRefuses('already-booked');
    given(requested(), cancelled()).when(request).thenRefuses('already-booked');
    given(requested(), deleted()).when(request).thenRefuses('already-booked');
  });

  it('refuses a slot whose claim has lapsed, and accepts another', () => {
    given(lapsed(SLOT)).when(request).thenRefuses('slot-id-used');
    given(lapsed(NEXT_SLOT)).when(request).thenRecords(requested());
  });
});

describe('confirming', () => {
  const confirm: BookingCommand = { kind: 'ConfirmBooking' };

  it('confirms a pending booking', () => {
    given(requested()).when(confirm).thenRecords(confirmed);
  });

  it.each([
    ['confirmed', [requested('confirmed')], 'already-confirmed'],
    ['cancelled', [requested(), cancelled()], 'already-cancelled'],
    ['completed', [requested(), completed], 'already-completed'],
    ['deleted', [requested(), deleted()], 'booking-not-found'],
    ['unknown', [], 'booking-not-found'],
  ] as const)('refuses a booking that is %s', (_, history, code) => {
    given(...history)
      .when(confirm)
      .thenRefuses(code);
  });
});

describe('rescheduling', () => {
  it.each(['pending', 'confirmed'] as const)('changes date and time and leaves the status %s', (status) => {
    given(requested(status)).when(reschedule()).thenRecords(rescheduled);
    expect(given(requested(status), rescheduled).state).toMatchObject({ status, slot: moved });
  });

  it.each([
    ['cancelled', [requested(), cancelled()], 'already-cancelled'],
    ['completed', [requested(), completed], 'already-completed'],
    ['deleted', [requested(), deleted()], 'booking-not-found'],
    ['unknown', [], 'booking-not-found'],
  ] as const)('refuses a booking that is %s', (_, history, code) => {
    given(...history)
      .when(reschedule())
      .thenRefuses(code);
  });

  it('says which slot it left, also on a second move', () => {
    const third = { ...slot, slotId: THIRD_SLOT };
    given(requested(), rescheduled)
      .when(reschedule(staff, third))
      .thenRecords({ type: 'BookingRescheduled', data: { ...third, from: moved, notice: 'none' } });
  });

  it('never claims a slot that it has claimed before or that has lapsed', () => {
    given(requested(), rescheduled).when(reschedule(staff, slot)).thenRefuses('slot-id-used');
    given(requested(), rescheduled).when(reschedule(staff, moved)).thenRefuses('slot-id-used');
    given(requested(), lapsed(NEXT_SLOT)).when(reschedule()).thenRefuses('slot-id-used');
  });

  it('is open to the customer until exactly 4 hours before the start', () => {
    given(requested())
      .when(reschedule(customer(hoursBefore(4))))
      .thenRecords({ type: 'BookingRescheduled', data: { ...moved, from: slot, notice: 'template' } });
    given(requested())
      .when(reschedule(customer(new Date(hoursBefore(4).getTime() + 1))))
      .thenRefuses('self-service-closed');
  });

  it("judges the customer's cut-off by the time that the booking has moved to", () => {
    given(requested(), rescheduled)
      .when(reschedule(customer(hoursBefore(1)), { ...slot, slotId: THIRD_SLOT }))
      .thenRecords({
        type: 'BookingRescheduled',
        data: { ...slot, slotId: THIRD_SLOT, from: moved, notice: 'template' },
      });
  });

  it('lets staff move it at any time', () => {
    given(requested()).when(reschedule(staff)).thenRecords(rescheduled);
  });
});

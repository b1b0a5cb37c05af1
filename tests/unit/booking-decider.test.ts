import { describe, expect, it } from 'vitest';
import { type BookingCommand, MOST_CUSTOMER_MOVES } from '../../src/features/booking/appointment/decider.ts';
import type { BookingEvent } from '../../src/features/booking/appointment/events.ts';
import {
  cancelled,
  completed,
  confirmed,
  customer,
  deleted,
  given,
  hoursBefore,
  id,
  lapsed,
  moved,
  NEXT_SLOT,
  requested,
  reschedule,
  rescheduled,
  SLOT,
  slot,
  staff,
  startsAt,
  THIRD_SLOT,
} from '../support/booking/booking-facts.ts';

const requestBooking = (request: ReturnType<typeof requested>['data']): BookingCommand => ({
  kind: 'RequestBooking',
  slot: request,
  request,
});

describe('requesting', () => {
  const request: BookingCommand = requestBooking(requested().data);

  it('records the request, pending or confirmed', () => {
    given().when(request).thenRecords(requested());
    given()
      .when(requestBooking(requested('confirmed').data))
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

  it('refuses the time where it is: nothing would change', () => {
    for (const by of [staff, customer(hoursBefore(5))])
      given(requested())
        .when(reschedule(by, { ...slot, slotId: NEXT_SLOT }))
        .thenRefuses('same-time');
  });

  it.each([
    ['the same time of another day', { date: '2026-11-26' }],
    ['an earlier start with the same end', { start: slot.start - 30 }],
    ['the same start with a later end', { end: slot.end + 30 }],
  ])('moves to %s', (_, difference) => {
    const to = { ...slot, slotId: NEXT_SLOT, ...difference };
    given(requested())
      .when(reschedule(staff, to))
      .thenRecords({ type: 'BookingRescheduled', data: { ...to, from: slot, notice: 'none' } });
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
      .thenRecords({
        type: 'BookingRescheduled',
        data: { ...moved, from: slot, bySelfService: true, notice: 'template' },
      });
    given(requested())
      .when(reschedule(customer(new Date(hoursBefore(4).getTime() + 1))))
      .thenRefuses('self-service-closed');
  });

  it("judges the customer's cut-off by the time that the booking has moved to", () => {
    given(requested(), rescheduled)
      .when(reschedule(customer(hoursBefore(1)), { ...slot, slotId: THIRD_SLOT }))
      .thenRecords({
        type: 'BookingRescheduled',
        data: { ...slot, slotId: THIRD_SLOT, from: moved, bySelfService: true, notice: 'template' },
      });
  });

  it('lets staff move it at any time', () => {
    given(requested()).when(reschedule(staff)).thenRecords(rescheduled);
  });
});

describe('moving a booking again and again', () => {
  const slotIds = Array.from({ length: 20 }, (_, index) => id(100 + index));
  /** So many moves, the last of them back to the first time. */
  const movedTimes = (count: number, by: 'customer' | 'staff'): readonly BookingEvent[] =>
    slotIds.slice(0, count).map((slotId) => ({
      type: 'BookingRescheduled',
      data: {
        ...slot,
        slotId,
        from: moved,
        ...(by === 'customer' && { bySelfService: true }),
        notice: 'none',
      },
    }));
  const LONG_BEFORE = hoursBefore(400);
  const byCustomer = reschedule(customer(LONG_BEFORE));

  it('is the customer’s to do ten times', () => {
    expect(MOST_CUSTOMER_MOVES).toBe(10);
    given(requested(), ...movedTimes(9, 'customer'))
      .when(byCustomer)
      .thenRecords({
        type: 'BookingRescheduled',
        data: {
          ...moved,
          from: { ...slot, slotId: slotIds[8] ?? '' },
          bySelfService: true,
          notice: 'template',
        },
      });
    given(requested(), ...movedTimes(10, 'customer'))
      .when(byCustomer)
      .thenRefuses('moved-too-often');
  });

  it('is staff’s to do always', () => {
    given(requested(), ...movedTimes(10, 'customer'))
      .when(reschedule())
      .thenRecords({
        type: 'BookingRescheduled',
        data: { ...moved, from: { ...slot, slotId: slotIds[9] ?? '' }, notice: 'none' },
      });
  });

  it('counts nothing that staff have recorded', () => {
    const { state } = given(requested(), ...movedTimes(20, 'staff'));
    expect(state).toMatchObject({ customerMoves: 0 });
  });

  it('is not forgotten by a cancellation that staff take back', () => {
    given(requested(), ...movedTimes(10, 'customer'), cancelled(slotIds[9]), {
      type: 'BookingReinstated',
      data: { ...slot, slotId: THIRD_SLOT, status: 'pending' },
    })
      .when(byCustomer)
      .thenRefuses('moved-too-often');
  });

  it('is closed by the cut-off first', () => {
    given(requested(), ...movedTimes(10, 'customer'))
      .when(reschedule(customer(new Date(startsAt + 86_400_000))))
      .thenRefuses('self-service-closed');
  });
});

import { describe, expect, it } from 'vitest';
import { PUBLIC_TOTAL_AMOUNT } from '../../src/contracts/bookings.ts';
import {
  type Asker,
  type BookingCommand,
  bookingDecider,
  isLive,
} from '../../src/features/booking/decider.ts';
import { type BookingEvent, CANCELLATION_REASONS } from '../../src/features/booking/events.ts';
import { specOf } from '../support/decider-spec.ts';

const { given } = specOf(bookingDecider);

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const [SLOT, NEXT_SLOT, THIRD_SLOT] = [id(1), id(2), id(3)];

const timeZone = 'America/Los_Angeles';
/** Tuesday, 10:00 to 11:00 in the salon. */
const slot = { slotId: SLOT, date: '2026-11-24', start: 600, end: 660 };
const moved = { slotId: NEXT_SLOT, date: '2026-11-25', start: 720, end: 780 };
const startsAt = new Date('2026-11-24T18:00:00Z').getTime();
const hoursBefore = (hours: number) => new Date(startsAt - hours * 3_600_000);

const staff: Asker = { kind: 'admin', message: { kind: 'none' } };
const customer = (now: Date): Asker => ({ kind: 'customer', cutoffHours: 4, timeZone, now });

type Requested = Extract<BookingEvent, { type: 'BookingRequested' }>;
const requested = (status: 'pending' | 'confirmed' = 'pending'): Requested => ({
  type: 'BookingRequested',
  data: {
    ...slot,
    status,
    services: [
      {
        id: 'womens-haircut',
        name: "Women's Haircut",
        price: 'Price Varies',
        priceCents: 4500,
        duration: 60,
      },
    ],
    totalAmount: PUBLIC_TOTAL_AMOUNT,
    smsConsent: true,
    personal: { name: 'Ann', email: null, phone: '925-555-0100', phoneE164: '+19255550100', notes: null },
  },
});
const confirmed: BookingEvent = { type: 'BookingConfirmed', data: {} };
const rescheduled: BookingEvent = {
  type: 'BookingRescheduled',
  data: { ...moved, from: slot, notice: 'none' },
};
const cancelled = (slotId = SLOT): BookingEvent => ({
  type: 'BookingCancelled',
  data: { slotId, reason: 'customer_request', notice: 'template' },
});
const completed: BookingEvent = { type: 'BookingCompleted', data: { amountCents: null } };
const deleted = (slotId = SLOT): BookingEvent => ({ type: 'BookingDeleted', data: { slotId } });
const reinstated: BookingEvent = {
  type: 'BookingReinstated',
  data: { ...slot, slotId: NEXT_SLOT, status: 'pending' },
};
const lapsed = (slotId: string): BookingEvent => ({ type: 'SlotClaimLapsed', data: { slotId } });

const cancel = (by: Asker = staff): BookingCommand => ({ kind: 'CancelBooking', reason: 'other', by });
const reschedule = (by: Asker = staff, to = moved): BookingCommand => ({
  kind: 'RescheduleBooking',
  slot: to,
  by,
});
const reinstate: BookingCommand = { kind: 'ReinstateBooking', slotId: NEXT_SLOT };
const complete = (now: Date, amountCents: number | null = null): BookingCommand => ({
  kind: 'CompleteBooking',
  amountCents,
  timeZone,
  now,
});
const consent = (smsConsent: boolean): BookingCommand => ({ kind: 'ChangeSmsConsent', smsConsent });

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

describe('cancelling', () => {
  it.each(CANCELLATION_REASONS)('records the reason %s', (reason) => {
    given(requested())
      .when({ kind: 'CancelBooking', reason, by: staff })
      .thenRecords({ type: 'BookingCancelled', data: { slotId: SLOT, reason, notice: 'none' } });
  });

  it.each([
    ['cancelled', [requested(), cancelled()], 'already-cancelled'],
    ['completed', [requested(), completed], 'already-completed'],
    ['deleted', [requested(), deleted()], 'booking-not-found'],
    ['unknown', [], 'booking-not-found'],
  ] as const)('refuses a booking that is %s', (_, history, code) => {
    given(...history)
      .when(cancel())
      .thenRefuses(code);
  });

  it('gives up the slot that the booking lies in now', () => {
    given(requested(), rescheduled)
      .when(cancel())
      .thenRecords({
        type: 'BookingCancelled',
        data: { slotId: NEXT_SLOT, reason: 'other', notice: 'none' },
      });
  });

  it('is open to the customer until exactly 4 hours before the start, and then tells them by the template', () => {
    given(requested())
      .when(cancel(customer(hoursBefore(4))))
      .thenRecords({ type: 'BookingCancelled', data: { slotId: SLOT, reason: 'other', notice: 'template' } });
    given(requested())
      .when(cancel(customer(hoursBefore(3.99))))
      .thenRefuses('self-service-closed');
    given(requested())
      .when(cancel(customer(hoursBefore(-1))))
      .thenRefuses('self-service-closed');
  });

  it("carries the staff's own words as personal", () => {
    given(requested())
      .when(cancel({ kind: 'admin', message: { kind: 'custom', message: 'See you soon' } }))
      .thenRecords({
        type: 'BookingCancelled',
        data: { slotId: SLOT, reason: 'other', notice: 'custom', personal: { message: 'See you soon' } },
      });
  });
});

describe('reinstating', () => {
  it.each(['pending', 'confirmed'] as const)(
    'brings back a %s booking at its old time in a new slot',
    (status) => {
      given(requested(status), cancelled())
        .when(reinstate)
        .thenRecords({ type: 'BookingReinstated', data: { ...slot, slotId: NEXT_SLOT, status } });
    },
  );

  it('brings back the status right before the cancellation', () => {
    given(requested(), confirmed, cancelled())
      .when(reinstate)
      .thenRecords({
        type: 'BookingReinstated',
        data: { ...slot, slotId: NEXT_SLOT, status: 'confirmed' },
      });
  });

  it('can be cancelled and reinstated again', () => {
    given(requested(), cancelled(), reinstated)
      .when(cancel())
      .thenRecords({
        type: 'BookingCancelled',
        data: { slotId: NEXT_SLOT, reason: 'other', notice: 'none' },
      });
    given(requested(), cancelled(), reinstated, cancelled(NEXT_SLOT))
      .when({ kind: 'ReinstateBooking', slotId: THIRD_SLOT })
      .thenRecords({ type: 'BookingReinstated', data: { ...slot, slotId: THIRD_SLOT, status: 'pending' } });
  });

  it.each([
    ['pending', [requested()], 'not-cancelled'],
    ['completed', [requested(), completed], 'not-cancelled'],
    ['deleted', [requested(), cancelled(), deleted()], 'booking-not-found'],
    ['unknown', [], 'booking-not-found'],
  ] as const)('refuses a booking that is %s', (_, history, code) => {
    given(...history)
      .when(reinstate)
      .thenRefuses(code);
  });

  it('never claims the slot that it gave up', () => {
    given(requested(), cancelled())
      .when({ kind: 'ReinstateBooking', slotId: SLOT })
      .thenRefuses('slot-id-used');
    given(requested(), cancelled(), lapsed(NEXT_SLOT)).when(reinstate).thenRefuses('slot-id-used');
  });
});

describe('completing', () => {
  it('completes from the start on, with an amount or none', () => {
    given(requested())
      .when(complete(new Date(startsAt)))
      .thenRecords(completed);
    given(requested('confirmed'))
      .when(complete(hoursBefore(-2), 6500))
      .thenRecords({ type: 'BookingCompleted', data: { amountCents: 6500 } });
  });

  it.each([
    ['not started', [requested()], hoursBefore(0.01), 'not-started'],
    ['completed', [requested(), completed], hoursBefore(-1), 'already-completed'],
    ['cancelled', [requested(), cancelled()], hoursBefore(-1), 'already-cancelled'],
    ['deleted', [requested(), deleted()], hoursBefore(-1), 'booking-not-found'],
    ['unknown', [], hoursBefore(-1), 'booking-not-found'],
  ] as const)('refuses a booking that is %s', (_, history, now, code) => {
    given(...history)
      .when(complete(now))
      .thenRefuses(code);
  });

  it('keeps its time', () => {
    const { state } = given(requested(), completed);
    expect(isLive(state) && state.slot).toEqual(slot);
  });
});

describe('SMS consent', () => {
  it('flips off and on, whatever the status', () => {
    const off: BookingEvent = { type: 'SmsConsentChanged', data: { smsConsent: false } };
    given(requested()).when(consent(false)).thenRecords(off);
    given(requested(), off)
      .when(consent(true))
      .thenRecords({
        type: 'SmsConsentChanged',
        data: { smsConsent: true },
      });
    given(requested(), cancelled()).when(consent(false)).thenRecords(off);
  });

  it('changes nothing when it is so already', () => {
    given(requested()).when(consent(true)).thenChangesNothing();
  });

  it('refuses a booking that is deleted or unknown', () => {
    given(requested(), deleted()).when(consent(false)).thenRefuses('booking-not-found');
    given().when(consent(false)).thenRefuses('booking-not-found');
  });
});

describe('deleting', () => {
  const remove: BookingCommand = { kind: 'DeleteBooking' };

  it.each([
    ['pending', [requested()]],
    ['completed', [requested(), completed]],
    ['cancelled', [requested(), cancelled()]],
  ] as const)('deletes a booking that is %s', (_, history) => {
    given(...history)
      .when(remove)
      .thenRecords(deleted());
  });

  it('is permanent', () => {
    given(requested(), deleted()).when(remove).thenRefuses('booking-not-found');
    given().when(remove).thenRefuses('booking-not-found');
  });
});

describe('what takes up time', () => {
  it.each([
    ['pending', [requested()], true],
    ['confirmed', [requested(), confirmed], true],
    ['completed', [requested(), completed], true],
    ['reinstated', [requested(), cancelled(), reinstated], true],
    ['cancelled', [requested(), cancelled()], false],
    ['deleted', [requested(), deleted()], false],
    ['only fenced off', [lapsed(SLOT)], false],
  ] as const)('a booking that is %s: %s', (_, history, expected) => {
    expect(isLive(given(...history).state)).toBe(expected);
  });

  it('refuses to fold a log that could not have been written', () => {
    expect(() => given(cancelled())).toThrow("BookingCancelled can't follow a booking that is none");
    expect(() => given(requested(), cancelled(), cancelled())).toThrow(/can't follow/);
  });
});

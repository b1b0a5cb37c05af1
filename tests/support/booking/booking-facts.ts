import {
  type BookingCommand,
  bookingDecider,
  type SelfService,
} from '../../../src/features/booking/appointment/decider.ts';
import type { BookingEvent, Paid } from '../../../src/features/booking/appointment/events.ts';
import { PUBLIC_TOTAL_AMOUNT } from '../../../src/salon/money.ts';
import { specOf } from '../log/decider-spec.ts';

/** Facts for the tests of a booking: one appointment and the time to which it moves. */
export const { given } = specOf(bookingDecider);

export const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
export const [SLOT, NEXT_SLOT, THIRD_SLOT] = [id(1), id(2), id(3)];

export const timeZone = 'America/Los_Angeles';
/** Tuesday, 10:00 to 11:00 in the salon. */
export const slot = { slotId: SLOT, date: '2026-11-24', start: 600, end: 660 };
export const moved = { slotId: NEXT_SLOT, date: '2026-11-25', start: 720, end: 780 };
export const startsAt = new Date('2026-11-24T18:00:00Z').getTime();
export const hoursBefore = (hours: number) => new Date(startsAt - hours * 3_600_000);

type By = Pick<Extract<BookingCommand, { kind: 'CancelBooking' }>, 'selfService' | 'notice'>;
export const staff: By = { selfService: null, notice: { kind: 'none' } };
export const customer = (now: Date): By => ({
  selfService: { cutoffHours: 4, timeZone, now } satisfies SelfService,
  notice: { kind: 'template' },
});

type Requested = Extract<BookingEvent, { type: 'BookingRequested' }>;
export const requested = (status: 'pending' | 'confirmed' = 'pending'): Requested => ({
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
export const confirmed: BookingEvent = { type: 'BookingConfirmed', data: {} };
export const rescheduled: BookingEvent = {
  type: 'BookingRescheduled',
  data: { ...moved, from: slot, notice: 'none' },
};
export const cancelled = (slotId = SLOT): BookingEvent => ({
  type: 'BookingCancelled',
  data: { slotId, reason: 'customer_request', notice: 'template' },
});
export const completed: BookingEvent = { type: 'BookingCompleted', data: { amountCents: null } };
export const deleted = (slotId = SLOT): BookingEvent => ({ type: 'BookingDeleted', data: { slotId } });
export const reinstated: BookingEvent = {
  type: 'BookingReinstated',
  data: { ...slot, slotId: NEXT_SLOT, status: 'pending' },
};
export const lapsed = (slotId: string): BookingEvent => ({ type: 'SlotClaimLapsed', data: { slotId } });

export const cancel = (by: By = staff): BookingCommand => ({ kind: 'CancelBooking', reason: 'other', ...by });
export const reschedule = (by: By = staff, to = moved): BookingCommand => ({
  kind: 'RescheduleBooking',
  slot: to,
  ...by,
});
export const reinstate: BookingCommand = { kind: 'ReinstateBooking', slot: { ...slot, slotId: NEXT_SLOT } };
export const complete = (
  now: Date,
  amountCents: number | null = null,
  how: Partial<Paid> = {},
): BookingCommand => ({
  kind: 'CompleteBooking',
  amountCents,
  ...how,
  timeZone,
  now,
});
export const consent = (smsConsent: boolean): BookingCommand => ({ kind: 'ChangeSmsConsent', smsConsent });

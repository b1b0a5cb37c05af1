import type { RecordedEvent } from '../../../src/eventsourcing/event-store.ts';
import { bookingStream } from '../../../src/features/booking/appointment/events.ts';
import {
  type BookingView,
  type Cause,
  viewBooking,
} from '../../../src/features/messages/decision/booking-view.ts';
import {
  decideMessage,
  type MessageDecision,
  type MessageRules,
} from '../../../src/features/messages/decision/decide-message.ts';
import { recorded } from '../../projections/events.ts';
import { id, moved, requested, slot } from '../booking/booking-facts.ts';

/** Facts for the tests of texts: one appointment on Tuesday the 24th at 10, booked on the Friday before. */

export const BOOKING_ID = id(50);
export const NUMBER = '+19255550100';
export const at = (text: string) => new Date(text);
/** Friday noon in the salon. */
export const NOON = at('2026-11-20T20:00:00Z');

export const messageRules: MessageRules = {
  timeZone: 'America/Los_Angeles',
  quietHours: { from: 1_260, to: 480 },
  reminderAt: 600,
  windowMs: 20_000,
  isServed: (number) => number.startsWith('+1'),
  textOf: (kind, booking) => `${kind} ${booking.slot.date} ${booking.slot.start}`,
};

export interface Said {
  readonly type: string;
  readonly data: object;
}

const customer = { kind: 'customer' };
const admin = { kind: 'admin', userId: id(60) };

/** The events of the booking, each by its customer or by staff. */
export const by =
  (actor: typeof customer | typeof admin) =>
  (...events: readonly Said[]) =>
    events.map(({ type, data }) => ({ type, data: data as Record<string, unknown>, actor }));
export const byCustomer = by(customer);
export const byStaff = by(admin);

export const booked = (data: object = {}): Said => ({
  ...requested(),
  data: { ...requested().data, ...data },
});
export const rescheduled = (notice: object = { notice: 'template' }): Said => ({
  type: 'BookingRescheduled',
  data: { ...moved, from: slot, ...notice },
});
/** The same time with another stylist. */
export const handedOver = (resource: string, from: object = slot): Said => ({
  type: 'BookingRescheduled',
  data: {
    ...slot,
    slotId: id(8),
    parts: [{ resource, start: slot.start, end: slot.end }],
    from,
    notice: 'template',
  },
});
export const lengthened = (end = slot.end + 30, notice: object = { notice: 'template' }): Said => ({
  type: 'BookingLengthChanged',
  data: { ...slot, slotId: id(9), end, from: slot, ...notice },
});
export const servicesChanged = (name = 'Toner', notice: object = { notice: 'template' }): Said => ({
  type: 'BookingServicesChanged',
  data: {
    services: [{ ...requested().data.services[0], name }],
    totalAmount: requested().data.totalAmount,
    ...notice,
  },
});
export const cancelled = (notice: object = { notice: 'template' }): Said => ({
  type: 'BookingCancelled',
  data: { slotId: slot.slotId, reason: 'other', ...notice },
});
export const CONFIRMED: Said = { type: 'BookingConfirmed', data: {} };
export const reinstated: Said = {
  type: 'BookingReinstated',
  data: { ...slot, slotId: id(3), status: 'pending' },
};
export const consent = (smsConsent: boolean): Said => ({ type: 'SmsConsentChanged', data: { smsConsent } });

export const corrected = (phoneE164: string): Said => ({
  type: 'BookingContactCorrected',
  data: { personal: { email: null, phone: phoneE164, phoneE164 } },
});

type Context = Parameters<typeof decideMessage>[0];

/** Given what has happened to the booking, this is what becomes of all its causes. */
export function deciding(
  history: readonly ReturnType<typeof byCustomer>[number][],
  context: Partial<Context> = {},
) {
  const stream = bookingStream(BOOKING_ID);
  const events: readonly RecordedEvent[] = recorded(history.map((event) => ({ stream, ...event })));
  const booking: BookingView = viewBooking(events);
  const decide = (causes: readonly Cause[]): MessageDecision =>
    decideMessage(
      {
        bookingId: BOOKING_ID,
        booking,
        causes,
        untold: [],
        lastTold: undefined,
        isWanted: true,
        sending: { paused: false, watermark: '', watermarkAt: at('2026-01-01T00:00:00Z') },
        now: NOON,
        ...context,
      },
      messageRules,
    );
  return { decision: decide(booking.causes), booking, events, decide };
}

/** Parts of a channel whose queue remembers nothing and whose messages leave. */
export const channelDeps = {
  named: async <Booking>(booking: Booking) => booking,
  rules: messageRules,
  rows: { openFor: async () => 0, lookAgain: async () => {}, end: async () => {} },
  sending: { read: async () => ({ paused: false, why: null, watermark: '', watermarkAt: new Date(0) }) },
};

import type { BookingStatus, CancellationReason } from '../../src/contracts/bookings/bookings.ts';
import {
  BOOKING,
  type BookedService,
  type BookingEvent,
  bookingEventTypes,
  idOfBooking,
  type Slot,
} from '../../src/features/booking/appointment/events.ts';
import { dollars } from '../../src/salon/money.ts';
import type { Minutes, SalonDate } from '../../src/salon/salon-time.ts';
import { defineTable, type ProjectedEvent, type Projection } from '../engine/projection.ts';

/** Who requested or cancelled an appointment. */
export type Party = 'customer' | 'staff' | 'system';

/** The facts of one appointment, in which nothing is personal; a deleted one has no row. */
export type AppointmentRow = {
  readonly id: string;
  readonly status: BookingStatus;
  readonly appointment_date: SalonDate;
  readonly start_minute: Minutes;
  readonly end_minute: Minutes;
  /** As they were when booked. */
  readonly services: readonly BookedService[];
  /** As it was quoted, or recorded at completion. */
  readonly total_amount: string;
  /** What was recorded at completion, 0 included; null where nothing was. */
  readonly paid_cents: number | null;
  readonly sms_consent: boolean;
  /** ISO-8601 UTC instant. */
  readonly requested_at: string;
  readonly requested_by: Party;
  /** The date that was asked for first. */
  readonly first_date: SalonDate;
  /** Whether it was ever moved. */
  readonly is_moved: boolean;
  /** Of a cancelled one, by the last cancellation: why, when (ISO-8601 UTC instant) and by whom. */
  readonly cancellation_reason: CancellationReason | null;
  readonly cancelled_at: string | null;
  readonly cancelled_by: Party | null;
  /** Whose it is, before merges are followed; null until the registrar has seen it. */
  readonly customer_id: string | null;
};

const timeColumns = ({ date, start, end }: Slot) => ({
  appointment_date: date,
  start_minute: start,
  end_minute: end,
});

const NOT_CANCELLED = { cancellation_reason: null, cancelled_at: null, cancelled_by: null };

function partyOf({ metadata: { actor } }: ProjectedEvent<BookingEvent>): Party {
  if (actor.kind === 'admin') return 'staff';
  return actor.kind === 'customer' ? 'customer' : 'system';
}

const table = defineTable({
  name: 'appointments',
  streams: `${BOOKING}-`,
  eventTypes: bookingEventTypes,
  key: 'id',
  rowPerStream: true,
  columns: {
    id: 'uuid',
    status: 'text',
    appointment_date: 'date',
    start_minute: 'smallint',
    end_minute: 'smallint',
    services: 'json',
    total_amount: 'text',
    paid_cents: 'integer',
    sms_consent: 'boolean',
    requested_at: 'text',
    requested_by: 'text',
    first_date: 'date',
    is_moved: 'boolean',
    cancellation_reason: 'text',
    cancelled_at: 'text',
    cancelled_by: 'text',
    customer_id: 'uuid',
  },
  indexes: ['appointment_date'],
  versioned: { indexes: ['appointment_date'] },
  keyOf: (event) => (event.type === 'SlotClaimLapsed' ? null : idOfBooking(event.stream)),
  evolve(row: AppointmentRow | undefined, event): AppointmentRow | null {
    if (event.type === 'BookingRequested') {
      const { data, stream, metadata } = event;
      return (
        row ?? {
          id: idOfBooking(stream),
          status: data.status,
          ...timeColumns(data),
          services: data.services,
          total_amount: data.totalAmount,
          paid_cents: null,
          sms_consent: data.smsConsent,
          requested_at: metadata.at,
          requested_by: partyOf(event),
          first_date: data.date,
          is_moved: false,
          ...NOT_CANCELLED,
          customer_id: null,
        }
      );
    }
    if (!row) return null;
    switch (event.type) {
      case 'BookingRescheduled':
        return { ...row, ...timeColumns(event.data), is_moved: true };
      case 'BookingReinstated':
        return { ...row, ...timeColumns(event.data), ...NOT_CANCELLED, status: event.data.status };
      case 'BookingConfirmed':
        return { ...row, status: 'confirmed' };
      case 'BookingCancelled':
        return {
          ...row,
          status: 'cancelled',
          cancellation_reason: event.data.reason,
          cancelled_at: event.metadata.at,
          cancelled_by: partyOf(event),
        };
      case 'BookingCompleted': {
        const { amountCents } = event.data;
        if (amountCents === null) return { ...row, status: 'completed' };
        return {
          ...row,
          status: 'completed',
          paid_cents: amountCents,
          total_amount: dollars(amountCents),
        };
      }
      case 'SmsConsentChanged':
        return { ...row, sms_consent: event.data.smsConsent };
      case 'BookingLinked':
        return { ...row, customer_id: event.data.customerId };
      case 'BookingDeleted':
        return null;
      case 'BookingContactCorrected':
      case 'BookingErased':
      case 'SlotClaimLapsed':
        return row;
      default:
        return event satisfies never;
    }
  },
});

/** Every appointment as facts, with every state that it ever had. */
export const appointments: Projection = { name: 'appointments', version: 1, tables: [table] };
export const APPOINTMENTS = table;

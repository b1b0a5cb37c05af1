import type { AdminBooking, Payment } from '../../src/contracts/bookings/admin-booking.ts';
import type {
  BookingStatus,
  CancellationReason,
  PaymentMethod,
} from '../../src/contracts/bookings/bookings.ts';
import { type Party, partyOf } from '../../src/contracts/history/actor.ts';
import type { Position } from '../../src/eventsourcing/event-store.ts';
import {
  BOOKING,
  type BookedService,
  bookingEventTypes,
  idOfBooking,
  type Paid,
  type Slot,
  UNCOUNTED_EVENTS,
} from '../../src/features/booking/appointment/events.ts';
import { bookedCents, centsIn, dollars, PUBLIC_TOTAL_AMOUNT } from '../../src/salon/money.ts';
import type { Part } from '../../src/salon/parts.ts';
import type { Minutes, SalonDate } from '../../src/salon/salon-time.ts';
import { shared, sum } from '../../src/salon/sums.ts';
import { defineTable, type Projection, sqlName } from '../engine/projection.ts';
import { linesOf, paymentsOf } from '../paid.ts';

/** A service with its part of the appointment's minutes, which may be longer or shorter than its services. */
type TimedService = BookedService & { readonly minutes: Minutes };

/** The facts of one appointment, in which nothing is personal; a deleted one has no row. */
export type AppointmentRow = {
  readonly id: string;
  readonly status: BookingStatus;
  readonly appointment_date: SalonDate;
  readonly start_minute: Minutes;
  readonly end_minute: Minutes;
  /** Null where the slot occupies the first stylist from start to end. */
  readonly parts: readonly Part[] | null;
  readonly version: number;
  /** The services as they were when booked or last changed, each with its part of the time, of the amount and of the tip. */
  readonly services: readonly (TimedService & {
    readonly amountCents: number | null;
    readonly tipCents: number;
  })[];
  readonly total_amount: string;
  /** The amount recorded at completion, 0 included, or else the quoted one; null where neither has a number ("unpriced"). */
  readonly amount_cents: number | null;
  /** Null if it wasn't recorded. The tip comes besides the recorded amount; it is 0 if none was recorded. */
  readonly payment_method: PaymentMethod | null;
  readonly tip_cents: number;
  /** Empty if no amount was recorded, or nothing of what makes it. The lines have no words, which are personal. */
  readonly payments: readonly Payment[];
  readonly lines: AdminBooking['lines'];
  /** The recorded amount; null if none was. */
  readonly paid_cents: number | null;
  /** The part of it that is of no service, below 0 for a discount; 0 if the lines weren't recorded. */
  readonly other_items_cents: number;
  /** The first completion since it was last open (ISO-8601 UTC instant); null unless it is completed. */
  readonly completed_at: string | null;
  readonly sms_consent: boolean;
  /** The last statement about texts: its time (ISO-8601 UTC instant), and who made it. */
  readonly consent_at: string;
  readonly consent_by: Party;
  /** ISO-8601 UTC instant. */
  readonly requested_at: string;
  readonly requested_by: Party;
  readonly walk_in: boolean;
  /** Nobody has said who came: neither a name nor a contact nor whose visit it was. */
  readonly is_anonymous: boolean;
  /** Since when the customer has been there: ISO-8601 UTC instant; null if that wasn't recorded. */
  readonly arrived_at: string | null;
  /** The date that was asked for first. */
  readonly first_date: SalonDate;
  /** Whether it was ever moved. */
  readonly is_moved: boolean;
  /** The last cancellation's reason, time (ISO-8601 UTC instant) and party; null unless the appointment is cancelled. */
  readonly cancellation_reason: CancellationReason | null;
  readonly cancelled_at: string | null;
  readonly cancelled_by: Party | null;
  /** Position of the event that took the present time, or the time before the cancellation. */
  readonly taken_position: Position;
  /** Position of the last cancellation; null unless the appointment is cancelled. */
  readonly cancelled_position: Position | null;
  /** The customer before merges are followed; null until the registrar has seen the appointment. */
  readonly customer_id: string | null;
};

const timeColumns = ({ date, start, end, parts }: Slot) => ({
  appointment_date: date,
  start_minute: start,
  end_minute: end,
  parts: parts ?? null,
});

const NOT_CANCELLED = {
  cancellation_reason: null,
  cancelled_at: null,
  cancelled_by: null,
  cancelled_position: null,
};

/** Shares an amount by the prices when booked, or else by the minutes. */
function sharesOf(cents: number, services: readonly BookedService[]): readonly number[] {
  const hasPrices = bookedCents(services) !== null;
  return shared(
    cents,
    services.map(({ duration, priceCents }) => (hasPrices ? priceCents : duration)),
  );
}

function timed<Service extends BookedService>(
  services: readonly Service[],
  { start, end }: Pick<Slot, 'start' | 'end'>,
): (Service & TimedService)[] {
  const minutes = shared(
    end - start,
    services.map(({ duration }) => duration),
  );
  return services.map((service, index) => ({ ...service, minutes: minutes[index] ?? 0 }));
}

const NOT_PAID = {
  payment_method: null,
  tip_cents: 0,
  payments: [],
  lines: [],
  paid_cents: null,
  other_items_cents: 0,
};

function amountColumns(services: readonly TimedService[], total: string, amountCents: number | null) {
  const shares = amountCents === null ? [] : sharesOf(amountCents, services);
  return {
    services: services.map((service, index) => ({
      ...service,
      amountCents: shares[index] ?? null,
      tipCents: 0,
    })),
    total_amount: total,
    amount_cents: amountCents,
    ...NOT_PAID,
  };
}

/** The amount of each service, and of what else was paid for: by the recorded lines, or else shared. */
function recordedAmounts(row: AppointmentRow, paid: Paid, amountCents: number) {
  const columns = amountColumns(row.services, dollars(amountCents), amountCents);
  if (!paid.lines) return columns;
  const centsOf = new Map(paid.lines.map(({ serviceId, cents }) => [serviceId, cents]));
  const services = columns.services.map((service) => ({
    ...service,
    amountCents: centsOf.get(service.id) ?? 0,
  }));
  const ofServices = sum(services.map((service) => service.amountCents));
  return { ...columns, services, other_items_cents: amountCents - ofServices };
}

/** The amount columns once a visit is completed; an unknown amount leaves what was quoted. */
function paidColumns(row: AppointmentRow, paid: Paid) {
  const { amountCents, method, tipCents = 0 } = paid;
  const amounts = amountCents === null ? row : recordedAmounts(row, paid, amountCents);
  const shares = sharesOf(tipCents, amounts.services);
  return {
    services: amounts.services.map((service, index) => ({ ...service, tipCents: shares[index] ?? 0 })),
    total_amount: amounts.total_amount,
    amount_cents: amounts.amount_cents,
    payment_method: method ?? null,
    tip_cents: tipCents,
    payments: paymentsOf(paid),
    lines: linesOf({ ...paid, personal: undefined }),
    paid_cents: amountCents,
    other_items_cents: amountCents === null ? 0 : amounts.other_items_cents,
  };
}

/** The amount that was quoted: the total, if it is a number, or else the sum of the prices. */
const quotedCents = (services: readonly BookedService[], totalAmount: string) =>
  totalAmount === PUBLIC_TOTAL_AMOUNT ? bookedCents(services) : centsIn(totalAmount);

/** Every appointment as facts, with their earlier states. */
export const APPOINTMENTS = defineTable({
  name: 'appointments',
  streams: `${BOOKING}-`,
  eventTypes: bookingEventTypes,
  key: 'id',
  rowPerStream: true,
  columns: {
    id: 'uuid',
    version: 'integer',
    status: 'text',
    appointment_date: 'date',
    start_minute: 'smallint',
    end_minute: 'smallint',
    parts: 'jsonb',
    services: 'jsonb',
    total_amount: 'text',
    amount_cents: 'integer',
    payment_method: 'text',
    tip_cents: 'integer',
    payments: 'jsonb',
    lines: 'jsonb',
    paid_cents: 'integer',
    other_items_cents: 'integer',
    completed_at: 'text',
    sms_consent: 'boolean',
    consent_at: 'text',
    consent_by: 'text',
    requested_at: 'text',
    requested_by: 'text',
    walk_in: 'boolean',
    is_anonymous: 'boolean',
    arrived_at: 'text',
    first_date: 'date',
    is_moved: 'boolean',
    cancellation_reason: 'text',
    cancelled_at: 'text',
    cancelled_by: 'text',
    taken_position: 'text',
    cancelled_position: 'text',
    customer_id: 'uuid',
  },
  // The indexes include every column that reports, and the list of customers, read of many appointments: rows are ten times as wide.
  indexes: [
    'using btree (appointment_date) include (id, status, start_minute, end_minute, requested_at, customer_id, is_anonymous, since)',
    `using btree (customer_id, appointment_date) include (id, start_minute, end_minute, status, requested_at, total_amount,
      amount_cents, cancellation_reason, is_anonymous, since)`,
    'using btree (completed_at) where completed_at is not null',
  ],
  versioned: {
    indexes: [
      'appointment_date, until, since',
      'using btree (completed_at, until, since) where completed_at is not null',
    ],
  },
  keyOf: (event) => (event.type === 'SlotClaimLapsed' ? null : idOfBooking(event.stream)),
  evolve(before: AppointmentRow | undefined, event): AppointmentRow | null {
    if (event.type === 'BookingRequested') {
      const { data, stream, metadata } = event;
      return (
        before ?? {
          id: idOfBooking(stream),
          status: data.status,
          ...timeColumns(data),
          version: 1,
          ...amountColumns(
            timed(data.services, data),
            data.totalAmount,
            quotedCents(data.services, data.totalAmount),
          ),
          completed_at: null,
          sms_consent: data.smsConsent,
          consent_at: metadata.at,
          consent_by: partyOf(event.metadata.actor),
          requested_at: metadata.at,
          requested_by: partyOf(event.metadata.actor),
          walk_in: data.walkIn ?? false,
          is_anonymous: data.anonymous ?? false,
          arrived_at: null,
          first_date: data.date,
          is_moved: false,
          ...NOT_CANCELLED,
          taken_position: event.position,
          customer_id: null,
        }
      );
    }
    if (!before) return null;
    const row = UNCOUNTED_EVENTS.includes(event.type) ? before : { ...before, version: before.version + 1 };
    switch (event.type) {
      case 'BookingRescheduled': {
        const { date, start } = event.data;
        return {
          ...row,
          ...timeColumns(event.data),
          // A customer who comes on another day isn't there yet.
          arrived_at: date === row.appointment_date ? row.arrived_at : null,
          // A hand-over leaves the time as it is.
          is_moved: row.is_moved || date !== row.appointment_date || start !== row.start_minute,
          taken_position: event.position,
        };
      }
      case 'BookingLengthChanged':
        return { ...row, ...timeColumns(event.data), services: timed(row.services, event.data) };
      case 'BookingServicesChanged': {
        const { services, totalAmount } = event.data;
        const time = { start: row.start_minute, end: row.end_minute };
        return {
          ...row,
          ...amountColumns(timed(services, time), totalAmount, quotedCents(services, totalAmount)),
        };
      }
      case 'BookingReinstated':
        return {
          ...row,
          ...timeColumns(event.data),
          ...NOT_CANCELLED,
          status: event.data.status,
          taken_position: event.position,
        };
      case 'BookingConfirmed':
        return { ...row, status: 'confirmed' };
      case 'BookingUnconfirmed':
        return { ...row, status: 'pending' };
      case 'BookingReopened': {
        const { status, totalAmount } = event.data;
        const amount = amountColumns(row.services, totalAmount, quotedCents(row.services, totalAmount));
        return { ...row, ...amount, status, completed_at: status === 'completed' ? row.completed_at : null };
      }
      case 'BookingCancelled':
        return {
          ...row,
          status: 'cancelled',
          cancellation_reason: event.data.reason,
          cancelled_at: event.metadata.at,
          cancelled_by: partyOf(event.metadata.actor),
          cancelled_position: event.position,
        };
      case 'BookingCompleted':
        return {
          ...row,
          ...paidColumns(row, event.data),
          status: 'completed',
          completed_at: row.completed_at ?? event.metadata.at,
        };
      case 'SmsConsentChanged':
        return {
          ...row,
          sms_consent: event.data.smsConsent,
          consent_at: event.metadata.at,
          consent_by: partyOf(event.metadata.actor),
        };
      case 'BookingLinked':
        return {
          ...row,
          customer_id: event.data.customerId,
          // The registrar makes a customer even of somebody unknown.
          is_anonymous: row.is_anonymous && event.metadata.actor.kind === 'system',
        };
      case 'BookingContactCorrected':
        return { ...row, is_anonymous: false };
      case 'CustomerArrived':
        return { ...row, arrived_at: row.arrived_at ?? event.metadata.at };
      case 'ArrivalTakenBack':
        return { ...row, arrived_at: null };
      case 'BookingDeleted':
        return null;
      case 'VisitNoted':
      case 'BookingErased':
      case 'SlotClaimLapsed':
        return row;
      default:
        return event satisfies never;
    }
  },
});

/** Every appointment as facts. */
export const appointments: Projection = { name: 'appointments', version: 7, tables: [APPOINTMENTS] };
/** Name of the live table. */
export const APPOINTMENTS_TABLE = sqlName(appointments, APPOINTMENTS);

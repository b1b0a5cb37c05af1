import type { AdminBooking, Payment } from '../../src/contracts/bookings/admin-booking.ts';
import type {
  BookingStatus,
  CancellationReason,
  PaymentMethod,
} from '../../src/contracts/bookings/bookings.ts';
import { type Party, partyOf } from '../../src/contracts/history/actor.ts';
import { ERASED } from '../../src/eventsourcing/event-types.ts';
import {
  BOOKING,
  type BookedService,
  type BookingEvent,
  bookingEventTypes,
  idOfBooking,
  type Slot,
  UNCOUNTED_EVENTS,
} from '../../src/features/booking/appointment/events.ts';
import { centsIn, dollars } from '../../src/salon/money.ts';
import type { Part } from '../../src/salon/parts.ts';
import type { Minutes, SalonDate } from '../../src/salon/salon-time.ts';
import { searchText } from '../../src/salon/search-text.ts';
import { defineTable, type ProjectedEvent, type Projection, sqlName } from '../engine/projection.ts';
import { linesOf, paymentsOf } from '../paid.ts';

/** One booking as it stands; a deleted one has no row. */
export type BookingRow = {
  readonly id: string;
  /** Null, like the other personal columns, once the person was erased. */
  readonly customer_name: string | null;
  readonly customer_email: string | null;
  /** The phone number as it was typed. */
  readonly customer_phone: string | null;
  readonly customer_phone_e164: string | null;
  /** The name, the e-mail and the phone as `searchText` has them. */
  readonly search_text: string | null;
  readonly appointment_date: SalonDate;
  readonly start_minute: Minutes;
  readonly end_minute: Minutes;
  /** Null where the slot occupies the first stylist from start to end. */
  readonly parts: readonly Part[] | null;
  readonly services: readonly BookedService[];
  readonly total_amount: string;
  /** Its numeric part; 0 where there is none. */
  readonly amount_cents: number;
  /** Null if it wasn't recorded. The tip comes besides the recorded amount; it is 0 if none was recorded. */
  readonly payment_method: PaymentMethod | null;
  readonly tip_cents: number;
  /** Empty if no amount was recorded, or nothing of what makes it. */
  readonly payments: readonly Payment[];
  readonly lines: AdminBooking['lines'];
  /** The first completion since the booking was last open (UTC instant); null unless it is completed. */
  readonly completed_at: string | null;
  readonly notes: string | null;
  readonly visit_note: string | null;
  /** Its customer was erased, so that nothing personal is left of it. */
  readonly is_erased: boolean;
  readonly sms_consent: boolean;
  /** The last statement about texts: its time (UTC instant), and who made it. */
  readonly consent_at: string;
  readonly consent_by: Party;
  readonly status: BookingStatus;
  readonly walk_in: boolean;
  /** Since when the customer has been there: a UTC instant; null if that wasn't recorded. */
  readonly arrived_at: string | null;
  /** The last cancellation's reason, time (UTC instant) and party; null unless the booking is cancelled. */
  readonly cancellation_reason: CancellationReason | null;
  readonly cancelled_at: string | null;
  readonly cancelled_by: Party | null;
  /** Keyed hash of where a public booking came from; null for staff's. */
  readonly source: string | null;
  /** The contacts at which a code has shown that somebody is reached. */
  readonly proven_contacts: readonly ('sms' | 'email')[];
  /** UTC instant. */
  readonly created_at: string;
  readonly slot_id: string;
  /** Null until the registrar has seen the booking. */
  readonly customer_id: string | null;
  readonly version: number;
  /** Revision of the last event applied, so that none counts twice. */
  readonly revision: number;
};

const slotColumns = ({ slotId, date, start, end, parts }: Slot) => ({
  appointment_date: date,
  start_minute: start,
  end_minute: end,
  parts: parts ?? null,
  slot_id: slotId,
});

/** A customer who comes on another day isn't there yet. */
const arrivalAfter = ({ appointment_date, arrived_at }: BookingRow, { date }: Slot) => ({
  arrived_at: date === appointment_date ? arrived_at : null,
});

const ERASED_PERSON = {
  customer_name: null,
  customer_email: null,
  customer_phone: null,
  customer_phone_e164: null,
  search_text: null,
  notes: null,
  visit_note: null,
  is_erased: true,
};

const NOT_CANCELLED = { cancellation_reason: null, cancelled_at: null, cancelled_by: null };
const NOT_PAID = { payment_method: null, tip_cents: 0, payments: [], lines: [] };

const withoutWords = (lines: BookingRow['lines']) => lines.map((line) => ({ ...line, text: null }));

type BookingRequested = Extract<ProjectedEvent<BookingEvent>, { type: 'BookingRequested' }>;

function requested({ stream, data, metadata }: BookingRequested) {
  const person = data.personal === ERASED ? undefined : data.personal;
  return {
    id: idOfBooking(stream),
    customer_name: person?.name ?? null,
    customer_email: person?.email ?? null,
    customer_phone: person?.phone ?? null,
    customer_phone_e164: person?.phoneE164 ?? null,
    search_text: person ? searchText(person) : null,
    ...slotColumns(data),
    services: data.services,
    total_amount: data.totalAmount,
    amount_cents: centsIn(data.totalAmount),
    ...NOT_PAID,
    completed_at: null,
    notes: person?.notes ?? null,
    visit_note: null,
    is_erased: false,
    sms_consent: data.smsConsent,
    consent_at: metadata.at,
    consent_by: partyOf(metadata.actor),
    status: data.status,
    walk_in: data.walkIn ?? false,
    arrived_at: null,
    ...NOT_CANCELLED,
    source: data.source?.address ?? null,
    proven_contacts: data.provenContacts ?? [],
    created_at: metadata.at,
    customer_id: null,
  };
}

type ContactCorrected = Extract<ProjectedEvent<BookingEvent>, { type: 'BookingContactCorrected' }>;

/** A contact that was changed after the code was checked isn't proven by it. */
function corrected(row: BookingRow, { data: { personal } }: ContactCorrected): Partial<BookingRow> {
  if (row.is_erased || personal === ERASED) return {};
  const { email, phone, phoneE164, name: customer_name = row.customer_name } = personal;
  const kept = { sms: phoneE164 === row.customer_phone_e164, email: email === row.customer_email };
  return {
    customer_name,
    customer_email: email,
    customer_phone: phone,
    customer_phone_e164: phoneE164,
    search_text: searchText({ name: customer_name ?? '', email, phone, phoneE164 }),
    proven_contacts: row.proven_contacts.filter((way) => kept[way]),
  };
}

type VisitNoted = Extract<ProjectedEvent<BookingEvent>, { type: 'VisitNoted' }>;

const noted = (row: BookingRow, { data: { personal } }: VisitNoted): BookingRow =>
  row.is_erased || personal === ERASED ? row : { ...row, visit_note: personal.text };

const table = defineTable({
  name: 'bookings',
  streams: `${BOOKING}-`,
  eventTypes: bookingEventTypes,
  key: 'id',
  rowPerStream: true,
  columns: {
    id: 'uuid',
    customer_name: 'text',
    customer_email: 'text',
    customer_phone: 'text',
    customer_phone_e164: 'text',
    search_text: 'text',
    appointment_date: 'date',
    start_minute: 'smallint',
    end_minute: 'smallint',
    parts: 'json',
    services: 'json',
    total_amount: 'text',
    amount_cents: 'integer',
    payment_method: 'text',
    tip_cents: 'integer',
    payments: 'json',
    lines: 'json',
    completed_at: 'timestamptz',
    notes: 'text',
    visit_note: 'text',
    is_erased: 'boolean',
    sms_consent: 'boolean',
    consent_at: 'timestamptz',
    consent_by: 'text',
    status: 'text',
    walk_in: 'boolean',
    arrived_at: 'timestamptz',
    cancellation_reason: 'text',
    cancelled_at: 'timestamptz',
    cancelled_by: 'text',
    source: 'text',
    proven_contacts: 'json',
    created_at: 'timestamptz',
    slot_id: 'uuid',
    customer_id: 'uuid',
    version: 'integer',
    revision: 'integer',
  },
  indexes: [
    'appointment_date, start_minute, id',
    'created_at, id',
    'customer_id',
    // With the amount, so that the dashboard counts all bookings in the index alone.
    'using btree (status, created_at, id) include (amount_cents)',
    'using btree (cancelled_at) where cancelled_at is not null',
    'using btree (completed_at) where completed_at is not null',
  ],
  searched: 'search_text',
  // A fence is no decision about the booking and leaves its row and version alone.
  keyOf: (event) => (event.type === 'SlotClaimLapsed' ? null : idOfBooking(event.stream)),
  evolve(row: BookingRow | undefined, event): BookingRow | null {
    const revision = Number(event.revision);
    if (row && revision <= row.revision) return row;
    if (event.type === 'BookingRequested') return { ...requested(event), version: 1, revision };
    if (!row) return null;
    const version = row.version + (UNCOUNTED_EVENTS.includes(event.type) ? 0 : 1);
    const next = { ...row, version, revision };
    switch (event.type) {
      case 'BookingRescheduled':
        return { ...next, ...slotColumns(event.data), ...arrivalAfter(next, event.data) };
      case 'BookingLengthChanged':
        return { ...next, ...slotColumns(event.data) };
      case 'BookingReinstated':
        return { ...next, ...slotColumns(event.data), ...NOT_CANCELLED, status: event.data.status };
      case 'BookingServicesChanged': {
        const { services, totalAmount } = event.data;
        return { ...next, services, total_amount: totalAmount, amount_cents: centsIn(totalAmount) };
      }
      case 'BookingConfirmed':
        return { ...next, status: 'confirmed' };
      case 'BookingUnconfirmed':
        return { ...next, status: 'pending' };
      case 'BookingCancelled':
        return {
          ...next,
          status: 'cancelled',
          cancellation_reason: event.data.reason,
          cancelled_at: event.metadata.at,
          cancelled_by: partyOf(event.metadata.actor),
        };
      case 'BookingCompleted': {
        const { amountCents, method = null, tipCents = 0 } = event.data;
        const paid = {
          status: 'completed',
          completed_at: row.completed_at ?? event.metadata.at,
          payment_method: method,
          tip_cents: tipCents,
          payments: paymentsOf(event.data),
          lines: row.is_erased ? withoutWords(linesOf(event.data)) : linesOf(event.data),
        } as const;
        if (amountCents === null) return { ...next, ...paid };
        return { ...next, ...paid, total_amount: dollars(amountCents), amount_cents: amountCents };
      }
      case 'BookingReopened': {
        const { status, totalAmount } = event.data;
        const amount = { total_amount: totalAmount, amount_cents: centsIn(totalAmount) };
        const completed_at = status === 'completed' ? row.completed_at : null;
        return { ...next, ...amount, ...NOT_PAID, status, completed_at };
      }
      case 'SmsConsentChanged':
        return {
          ...next,
          sms_consent: event.data.smsConsent,
          consent_at: event.metadata.at,
          consent_by: partyOf(event.metadata.actor),
        };
      case 'BookingContactCorrected':
        return { ...next, ...corrected(row, event) };
      case 'CustomerArrived':
        return { ...next, arrived_at: row.arrived_at ?? event.metadata.at };
      case 'ArrivalTakenBack':
        return { ...next, arrived_at: null };
      case 'VisitNoted':
        return noted(next, event);
      case 'BookingDeleted':
        return null;
      case 'BookingLinked':
        return { ...next, customer_id: event.data.customerId };
      case 'BookingErased':
        return { ...next, ...ERASED_PERSON, lines: withoutWords(row.lines) };
      case 'SlotClaimLapsed':
        return row;
      default:
        return event satisfies never;
    }
  },
});

/** Every booking that wasn't deleted, with all that staff or its customer see of it. */
export const bookings: Projection = { name: 'bookings', version: 16, readsPersonal: true, tables: [table] };

/** Name of the live table. */
export const BOOKINGS_TABLE = sqlName(bookings, table);

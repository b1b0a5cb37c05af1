import type { BookingStatus } from '../../src/contracts/bookings.ts';
import { ERASED } from '../../src/eventsourcing/event-types.ts';
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
import { defineTable, type ProjectedEvent, type Projection, sqlName } from '../engine/projection.ts';

/** One appointment as it stands; a deleted one has no row. */
export type BookingRow = {
  readonly id: string;
  /** Null, like the other personal columns, once the person was erased. */
  readonly customer_name: string | null;
  readonly customer_email: string | null;
  /** As typed. */
  readonly customer_phone: string | null;
  readonly customer_phone_e164: string | null;
  readonly appointment_date: SalonDate;
  readonly start_minute: Minutes;
  readonly end_minute: Minutes;
  readonly services: readonly BookedService[];
  readonly total_amount: string;
  readonly notes: string | null;
  readonly sms_consent: boolean;
  readonly status: BookingStatus;
  /** Keyed hashes of where a public booking came from; null for staff's and for those of earlier versions. */
  readonly source: string | null;
  readonly source_network: string | null;
  /** UTC instant. */
  readonly created_at: string;
  readonly slot_id: string;
  /** Whose it is; null until the registrar has seen it. */
  readonly customer_id: string | null;
  /** How many decisions the stream holds: the ETag. */
  readonly version: number;
  /** Of the last event applied, so that none counts twice. */
  readonly revision: number;
};

const slotColumns = ({ slotId, date, start, end }: Slot) => ({
  appointment_date: date,
  start_minute: start,
  end_minute: end,
  slot_id: slotId,
});

const ERASED_PERSON = {
  customer_name: null,
  customer_email: null,
  customer_phone: null,
  customer_phone_e164: null,
  notes: null,
};

type BookingRequested = Extract<ProjectedEvent<BookingEvent>, { type: 'BookingRequested' }>;

function requested({ stream, data, metadata }: BookingRequested) {
  const person = data.personal === ERASED ? undefined : data.personal;
  return {
    id: idOfBooking(stream),
    customer_name: person?.name ?? null,
    customer_email: person?.email ?? null,
    customer_phone: person?.phone ?? null,
    customer_phone_e164: person?.phoneE164 ?? null,
    ...slotColumns(data),
    services: data.services,
    total_amount: data.totalAmount,
    notes: person?.notes ?? null,
    sms_consent: data.smsConsent,
    status: data.status,
    source: data.source?.address ?? null,
    source_network: data.source?.network ?? null,
    created_at: metadata.at,
    customer_id: null,
  };
}

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
    appointment_date: 'date',
    start_minute: 'smallint',
    end_minute: 'smallint',
    services: 'json',
    total_amount: 'text',
    notes: 'text',
    sms_consent: 'boolean',
    status: 'text',
    source: 'text',
    source_network: 'text',
    created_at: 'timestamptz',
    slot_id: 'uuid',
    customer_id: 'uuid',
    version: 'integer',
    revision: 'integer',
  },
  indexes: ['appointment_date', 'created_at, id', 'customer_id'],
  // A fence is no decision about the appointment and leaves its row and version alone.
  keyOf: (event) => (event.type === 'SlotClaimLapsed' ? null : idOfBooking(event.stream)),
  evolve(row: BookingRow | undefined, event): BookingRow | null {
    const revision = Number(event.revision);
    if (row && revision <= row.revision) return row;
    if (event.type === 'BookingRequested') return { ...requested(event), version: 1, revision };
    if (!row) return null;
    if (event.type === 'BookingLinked') return { ...row, customer_id: event.data.customerId, revision };
    if (event.type === 'BookingErased') return { ...row, ...ERASED_PERSON, revision };
    const next = { ...row, version: row.version + 1, revision };
    switch (event.type) {
      case 'BookingRescheduled':
        return { ...next, ...slotColumns(event.data) };
      case 'BookingReinstated':
        return { ...next, ...slotColumns(event.data), status: event.data.status };
      case 'BookingConfirmed':
        return { ...next, status: 'confirmed' };
      case 'BookingCancelled':
        return { ...next, status: 'cancelled' };
      case 'BookingCompleted': {
        const { amountCents } = event.data;
        const total_amount = amountCents === null ? row.total_amount : dollars(amountCents);
        return { ...next, status: 'completed', total_amount };
      }
      case 'SmsConsentChanged':
        return { ...next, sms_consent: event.data.smsConsent };
      case 'BookingDeleted':
        return null;
      case 'SlotClaimLapsed':
        return row;
      default:
        return event satisfies never;
    }
  },
});

/** Every appointment that wasn't deleted, with all that staff or its customer see of it. */
export const bookings: Projection = { name: 'bookings', version: 3, readsPersonal: true, tables: [table] };

/** Name of the live table. */
export const BOOKINGS_TABLE = sqlName(bookings, table);

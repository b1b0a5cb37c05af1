import type { RecordedEvent } from '../eventsourcing/event-store.ts';
import { upcast } from '../eventsourcing/event-types.ts';
import {
  BOOKING,
  bookingEventTypes,
  bookingStream,
  idOfBooking,
} from '../features/booking/appointment/events.ts';
import {
  CUSTOMER,
  customerEventTypes,
  customerStream,
  idOfCustomer,
  MERGES,
  mergesEventTypes,
} from '../features/customers/events.ts';
import { createImportsProof, type ImportViolationKind } from './imports-proof.ts';
import { type Violation, violation } from './violation.ts';

type CustomerViolationKind =
  /** A booking was linked by the registrar twice. */
  | 'linked-twice'
  /** The registrar hasn't linked a booking in time. */
  | 'registrar-behind'
  /** A booking is linked to a customer who wasn't registered before. */
  | 'linked-to-nobody'
  /** A customer was merged who was merged already, or in a circle, or with somebody who is erased. */
  | 'merge-refused'
  /** An event follows the one that says that the customer is erased. */
  | 'after-erasure'
  /** A booking or customer of an erased person hasn't recorded its erasure in time. */
  | 'shredder-behind'
  | ImportViolationKind;

type CustomerViolation = Violation<CustomerViolationKind>;

interface ProvenBooking {
  readonly request: RecordedEvent | null;
  readonly byRegistrar: number;
  /** The customer to whom it was linked last, and the event that did so. */
  readonly link: { readonly customerId: string; readonly event: RecordedEvent } | null;
  readonly isDeleted: boolean;
  readonly isErased: boolean;
}

const NO_BOOKING: ProvenBooking = {
  request: null,
  byRegistrar: 0,
  link: null,
  isDeleted: false,
  isErased: false,
};

/** The registrar and the shredder must have done their part within this time. */
const BEHIND_MINUTES = 5;

/** Checks a log against what is promised about customers (docs/event-model.md, "How a booking finds its customer"). */
export function createCustomersProof() {
  const bookings = new Map<string, ProvenBooking>();
  const customers = new Map<string, 'registered' | 'erased'>();
  /** Each merged customer's id leads to the id of the customer that it was merged into. */
  const mergedInto = new Map<string, string>();
  const fromOf = new Map<string, string>();
  /** The event that asks for the erasure, by the customer's id. */
  const erasedBy = new Map<string, RecordedEvent>();
  /** Bookings that were linked to somebody when they were erased, or later. */
  const toErase = new Map<string, RecordedEvent>();
  const imports = createImportsProof();
  const found: CustomerViolation[] = [];

  const report = (kind: CustomerViolationKind, event: RecordedEvent) => found.push(violation(kind, event));

  function onBooking(recorded: RecordedEvent): void {
    const { type, data } = upcast(recorded, bookingEventTypes);
    const id = idOfBooking(recorded.stream);
    const booking = bookings.get(id) ?? NO_BOOKING;
    if (type === 'BookingRequested') bookings.set(id, { ...booking, request: recorded });
    else if (type === 'BookingDeleted') bookings.set(id, { ...booking, isDeleted: true });
    else if (type === 'BookingErased') bookings.set(id, { ...booking, isErased: true });
    else if (type === 'BookingLinked') {
      const { customerId } = data;
      if (!customers.has(customerId)) report('linked-to-nobody', recorded);
      if (erasedBy.has(customerId) && !imports.isOfUndo(customerId)) toErase.set(id, recorded);
      const { kind, process } = recorded.metadata.actor;
      const byRegistrar = booking.byRegistrar + (kind === 'system' && process === 'registrar' ? 1 : 0);
      if (byRegistrar > 1 && byRegistrar > booking.byRegistrar) report('linked-twice', recorded);
      bookings.set(id, { ...booking, byRegistrar, link: { customerId, event: recorded } });
    }
  }

  function onCustomer(recorded: RecordedEvent): void {
    const { type } = upcast(recorded, customerEventTypes);
    const id = idOfCustomer(recorded.stream);
    if (customers.get(id) === 'erased') return void report('after-erasure', recorded);
    customers.set(id, type === 'CustomerErased' ? 'erased' : 'registered');
    imports.onCustomer(recorded);
  }

  function onMerges(recorded: RecordedEvent): void {
    const { type, data } = upcast(recorded, mergesEventTypes);
    imports.onMerges(recorded, report);
    if (type === 'CustomersMerged') {
      const { mergeId, from, into } = data;
      let root: string | undefined = into;
      while (root !== undefined && root !== from) root = mergedInto.get(root);
      const isRefused = root === from || mergedInto.has(from) || erasedBy.has(from) || erasedBy.has(into);
      if (isRefused) return void report('merge-refused', recorded);
      mergedInto.set(from, into);
      fromOf.set(mergeId, from);
    } else if (type === 'CustomersSplit') mergedInto.delete(fromOf.get(data.mergeId) ?? '');
    else if (type === 'CustomersErased') {
      const ids = new Set(data.customerIds);
      for (const id of ids) erasedBy.set(id, recorded);
      // An undo erases no booking.
      if (data.importId !== undefined) return;
      for (const [bookingId, { link }] of bookings)
        if (link && ids.has(link.customerId)) toErase.set(bookingId, recorded);
    }
  }

  return {
    /** Call it for every event of the log, in log order. */
    apply(event: RecordedEvent): void {
      if (event.stream === MERGES) onMerges(event);
      else if (event.stream.startsWith(`${BOOKING}-`)) onBooking(event);
      else if (event.stream.startsWith(`${CUSTOMER}-`)) onCustomer(event);
    },

    /** All violations so far. @param now the time by which the registrar and the shredder should have done their part */
    violations(now: Date): readonly CustomerViolation[] {
      const latest = new Date(now.getTime() - BEHIND_MINUTES * 60_000).toISOString();
      const isLate = ({ metadata: { at } }: RecordedEvent) => at < latest;
      const late: CustomerViolation[] = [];
      for (const { request, byRegistrar, isDeleted, isErased } of bookings.values())
        if (request && byRegistrar === 0 && !isDeleted && !isErased && isLate(request))
          late.push(violation('registrar-behind', request));
      for (const [id, event] of erasedBy)
        if (customers.get(id) !== 'erased' && isLate(event))
          late.push(violation('shredder-behind', { ...event, stream: customerStream(id) }));
      for (const [id, event] of toErase) {
        const booking = bookings.get(id);
        if (booking && !booking.isErased && !booking.isDeleted && isLate(event))
          late.push(violation('shredder-behind', { ...event, stream: bookingStream(id) }));
      }
      for (const { link, isDeleted, isErased } of bookings.values())
        if (link && imports.isOfUndo(link.customerId) && !isDeleted && !isErased && isLate(link.event))
          late.push(violation('linked-to-undone', link.event));
      for (const [kind, event] of imports.late(isLate, (id) => erasedBy.has(id)))
        late.push(violation(kind, event));
      return [...found, ...late];
    },

    get customers() {
      return customers.size;
    },
  };
}

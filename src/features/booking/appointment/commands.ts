import { type BookingStatus, PUBLIC_TOTAL_AMOUNT } from '../../../contracts/bookings.ts';
import type { ProblemCode } from '../../../contracts/problem.ts';
import { RuleBroken } from '../../../eventsourcing/decider.ts';
import type { CommandRun } from '../../../eventsourcing/event-streams.ts';
import { derivedId } from '../../../eventsourcing/identity.ts';
import { dollars } from '../../../salon/money.ts';
import type { Minutes, SalonDate } from '../../../salon/salon-time.ts';
import { CUSTOMER_RESCHEDULE_STARTS } from '../../../salon/self-service.ts';
import { type Asker, type BookingCommand, type BookingState, isBooked, type Notice } from './decider.ts';
import { type BookedService, type BookingEvent, bookingStream, type CancellationReason } from './events.ts';
import { type BookingStreams, type TakeSlot, takeTime } from './take-time.ts';

/** What a command on a booking answers with: the same for the first try and for every retry of it. */
export interface BookingAnswer {
  readonly bookingId: string;
  readonly status: BookingStatus;
  readonly position: string;
}

export interface NewBooking {
  readonly customer: {
    readonly name: string;
    readonly email: string | null;
    readonly phone: string;
    readonly phoneE164: string | null;
  };
  readonly date: SalonDate;
  readonly start: Minutes;
  readonly serviceIds: readonly string[];
  readonly notes: string | null;
  readonly smsConsent: boolean;
  readonly holdId?: string | undefined;
  /** Asked once the command is known to be new; throws when the customer may not book any more. */
  admit?(): Promise<void>;
}

/** Who changes a booking; staff add what the customer shall be told. */
export type ChangedBy = { readonly kind: 'customer' } | { readonly kind: 'admin'; readonly message: Notice };

export interface BookingDeps {
  readonly bookings: BookingStreams;
  readonly takeSlot: TakeSlot;
  /** The active services among these ids, with what a booking copies of them. */
  activeServices(ids: readonly string[]): readonly BookedService[];
  readonly timeZone: string;
  readonly selfServiceCutoffHours: number;
  now(): Date;
}

const broken = (code: ProblemCode) => new RuleBroken<ProblemCode>(code);
const totalMinutes = (services: readonly BookedService[]) =>
  services.reduce((total, { duration }) => total + duration, 0);

/** The booking that a create command makes; a retry of the same command means the same booking. */
export const bookingIdOf = (idempotencyKey: string): string => derivedId('booking', idempotencyKey);

/** The status that the command's own event led to, whatever has happened since. */
function statusAfter(event: BookingEvent, state: BookingState): BookingStatus {
  switch (event.type) {
    case 'BookingRequested':
    case 'BookingReinstated':
      return event.data.status;
    case 'BookingConfirmed':
      return 'confirmed';
    case 'BookingCancelled':
    case 'BookingDeleted':
      return 'cancelled';
    case 'BookingCompleted':
      return 'completed';
    case 'BookingRescheduled':
    case 'SmsConsentChanged':
    case 'SlotClaimLapsed':
      return isBooked(state) ? state.status : 'cancelled';
  }
}

/** The commands of a booking, for the public routes, the customer's private link and the admin area. */
export function createBookingCommands(deps: BookingDeps) {
  const { bookings, takeSlot, timeZone, now } = deps;

  const asker = (by: ChangedBy): Asker =>
    by.kind === 'admin'
      ? by
      : { kind: 'customer', cutoffHours: deps.selfServiceCutoffHours, timeZone, now: now() };

  function chosenServices(ids: readonly string[]): readonly BookedService[] {
    const active = new Map(deps.activeServices(ids).map((service) => [service.id, service]));
    return ids.map((id) => {
      const service = active.get(id);
      if (!service) throw broken('unknown-service');
      return service;
    });
  }

  /** A command that needs no time: one append to the booking. */
  async function change(
    bookingId: string,
    command: () => BookingCommand,
    run: CommandRun,
  ): Promise<BookingAnswer> {
    const stream = bookingStream(bookingId);
    const { event, position, state } = await bookings.handle(stream, command, run);
    if (position === null) throw broken('booking-not-found');
    const status = event ? statusAfter(event, state) : isBooked(state) ? state.status : 'cancelled';
    return { bookingId, status, position };
  }

  async function create(
    kind: 'public' | 'admin',
    bookingId: string,
    request: NewBooking,
    run: CommandRun,
  ): Promise<BookingAnswer> {
    const { date, start, serviceIds, smsConsent, holdId, notes, customer } = request;
    const isPublic = kind === 'public';
    const { event, position, state } = await takeTime(
      bookings,
      takeSlot,
      bookingId,
      {
        terms: isPublic ? 'public' : 'staff',
        fromHold: holdId,
        async plan() {
          const services = chosenServices(serviceIds);
          await request.admit?.();
          const time = { date, start, end: start + totalMinutes(services) };
          const cents = services.reduce((total, { priceCents }) => total + priceCents, 0);
          return {
            time,
            decide: (slotId) => ({
              kind: 'RequestBooking',
              request: {
                ...time,
                slotId,
                status: isPublic ? 'pending' : 'confirmed',
                services: [...services],
                totalAmount: isPublic ? PUBLIC_TOTAL_AMOUNT : dollars(cents),
                smsConsent,
                personal: { ...customer, notes },
              },
            }),
          };
        },
      },
      run,
    );
    return { bookingId, status: statusAfter(event, state), position };
  }

  async function reschedule(
    by: ChangedBy,
    bookingId: string,
    to: { readonly date: SalonDate; readonly start: Minutes },
    run: CommandRun,
  ): Promise<BookingAnswer> {
    const { date, start } = to;
    const { event, position, state } = await takeTime(
      bookings,
      takeSlot,
      bookingId,
      {
        terms: by.kind === 'customer' ? 'public' : 'staff',
        async plan(booking) {
          if (!isBooked(booking)) throw broken('booking-not-found');
          const { first, last } = CUSTOMER_RESCHEDULE_STARTS;
          if (by.kind === 'customer' && (start < first || start > last)) throw broken('not-offered');
          const time = { date, start, end: start + totalMinutes(booking.services) };
          return {
            time,
            decide: (slotId) => ({ kind: 'RescheduleBooking', slot: { ...time, slotId }, by: asker(by) }),
          };
        },
      },
      run,
    );
    return { bookingId, status: statusAfter(event, state), position };
  }

  async function reinstate(bookingId: string, run: CommandRun): Promise<BookingAnswer> {
    const { event, position, state } = await takeTime(
      bookings,
      takeSlot,
      bookingId,
      {
        terms: 'reinstate',
        async plan(booking) {
          if (!isBooked(booking)) throw broken('booking-not-found');
          return { time: booking.slot, decide: (slotId) => ({ kind: 'ReinstateBooking', slotId }) };
        },
      },
      run,
    );
    return { bookingId, status: statusAfter(event, state), position };
  }

  return {
    create,
    reschedule,
    reinstate,
    cancel: (by: ChangedBy, bookingId: string, reason: CancellationReason, run: CommandRun) =>
      change(bookingId, () => ({ kind: 'CancelBooking', reason, by: asker(by) }), run),
    confirm: (bookingId: string, run: CommandRun) =>
      change(bookingId, () => ({ kind: 'ConfirmBooking' }), run),
    complete: (bookingId: string, amountCents: number | null, run: CommandRun) =>
      change(bookingId, () => ({ kind: 'CompleteBooking', amountCents, timeZone, now: now() }), run),
    changeSmsConsent: (bookingId: string, smsConsent: boolean, run: CommandRun) =>
      change(bookingId, () => ({ kind: 'ChangeSmsConsent', smsConsent }), run),
    remove: (bookingId: string, run: CommandRun) => change(bookingId, () => ({ kind: 'DeleteBooking' }), run),
  };
}

export type BookingCommands = ReturnType<typeof createBookingCommands>;

import type { BookingStatus, CancellationReason } from '../../../contracts/bookings/bookings.ts';
import type { Actor } from '../../../contracts/history/actor.ts';
import { derivedId } from '../../../eventsourcing/identity.ts';
import type { CommandRun, Handled } from '../../../eventsourcing/streams/event-streams.ts';
import { dollars, PUBLIC_TOTAL_AMOUNT } from '../../../salon/money.ts';
import type { Minutes, SalonDate } from '../../../salon/salon-time.ts';
import { CUSTOMER_RESCHEDULE_STARTS } from '../../../salon/self-service.ts';
import { broken } from '../../rule-broken.ts';
import type { Admission } from '../admission/admission.ts';
import type { BookingAttempt, Visitor } from '../admission/attempts.ts';
import { dateOfId } from '../agenda/dated-id.ts';
import { chosenServices, totalMinutes } from '../chosen-services.ts';
import type { BookingCommand, BookingContact, Notice } from './decider.ts';
import { type BookedService, bookingStream, type Paid, type Slot } from './events.ts';
import { type Appointment, isBooked } from './state.ts';
import type { BookingStreams, TakeAndClaim, WantedTime } from './take-and-claim.ts';

/** The result of a command on a booking. It is the same for the first try and for every retry. */
export interface BookingResult {
  readonly bookingId: string;
  readonly status: BookingStatus;
  /** How many decisions the booking has after the command; the ETag. */
  readonly version: number;
  readonly position: string;
}

export interface NewBooking {
  readonly customer: BookingContact & { readonly name: string };
  readonly date: SalonDate;
  readonly start: Minutes;
  readonly serviceIds: readonly string[];
  readonly notes: string | null;
  readonly smsConsent: boolean;
  readonly holdId?: string | undefined;
  /** The customer whom staff picked. */
  readonly customerId?: string | undefined;
  /** Where the request comes from. */
  readonly from: Omit<Visitor, 'kind'>;
  /** What admission has asked for: a proof of work, how to send a code, and the code. */
  readonly answers?: Pick<BookingAttempt, 'proof' | 'codeBy' | 'code'>;
}

interface BookingDeps {
  readonly bookings: BookingStreams;
  readonly takeAndClaim: TakeAndClaim;
  readonly admission: Admission;
  /** @throws RuleBroken `customer-not-found` for a customer who was never registered, or was erased, or is about to be */
  checkPickedCustomer(customerId: string): Promise<void>;
  /** The active services among these ids, with what a booking copies of them. */
  activeServices(ids: readonly string[]): readonly BookedService[];
  readonly timeZone: string;
  selfServiceCutoffHours(): number;
  /** The text that customers agree to if they want text messages. */
  consentText(): string;
  /** Minutes of the longest single booking that the public may make. */
  maxBookingMinutes(): Minutes;
  now(): Date;
}

type Run = CommandRun<Actor>;

/** Customers may book only within opening hours, and change their bookings only until a cut-off time. Staff and processes may always. */
const isCustomer = ({ context }: Run) => context.actor.kind === 'customer';

/** Id of the booking that a create command makes. A retry of the same command is about the same booking. */
export const bookingIdOf = (idempotencyKey: string): string => derivedId('booking', idempotencyKey);

function bookingResult(bookingId: string, handled: Handled<BookingStatus>): BookingResult {
  const { position, version, result } = handled;
  if (position === null) throw broken('booking-not-found');
  return { bookingId, status: result, version, position };
}

/** The commands of a booking, for the public routes, the customer's private link and the admin area. */
export function createBookingCommands(deps: BookingDeps) {
  const { bookings, takeAndClaim, admission, timeZone, now } = deps;

  const selfService = (run: Run) =>
    isCustomer(run) ? { cutoffHours: deps.selfServiceCutoffHours(), timeZone, now: now() } : null;

  async function create(bookingId: string, request: NewBooking, run: Run): Promise<BookingResult> {
    const { date, start, customer, notes, smsConsent, answers } = request;
    const sender = { kind: run.context.actor.kind, ...request.from };
    // Only a booking of staff can lack a number that is understood, and it is admitted without a look at its contacts.
    const contacts = { ...customer, phoneE164: customer.phoneE164 ?? customer.phone };
    const isPublic = isCustomer(run);
    const source = await admission.sourceOf(sender);
    const handled = await takeAndClaim(bookingId, run, async () => {
      // This is checked only now, since here the command is known to be new. A retry gets its answer even if the services or the
      // customer no longer exist.
      if (request.customerId !== undefined) await deps.checkPickedCustomer(request.customerId);
      const mostMinutes = isPublic ? deps.maxBookingMinutes() : null;
      const { services, minutes } = chosenServices(request.serviceIds, deps.activeServices, mostMinutes);
      const cents = services.reduce((total, { priceCents }) => total + priceCents, 0);
      return {
        time: { date, start, end: start + minutes },
        terms: isPublic ? 'public' : 'staff',
        fromHold: request.holdId,
        attempt: { bookingId, sender, contacts, minutes, ...answers },
        command: {
          kind: 'RequestBooking',
          request: {
            status: isPublic ? 'pending' : 'confirmed',
            services: [...services],
            totalAmount: isPublic ? PUBLIC_TOTAL_AMOUNT : dollars(cents),
            smsConsent,
            ...(isPublic && smsConsent && { consentText: deps.consentText() }),
            ...(source && { source }),
            ...(request.customerId !== undefined && { customerId: request.customerId }),
            personal: { ...customer, notes },
          },
        },
      };
    });
    const { holdId } = request;
    // A hold on the day of the booking is over now. The booking is already made, so the request doesn't fail if this fails: the hold
    // stops counting by itself after ten minutes.
    if (holdId !== undefined && dateOfId(holdId) === date)
      await admission.refundHold({ holdId, sender }).catch(() => {});
    return bookingResult(bookingId, handled);
  }

  /** Takes a time for a booking that exists. */
  async function takeTime(
    bookingId: string,
    run: Run,
    wants: (booking: Appointment) => WantedTime,
  ): Promise<BookingResult> {
    const handled = await takeAndClaim(bookingId, run, (booking) => {
      if (!isBooked(booking)) throw broken('booking-not-found');
      return wants(booking);
    });
    return bookingResult(bookingId, handled);
  }

  const reschedule = (
    bookingId: string,
    to: { readonly date: SalonDate; readonly start: Minutes; readonly notice: Notice },
    run: Run,
  ) =>
    takeTime(bookingId, run, ({ services }) => {
      const { date, start, notice } = to;
      const { first, last } = CUSTOMER_RESCHEDULE_STARTS;
      if (isCustomer(run) && (start < first || start > last)) throw broken('outside-move-times');
      return {
        time: { date, start, end: start + totalMinutes(services) },
        terms: isCustomer(run) ? 'public' : 'move',
        command: { kind: 'RescheduleBooking', selfService: selfService(run), notice },
      };
    });

  const reinstate = (bookingId: string, run: Run) =>
    takeTime(bookingId, run, ({ slot }) => ({
      time: slot,
      terms: 'reinstate',
      command: { kind: 'ReinstateBooking' },
    }));

  /** Moves an appointment back to where it was, whatever the opening hours, and even into the past. */
  const moveBack = (
    bookingId: string,
    { time, notice }: { readonly time: Omit<Slot, 'slotId'>; readonly notice: Notice },
    run: Run,
  ) =>
    takeTime(bookingId, run, () => ({
      time,
      terms: 'reinstate',
      command: { kind: 'RescheduleBooking', selfService: null, notice },
    }));

  /** Runs a command that takes no time on the agenda: it is one append to the booking. */
  const change = async (bookingId: string, command: () => BookingCommand, run: Run) =>
    bookingResult(bookingId, await bookings.handle(bookingStream(bookingId), command, run));

  /** @param check may refuse the command; not called for a retry, which gets the same answer as the first try */
  async function checkedChange(
    bookingId: string,
    command: BookingCommand,
    run: Run,
    check?: () => Promise<void>,
  ): Promise<BookingResult> {
    const booking = await bookings.load(bookingStream(bookingId));
    if (!booking.appliedBy(run.context.commandId)) await check?.();
    return change(bookingId, () => command, run);
  }

  return {
    create,
    reschedule,
    reinstate,
    moveBack,
    cancel: (
      bookingId: string,
      { reason, notice }: { readonly reason: CancellationReason; readonly notice: Notice },
      run: Run,
    ) =>
      change(
        bookingId,
        () => ({ kind: 'CancelBooking', reason, notice, selfService: selfService(run) }),
        run,
      ),
    confirm: (bookingId: string, run: Run) => change(bookingId, () => ({ kind: 'ConfirmBooking' }), run),
    unconfirm: (bookingId: string, run: Run) => change(bookingId, () => ({ kind: 'UnconfirmBooking' }), run),
    reopen: (bookingId: string, run: Run) => change(bookingId, () => ({ kind: 'ReopenBooking' }), run),
    complete: (bookingId: string, paid: Paid, run: Run) =>
      change(bookingId, () => ({ ...paid, kind: 'CompleteBooking', timeZone, now: now() }), run),
    /** @param checkNumber refuses consent for a number that may get no texts */
    changeSmsConsent: (bookingId: string, smsConsent: boolean, run: Run, checkNumber?: () => Promise<void>) =>
      checkedChange(bookingId, { kind: 'ChangeSmsConsent', smsConsent }, run, checkNumber),
    correctContact: (bookingId: string, contact: BookingContact, run: Run) =>
      change(bookingId, () => ({ kind: 'CorrectContact', contact }), run),
    /** @param text the whole note; null removes it */
    noteVisit: (bookingId: string, text: string | null, run: Run) =>
      change(bookingId, () => ({ kind: 'NoteVisit', text }), run),
    /**
     * Records which customer the appointment belongs to. If there are several records, the last one counts.
     *
     * @param checkCustomer refuses a customer who is unknown or erased
     */
    link: (bookingId: string, customerId: string, run: Run, checkCustomer: () => Promise<void>) =>
      checkedChange(bookingId, { kind: 'LinkBooking', customerId }, run, checkCustomer),
    remove: (bookingId: string, run: Run) => change(bookingId, () => ({ kind: 'DeleteBooking' }), run),
  };
}

export type BookingCommands = ReturnType<typeof createBookingCommands>;

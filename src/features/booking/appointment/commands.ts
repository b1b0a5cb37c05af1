import type { Actor } from '../../../contracts/actor.ts';
import { type BookingStatus, PUBLIC_TOTAL_AMOUNT } from '../../../contracts/bookings.ts';
import type { ProblemCode } from '../../../contracts/problem.ts';
import { RuleBroken } from '../../../eventsourcing/decider.ts';
import type { CommandRun, Handled } from '../../../eventsourcing/event-streams.ts';
import { derivedId } from '../../../eventsourcing/identity.ts';
import { dollars } from '../../../salon/money.ts';
import type { Minutes, SalonDate } from '../../../salon/salon-time.ts';
import { CUSTOMER_RESCHEDULE_STARTS } from '../../../salon/self-service.ts';
import { type Admission, type Admitted, refusal } from '../admission/admission.ts';
import type { TakeSlot } from '../agenda/take-slot.ts';
import { type BookingStreams, createTimeClaims } from './claim-time.ts';
import type { BookingCommand, Notice } from './decider.ts';
import { type BookedService, bookingStream, type CancellationReason } from './events.ts';
import { isBooked } from './state.ts';

/** What a command on a booking answers with: the same for the first try and for every retry of it. */
export interface BookingResult {
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
  /** Network address that it comes from. */
  readonly address: string;
}

export interface BookingDeps {
  readonly bookings: BookingStreams;
  readonly takeSlot: TakeSlot;
  /** Told of a stream whose first event is about to be sealed, so that its key needn't be waited for then. */
  readonly prepareSealing?: (stream: string) => void;
  readonly admission: Admission;
  /** The active services among these ids, with what a booking copies of them. */
  activeServices(ids: readonly string[]): readonly BookedService[];
  readonly timeZone: string;
  readonly selfServiceCutoffHours: number;
  now(): Date;
}

type Run = CommandRun<Actor>;

const broken = (code: ProblemCode) => new RuleBroken<ProblemCode>(code);
const totalMinutes = (services: readonly BookedService[]) =>
  services.reduce((total, { duration }) => total + duration, 0);

/** Customers book within opening hours and change their own bookings up to a cut-off; staff and processes are free. */
const isCustomer = ({ context }: Run) => context.actor.kind === 'customer';

/** The booking that a create command makes; a retry of the same command means the same booking. */
export const bookingIdOf = (idempotencyKey: string): string => derivedId('booking', idempotencyKey);

function bookingResult(bookingId: string, { position, result }: Handled<BookingStatus>): BookingResult {
  if (position === null) throw broken('booking-not-found');
  return { bookingId, status: result, position };
}

/** The commands of a booking, for the public routes, the customer's private link and the admin area. */
export function createBookingCommands(deps: BookingDeps) {
  const { bookings, admission, timeZone, now } = deps;
  const { runTimed, claimTime } = createTimeClaims(deps);

  const selfService = (run: Run) =>
    isCustomer(run) ? { cutoffHours: deps.selfServiceCutoffHours, timeZone, now: now() } : null;

  function chosenServices(ids: readonly string[]): readonly BookedService[] {
    const active = new Map(deps.activeServices(ids).map((service) => [service.id, service]));
    return ids.map((id) => {
      const service = active.get(id);
      if (!service) throw broken('unknown-service');
      return service;
    });
  }

  async function create(bookingId: string, request: NewBooking, run: Run): Promise<BookingResult> {
    const { date, start, customer, notes, smsConsent } = request;
    const { commandId, actor } = run.context;
    const sender = { kind: actor.kind, address: request.address };
    const isPublic = isCustomer(run);
    let admitted: Admitted | undefined;
    try {
      const handled = await runTimed(bookingId, run, async (booking) => {
        // Asked for only now that the command is known to be new: a retry is answered whatever is offered by then.
        const services = chosenServices(request.serviceIds);
        const minutes = totalMinutes(services);
        const outcome = await admission.admitBooking({ commandId, sender, contacts: customer, minutes });
        if (outcome.kind === 'refused') throw refusal(outcome);
        admitted = outcome;
        const cents = services.reduce((total, { priceCents }) => total + priceCents, 0);
        const time = { date, start, end: start + minutes };
        const terms = isPublic ? 'public' : 'staff';
        // Its personal part is about to be sealed.
        const onFree = () => deps.prepareSealing?.(booking.stream);
        return claimTime(booking, { time, terms, fromHold: request.holdId, onFree }, run, (slot) => ({
          kind: 'RequestBooking',
          request: {
            ...slot,
            status: isPublic ? 'pending' : 'confirmed',
            services: [...services],
            totalAmount: isPublic ? PUBLIC_TOTAL_AMOUNT : dollars(cents),
            smsConsent,
            personal: { ...customer, notes },
          },
        }));
      });
      return bookingResult(bookingId, handled);
    } catch (error) {
      if (error instanceof RuleBroken) await admitted?.refund();
      throw error;
    }
  }

  async function reschedule(
    bookingId: string,
    to: { readonly date: SalonDate; readonly start: Minutes; readonly notice: Notice },
    run: Run,
  ): Promise<BookingResult> {
    const { date, start, notice } = to;
    const handled = await runTimed(bookingId, run, async (booking) => {
      if (!isBooked(booking.state)) throw broken('booking-not-found');
      const { first, last } = CUSTOMER_RESCHEDULE_STARTS;
      if (isCustomer(run) && (start < first || start > last)) throw broken('not-offered');
      const time = { date, start, end: start + totalMinutes(booking.state.services) };
      const change = { selfService: selfService(run), notice };
      return claimTime(booking, { time, terms: isCustomer(run) ? 'public' : 'staff' }, run, (slot) => ({
        kind: 'RescheduleBooking',
        slot,
        ...change,
      }));
    });
    return bookingResult(bookingId, handled);
  }

  async function reinstate(bookingId: string, run: Run): Promise<BookingResult> {
    const handled = await runTimed(bookingId, run, async (booking) => {
      if (!isBooked(booking.state)) throw broken('booking-not-found');
      const { slot: time } = booking.state;
      return claimTime(booking, { time, terms: 'reinstate' }, run, (slot) => ({
        kind: 'ReinstateBooking',
        slot,
      }));
    });
    return bookingResult(bookingId, handled);
  }

  /** A command that needs no time: one append to the booking. */
  const change = async (bookingId: string, command: () => BookingCommand, run: Run) =>
    bookingResult(bookingId, await bookings.handle(bookingStream(bookingId), command, run));

  return {
    create,
    reschedule,
    reinstate,
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
    complete: (bookingId: string, amountCents: number | null, run: Run) =>
      change(bookingId, () => ({ kind: 'CompleteBooking', amountCents, timeZone, now: now() }), run),
    changeSmsConsent: (bookingId: string, smsConsent: boolean, run: Run) =>
      change(bookingId, () => ({ kind: 'ChangeSmsConsent', smsConsent }), run),
    remove: (bookingId: string, run: Run) => change(bookingId, () => ({ kind: 'DeleteBooking' }), run),
  };
}

export type BookingCommands = ReturnType<typeof createBookingCommands>;

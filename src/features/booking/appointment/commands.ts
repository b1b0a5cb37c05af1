import type { SalonProfile } from '../../../adapters/salon-profile/profile.ts';
import type { BookingStatus, CancellationReason } from '../../../contracts/bookings/bookings.ts';
import type { Actor } from '../../../contracts/history/actor.ts';
import { DeadlineExceeded } from '../../../eventsourcing/async/deadline.ts';
import { WrongExpectedRevision } from '../../../eventsourcing/event-store.ts';
import { derivedId } from '../../../eventsourcing/identity.ts';
import { RuleBroken } from '../../../eventsourcing/streams/decider.ts';
import type { CommandRun, Handled } from '../../../eventsourcing/streams/event-streams.ts';
import { retryingConflicts } from '../../../eventsourcing/streams/retrying-conflicts.ts';
import { alreadyApplied, type Loaded } from '../../../eventsourcing/streams/stream-fold.ts';
import { dollars, PUBLIC_TOTAL_AMOUNT } from '../../../salon/money.ts';
import type { Minutes, SalonDate } from '../../../salon/salon-time.ts';
import { CUSTOMER_RESCHEDULE_STARTS } from '../../../salon/self-service.ts';
import { smsConsentText } from '../../../salon/sms-consent.ts';
import { broken } from '../../rule-broken.ts';
import type { Admission, AskedBooking, Visitor } from '../admission/admission.ts';
import type { AgendaStreams } from '../agenda/decider.ts';
import { agendaStream } from '../agenda/events.ts';
import type { LoadedDay, SlotRequest, SlotTaking } from '../agenda/take-slot.ts';
import { chosenServices, totalMinutes } from '../chosen-services.ts';
import type { Notices } from '../notice/events.ts';
import { type Notice, noticeData, usualWhere } from '../notice/notice.ts';
import {
  type BookingCommand,
  type BookingContact,
  type BookingStreams,
  bookingDecider,
  type CorrectedContact,
} from './decider.ts';
import { type BookedService, bookingStream, type Paid, type Slot } from './events.ts';
import { type Booked, type BookingState, isBooked } from './state.ts';

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
  /** What staff have the customer told; the usual messages if left out. */
  readonly notice?: Notice | undefined;
  readonly holdId?: string | undefined;
  /** The customer whom staff picked. */
  readonly customerId?: string | undefined;
  /** Set if they came without an appointment. */
  readonly walkIn?: { readonly isAnonymous: boolean } | undefined;
  /** The sender of the request. */
  readonly from: Omit<Visitor, 'kind'>;
  /** The visitor's step after admission has asked for a code. */
  readonly answers?: Pick<AskedBooking, 'codeBy' | 'code'>;
}

export interface BookingCommandDeps extends SlotTaking {
  readonly bookings: BookingStreams;
  readonly agendas: Pick<AgendaStreams, 'load'>;
  readonly admission: Admission;
  /** @throws RuleBroken `customer-not-found` for a customer who was never registered, or was erased, or is about to be */
  checkPickedCustomer(customerId: string): Promise<void>;
  /**
   * Gives the card that a booking has brought a name and its contacts, unless something has changed it since, or the booking is another
   * customer's. @returns the position of that; null if the card stays
   */
  nameCard(
    bookingId: string,
    customerId: string | null,
    card: BookingContact & { readonly name: string },
    run: CommandRun,
  ): Promise<string | null>;
  /** The active services among these ids, with what a booking copies of them. */
  activeServices(ids: readonly string[]): readonly BookedService[];
  readonly timeZone: string;
  profile(): Pick<SalonProfile, 'name' | 'max_booking_minutes' | 'self_service_cutoff_hours'>;
  now(): Date;
}

type Run = CommandRun<Actor>;
type LoadedBooking = Loaded<BookingState, BookingStatus>;
type Time = Omit<Slot, 'slotId'>;
type WithoutSlot<Command> = Command extends unknown ? Omit<Command, 'slot'> : never;
type Move = WithoutSlot<Extract<BookingCommand, { kind: 'RescheduleBooking' | 'ReinstateBooking' }>>;

/** If so many slots of one run were released before the booking claimed them, the log is too slow, and the run gives up. */
const MAX_LAPSES = 2;

/** Customers may book only within opening hours, and change their bookings only until a cut-off time. Staff and processes may always. */
const isCustomer = ({ context }: Run) => context.actor.kind === 'customer';

/** Id of the booking that a create command makes. A retry of the same command is about the same booking. */
export const bookingIdOf = (idempotencyKey: string): string => derivedId('booking', idempotencyKey);

function bookingResult(bookingId: string, handled: Handled<BookingStatus>): BookingResult {
  const { position, version, result } = handled;
  if (position === null) throw broken('booking-not-found');
  return { bookingId, status: result, version, position };
}

/** The slot for a time. The id is another one after each lapsed claim, since no slot id is taken or claimed twice. */
function slotFor(booking: LoadedBooking, { date, start, end }: Time, { context: { commandId } }: Run): Slot {
  const slotId = derivedId('slot', commandId, date, start, end, booking.state.lapsed.size);
  return { slotId, date, start, end };
}

function appointmentOf({ state }: LoadedBooking): Booked {
  if (!isBooked(state)) throw broken('booking-not-found');
  return state;
}

/** The commands of a booking, for the public routes, the customer's private link and the admin area. */
export function createBookingCommands(deps: BookingCommandDeps) {
  const { bookings, agendas, admission, checkSlot, takeSlot, timeZone, now } = deps;

  const selfService = (run: Run) =>
    isCustomer(run) ? { cutoffHours: deps.profile().self_service_cutoff_hours, timeZone, now: now() } : null;

  /**
   * Runs a command that takes time (docs/event-model.md, "How time is given out") on the booking as it is now, and again when the booking
   * has changed meanwhile. If the process is killed at any point, a retry of the same command goes on where it stopped. If no booking
   * claims the slot in the end, the slot keeper releases it.
   *
   * @throws DeadlineExceeded
   */
  function claiming(
    bookingId: string,
    run: Run,
    decide: (booking: LoadedBooking) => Promise<Handled<BookingStatus>>,
  ): Promise<BookingResult> {
    const stream = bookingStream(bookingId);
    let lapsesBefore: number | undefined;
    const handled = bookings.runExclusive(stream, () =>
      retryingConflicts(run, async () => {
        const booking = await bookings.load(stream);
        const applied = alreadyApplied(booking, run);
        if (applied) return applied;
        const lapses = booking.state.lapsed.size;
        lapsesBefore ??= lapses;
        if (lapses - lapsesBefore >= MAX_LAPSES)
          throw new DeadlineExceeded(`gave up after ${MAX_LAPSES} lapsed claims`);
        return decide(booking);
      }),
    );
    return handled.then((done) => bookingResult(bookingId, done));
  }

  /** Takes the slot. @throws WrongExpectedRevision if the booking's claim on it has lapsed, which the booking as loaded doesn't know */
  async function taken(
    request: SlotRequest,
    day: LoadedDay,
    booking: LoadedBooking,
    run: Run,
  ): Promise<Slot> {
    const slot = await takeSlot(request, day, run);
    if (slot === 'released') throw new WrongExpectedRevision(booking.stream, booking.expected);
    return slot;
  }

  function create(bookingId: string, request: NewBooking, run: Run): Promise<BookingResult> {
    const { date, start, customer, customerId, walkIn, notes, smsConsent, holdId } = request;
    const { personal: words, ...told } = request.notice ? noticeData(request.notice) : {};
    const isPublic = isCustomer(run);
    const sender = { kind: run.context.actor.kind, ...request.from };

    return claiming(bookingId, run, async (booking) => {
      // A retry was answered before: it gets its answer even if the services or the customer no longer exist.
      if (customerId !== undefined) await deps.checkPickedCustomer(customerId);
      const mostMinutes = isPublic ? deps.profile().max_booking_minutes : null;
      const { services, minutes } = chosenServices(request.serviceIds, deps.activeServices, mostMinutes);
      const cents = services.reduce((total, { priceCents }) => total + priceCents, 0);
      const asked: Omit<Extract<BookingCommand, { kind: 'RequestBooking' }>, 'slot'> = {
        kind: 'RequestBooking',
        request: {
          status: isPublic ? 'pending' : 'confirmed',
          services: [...services],
          totalAmount: isPublic ? PUBLIC_TOTAL_AMOUNT : dollars(cents),
          smsConsent,
          ...(isPublic && smsConsent && { consentText: smsConsentText(deps.profile().name) }),
          ...(customerId !== undefined && { customerId }),
          ...(walkIn && { walkIn: true, ...(walkIn.isAnonymous && { anonymous: true }) }),
          ...told,
          personal: { ...customer, notes, ...words },
        },
      };

      // The booking's own rules and the day's are asked before anything is counted or taken.
      const wanted = slotFor(booking, { date, start, end: start + minutes }, run);
      bookingDecider.decide({ ...asked, slot: wanted }, booking.state);
      const slotRequest = {
        ...wanted,
        bookingId,
        terms: isPublic ? 'public' : walkIn ? 'walk-in' : 'staff',
        fromHold: holdId,
      } as const;
      const day = await agendas.load(agendaStream(date));
      const { isTaken, endsHold } = checkSlot(slotRequest, day);

      const { source, provenContacts, takeBack } = await admission.admitBooking({
        bookingId,
        sender,
        // Only a booking of staff can lack a number that is understood, and it is admitted without a look at its contacts.
        contacts: { ...customer, phoneE164: customer.phoneE164 ?? customer.phone },
        minutes,
        endsHold,
        isRepeated: isTaken || booking.state.lapsed.size > 0,
        ...request.answers,
      });
      try {
        const slot = await taken(slotRequest, day, booking, run);
        const events = bookingDecider.decide({ ...asked, slot, source, provenContacts }, booking.state);
        const made = await bookings.append(booking, events, run.context);
        // The booking is made, so the request doesn't fail if this fails: the hold stops counting by itself after ten minutes.
        if (endsHold !== undefined) await admission.releaseHold({ holdId: endsHold, sender }).catch(() => {});
        return made;
      } catch (error) {
        // After any other error the booking may exist, so it stays counted.
        if (error instanceof RuleBroken) await takeBack();
        throw error;
      }
    });
  }

  /** Takes a time for a booking that exists, and appends the booking's event. */
  async function move(
    booking: LoadedBooking,
    bookingId: string,
    {
      time,
      terms,
      command,
    }: { readonly time: Time; readonly terms: SlotRequest['terms']; readonly command: Move },
    run: Run,
  ): Promise<Handled<BookingStatus>> {
    const wanted = slotFor(booking, time, run);
    bookingDecider.decide({ ...command, slot: wanted }, booking.state);
    const day = await agendas.load(agendaStream(wanted.date));
    const slot = await taken({ ...wanted, bookingId, terms }, day, booking, run);
    return bookings.append(booking, bookingDecider.decide({ ...command, slot }, booking.state), run.context);
  }

  const reschedule = (
    bookingId: string,
    { date, start, notice }: { readonly date: SalonDate; readonly start: Minutes; readonly notice: Notice },
    run: Run,
  ) =>
    claiming(bookingId, run, async (booking) => {
      const { services } = appointmentOf(booking);
      const { first, last } = CUSTOMER_RESCHEDULE_STARTS;
      if (isCustomer(run) && (start < first || start > last)) throw broken('outside-move-times');
      const time = { date, start, end: start + totalMinutes(services) };
      const terms = isCustomer(run) ? 'public' : 'move';
      const command = { kind: 'RescheduleBooking', selfService: selfService(run), notice } as const;
      return move(booking, bookingId, { time, terms, command }, run);
    });

  const reinstate = (bookingId: string, run: Run) =>
    claiming(bookingId, run, async (booking) => {
      const { slot: time } = appointmentOf(booking);
      return move(
        booking,
        bookingId,
        { time, terms: 'reinstate', command: { kind: 'ReinstateBooking' } },
        run,
      );
    });

  /** Moves a booking back to where it was, whatever the opening hours, and even into the past. @param told how the move was told */
  const moveBack = (
    bookingId: string,
    { time, told }: { readonly time: Time; readonly told: Notices },
    run: Run,
  ) =>
    claiming(bookingId, run, async (booking) => {
      appointmentOf(booking);
      const command = { kind: 'RescheduleBooking', selfService: null, notice: usualWhere(told) } as const;
      return move(booking, bookingId, { time, terms: 'reinstate', command }, run);
    });

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
    /** With a name, staff say who a walk-in is: the card of the customer whom the booking has brought says the same then. */
    async correctContact(bookingId: string, contact: CorrectedContact, run: Run) {
      const done = await change(bookingId, () => ({ kind: 'CorrectContact', contact }), run);
      const { name } = contact;
      if (name === undefined) return done;
      const customerId = await bookings.read(bookingStream(bookingId), ({ state }) =>
        isBooked(state) ? state.customerId : null,
      );
      const position = await deps.nameCard(bookingId, customerId, { ...contact, name }, run);
      return position !== null && position > done.position ? { ...done, position } : done;
    },
    recordArrival: (bookingId: string, isHere: boolean, run: Run) =>
      change(bookingId, () => ({ kind: 'RecordArrival', isHere }), run),
    /** @param text the whole note; null removes it */
    noteVisit: (bookingId: string, text: string | null, run: Run) =>
      change(bookingId, () => ({ kind: 'NoteVisit', text }), run),
    /**
     * Records which customer the booking belongs to. If there are several records, the last one counts.
     *
     * @param checkCustomer refuses a customer who is unknown or erased
     */
    link: (bookingId: string, customerId: string, run: Run, checkCustomer: () => Promise<void>) =>
      checkedChange(bookingId, { kind: 'LinkBooking', customerId }, run, checkCustomer),
    remove: (bookingId: string, run: Run) => change(bookingId, () => ({ kind: 'DeleteBooking' }), run),
  };
}

export type BookingCommands = ReturnType<typeof createBookingCommands>;

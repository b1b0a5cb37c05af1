import type { SalonProfile } from '../../../adapters/salon-profile/profile.ts';
import type { CancellationReason } from '../../../contracts/bookings/bookings.ts';
import { derivedId } from '../../../eventsourcing/identity.ts';
import { RuleBroken } from '../../../eventsourcing/streams/decider.ts';
import type { CommandRun } from '../../../eventsourcing/streams/event-streams.ts';
import { alreadyApplied } from '../../../eventsourcing/streams/stream-fold.ts';
import { dollars, PUBLIC_TOTAL_AMOUNT, priceSum } from '../../../salon/money.ts';
import { type Gap, stylistOf } from '../../../salon/parts.ts';
import type { Minutes, SalonDate } from '../../../salon/salon-time.ts';
import { CUSTOMER_RESCHEDULE_STARTS } from '../../../salon/self-service.ts';
import { smsConsentText } from '../../../salon/sms-consent.ts';
import { isTeam, type Stylist } from '../../../salon/team.ts';
import { broken } from '../../rule-broken.ts';
import type { Admission, AskedBooking, Visitor } from '../admission/admission.ts';
import { agendaStream } from '../agenda/events.ts';
import { timeAsRecorded, timeOfMoved, timeOfNew } from '../candidates.ts';
import { bookedWith, chosenServices } from '../chosen-services.ts';
import type { Notices } from '../notice/events.ts';
import { type Notice, noticeData, usualWhere } from '../notice/notice.ts';
import {
  appointmentOf,
  type BookingResult,
  bookingResult,
  type ClaimsDeps,
  createClaims,
  firstSlot,
  type Run,
  slotFor,
} from './claims.ts';
import {
  type BookingCommand,
  type BookingContact,
  bookingDecider,
  type CorrectedContact,
} from './decider.ts';
import { bookingStream, isSameStart, type OfferedService, type Slot, type Time } from './events.ts';
import { tellingObstacles } from './in-the-way.ts';
import { hasGivenUp, isBooked } from './state.ts';
import { createVisitCommands } from './visit-commands.ts';

export interface NewBooking {
  readonly customer: BookingContact & { readonly name: string };
  readonly date: SalonDate;
  readonly start: Minutes;
  readonly serviceIds: readonly string[];
  /** The stylist who is asked for; left out for anyone. */
  readonly stylistId?: string | undefined;
  readonly notes: string | null;
  readonly smsConsent: boolean;
  /** How staff have the customer told; the usual messages if left out. */
  readonly notice?: Notice | undefined;
  readonly holdId?: string | undefined;
  /** The customer whom staff picked. */
  readonly customerId?: string | undefined;
  /** Set if they came without an appointment. */
  readonly walkIn?:
    | {
        readonly isAnonymous: boolean;
        /** The visit that ends where this one begins, and the version of it that was seen. */
        readonly finish?: { readonly id: string; readonly version: number } | undefined;
      }
    | undefined;
  /** The sender of the request. */
  readonly from: Omit<Visitor, 'kind'>;
  /** The visitor's step after admission has asked for a code. */
  readonly answers?: Pick<AskedBooking, 'codeBy' | 'code'>;
}

export interface BookingCommandDeps extends ClaimsDeps {
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
  activeServices(ids: readonly string[]): readonly OfferedService[];
  /** The gap of a service of the catalogue, whether it is active or not. */
  gapOf(serviceId: string): Gap | undefined;
  /** All stylists in the salon's order, active or not. */
  stylists(): readonly Stylist[];
  readonly timeZone: string;
  profile(): Pick<SalonProfile, 'name' | 'max_booking_minutes' | 'self_service_cutoff_hours'>;
  now(): Date;
}

/** Customers may book only within opening hours, and change their bookings only until a cut-off time. Staff and processes may always. */
const isCustomer = ({ context }: Run) => context.actor.kind === 'customer';

/** Id of the booking that a create command makes. A retry of the same command is about the same booking. */
export const bookingIdOf = (idempotencyKey: string): string => derivedId('booking', idempotencyKey);

/** The commands of a booking, for the public routes, the customer's private link and the admin area. */
export function createBookingCommands(deps: BookingCommandDeps) {
  const { bookings, agendas, admission, checkSlot, timeZone, now } = deps;
  const claims = createClaims(deps);
  const { claiming, taken, claim } = claims;
  const visit = createVisitCommands({ ...deps, claims });

  const selfService = (run: Run) =>
    isCustomer(run) ? { cutoffHours: deps.profile().self_service_cutoff_hours, timeZone, now: now() } : null;

  function create(bookingId: string, request: NewBooking, run: Run): Promise<BookingResult> {
    const { date, start, customer, customerId, walkIn, notes, smsConsent, holdId } = request;
    const { personal: words, ...told } = request.notice ? noticeData(request.notice) : {};
    const isPublic = isCustomer(run);
    const sender = { kind: run.context.actor.kind, ...request.from };

    return claiming(bookingId, run, async (booking) => {
      // A retry was answered before: it gets its answer even if the services or the customer no longer exist.
      if (customerId !== undefined) await deps.checkPickedCustomer(customerId);
      const mostMinutes = isPublic ? deps.profile().max_booking_minutes : null;
      const { services, time } = chosenServices(request.serviceIds, deps.activeServices, mostMinutes);
      // A walk-in of a team that begins where a visit ends is with its stylist, if it names nobody.
      const finished = isTeam(deps.stylists()) ? walkIn?.finish : undefined;
      const stylistId = request.stylistId ?? (finished && (await stylistOfVisit(finished.id)));
      const asked = timeOfNew({ ...request, stylistId }, services, time, deps.stylists(), isPublic);
      /** The command for a slot: its stylist may take another time or another price for a service. */
      function requested(slot: Slot): Extract<BookingCommand, { kind: 'RequestBooking' }> {
        const stylist = deps.stylists().find(({ id }) => id === stylistOf(slot));
        const booked = services.map((service) => bookedWith(stylist, service));
        return {
          kind: 'RequestBooking',
          slot,
          request: {
            status: isPublic ? 'pending' : 'confirmed',
            services: booked,
            totalAmount: isPublic ? PUBLIC_TOTAL_AMOUNT : dollars(priceSum(booked)),
            smsConsent,
            ...(isPublic && smsConsent && { consentText: smsConsentText(deps.profile().name) }),
            ...(customerId !== undefined && { customerId }),
            ...(walkIn && { walkIn: true, ...(walkIn.isAnonymous && { anonymous: true }) }),
            ...told,
            personal: { ...customer, notes, ...words },
          },
        };
      }

      const finish = walkIn?.finish && finishing(walkIn.finish, { date, start }, run);
      // Once the other visit is finished, a try goes on whenever it comes.
      const walkInTerms = async () => ((await finish?.isDone()) ? 'any-time' : 'walk-in');
      const terms = isPublic ? 'public' : walkIn ? await walkInTerms() : 'staff';

      // The booking's own rules and the day's are asked before anything is counted or taken.
      const wanted = slotFor(booking, asked, run);
      const first = firstSlot(wanted);
      bookingDecider.decide(requested(first), booking.state);
      const slotRequest = { ...wanted, bookingId, terms, fromHold: holdId } as const;
      // Of several stylists, nobody's obstacles alone are in the way.
      const isOfOne = wanted.candidates.length === 1;
      const telling = <T>(take: () => Promise<T>) =>
        walkIn && isOfOne ? tellingObstacles(deps, walkIn.finish?.id ?? bookingId, first, take) : take();
      const { day, isTaken, endsHold } = await telling(async () => {
        const read = await agendas.load(agendaStream(date));
        // Whether the walk-in fits is asked before the other visit is finished, so that a refusal leaves that alone.
        return { day: read, ...checkSlot({ ...slotRequest, givenUp: finish?.all }, read) };
      });
      // It would wait for itself.
      if (walkIn?.finish?.id === bookingId) throw broken('booking-not-found');

      const { source, provenContacts, takeBack } = await admission.admitBooking({
        bookingId,
        sender,
        // Only a booking of staff can lack a number that is understood, and it is admitted without a look at its contacts.
        contacts: { ...customer, phoneE164: customer.phoneE164 ?? customer.phone },
        minutes: time.end,
        endsHold,
        isRepeated: isTaken || booking.state.lapsed.size > 0,
        ...request.answers,
      });
      try {
        const givenUp = await telling(async () => finish?.run());
        const slot = await telling(() => taken({ ...slotRequest, givenUp }, day, booking, run));
        const events = bookingDecider.decide({ ...requested(slot), source, provenContacts }, booking.state);
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

  const stylistOfVisit = (id: string) =>
    bookings.read(bookingStream(id), ({ state }) => (isBooked(state) ? stylistOf(state.slot) : undefined));

  /** The command by which a visit ends where a walk-in begins. Its id derives from the walk-in's, so that a repeat finds it done. */
  function finishing(
    { id, version }: { readonly id: string; readonly version: number },
    at: Pick<Time, 'date' | 'start'>,
    run: Run,
  ) {
    const commandId = derivedId('finish', run.context.commandId, id);
    const finishRun = { ...run, context: { ...run.context, commandId }, ifVersion: version };
    return {
      /** Every slot of it, as if it were finished. */
      all: { bookingId: id, has: () => true },
      isDone: async () => (await bookings.load(bookingStream(id))).appliedBy(commandId) !== undefined,
      /** @returns the slots that it has given up */
      async run() {
        await visit.finish(id, at, finishRun);
        const gone = await bookings.read(bookingStream(id), ({ state }) =>
          [...state.claimed.keys()].filter((slotId) => hasGivenUp(state, slotId)),
        );
        return { bookingId: id, has: (slotId: string) => gone.includes(slotId) };
      },
    };
  }

  const reschedule = (
    bookingId: string,
    {
      notice,
      ...to
    }: {
      readonly date: SalonDate;
      readonly start: Minutes;
      /** Another stylist, or null for anyone; the appointment's own if left out. */
      readonly stylistId?: string | null | undefined;
      readonly notice: Notice;
    },
    run: Run,
  ) =>
    claiming(bookingId, run, async (booking) => {
      const { slot } = appointmentOf(booking);
      const { first, last } = CUSTOMER_RESCHEDULE_STARTS;
      const { start } = to;
      if (isCustomer(run) && (start < first || start > last)) throw broken('outside-move-times');
      const time = timeOfMoved(to, slot, deps.stylists(), isCustomer(run));
      // An appointment is handed over even if it has begun.
      const terms = isCustomer(run) ? 'public' : isSameStart(to, slot) ? 'any-time' : 'move';
      const command = { kind: 'RescheduleBooking', selfService: selfService(run), notice } as const;
      return claim(booking, bookingId, { time, terms, command }, run);
    });

  const reinstate = (bookingId: string, run: Run, notice?: Notice) =>
    claiming(bookingId, run, async (booking) => {
      const time = timeAsRecorded(appointmentOf(booking).slot);
      const command = { kind: 'ReinstateBooking', notice } as const;
      return claim(booking, bookingId, { time, terms: 'any-time', command }, run);
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
      return claim(booking, bookingId, { time: timeAsRecorded(time), terms: 'any-time', command }, run);
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
    if (!alreadyApplied(booking, run)) await check?.();
    return change(bookingId, () => command, run);
  }

  return {
    create,
    ...visit,
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

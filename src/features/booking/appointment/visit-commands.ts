import { isTimeGivenAway } from '../../../contracts/time-problems.ts';
import { deadlineIn, withinDeadline } from '../../../eventsourcing/async/deadline.ts';
import { WrongExpectedRevision } from '../../../eventsourcing/event-store.ts';
import { RuleBroken } from '../../../eventsourcing/streams/decider.ts';
import type { Handled } from '../../../eventsourcing/streams/event-streams.ts';
import { dollars, PUBLIC_TOTAL_AMOUNT, priceSum } from '../../../salon/money.ts';
import {
  endingAt,
  type Gap,
  isSameStretch,
  movedTo,
  stylistOf,
  timeOf,
  totalMinutes,
} from '../../../salon/parts.ts';
import { instantOf, type Minutes, salonDate, salonMinutes } from '../../../salon/salon-time.ts';
import { TYPED_EVERY_MINUTES } from '../../../salon/starts.ts';
import { gapBy, type Stylist } from '../../../salon/team.ts';
import { broken } from '../../rule-broken.ts';
import { agendaStream } from '../agenda/events.ts';
import { timeAsRecorded } from '../candidates.ts';
import { bookedWith } from '../chosen-services.ts';
import type { Notices } from '../notice/events.ts';
import { NOBODY, type Notice, usualWhere } from '../notice/notice.ts';
import {
  appointmentOf,
  type BookingResult,
  type Claims,
  type ClaimsDeps,
  type LoadedBooking,
  type Run,
  slotFor,
} from './claims.ts';
import { type BookingOutcome, bookingDecider, hasBegun } from './decider.ts';
import type { BookedService, OfferedService, Paid, Slot, Time } from './events.ts';
import { tellingObstacles } from './in-the-way.ts';

/** A service that staff want for an appointment. Without a price or a duration, those that it was booked with stay, or the catalogue's count. */
interface WantedService {
  readonly id: string;
  readonly priceCents?: number | undefined;
  readonly duration?: Minutes | undefined;
}

/** The services and the total of a booking, as they were. */
interface Offered {
  readonly services: readonly BookedService[];
  readonly totalAmount: string;
}

interface VisitDeps extends Pick<ClaimsDeps, 'bookings' | 'agendas'> {
  readonly claims: Claims;
  stylists(): readonly Stylist[];
  activeServices(ids: readonly string[]): readonly OfferedService[];
  /** The gap of a service of the catalogue, whether it is active or not. */
  gapOf(serviceId: string): Gap | undefined;
  readonly timeZone: string;
  now(): Date;
}

/** If the shorter slot isn't taken within this time, the visit is completed without. */
const EARLY_END_MS = 1_000;

function pricedByStaff(service: BookedService, priceCents: number): BookedService {
  return { ...service, price: dollars(priceCents), priceCents, pricedByStaff: true };
}

/** @param stylist of the appointment @throws RuleBroken `unknown-service` for a service that is neither booked nor active */
function servicesAfter(
  wanted: readonly WantedService[],
  before: readonly BookedService[],
  activeServices: VisitDeps['activeServices'],
  stylist: Stylist | undefined,
): BookedService[] {
  const active = activeServices(wanted.map(({ id }) => id)).map((service) => bookedWith(stylist, service));
  const known = new Map([...active, ...before].map((service) => [service.id, service]));
  return wanted.map(({ id, priceCents, duration }) => {
    const service = known.get(id);
    if (!service) throw broken('unknown-service');
    const lasting = duration === undefined ? service : { ...service, duration };
    return priceCents === undefined ? lasting : pricedByStaff(lasting, priceCents);
  });
}

/** The public's words stay until staff have said a price for every service. */
const totalAfter = (services: readonly BookedService[], before: string): string =>
  before === PUBLIC_TOTAL_AMOUNT && !services.every((service) => service.pricedByStaff)
    ? before
    : dollars(priceSum(services));

const differOnlyInPrices = (services: readonly BookedService[], before: readonly BookedService[]): boolean =>
  services.length === before.length &&
  services.every(
    ({ id, duration }, index) => id === before[index]?.id && duration === before[index]?.duration,
  );

const timeUntil = (slot: Slot, end: Minutes): Time => ({ date: slot.date, ...endingAt(end, slot) });

/** The time after a change of services: the catalogue says it, but where they take as long as before, the length stays as it is. */
function timeAfter(
  slot: Slot,
  before: readonly BookedService[],
  services: readonly BookedService[],
  gapOf: VisitDeps['gapOf'],
  stylist: Stylist | undefined,
): Time {
  if (differOnlyInPrices(services, before)) return slot;
  const time = movedTo(
    slot.start,
    timeOf(
      services.map((one) => ({ ...one, gap: gapBy(stylist, { ...one, gap: gapOf(one.id) }) })),
      stylistOf(slot),
    ),
  );
  const isAsLong = totalMinutes(services) === totalMinutes(before);
  return { date: slot.date, ...(isAsLong ? endingAt(slot.end, time) : time) };
}

/** The commands by which an appointment turns out as it wasn't booked: its services, its end, and its completion. */
export function createVisitCommands(deps: VisitDeps) {
  const { bookings, agendas, claims, timeZone, now } = deps;
  const { claiming, claim } = claims;

  /** Nobody is told of changes of an appointment that has begun. */
  const noticeFor = (slot: Slot, notice: Notice): Notice =>
    hasBegun(slot, { timeZone, now: now() }) ? NOBODY : notice;

  const append = (
    booking: LoadedBooking,
    command: Parameters<typeof bookingDecider.decide>[0],
    run: Run,
  ): Promise<Handled<BookingOutcome>> =>
    bookings.append(booking, bookingDecider.decide(command, booking.state), run.context);

  function changeLength(
    bookingId: string,
    { end, notice }: { readonly end: Minutes; readonly notice: Notice },
    run: Run,
  ): Promise<BookingResult> {
    return claiming(bookingId, run, async (booking) => {
      const { slot } = appointmentOf(booking);
      if (end <= slot.start) throw broken('ends-before-start');
      const command = { kind: 'ChangeLength', notice: noticeFor(slot, notice) } as const;
      const time = timeUntil(slot, end);
      return tellingObstacles(deps, bookingId, time, () =>
        claim(booking, bookingId, { time: timeAsRecorded(time), terms: 'any-time', command }, run),
      );
    });
  }

  function changeServices(
    bookingId: string,
    { services: wanted, notice }: { readonly services: readonly WantedService[]; readonly notice: Notice },
    run: Run,
  ): Promise<BookingResult> {
    return claiming(bookingId, run, async (booking) => {
      const { slot, services: before, totalAmount } = appointmentOf(booking);
      const stylist = deps.stylists().find(({ id }) => id === stylistOf(slot));
      const services = servicesAfter(wanted, before, deps.activeServices, stylist);
      const command = {
        kind: 'ChangeServices',
        services,
        totalAmount: totalAfter(services, totalAmount),
        // Prices alone are agreed upon in the salon.
        notice: differOnlyInPrices(services, before) ? NOBODY : noticeFor(slot, notice),
      } as const;
      const time = timeAfter(slot, before, services, deps.gapOf, stylist);
      if (isSameStretch(time, slot)) return append(booking, command, run);
      return tellingObstacles(deps, bookingId, time, () =>
        claim(booking, bookingId, { time: timeAsRecorded(time), terms: 'any-time', command }, run),
      );
    });
  }

  /** Changes services, or length, or both back to what they were. @param time the recorded slot before; null if the length stayed */
  function changeBack(
    bookingId: string,
    {
      time,
      offered,
      told,
    }: { readonly time: Time | null; readonly offered: Offered | null; readonly told: Notices },
    run: Run,
  ): Promise<BookingResult> {
    return claiming(bookingId, run, async (booking) => {
      const notice = noticeFor(appointmentOf(booking).slot, usualWhere(told));
      if (!time) {
        if (!offered) throw new Error('nothing to change back');
        return append(booking, { kind: 'ChangeServices', ...offered, notice }, run);
      }
      const command = offered
        ? ({ kind: 'ChangeServices', ...offered, notice } as const)
        : ({ kind: 'ChangeLength', notice } as const);
      return claim(booking, bookingId, { time: timeAsRecorded(time), terms: 'any-time', command }, run);
    });
  }

  /**
   * The shorter time of a visit that is over by now, up to the last full five minutes, so that a walk-in can begin there at once; null if
   * there is nothing to give back.
   */
  function earlyEnd(slot: Slot, at: Date): Time | null {
    const { date, start, end } = slot;
    if (salonDate(at, timeZone) !== date) return null;
    const full = Math.floor(salonMinutes(at, timeZone) / TYPED_EVERY_MINUTES) * TYPED_EVERY_MINUTES;
    const over = Math.max(full, start + TYPED_EVERY_MINUTES);
    return over < end ? timeUntil(slot, over) : null;
  }

  /** Takes the shorter slot, best effort; undefined if it wasn't taken in time. A slot that is taken later lapses. */
  async function shorterSlot(
    booking: LoadedBooking,
    bookingId: string,
    time: Time,
    run: Run,
  ): Promise<Slot | undefined> {
    const wanted = { ...slotFor(booking, timeAsRecorded(time), run), bookingId, terms: 'any-time' } as const;
    const deadline = Math.min(run.deadline, deadlineIn(EARLY_END_MS));
    const taking = agendas
      .load(agendaStream(time.date))
      .then((day) => claims.taken(wanted, day, booking, { ...run, deadline }));
    try {
      return await withinDeadline(deadline, taking);
    } catch (error) {
      if (error instanceof WrongExpectedRevision) throw error;
      return undefined;
    }
  }

  /** Completes a visit, or corrects what was paid. The rest of its time is free at once. */
  function complete(bookingId: string, paid: Paid, run: Run): Promise<BookingResult> {
    return claiming(bookingId, run, async (booking) => {
      const at = now();
      const command = { ...paid, kind: 'CompleteBooking', timeZone, now: at } as const;
      // The rules are asked before any time is taken.
      const [first] = bookingDecider.decide(command, booking.state);
      const { state } = booking;
      const isCorrection = state.status === 'completed';
      const time = first && !isCorrection ? earlyEnd(appointmentOf(booking).slot, at) : null;
      const slot = time ? await shorterSlot(booking, bookingId, time, run) : undefined;
      return append(booking, { ...command, slot }, run);
    });
  }

  /**
   * Ends a visit at a time that the request names, so that another can begin there: whenever it is tried, it means the same. The rest
   * of its time is given up, and any command that reads that may release it.
   *
   * @throws RuleBroken `not-started` unless the visit began before
   */
  function finish(bookingId: string, { date, start: at }: Pick<Time, 'date' | 'start'>, run: Run) {
    return claiming(bookingId, run, async (booking) => {
      const { slot } = appointmentOf(booking);
      const endsAt = instantOf(date, at, timeZone);
      if (endsAt === null || slot.date !== date || at <= slot.start) throw broken('not-started');
      const command = { kind: 'CompleteBooking', amountCents: null, timeZone, now: endsAt } as const;
      if (at >= slot.end) return append(booking, command, run);
      return claim(
        booking,
        bookingId,
        { time: timeAsRecorded(timeUntil(slot, at)), terms: 'any-time', command },
        run,
      );
    });
  }

  /** Undoes a completion. @param time the recorded slot before an early end: taken again if it is still free */
  function reopen(bookingId: string, time: Time | null, run: Run): Promise<BookingResult> {
    return claiming(bookingId, run, async (booking) => {
      const command = { kind: 'ReopenBooking' } as const;
      if (!time) return append(booking, command, run);
      try {
        return await claim(
          booking,
          bookingId,
          { time: timeAsRecorded(time), terms: 'any-time', command },
          run,
        );
      } catch (error) {
        if (error instanceof RuleBroken && isTimeGivenAway(error.code)) return append(booking, command, run);
        throw error;
      }
    });
  }

  return { changeLength, changeServices, changeBack, complete, finish, reopen };
}

import type { WhyNotCode } from '../../../contracts/bookings/why-not.ts';
import type { EventStore, RecordedEvent } from '../../../eventsourcing/event-store.ts';
import { upcast } from '../../../eventsourcing/event-types.ts';
import { evolveFrom } from '../../../eventsourcing/streams/evolve-from.ts';
import { type Lasting, movedTo, type Stretch } from '../../../salon/parts.ts';
import { dayOfWeek, type Minutes, type SalonDate } from '../../../salon/salon-time.ts';
import { type Interval, liesWithin } from '../../../salon/slots.ts';
import { isOffered, type StartRules } from '../../../salon/starts.ts';
import { broken } from '../../rule-broken.ts';
import { type AgendaAndHours, agendaDecider } from '../agenda/decider.ts';
import { agendaStream } from '../agenda/events.ts';
import { emptyDay, hoursOf } from '../agenda/state.ts';
import type { BookingStreams } from '../appointment/decider.ts';
import { bookingEventTypes, bookingStream, changes } from '../appointment/events.ts';
import { isBooked } from '../appointment/state.ts';
import { chosenServices } from '../chosen-services.ts';
import { type Reason, reasonsAgainst, type WantedTime } from './reasons.ts';

/** A time that somebody would like for a new booking, or for one that is moved. */
interface AskedTime {
  readonly date: SalonDate;
  readonly start: Minutes;
  /** Services of a new booking. One that is moved keeps its own. */
  readonly serviceIds: readonly string[];
  readonly bookingId: string | undefined;
}

interface Claimed {
  /** The event that made it so; null if nothing in particular did. */
  readonly since: RecordedEvent | null;
  /** For a time that is taken: whether its booking is being made, still has the time, or has just given it up. */
  readonly claim?: 'being-made' | 'has' | 'given-up';
}

/** A reason with what made it so. */
export type ExplainedReason = Reason & Claimed;

export interface Explanation extends Omit<WantedTime, 'moved'> {
  readonly reasons: readonly ExplainedReason[];
  /** True if the windows are hours of this date alone, and not the weekly ones. */
  readonly areOwn: boolean;
}

/** The facts that explain why a time isn't free. */
export interface WhyNotDeps extends Omit<AgendaAndHours, 'agendas' | 'stylists' | 'stylistChoice'> {
  readonly log: Pick<EventStore, 'read'>;
  readonly bookings: Pick<BookingStreams, 'read'>;
  /** The change since which a weekday's windows no longer pass a test; null if they pass it now, or never did. */
  hoursSince(
    dayOfWeek: number,
    passes: (windows: readonly Interval[]) => boolean,
  ): Promise<RecordedEvent | null>;
  activeServices(ids: readonly string[]): readonly (Lasting & { readonly id: string })[];
  /** Minutes of the longest single booking that the public may make. */
  maxBookingMinutes(): Minutes;
}

/** For each reason that is about opening hours: the test that the hours have to pass for the reason not to apply. */
const HOURS_TESTS: Partial<
  Record<WhyNotCode, (slot: Interval, rules: StartRules) => (windows: readonly Interval[]) => boolean>
> = {
  closed: () => (windows) => windows.length > 0,
  'outside-hours': (slot) => (windows) => liesWithin(slot, windows),
  'ends-after-closing': (slot) => (windows) => liesWithin(slot, windows),
  'off-grid': (slot, rules) => (windows) => isOffered(slot, windows, rules),
};

/**
 * Says why an appointment can't be at a time. The day, the appointment and the hours are read as commands read them, so that the
 * answer is what a booking at this moment would meet. What made it so is read from the same streams.
 *
 * @throws RuleBroken `unknown-service`, `booking-not-found`
 */
export function createWhyNot(deps: WhyNotDeps) {
  const { log, bookings, windowsOn, startRules, hoursSince, activeServices, timeZone, now } = deps;

  /**
   * The salon day, the events that took, held and blocked its time, by the ids of slots, holds and blocks, and the one that gave the
   * date its own hours.
   */
  async function readDay(date: SalonDate) {
    let day = emptyDay();
    const origins = new Map<string, RecordedEvent>();
    let hoursSet: RecordedEvent | null = null;
    for (const recorded of await log.read(agendaStream(date))) {
      const { event, state } = evolveFrom(day, recorded, agendaDecider);
      day = state;
      if (event.type === 'SlotTaken') origins.set(event.data.slotId, recorded);
      if (event.type === 'SlotHeld') origins.set(event.data.holdId, recorded);
      const isBlock =
        event.type === 'DateBlocked' || event.type === 'TimeBlocked' || event.type === 'BlockedTimeMoved';
      if (isBlock) origins.set(event.data.blockId, recorded);
      if (event.type === 'DayHoursSet') hoursSet = recorded;
    }
    return { day, origins, hoursSet: day.ownHours === null ? null : hoursSet };
  }

  const eventsOf = async (bookingId: string) =>
    (await log.read(bookingStream(bookingId))).map((event) => upcast(event, bookingEventTypes));

  /** Whether a booking has a slot that was taken for it, and the event by which it got it. */
  async function claimed(taken: RecordedEvent | null, bookingId: string, slotId: string): Promise<Claimed> {
    const events = await eventsOf(bookingId);
    const since = events.findLast((event) => changes(event, 'slot claimed') && event.data.slotId === slotId);
    if (!since) return { since: taken, claim: 'being-made' };
    const last = events.findLast(
      (event) => changes(event, 'slot claimed') || changes(event, 'slot given up'),
    );
    return { since, claim: last === since ? 'has' : 'given-up' };
  }

  /** The event since which a booking itself can't be moved to a time. */
  async function sinceOfMoved(bookingId: string, code: WhyNotCode): Promise<RecordedEvent | null> {
    const events = await eventsOf(bookingId);
    const made = events.findLast((event) =>
      code === 'same-time'
        ? changes(event, 'slot claimed')
        : event.type === (code === 'already-cancelled' ? 'BookingCancelled' : 'BookingCompleted'),
    );
    return made ?? null;
  }

  async function explained(
    reason: Reason,
    { date, bookingId }: AskedTime,
    slot: Interval,
    { origins, hoursSet }: Awaited<ReturnType<typeof readDay>>,
  ): Promise<ExplainedReason> {
    const { code, obstacle } = reason;
    if (obstacle) {
      const since = origins.get(obstacle.id) ?? null;
      if (obstacle.kind !== 'taken') return { ...reason, since };
      return { ...reason, ...(await claimed(since, obstacle.bookingId, obstacle.id)) };
    }
    const test = HOURS_TESTS[code];
    if (test)
      return { ...reason, since: hoursSet ?? (await hoursSince(dayOfWeek(date), test(slot, startRules()))) };
    const isOfMoved = code === 'same-time' || code === 'already-cancelled' || code === 'already-completed';
    return {
      ...reason,
      since: isOfMoved && bookingId !== undefined ? await sinceOfMoved(bookingId, code) : null,
    };
  }

  return async (asked: AskedTime): Promise<Explanation> => {
    const { date, start, serviceIds, bookingId } = asked;
    const read = await readDay(date);
    const { day } = read;

    function answer(time: Stretch, moved: WantedTime['moved']) {
      const slot = movedTo(start, time);
      const windows = hoursOf(day, windowsOn(dayOfWeek(date)));
      const clock = { date, timeZone, now: now() };
      const wanted = { slot, clock, windows, rules: startRules(), mostMinutes: deps.maxBookingMinutes() };
      return { ...wanted, areOwn: day.ownHours !== null, reasons: reasonsAgainst({ ...wanted, moved }, day) };
    }

    const found =
      bookingId === undefined
        ? answer(chosenServices(serviceIds, activeServices, null).time, null)
        : await bookings.read(bookingStream(bookingId), ({ state }) => {
            if (!isBooked(state)) throw broken('booking-not-found');
            return answer(state.slot, { id: bookingId, state });
          });
    const reasons = await Promise.all(
      found.reasons.map((reason) => explained(reason, asked, found.slot, read)),
    );
    return { ...found, reasons };
  };
}

export type WhyNotReader = ReturnType<typeof createWhyNot>;

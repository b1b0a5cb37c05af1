import type { WhyNotCode } from '../../../contracts/bookings/why-not.ts';
import type { EventStore, RecordedEvent } from '../../../eventsourcing/event-store.ts';
import { upcast } from '../../../eventsourcing/event-types.ts';
import { evolveFrom } from '../../../eventsourcing/streams/evolve-from.ts';
import { type Lasting, type Stretch, stretchOf, stylistOf } from '../../../salon/parts.ts';
import { dayOfWeek, type Minutes, type SalonDate } from '../../../salon/salon-time.ts';
import { type Interval, liesWithin } from '../../../salon/slots.ts';
import { isOffered, type StartRules } from '../../../salon/starts.ts';
import { doesAll, ownWindowsOn, type Stylist, workingWindows } from '../../../salon/team.ts';
import { broken } from '../../rule-broken.ts';
import { stylistEventTypes, stylistStream } from '../../team/events.ts';
import { type AgendaAndHours, agendaDecider } from '../agenda/decider.ts';
import { agendaStream } from '../agenda/events.ts';
import { emptyDay, hoursOf, windowsOf } from '../agenda/state.ts';
import type { BookingStreams } from '../appointment/decider.ts';
import { bookingEventTypes, bookingStream, changes } from '../appointment/events.ts';
import { isBooked } from '../appointment/state.ts';
import { anyoneAt, movedTimeOf, newTimeOf, wishedAmong } from '../candidates.ts';
import { chosenServices } from '../chosen-services.ts';
import { type Reason, reasonsAgainst, type WantedTime } from './reasons.ts';

/** A time that somebody would like for a new booking, or for one that is moved. */
interface Question {
  readonly date: SalonDate;
  readonly start: Minutes;
  /** Services of a new booking. One that is moved keeps its own. */
  readonly serviceIds: readonly string[];
  readonly bookingId: string | undefined;
  /** Null for anyone. Left out: anyone for a new booking, its own stylist for one that is moved. */
  readonly stylistId?: string | null | undefined;
}

interface Claimed {
  /** The event that made it so; null if nothing in particular did. */
  readonly since: RecordedEvent | null;
  /** For a time that is taken: whether its booking is being made, still has the time, or has just given it up. */
  readonly claim?: 'being-made' | 'has' | 'given-up';
}

/** The time that is judged, as it would be one stylist's. */
export interface Judged {
  readonly stylistId: string;
  /** Names of the services that they don't do. */
  readonly undone: readonly string[];
  readonly slot: Stretch;
  /** The salon's open windows; for a reason that is about the stylist alone, theirs. */
  readonly windows: readonly Interval[];
  /** True if the windows are hours of this date alone, and not the weekly ones. */
  readonly areOwn: boolean;
}

/** A reason with what made it so. */
export type ExplainedReason = Reason & Claimed;

export interface Explanation extends Pick<WantedTime, 'clock' | 'rules' | 'minutes' | 'mostMinutes'> {
  /** None if a visitor could book it; else those of the stylists to whom staff could give it; else those of all who are asked. */
  readonly reasons: readonly (ExplainedReason & Judged)[];
  /** The time as it would be that of each who may be asked for it. */
  readonly times: readonly Stretch[];
  /** The stylists to whom staff could give it, also if another is asked: in the salon's order, but those who work then first. */
  readonly able: readonly string[];
}

/** The facts that explain why a time isn't free. */
export interface WhyNotDeps extends Omit<AgendaAndHours, 'agendas' | 'stylistChoice'> {
  readonly log: Pick<EventStore, 'read'>;
  readonly bookings: Pick<BookingStreams, 'read'>;
  /** The change since which a weekday's windows no longer pass a test; null if they pass it now, or never did. */
  hoursSince(
    dayOfWeek: number,
    passes: (windows: readonly Interval[]) => boolean,
  ): Promise<RecordedEvent | null>;
  activeServices(
    ids: readonly string[],
  ): readonly (Lasting & { readonly id: string; readonly name: string })[];
  /** Minutes of the longest single booking that the public may make. */
  maxBookingMinutes(): Minutes;
}

type HoursTest = (slot: Interval, rules: StartRules) => (windows: readonly Interval[]) => boolean;

/** For each reason that is about opening hours: the test that the hours have to pass for the reason not to apply. */
const HOURS_TESTS: Partial<Record<WhyNotCode, HoursTest>> = {
  closed: () => (windows) => windows.length > 0,
  'outside-hours': (slot) => (windows) => liesWithin(slot, windows),
  'ends-after-closing': (slot) => (windows) => liesWithin(slot, windows),
  'stylist-off': () => (windows) => windows.length > 0,
  'off-grid': (slot, rules) => (windows) => isOffered(slot, windows, rules),
};

/**
 * Says why an appointment can't be at a time. The day, the appointment and the hours are read as commands read them, so that the
 * answer is what a booking at this moment would meet. The change that made it so is read from the same streams.
 *
 * @throws RuleBroken `unknown-service`, `unknown-stylist`, `booking-not-found`
 */
export function createWhyNot(deps: WhyNotDeps) {
  const { log, bookings, stylists, windowsOn, startRules, hoursSince, activeServices, timeZone, now } = deps;

  /**
   * The salon day, the events that took, held and blocked its time, by the ids of slots, holds and blocks, and those that gave the date
   * its own hours, by stylist.
   */
  async function readDay(date: SalonDate) {
    let day = emptyDay();
    const origins = new Map<string, RecordedEvent>();
    const hoursSet = new Map<string | undefined, RecordedEvent>();
    for (const recorded of await log.read(agendaStream(date))) {
      const { event, state } = evolveFrom(day, recorded, agendaDecider);
      day = state;
      if (event.type === 'SlotTaken') origins.set(event.data.slotId, recorded);
      if (event.type === 'SlotHeld') origins.set(event.data.holdId, recorded);
      const isBlock =
        event.type === 'DateBlocked' || event.type === 'TimeBlocked' || event.type === 'BlockedTimeMoved';
      if (isBlock) origins.set(event.data.blockId, recorded);
      if (event.type === 'DayHoursSet') hoursSet.set(event.data.resource, recorded);
    }
    return { day, origins, hoursSet };
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

  const eventsOfStylist = async (stylistId: string) =>
    (await log.read(stylistStream(stylistId))).map((event) => upcast(event, stylistEventTypes));

  async function deactivated(stylistId: string): Promise<RecordedEvent | null> {
    const events = await eventsOfStylist(stylistId);
    return events.findLast(({ type }) => type === 'StylistDeactivated') ?? null;
  }

  /** The change of a stylist's week since which their windows of a weekday no longer pass a test. */
  async function weekSince(
    stylistId: string,
    dayOfWeek: number,
    passes: (own: readonly Interval[] | null) => boolean,
  ): Promise<RecordedEvent | null> {
    const weeks = (await eventsOfStylist(stylistId)).filter((event) => event.type === 'StylistHoursSet');
    const passed = weeks.map(({ data }) => passes(ownWindowsOn(data, dayOfWeek)));
    return weeks.findLast((_, index) => !passed[index] && passed[index - 1] !== false) ?? null;
  }

  /** The event since which the hours keep the time away: of the date, else of every week. */
  async function sinceOfHours(
    { isTheirs, slot, stylistId, areOwn }: Reason & Judged,
    test: HoursTest,
    date: SalonDate,
    { day, hoursSet }: Awaited<ReturnType<typeof readDay>>,
  ): Promise<RecordedEvent | null> {
    if (areOwn) return hoursSet.get(isTheirs ? stylistId : undefined) ?? null;
    const passes = test(slot, startRules());
    const weekday = dayOfWeek(date);
    if (!isTheirs) return hoursSince(weekday, passes);
    const salon = hoursOf(day, windowsOn(weekday));
    return weekSince(stylistId, weekday, (own) => passes(workingWindows(own, salon)));
  }

  async function explained(
    reason: Reason & Judged,
    { date, bookingId }: Question,
    read: Awaited<ReturnType<typeof readDay>>,
  ): Promise<ExplainedReason & Judged> {
    const { code, obstacle, stylistId } = reason;
    if (obstacle) {
      const since = read.origins.get(obstacle.id) ?? null;
      if (obstacle.kind !== 'taken') return { ...reason, since };
      return { ...reason, ...(await claimed(since, obstacle.bookingId, obstacle.id)) };
    }
    if (code === 'stylist-inactive') return { ...reason, since: await deactivated(stylistId) };
    const test = HOURS_TESTS[code];
    if (test) return { ...reason, since: await sinceOfHours(reason, test, date, read) };
    const isOfMoved = code === 'same-time' || code === 'already-cancelled' || code === 'already-completed';
    return {
      ...reason,
      since: isOfMoved && bookingId !== undefined ? await sinceOfMoved(bookingId, code) : null,
    };
  }

  /** Those who take appointments; all if, by two changes at once, nobody does. */
  function activeOnes(): readonly Stylist[] {
    const active = stylists().filter(({ isActive }) => isActive);
    return active.length > 0 ? active : stylists();
  }

  /** How a new booking would be a stylist's, and who is asked for it. */
  function ofNew({ serviceIds, date, start, stylistId: wish = null }: Question) {
    const { services, time } = chosenServices(serviceIds, activeServices, null);
    return {
      minutes: time.end,
      asked: wish === null ? activeOnes() : wishedAmong(stylists(), wish),
      moved: null,
      slotOf: (stylist: Stylist) => newTimeOf({ date, start }, services, stylist),
      undoneBy: (stylist: Stylist) =>
        services.filter(({ id }) => !doesAll(stylist, [id])).map(({ name }) => name),
    };
  }

  /** The same for one that is moved. */
  function ofMoved(to: Question, moved: NonNullable<WantedTime['moved']>) {
    const { slot } = moved.state;
    const { stylistId: wish = stylistOf(slot) } = to;
    return {
      minutes: slot.end - slot.start,
      asked: wish === null ? anyoneAt(to, slot, activeOnes()) : wishedAmong(stylists(), wish),
      moved,
      slotOf: (stylist: Stylist) => movedTimeOf(to, slot, stylist),
      undoneBy: () => [],
    };
  }

  return async (asked: Question): Promise<Explanation> => {
    const { date, bookingId } = asked;
    const read = await readDay(date);
    const { day } = read;
    const weekly = windowsOn(dayOfWeek(date));
    const about =
      bookingId === undefined
        ? ofNew(asked)
        : await bookings.read(bookingStream(bookingId), ({ state }) => {
            if (!isBooked(state)) throw broken('booking-not-found');
            return ofMoved(asked, { id: bookingId, state });
          });
    const rest = {
      clock: { date, timeZone, now: now() },
      rules: startRules(),
      minutes: about.minutes,
      mostMinutes: deps.maxBookingMinutes(),
    };

    function judge(stylist: Stylist) {
      const slot = about.slotOf(stylist);
      const undone = about.undoneBy(stylist);
      const reasons = reasonsAgainst({ ...rest, moved: about.moved, weekly, stylist, undone, slot }, day);
      const { id: stylistId } = stylist;
      const of = { stylistId, undone, slot: stretchOf(slot) };
      const ofSalon = { windows: hoursOf(day, weekly), areOwn: day.ownHours !== null };
      const ofStylist = {
        windows: windowsOf(day, weekly, stylistId, slot.ownWindows),
        areOwn: day.stylistHours.has(stylistId),
      };
      return {
        stylist,
        ...of,
        reasons: reasons.map((reason) => ({ ...reason, ...of, ...(reason.isTheirs ? ofStylist : ofSalon) })),
        staffMay: reasons.every(({ staffMay }) => staffMay),
      };
    }

    const all = new Map(stylists().map((stylist) => [stylist.id, judge(stylist)]));
    const judged = about.asked.flatMap(({ id }) => all.get(id) ?? []);
    const willing = judged.filter(({ staffMay }) => staffMay);
    const isFree = judged.some(({ reasons }) => reasons.length === 0);
    const against = isFree ? [] : willing.length > 0 ? willing : judged;
    return {
      ...rest,
      reasons: await Promise.all(
        against.flatMap(({ reasons }) => reasons).map((reason) => explained(reason, asked, read)),
      ),
      times: judged
        .filter(({ stylist, undone }) => stylist.isActive && undone.length === 0)
        .map(({ slot }) => slot),
      able: [...all.values()]
        .filter(({ staffMay }) => staffMay)
        .sort((one, other) => Math.sign(one.reasons.length) - Math.sign(other.reasons.length))
        .map(({ stylistId }) => stylistId),
    };
  };
}

export type WhyNotReader = ReturnType<typeof createWhyNot>;

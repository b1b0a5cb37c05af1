import type { AffectedBookings } from '../../contracts/bookings/affected-bookings.ts';
import { staffIds, staffName } from '../../contracts/history/actor.ts';
import { eventWords, withinSentence } from '../../contracts/history/history-words.ts';
import type { EventStore, RecordedEvent } from '../../eventsourcing/event-store.ts';
import { upcast } from '../../eventsourcing/event-types.ts';
import type { NamesOf } from '../../http/operation/caller.ts';
import { dayAs } from '../../salon/date-text.ts';
import { instantAs } from '../../salon/instant-text.ts';
import {
  type Blocking,
  blockedPartsOf,
  collide,
  type Part,
  partsOf,
  type Stretch,
  stylistOf,
} from '../../salon/parts.ts';
import { addSalonDays, formatTime, type SalonDate, salonDate } from '../../salon/salon-time.ts';
import type { Interval } from '../../salon/slots.ts';
import { agendaEventTypes, agendaStream } from '../booking/agenda/events.ts';
import { bookingEventTypes, isHandOver } from '../booking/appointment/events.ts';
import { type SlotTaken, takenAfter } from './compensations/days.ts';
import type { NeverUndone } from './judge.ts';

interface ReasonsDeps {
  readonly log: Pick<EventStore, 'read'>;
  /** The name of a booking's customer; null if it isn't known any more. */
  customerOf(bookingId: string): Promise<string | null>;
  readonly namesOf: NamesOf;
  /** With whom an appointment is, such as `with Ann`; undefined where the salon is no team. */
  withStylist(stylistId: string): Promise<string | undefined>;
  readonly timeZone: string;
  now(): Date;
}

const NEVER: Readonly<Record<NeverUndone, string>> = {
  creation: 'A new entry can’t be undone. Please remove it instead.',
  undo: 'This is an undo itself. Please make the change again instead.',
  'not-by-staff': 'Only what staff did can be undone.',
  keys: 'Keys are deleted when others replace them, so this is not undone. Please enter them again.',
  other: 'This cannot be undone.',
};

/** The event that blocked a part of the day which overlaps these parts. */
function timeBlockOver(events: readonly RecordedEvent[], parts: readonly Part[]): RecordedEvent | undefined {
  const blocked = new Map<string, { readonly time: Blocking; readonly recorded: RecordedEvent }>();
  for (const recorded of events) {
    const { type, data } = upcast(recorded, agendaEventTypes);
    if (type === 'TimeBlocked')
      blocked.set(data.blockId, { time: { ...data, resource: data.resource }, recorded });
    if (type === 'BlockedTimeMoved') {
      const resource = blocked.get(data.blockId)?.time.resource;
      blocked.set(data.blockId, { time: { ...data, resource }, recorded });
    }
    if (type === 'TimeUnblocked') blocked.delete(data.blockId);
  }
  return [...blocked.values()].find(({ time }) => collide(blockedPartsOf(time), parts))?.recorded;
}

/** An event as it is said within a sentence. */
function wordsOf(by: RecordedEvent): string {
  const move = by.type === 'BookingRescheduled' && upcast(by, bookingEventTypes);
  const isHandedOver = move && move.type === 'BookingRescheduled' && isHandOver(move.data);
  return isHandedOver ? 'handed over' : withinSentence(eventWords(by.type));
}

export function createUndoReasons({ log, customerOf, namesOf, withStylist, timeZone, now }: ReasonsDeps) {
  /** `at 3:10 PM`, on another day `on Nov 24 at 3:10 PM`. */
  function whenOf({ metadata: { at } }: RecordedEvent): string {
    const instant = new Date(at);
    const isToday = salonDate(instant, timeZone) === salonDate(now(), timeZone);
    return instantAs(instant, timeZone, `${isToday ? '' : "'on' MMM d "}'at' h:mm a`);
  }

  /** `Saturday` within the next six days, else `Sat, Nov 28`. */
  function dayOf(date: SalonDate): string {
    const today = salonDate(now(), timeZone);
    const isNear = date >= today && date < addSalonDays(today, 7);
    return dayAs(date, isNear ? 'EEEE' : 'EEE, MMM d');
  }

  /** `Saturday 2 PM`, later `Sat, Nov 28, 2 PM`. @param time such as `2:00 PM` */
  function dateTimeText(date: SalonDate, time: string): string {
    const day = dayOf(date);
    return `${day}${day.includes(',') ? ',' : ''} ${time.replace(':00', '')}`;
  }

  /** `Saturday 2 PM`, in a team `Saturday 2 PM with Ann`. */
  async function slotText(date: SalonDate, { start, parts }: Stretch): Promise<string> {
    const stylist = await withStylist(stylistOf({ parts }));
    return [dateTimeText(date, formatTime(start)), stylist].filter(Boolean).join(' ');
  }

  /** The first slot that is in the way on a day. */
  async function givenAway(
    date: SalonDate,
    events: readonly RecordedEvent[],
    isInTheWay: (slot: SlotTaken['data']) => boolean,
  ): Promise<string | undefined> {
    const taken = [...takenAfter(events).values()].find(({ data }) => isInTheWay(data));
    if (!taken) return undefined;
    const name = (await customerOf(taken.data.bookingId)) ?? 'somebody else';
    return `${await slotText(date, taken.data)} was given to ${name} ${whenOf(taken)}.`;
  }

  return {
    never: (why: NeverUndone) => NEVER[why],

    async overtaken(by: RecordedEvent): Promise<string> {
      const { actor } = by.metadata;
      const ids = staffIds([actor]);
      const name = ids.length === 0 ? undefined : staffName(actor, await namesOf(ids));
      const who = actor.kind === 'customer' ? 'the customer' : name;
      return `Since then: ${wordsOf(by)} ${whenOf(by)}${who === undefined ? '' : ` by ${who}`}.`;
    },

    /** The sentence for a time that a booking can't have again; undefined if nothing is in the way any more. */
    async timeGone(
      { date, ...time }: Stretch & { readonly date: SalonDate },
      bookingId: string,
    ): Promise<string | undefined> {
      const events = await log.read(agendaStream(date));
      const block = events.findLast(({ type }) => type === 'DateBlocked' || type === 'DateUnblocked');
      if (block?.type === 'DateBlocked') return `${dayOf(date)} was blocked ${whenOf(block)}.`;
      const parts = partsOf(time);
      const timeBlock = timeBlockOver(events, parts);
      if (timeBlock) return `${await slotText(date, time)} was blocked ${whenOf(timeBlock)}.`;
      const given = await givenAway(
        date,
        events,
        (slot) => slot.bookingId !== bookingId && collide(partsOf(slot), parts),
      );
      return given ?? `${await slotText(date, time)} is held for a visitor who is booking it at this moment.`;
    },

    outsideHours({ total, appointments: [first] }: AffectedBookings): string | undefined {
      if (!first) return undefined;
      const { customer_name, appointment_date, appointment_time } = first;
      const others = total > 1 ? ` and ${total - 1} more` : '';
      return `${customer_name ?? 'Somebody'} on ${dateTimeText(appointment_date, appointment_time)}${others} would be outside the hours. Please change the hours instead.`;
    },

    /**
     * The sentence for a date, or a part of it, that isn't blocked again, since a booking was made there.
     *
     * @param slotIds slots that were taken before
     */
    async bookedSince(
      date: SalonDate,
      slotIds: ReadonlySet<string>,
      time?: Interval,
    ): Promise<string | undefined> {
      const events = await log.read(agendaStream(date));
      return givenAway(
        date,
        events,
        (slot) => !slotIds.has(slot.slotId) && (!time || collide(partsOf(slot), blockedPartsOf(time))),
      );
    },
  };
}

export type UndoReasons = ReturnType<typeof createUndoReasons>;

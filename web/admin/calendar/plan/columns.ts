import {
  type Calendar,
  type CalendarBooking,
  type CalendarDay,
  hoursOf,
  isTheirs,
} from '../../../../src/contracts/bookings/calendar.ts';
import type { MessageChannel } from '../../../../src/contracts/messages/message-words.ts';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import { type Interval, overlaps } from '../../../../src/salon/slots.ts';
import { DAY_MINUTES, type Minutes } from '../../../../src/salon/time-text.ts';
import type { SalonNow } from '../../../salon/use-salon-now.ts';
import { type Resource, stylistsIn } from '../../bookings/stylists/resources.ts';
import type { Mark } from './differences.ts';
import { drawnTime, type Lane, lanesOf } from './lanes.ts';
import { doneBy } from './of-stylist.ts';
import type { DayColumn } from './verdict.ts';

/** The height of the line with a cancelled appointment's name, in minutes. */
const NAME_MINUTES: Minutes = 20;

const WHOLE_WIDTH: Lane = { lane: 0, span: 1, lanes: 1 };

/** An appointment in one column. */
export interface PlacedBooking extends Interval {
  readonly booking: CalendarBooking;
  /** The stylist, where those of several stand in one column. */
  readonly by?: Resource | undefined;
  /** Cancelled appointments have lanes of their own, since their time is free. */
  readonly lane: Lane;
  /** Whether another appointment is where a cancelled one's name would be, so that it is only a strip at the edge of the column. */
  readonly isStrip: boolean;
  /** How many strips are next to one that isn't cancelled. */
  readonly strips: number;
  /** The channel of the last message about it, if that did not reach the customer. */
  readonly undelivered?: MessageChannel | undefined;
  /** It is shown as it was. */
  readonly isPast: boolean;
  /** Whether the person may still move it. */
  readonly isMovable: boolean;
  /** The difference until now. */
  readonly mark?: Mark | undefined;
}

/** A blocked part of a day. */
export interface DayBlock extends Interval {
  readonly id: string;
  readonly date: SalonDate;
  /** Null for everybody. */
  readonly resource_id: string | null;
  /** Null once it was erased. */
  readonly reason: string | null;
  /** Somebody else's appointment, of which no more is known. */
  readonly isBusy?: true;
}

/** The same as it is drawn. */
interface PlacedBlock extends DayBlock {
  /** The stylist whose time it is, where those of several stand in one column. */
  readonly by?: Resource | undefined;
  readonly lane: Lane;
  /** The person can't change it. */
  readonly isFixed: boolean;
}

/** One day of one stylist or of all of them, as it is drawn. */
export interface Column extends Omit<DayColumn, 'over'> {
  readonly key: string;
  readonly date: SalonDate;
  /** Undefined for all stylists, and where the salon has one. */
  readonly stylist: Resource | undefined;
  /** The person may choose no time in it. */
  readonly isOthers: boolean;
  readonly appointments: readonly PlacedBooking[];
  readonly blocks: readonly PlacedBlock[];
  /** In a column of all stylists: the facts of each who takes appointments. */
  readonly each: ReadonlyMap<string, Omit<DayColumn, 'over'>>;
}

type Undelivered = ReadonlyMap<string, MessageChannel>;
type Marks = ReadonlyMap<string, Mark>;

/** The stylists whose time is shown: a column for each, all in one column, or one of them by the id. */
export type ShownStylists = 'each' | 'all' | (string & {});

interface Options {
  /** The channels of last messages that did not reach the customer, by the ids of appointments. */
  readonly undelivered?: Undelivered | undefined;
  /** For days as they were: what is different now, by the ids of appointments. */
  readonly marks?: Marks | undefined;
  readonly stylists?: ShownStylists;
  /** The only stylist whose time the person may block, without moving an appointment; undefined for those who may do all. */
  readonly limitedTo?: string | undefined;
}

/** The columns of these days, in the order in which they are drawn. */
export function columnsOf(
  calendar: Pick<Calendar, 'resources' | 'days'>,
  { stylists: which = 'each', ...options }: Options = {},
): Column[] {
  const all = stylistsIn(calendar);
  return calendar.days.flatMap((day) => {
    if (which === 'all' || all.length === 1) return [columnOf(day, undefined, all, options)];
    return all
      .filter((one) => which === one.id || (which === 'each' && isThere(one, day)))
      .map((one) => columnOf(day, one, all, options));
  });
}

/** Stylists who take no appointments any more are there on the days on which they have some. */
const isThere = ({ id, is_inactive }: Resource, { bookings }: CalendarDay): boolean =>
  !is_inactive || bookings.some((booking) => doneBy(booking) === id);

/** A stylist's part of a day, or everybody's. */
function factsOf(day: CalendarDay, resource: Resource | undefined) {
  const isOurs = isTheirs(resource?.id);
  const taken = day.bookings.flatMap(({ id, parts }) =>
    parts.filter(isOurs).map(({ start, end }) => ({ id, start, end })),
  );
  // A blocked date also has a block of the whole day, which `isBlocked` stands for.
  const drawn: readonly Omit<DayBlock, 'date'>[] = day.blocked ? [] : [...day.blocks, ...busyIn(day)];
  const blocks = drawn.filter(isOurs);
  return {
    blocks,
    facts: {
      isBlocked: day.blocked,
      open: hoursOf(day, resource?.id),
      taken: [...taken, ...blocks.map(({ id, start, end }) => ({ id, start, end, isBlock: true as const }))],
    },
  };
}

/** An appointment of somebody else, for a person who sees only their own: they know that there is one. */
const busyIn = ({ busy = [] }: CalendarDay) =>
  busy.map((time, index) => ({ ...time, id: `busy ${index}`, reason: 'Busy', isBusy: true as const }));

function columnOf(
  day: CalendarDay,
  stylist: Resource | undefined,
  all: readonly Resource[],
  { undelivered, marks, limitedTo }: Options,
): Column {
  const { facts, blocks } = factsOf(day, stylist);
  const drawn = day.bookings
    .filter((booking) => !stylist || doneBy(booking) === stylist.id)
    .map((booking) => ({ booking, start: booking.start, end: booking.end }))
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const isCancelled = ({ booking }: (typeof drawn)[number]) => booking.status === 'cancelled';
  const cancelled = drawn.filter(isCancelled);
  const others = drawn.filter((one) => !isCancelled(one));
  const placed = new Map<Interval, Lane>(
    // An appointment may have been there before its time was blocked.
    [[...others, ...blocks], cancelled].flatMap((those) => {
      const lanes = lanesOf(those.map(drawnTime));
      return those.map((one, index) => [one, lanes[index] ?? WHOLE_WIDTH] as const);
    }),
  );
  const laneOf = (one: Interval) => placed.get(one) ?? WHOLE_WIDTH;
  const strips = cancelled.filter((one) => {
    const name = { start: one.start, end: one.start + NAME_MINUTES * (laneOf(one).lane + 1) };
    return others.some((other) => overlaps(name, other));
  });
  const stripsBeside = (one: Interval) =>
    Math.max(0, ...strips.filter((strip) => overlaps(one, strip)).map((strip) => laneOf(strip).lane + 1));
  const isTogether = !stylist && all.length > 1;
  const mayChange = (id: string | null) => limitedTo === undefined || id === limitedTo;
  const byOf = (resource: string | null) => (isTogether ? all.find(({ id }) => id === resource) : undefined);
  const active = all.filter(({ id, is_inactive }) => isTogether && !is_inactive && mayChange(id));
  return {
    key: `${day.date} ${stylist?.id ?? ''}`,
    date: day.date,
    stylist,
    isOthers: stylist !== undefined && !mayChange(stylist.id),
    ...facts,
    each: new Map(active.map((one) => [one.id, factsOf(day, one).facts])),
    blocks: blocks.map((block) => ({
      ...block,
      date: day.date,
      by: byOf(block.resource_id),
      lane: laneOf(block),
      isFixed: block.isBusy === true || !mayChange(block.resource_id),
    })),
    appointments: drawn.map((one) => ({
      ...one,
      by: byOf(doneBy(one.booking)),
      lane: laneOf(one),
      isStrip: strips.includes(one),
      strips: isCancelled(one) ? 0 : stripsBeside(one),
      undelivered: undelivered?.get(one.booking.id),
      isPast: marks !== undefined,
      isMovable: !marks && limitedTo === undefined && ['pending', 'confirmed'].includes(one.booking.status),
      mark: marks?.get(one.booking.id),
    })),
  };
}

/** The part of a column that concerns an appointment: in a column of all stylists, its own stylist's day. */
export const factsFor = <Shown extends Pick<Column, 'each' | 'open' | 'taken' | 'isBlocked'>>(
  column: Shown,
  booking: Pick<CalendarBooking, 'stylist' | 'parts'>,
): Shown => ({ ...column, ...column.each.get(doneBy(booking)) });

/** The last minute of a day that has begun. */
export const overOn = (date: SalonDate, now: SalonNow): Minutes =>
  date === now.date ? now.minute : date < now.date ? DAY_MINUTES : -1;

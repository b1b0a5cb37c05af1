import type { Calendar, CalendarBooking, CalendarDay } from '../../../../src/contracts/bookings/calendar.ts';
import type { MessageChannel } from '../../../../src/contracts/messages/message-words.ts';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import { type Interval, overlaps } from '../../../../src/salon/slots.ts';
import { DAY_MINUTES, type Minutes } from '../../../../src/salon/time-text.ts';
import type { SalonNow } from '../../../salon/use-salon-now.ts';
import type { Mark } from './differences.ts';
import { drawnTime, type Lane, lanesOf } from './lanes.ts';
import type { DayColumn } from './verdict.ts';

/** The kind of resource that has columns. Appointments may occupy other kinds, too. */
const SHOWN_KIND = 'stylist';

/** The height of the line with a cancelled appointment's name, in minutes. */
const NAME_MINUTES: Minutes = 20;

const WHOLE_WIDTH: Lane = { lane: 0, span: 1, lanes: 1 };

type Resource = Calendar['resources'][number];

/** An appointment in one column. */
export interface PlacedBooking extends Interval {
  readonly booking: CalendarBooking;
  /** Cancelled appointments have lanes of their own, since their time is free. */
  readonly lane: Lane;
  /** Whether another appointment is where a cancelled one's name would be, so that it is only a strip at the edge of the column. */
  readonly isStrip: boolean;
  /** How many strips are next to one that isn't cancelled. */
  readonly strips: number;
  /** The channel of the last message about it, if that did not reach the customer. */
  readonly undelivered?: MessageChannel | undefined;
  /** It is shown as it was, so it can't be moved. */
  readonly isPast: boolean;
  /** The difference until now. */
  readonly mark?: Mark | undefined;
}

/** A blocked part of a day. */
export interface DayBlock extends Interval {
  readonly id: string;
  readonly date: SalonDate;
  /** Null once it was erased. */
  readonly reason: string | null;
}

/** The same as it is drawn. */
interface PlacedBlock extends DayBlock {
  readonly lane: Lane;
}

/** One day of one stylist, as it is drawn. */
export interface Column extends Omit<DayColumn, 'over'> {
  readonly key: string;
  readonly date: SalonDate;
  readonly resource: Resource;
  /** The day has several columns. */
  readonly isShared: boolean;
  readonly appointments: readonly PlacedBooking[];
  readonly blocks: readonly PlacedBlock[];
}

type Undelivered = ReadonlyMap<string, MessageChannel>;
type Marks = ReadonlyMap<string, Mark>;

/**
 * The columns of these days, in the order in which they are drawn.
 *
 * @param undelivered the channels of last messages that did not reach the customer, by the ids of appointments
 * @param marks for days as they were: what is different now, by the ids of appointments
 */
export function columnsOf(
  { resources, days }: Calendar,
  undelivered: Undelivered = new Map(),
  marks?: Marks,
): Column[] {
  const shown = resources
    .filter(({ kind }) => kind === SHOWN_KIND)
    .sort((a, b) => a.order - b.order || a.name.localeCompare(b.name));
  return days.flatMap((day) =>
    shown.map((resource, index) =>
      columnOf(day, resource, { isFirst: index === 0, isShared: shown.length > 1, undelivered, marks }),
    ),
  );
}

function columnOf(
  day: CalendarDay,
  resource: Resource,
  {
    isFirst,
    isShared,
    undelivered,
    marks,
  }: { isFirst: boolean; isShared: boolean; undelivered: Undelivered; marks: Marks | undefined },
): Column {
  const isOurs = ({ resource_id }: { resource_id: string | null }) =>
    resource_id === null || resource_id === resource.id;
  const taken = day.bookings.flatMap(({ id, parts }) =>
    parts
      .filter(({ resource_id }) => resource_id === resource.id)
      .map(({ start, end }) => ({ id, start, end })),
  );
  const ours = day.bookings
    .filter(({ id }) => taken.some((part) => part.id === id))
    .map((booking) => ({ booking, start: booking.start, end: booking.end }));
  // A cancelled appointment occupies no stylist, so it is drawn in the day's first column.
  const without = isFirst
    ? day.bookings
        .filter((booking) => booking.parts.length === 0)
        .map((booking) => ({ booking, start: booking.start, end: booking.end }))
    : [];
  const drawn = [...ours, ...without].sort((a, b) => a.start - b.start || b.end - a.end);
  const isCancelled = ({ booking }: (typeof drawn)[number]) => booking.status === 'cancelled';
  const cancelled = drawn.filter(isCancelled);
  const others = drawn.filter((one) => !isCancelled(one));
  // A blocked date also has a block of the whole day, which `isBlocked` stands for.
  const blocks = day.blocked ? [] : day.blocks.filter(isOurs);
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
  return {
    key: `${day.date} ${resource.id}`,
    date: day.date,
    resource,
    isShared,
    isBlocked: day.blocked,
    open: day.hours.filter((window) => window.is_available && isOurs(window)),
    taken: [...taken, ...blocks.map(({ id, start, end }) => ({ id, start, end, isBlock: true as const }))],
    blocks: blocks.map((block) => ({ ...block, date: day.date, lane: laneOf(block) })),
    appointments: drawn.map((one) => ({
      ...one,
      lane: laneOf(one),
      isStrip: strips.includes(one),
      strips: isCancelled(one) ? 0 : stripsBeside(one),
      undelivered: undelivered.get(one.booking.id),
      isPast: marks !== undefined,
      mark: marks?.get(one.booking.id),
    })),
  };
}

/** The last minute of a day that has begun. */
export const overOn = (date: SalonDate, now: SalonNow): Minutes =>
  date === now.date ? now.minute : date < now.date ? DAY_MINUTES : -1;

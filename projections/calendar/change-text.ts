import { eventWords, withinSentence } from '../../src/contracts/history/history-words.ts';
import { dayAs, weekdayName } from '../../src/salon/date-text.ts';
import { type Part, stylistOf } from '../../src/salon/parts.ts';
import { formatTime, type Minutes, type SalonDate } from '../../src/salon/salon-time.ts';
import type { Interval } from '../../src/salon/slots.ts';
import type { Changed } from '../engine/stored-tables.ts';

// The texts mention these columns of the rows that have changed.

export interface AppointmentColumns {
  readonly id: string;
  readonly appointment_date: SalonDate;
  readonly start_minute: Minutes;
  readonly services: readonly { readonly name: string }[];
  readonly parts: readonly Part[] | null;
}

export interface BlockColumns {
  readonly blocked_date: SalonDate;
}

export interface HoursColumns {
  readonly day_of_week: number;
  readonly start_minute: Minutes;
  readonly end_minute: Minutes;
  readonly is_available: boolean;
}

export interface TimeBlockColumns {
  readonly date: SalonDate;
  readonly start_minute: Minutes;
  readonly end_minute: Minutes;
  readonly resource: string | null;
}

export interface DayHoursColumns {
  readonly date: SalonDate;
  readonly resource: string | null;
  readonly windows: readonly Interval[];
}

const dayText = (date: SalonDate) => dayAs(date, 'EEE, MMM d, yyyy');
/** `2 PM`, `2:30 PM`. */
const timeText = (minute: Minutes) => formatTime(minute).replace(':00', '');
const rangeText = ({ start_minute, end_minute }: Pick<HoursColumns, 'start_minute' | 'end_minute'>) =>
  `${timeText(start_minute)} – ${timeText(end_minute)}`;

/** A stylist's name within a sentence; undefined where the salon is no team. */
export type NameOf = (stylistId: string) => string | undefined;

const wordsOf = (type: string) => withinSentence(eventWords(type));

function moveText(from: AppointmentColumns, to: AppointmentColumns, nameOf: NameOf): string {
  const [day, otherDay] = [from, to].map(({ appointment_date }) => dayText(appointment_date));
  const [time, otherTime] = [from, to].map(({ start_minute }) => timeText(start_minute));
  const isHandedOver = stylistOf(from) !== stylistOf(to);
  const handOver = `from ${nameOf(stylistOf(from))} to ${nameOf(stylistOf(to))}`;
  if (day === otherDay && time === otherTime && isHandedOver)
    return `handed over ${handOver} on ${day}, ${time}`;
  const moved =
    day === otherDay
      ? `moved from ${time} to ${otherTime} on ${day}`
      : `moved from ${day}, ${time} to ${otherDay}, ${otherTime}`;
  return isHandedOver ? `${moved}, ${handOver}` : moved;
}

/** `Freya Santos handed over from Ann to Bea on Fri, Nov 20, 2026, 2 PM`, `Freya Santos moved from 2 PM to 3 PM on Fri, Nov 20, 2026`, `Ada Moreau · cancelled · Fri, Nov 20, 2026 · 3 PM · Perm`. */
export function appointmentText(
  type: string,
  { before, after }: Pick<Changed<AppointmentColumns>, 'before' | 'after'>,
  name: string,
  nameOf: NameOf,
): string {
  if (type === 'BookingRescheduled' && before && after) return `${name} ${moveText(before, after, nameOf)}`;
  const row = after ?? before;
  const about = row && [
    dayText(row.appointment_date),
    timeText(row.start_minute),
    row.services.map((service) => service.name).join(', '),
  ];
  return [name, wordsOf(type), ...(about ?? [])].join(' · ');
}

/** `Fri, Nov 20, 2026 · date blocked`. */
export function blockText(
  type: string,
  { before, after }: Pick<Changed<BlockColumns>, 'before' | 'after'>,
): string {
  const row = after ?? before;
  return `${row && dayText(row.blocked_date)} · ${wordsOf(type)}`;
}

/** `Friday · hours changed from 9 AM – 7 PM to 9 AM – 6 PM`, `Friday · hours switched off · 9 AM – 6 PM`. */
export function hoursText(
  type: string,
  { before, after }: Pick<Changed<HoursColumns>, 'before' | 'after'>,
): string {
  const row = after ?? before;
  if (!row) return wordsOf(type);
  const day = weekdayName(row.day_of_week);
  if (type === 'HoursChanged' && before && after)
    return `${day} · hours changed from ${rangeText(before)} to ${rangeText(after)}`;
  const words =
    type === 'HoursSwitched' ? `hours switched ${row.is_available ? 'on' : 'off'}` : wordsOf(type);
  return `${day} · ${words} · ${rangeText(row)}`;
}

/** The words, and the stylist whom alone it concerns. */
function wordsFor(type: string, { resource }: { readonly resource: string | null }, nameOf: NameOf): string {
  const stylist = resource === null ? undefined : nameOf(resource);
  return stylist === undefined ? wordsOf(type) : `${wordsOf(type)} for ${stylist}`;
}

/** `Fri, Nov 20, 2026 · blocked time moved from 12 PM – 1 PM to 1 PM – 2 PM`, `Fri, Nov 20, 2026 · time blocked for Ann · 12 PM – 1 PM`. */
export function timeBlockText(
  type: string,
  { before, after }: Pick<Changed<TimeBlockColumns>, 'before' | 'after'>,
  nameOf: NameOf,
): string {
  const row = after ?? before;
  if (!row) return wordsOf(type);
  const day = dayText(row.date);
  const words = wordsFor(type, row, nameOf);
  return before && after
    ? `${day} · ${words} from ${rangeText(before)} to ${rangeText(after)}`
    : `${day} · ${words} · ${rangeText(row)}`;
}

/** `Fri, Nov 20, 2026 · hours of this date set · 10 AM – 12 PM, 1 PM – 6 PM`. */
export function dayHoursText(
  type: string,
  { before, after }: Pick<Changed<DayHoursColumns>, 'before' | 'after'>,
  nameOf: NameOf,
): string {
  const row = after ?? before;
  if (!row) return wordsOf(type);
  const ranges = after?.windows.map(({ start, end }) => `${timeText(start)} – ${timeText(end)}`).join(', ');
  const none = row.resource === null ? 'closed' : 'none';
  const hours = ranges === '' ? none : ranges;
  const words = wordsFor(type, row, nameOf);
  return [dayText(row.date), words, hours].filter((part) => part !== undefined).join(' · ');
}

/** `Stylist added · Bea`. */
export const stylistText = (type: string, name: string): string => `${eventWords(type)} · ${name}`;

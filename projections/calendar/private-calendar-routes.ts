import { createHash } from 'node:crypto';
import { getPrivateCalendar } from '../../src/contracts/accounts/calendar-address.ts';
import type { BookingStatus } from '../../src/contracts/bookings/bookings.ts';
import type { BlockedTime } from '../../src/contracts/salon/admin-blocked-times.ts';
import type { Mount } from '../../src/http/operation/operation.ts';
import type { NamedModel } from '../../src/http/operation/projected.ts';
import { refuse } from '../../src/http/refusal.ts';
import { ENTRY_STATUS } from '../../src/salon/booking-entry.ts';
import { type CalendarEntry, calendarFeed } from '../../src/salon/calendar-file.ts';
import { type Part, stylistOf } from '../../src/salon/parts.ts';
import {
  addSalonDays,
  instantOf,
  instantsOfDays,
  type Minutes,
  type SalonDate,
  salonDate,
} from '../../src/salon/salon-time.ts';
import { FORMER_STYLIST } from '../../src/salon/stylist-words.ts';
import { type Interval, intervalOf, isAllDay } from '../../src/salon/time-text.ts';
import type { StylistNames, StylistNaming } from '../stylist-of.ts';

interface FeedBooking {
  readonly id: string;
  readonly version: number;
  readonly status: BookingStatus;
  readonly customer_name: string | null;
  readonly services: readonly { readonly name: string }[];
  readonly appointment_date: SalonDate;
  readonly start_minute: Minutes;
  readonly end_minute: Minutes;
  readonly parts?: readonly Part[] | null;
}

type Block = Pick<BlockedTime, 'id' | 'version' | 'date' | 'start_time' | 'end_time' | 'reason'>;

interface PrivateCalendarDeps {
  readonly on: Mount;
  /** The first so many that aren't cancelled, by start. */
  feedBookings(
    from: SalonDate,
    to: SalonDate,
    most: number,
    stylistId: string | null,
  ): Promise<readonly FeedBooking[]>;
  /** The blocked times of a stylist and of everybody. */
  blocks(range: {
    readonly from: SalonDate;
    readonly to: SalonDate;
    readonly stylistId: string;
  }): Promise<readonly Block[]>;
  /** The address that a token opens; undefined for one that isn't in use. */
  openedCalendar(token: string): Promise<{ readonly stylistId: string | null } | undefined>;
  readonly stylists: Pick<StylistNaming, 'read'>;
  /** The read models of the bookings, the blocked times and the stylists. */
  readonly models: readonly NamedModel[];
  salonName(): string;
  readonly timeZone: string;
  now(): Date;
}

/** The days that a phone gets, counted from today. */
const DAYS_BACK = 28;
const DAYS_AHEAD = 365;
/** Making the file of more would hold up other requests. */
const MOST_ENTRIES = 2_500;

/** A visitor may have typed anything as a name, such as an address that phones would make a link of. */
const LONGEST_NAME = 30;
const firstName = (name: string | null) =>
  name === null
    ? 'Erased customer'
    : (name.trim().split(/\s+/, 1)[0] ?? '').replaceAll(/[^\p{L}\p{M}'’-]/gu, '').slice(0, LONGEST_NAME) ||
      'Customer';

/** Its times on a date; null for one that begins when the clock skips. A whole day ends where the next one begins. */
function timesOf(date: SalonDate, interval: Interval, timeZone: string) {
  if (isAllDay(interval)) {
    const [start, end] = instantsOfDays(date, date, timeZone);
    return { start, end };
  }
  const start = instantOf(date, interval.start, timeZone);
  return start && { start, end: new Date(start.getTime() + (interval.end - interval.start) * 60_000) };
}

/** Undefined for a booking at a time that the clock skips. @param names where it isn't clear whose it is */
function entryOf(
  row: FeedBooking,
  names: StylistNames | undefined,
  timeZone: string,
  stamp: Date,
): CalendarEntry | undefined {
  const { id, version, status, customer_name, services, appointment_date: date } = row;
  const times = timesOf(date, { start: row.start_minute, end: row.end_minute }, timeZone);
  if (!times) return undefined;
  const stylist = names?.of(stylistOf(row)).stylist;
  const what = [
    `${firstName(customer_name)}: ${services.map(({ name }) => name).join(', ')}`,
    ...(stylist ? [stylist.name ?? FORMER_STYLIST] : []),
  ].join(' · ');
  return {
    uid: id,
    sequence: version - 1,
    status: ENTRY_STATUS[status],
    ...times,
    stamp,
    // Few calendars show which entries are tentative.
    summary: status === 'pending' ? `${what} (to be confirmed)` : what,
    description: '',
    location: '',
  };
}

/** Undefined for one at a time that the clock skips. */
function blockOf(block: Block, timeZone: string, stamp: Date): CalendarEntry | undefined {
  const { id, version, date, reason } = block;
  const times = timesOf(date, intervalOf(block), timeZone);
  if (!times) return undefined;
  return {
    uid: id,
    sequence: version,
    status: 'CONFIRMED',
    ...times,
    stamp,
    summary: reason ?? 'Blocked',
    description: '',
    location: '',
  };
}

/** The salon's calendar for the phones of staff, by the private address that each of them makes. */
export function privateCalendarRoutes(deps: PrivateCalendarDeps): void {
  const { on, feedBookings, blocks: blocksOf, openedCalendar, stylists, models, salonName } = deps;
  const { timeZone, now } = deps;
  /** The last file of all, and of each stylist, which the phones share until something changes. */
  const files = new Map<string | null, { readonly etag: string; readonly body: string }>();
  on(
    getPrivateCalendar,
    async ({ params: { token } }) => {
      const opened = await openedCalendar(token);
      if (!opened) throw refuse('not-found');
      const { stylistId } = opened;
      const at = now();
      const today = salonDate(at, timeZone);
      const [from, to] = [addSalonDays(today, -DAYS_BACK), addSalonDays(today, DAYS_AHEAD)];
      const [rows, blocks, names] = await Promise.all([
        feedBookings(from, to, MOST_ENTRIES, stylistId),
        stylistId === null ? [] : blocksOf({ from, to, stylistId }),
        stylistId === null ? stylists.read() : undefined,
      ]);
      const entries = [
        ...rows.flatMap((row) => entryOf(row, names, timeZone, at) ?? []),
        ...blocks.slice(0, MOST_ENTRIES).flatMap((block) => blockOf(block, timeZone, at) ?? []),
      ];
      // The ETag leaves the stamps out, so that a calendar that asks again is told that nothing has changed.
      const name = salonName();
      const content = JSON.stringify([name, entries.map(({ stamp: _, ...entry }) => entry)]);
      const etag = `W/"${createHash('sha256').update(content).digest('base64url')}"`;
      const last = files.get(stylistId);
      if (last?.etag === etag) return last;
      const file = { etag, body: calendarFeed(name, entries) };
      files.set(stylistId, file);
      return file;
    },
    models,
  );
}

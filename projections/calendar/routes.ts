import {
  type CalendarBooking,
  type CalendarDay,
  countByKind,
  firstOfDay,
  getCalendar,
  openHours,
} from '../../src/contracts/bookings/calendar.ts';
import { listCalendarMoments } from '../../src/contracts/bookings/calendar-moments.ts';
import type { BlockedDate } from '../../src/contracts/salon/admin-blocked-dates.ts';
import type { Position } from '../../src/eventsourcing/event-store.ts';
import { partsOf } from '../../src/features/booking/agenda/events.ts';
import type { Mount } from '../../src/http/operation/operation.ts';
import type { NamedModel } from '../../src/http/operation/projected.ts';
import {
  DAY_MINUTES,
  dayOfWeek,
  type Minutes,
  type SalonDate,
  salonDays,
} from '../../src/salon/salon-time.ts';
import { type Interval, liesWithin } from '../../src/salon/slots.ts';
import type { ReadMoments } from './moments.ts';

/** An appointment as its read model has it. */
type BookingRow = Omit<CalendarBooking, 'start' | 'end' | 'outside_hours' | 'services' | 'parts'> & {
  readonly services: readonly CalendarBooking['services'][number][];
  readonly appointment_date: SalonDate;
  readonly start_minute: Minutes;
  readonly end_minute: Minutes;
};

/** Hours of one weekday as their read model has them. */
interface HoursRow {
  readonly id: string;
  readonly day_of_week: number;
  readonly start_minute: Minutes;
  readonly end_minute: Minutes;
  readonly is_available: boolean;
}

type PersonalColumn = 'customer_name' | 'customer_phone' | 'notes';
type Block = Omit<BlockedDate, 'version'>;

/** A blocked part of a day. */
interface BlockedPart {
  readonly id: string;
  readonly date: SalonDate;
  readonly start_minute: Minutes;
  readonly end_minute: Minutes;
  readonly reason: string | null;
}

/** The hours that dates have of their own, by date. */
type OwnHours = ReadonlyMap<SalonDate, readonly Interval[]>;

/** The calendar as it stood at a position. */
interface PastDeps {
  /** By start. */
  appointmentsBetween(
    from: SalonDate,
    to: SalonDate,
    position: Position,
  ): Promise<readonly Omit<BookingRow, PersonalColumn>[]>;
  /** What is personal of appointments today, by their ids; a deleted one is missing. */
  personsOf(ids: readonly string[]): Promise<ReadonlyMap<string, Pick<BookingRow, PersonalColumn>>>;
  /** By start. */
  week(position: Position): Promise<readonly HoursRow[]>;
  blocksBetween(from: SalonDate, to: SalonDate, position: Position): Promise<readonly Block[]>;
  blockedTimes(from: SalonDate, to: SalonDate, position: Position): Promise<readonly BlockedPart[]>;
  ownHours(from: SalonDate, to: SalonDate, position: Position): Promise<OwnHours>;
  /** The read models that these read besides those of the calendar of now. */
  readonly models: readonly NamedModel[];
}

interface CalendarDeps {
  readonly on: Mount;
  /** By start. */
  bookingsBetween(from: SalonDate, to: SalonDate): Promise<readonly BookingRow[]>;
  /** By start. */
  week(): Promise<{ readonly hours: readonly HoursRow[] }>;
  blockedDates(range: { readonly from: SalonDate; readonly to: SalonDate }): Promise<readonly Block[]>;
  blockedTimes(range: { readonly from: SalonDate; readonly to: SalonDate }): Promise<readonly BlockedPart[]>;
  ownHours(range: { readonly from: SalonDate; readonly to: SalonDate }): Promise<OwnHours>;
  /** The read models that these read. */
  readonly models: readonly NamedModel[];
  readonly past: PastDeps;
  readonly moments: { readonly read: ReadMoments; readonly models: readonly NamedModel[] };
  /** Of the calendar's only column. */
  resourceName(): string;
}

function shown(row: BookingRow, hours: CalendarDay['hours']): CalendarBooking {
  const { start_minute: start, end_minute: end } = row;
  const parts = row.status === 'cancelled' ? [] : partsOf({ start, end });
  return {
    id: row.id,
    ...(row.is_deleted && { is_deleted: row.is_deleted }),
    version: row.version,
    status: row.status,
    start,
    end,
    outside_hours: !liesWithin({ start, end }, openHours({ hours })),
    customer_name: row.customer_name,
    customer_phone: row.customer_phone,
    services: row.services.map(({ id, name, duration }) => ({ id, name, duration })),
    total_amount: row.total_amount,
    notes: row.notes,
    sms_consent: row.sms_consent,
    parts: parts.map((part) => ({
      resource_id: part.resource,
      kind: 'service',
      start: part.start,
      end: part.end,
    })),
  };
}

/** What is left of a deleted appointment. */
const DELETED = { customer_name: null, customer_phone: null, notes: null, is_deleted: true } as const;

/** The days of a range with all that the calendar draws, from four read models; of a moment from their earlier states. */
export function calendarRoutes(deps: CalendarDeps): void {
  const { on, bookingsBetween, week, blockedDates, blockedTimes, ownHours } = deps;
  const { models, past, moments, resourceName } = deps;

  const readPresent = (from: SalonDate, to: SalonDate) =>
    Promise.all([
      bookingsBetween(from, to),
      week().then(({ hours }) => hours),
      blockedDates({ from, to }),
      blockedTimes({ from, to }),
      ownHours({ from, to }),
    ] as const);

  /** The facts as they stood; what is personal as it is today, so that an erasure reaches every moment. */
  async function bookingsAt(
    from: SalonDate,
    to: SalonDate,
    position: Position,
  ): Promise<readonly BookingRow[]> {
    const facts = await past.appointmentsBetween(from, to, position);
    const persons = await past.personsOf(facts.map(({ id }) => id));
    return facts.map((row) => ({ ...row, ...(persons.get(row.id) ?? DELETED) }));
  }

  const readPast = (from: SalonDate, to: SalonDate, position: Position) =>
    Promise.all([
      bookingsAt(from, to, position),
      past.week(position),
      past.blocksBetween(from, to, position),
      past.blockedTimes(from, to, position),
      past.ownHours(from, to, position),
    ] as const);

  on(
    getCalendar,
    async ({ query: { from, to, per_day: perDay }, moment }) => {
      const [rows, weekly, blocked, blockedParts, own] = await (moment
        ? readPast(from, to, moment.position)
        : readPresent(from, to));
      const rowsOn = Map.groupBy(rows, (row) => row.appointment_date);
      const blockedOn = Map.groupBy(blocked, ({ blocked_date }) => blocked_date);
      const blockedPartsOn = Map.groupBy(blockedParts, ({ date }) => date);
      const weeklyOn = Map.groupBy(weekly, ({ day_of_week }) => day_of_week);

      const days = salonDays(from, to).map((date) => {
        const ofDateAlone = own.get(date);
        const hours: CalendarDay['hours'] = ofDateAlone
          ? ofDateAlone.map(({ start, end }) => ({
              id: null,
              resource_id: null,
              start,
              end,
              is_available: true,
            }))
          : (weeklyOn.get(dayOfWeek(date)) ?? []).map((slot) => ({
              id: slot.id,
              resource_id: null,
              start: slot.start_minute,
              end: slot.end_minute,
              is_available: slot.is_available,
            }));
        const ofDate = (blockedOn.get(date) ?? []).map(({ id, reason }) => ({
          id,
          resource_id: null,
          start: 0,
          end: DAY_MINUTES,
          reason,
        }));
        const ofParts = (blockedPartsOn.get(date) ?? []).map(({ id, start_minute, end_minute, reason }) => ({
          id,
          resource_id: null,
          start: start_minute,
          end: end_minute,
          reason,
        }));
        const ofDay = rowsOn.get(date) ?? [];
        const listed = perDay === undefined ? ofDay : firstOfDay(ofDay, perDay);
        return {
          date,
          blocked: ofDate.length > 0,
          hours_from: ofDateAlone ? ('date' as const) : ('week' as const),
          hours,
          blocks: [...ofDate, ...ofParts],
          bookings: listed.map((row) => shown(row, hours)),
          left_out: countByKind(ofDay.filter((row) => !listed.includes(row))),
        };
      });
      const [{ resource: id = '' } = {}] = partsOf({ start: 0, end: DAY_MINUTES });
      const resources = [{ id, kind: 'stylist', name: resourceName(), order: 0 }];
      return { body: { ...moment, resources, days } };
    },
    models,
    past.models,
  );

  on(listCalendarMoments, async ({ query }) => ({ body: await moments.read(query) }), moments.models);
}

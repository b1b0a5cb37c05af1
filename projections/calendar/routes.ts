import {
  type CalendarBooking,
  type CalendarDay,
  countByKind,
  firstOfDay,
  getCalendar,
} from '../../src/contracts/bookings/calendar.ts';
import type { BlockedDate } from '../../src/contracts/salon/admin-blocked-dates.ts';
import { partsOf } from '../../src/features/booking/agenda/events.ts';
import type { Guard } from '../../src/http/operation/caller.ts';
import type { Mount } from '../../src/http/operation/operation.ts';
import type { NamedModel } from '../../src/http/operation/projected.ts';
import { dayOfWeek, type Minutes, type SalonDate, salonDays } from '../../src/salon/salon-time.ts';
import { liesWithin } from '../../src/salon/slots.ts';

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

interface CalendarDeps {
  readonly on: Mount<{ admin: Guard<'admin'> }>;
  /** By start. */
  bookingsBetween(from: SalonDate, to: SalonDate): Promise<readonly BookingRow[]>;
  /** By start. */
  week(): Promise<{ readonly hours: readonly HoursRow[] }>;
  blockedDates(range: { readonly from: SalonDate; readonly to: SalonDate }): Promise<readonly BlockedDate[]>;
  /** The read models that these read. */
  readonly models: readonly NamedModel[];
  /** Of the calendar's only column. */
  readonly resourceName: string;
}

const DAY: Minutes = 1_440;

function shown(row: BookingRow, hours: CalendarDay['hours']): CalendarBooking {
  const { start_minute: start, end_minute: end } = row;
  const open = hours.filter(({ is_available }) => is_available);
  const parts = row.status === 'cancelled' ? [] : partsOf({ start, end });
  return {
    id: row.id,
    version: row.version,
    status: row.status,
    start,
    end,
    outside_hours: !liesWithin({ start, end }, open),
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

/** The days of a range with all that the calendar draws, from three read models. */
export function calendarRoutes(deps: CalendarDeps): void {
  const { on, bookingsBetween, week, blockedDates, models, resourceName } = deps;

  on(
    getCalendar,
    async ({ query: { from, to, per_day: room } }) => {
      const [rows, { hours: weekly }, blocked] = await Promise.all([
        bookingsBetween(from, to),
        week(),
        blockedDates({ from, to }),
      ]);
      const rowsOn = Map.groupBy(rows, (row) => row.appointment_date);
      const blockedOn = Map.groupBy(blocked, ({ blocked_date }) => blocked_date);
      const hoursOn = Map.groupBy(weekly, ({ day_of_week }) => day_of_week);

      const days = salonDays(from, to).map((date) => {
        const hours = (hoursOn.get(dayOfWeek(date)) ?? []).map((slot) => ({
          id: slot.id,
          resource_id: null,
          start: slot.start_minute,
          end: slot.end_minute,
          is_available: slot.is_available,
        }));
        const blocks = (blockedOn.get(date) ?? []).map(({ id, reason }) => ({
          id,
          resource_id: null,
          start: 0,
          end: DAY,
          reason,
        }));
        const ofDay = rowsOn.get(date) ?? [];
        const told = room === undefined ? ofDay : firstOfDay(ofDay, room);
        return {
          date,
          blocked: blocks.length > 0,
          hours,
          blocks,
          bookings: told.map((row) => shown(row, hours)),
          left_out: countByKind(ofDay.filter((row) => !told.includes(row))),
        };
      });
      const [{ resource: id = '' } = {}] = partsOf({ start: 0, end: DAY });
      return { body: { resources: [{ id, kind: 'stylist', name: resourceName, order: 0 }], days } };
    },
    models,
  );
}

import {
  type Calendar,
  type CalendarBooking,
  type CalendarDay,
  countByKind,
  firstOfDay,
  getCalendar,
  hoursOf,
  isTheirs,
  openHours,
} from '../../src/contracts/bookings/calendar.ts';
import { listCalendarChanges } from '../../src/contracts/bookings/calendar-changes.ts';
import type { Mount } from '../../src/http/operation/operation.ts';
import type { NamedModel } from '../../src/http/operation/projected.ts';
import { onlyOf, type Staff, seesBlock, seesPaid, seesTime } from '../../src/http/operation/sight.ts';
import { refuse } from '../../src/http/refusal.ts';
import { FIRST, partsOf, stylistOf } from '../../src/salon/parts.ts';
import { DAY_MINUTES, dayOfWeek, type SalonDate, salonDays } from '../../src/salon/salon-time.ts';
import { type Interval, liesWithin, within } from '../../src/salon/slots.ts';
import { isTeam, ownWindowsOn } from '../../src/salon/team.ts';
import { catalogueAmountOf, withoutPaid } from '../bookings/row-fields.ts';
import type { DayHoursRow } from '../days/projection.ts';
import { type NamedStylist, namedStylists } from '../team/queries.ts';
import type { ReadCalendarChanges } from './changes.ts';
import type { CalendarRow, ReadCalendarRows } from './rows.ts';

interface CalendarDeps {
  readonly on: Mount;
  readonly rows: ReadCalendarRows;
  /** The read models that the rows of now come from, and those that the ones of a moment need besides. */
  readonly models: readonly NamedModel[];
  readonly pastModels: readonly NamedModel[];
  readonly changes: { readonly read: ReadCalendarChanges; readonly models: readonly NamedModel[] };
  salonName(): string;
  today(): SalonDate;
}

function shown(
  row: CalendarRow,
  day: Pick<CalendarDay, 'hours' | 'own_hours'>,
  stylists: readonly NamedStylist[],
): CalendarBooking {
  const { start_minute: start, end_minute: end } = row;
  const time = { start, end, parts: row.parts };
  const stylist = stylists.find(({ id }) => id === stylistOf(time));
  const parts = partsNow(row);
  return {
    id: row.id,
    ...(row.is_deleted && { is_deleted: row.is_deleted }),
    version: row.version,
    status: row.status,
    start,
    end,
    outside_hours: !liesWithin(time, hoursOf(day, stylistOf(time))),
    customer_name: row.customer_name,
    customer_phone: row.customer_phone,
    services: row.services.map(({ id, name, duration }) => ({ id, name, duration })),
    total_amount: row.total_amount,
    catalogue_amount: catalogueAmountOf(row),
    payments: [...row.payments],
    notes: row.notes,
    sms_consent: row.sms_consent,
    ...(isTeam(stylists) && stylist && { stylist: { id: stylist.id, name: stylist.name } }),
    parts: parts.map((part) => ({
      resource_id: part.resource,
      kind: 'service',
      start: part.start,
      end: part.end,
    })),
  };
}

const partsNow = ({ status, start_minute: start, end_minute: end, parts }: CalendarRow) =>
  status === 'cancelled' ? [] : partsOf({ start, end, parts });

/** Others' appointments say only when their stylist isn't free. */
const busyTimes = (row: CalendarRow) =>
  partsNow(row).map(({ resource, start, end }) => ({ resource_id: resource, start, end }));

/** An appointment is that of today's stylist, at every moment. Of one that was deleted since nobody knows. */
const seesBooking = (caller: Staff, { is_deleted, start_minute, end_minute, parts_today }: CalendarRow) =>
  is_deleted
    ? onlyOf(caller) === undefined
    : seesTime(caller, { start: start_minute, end: end_minute, parts: parts_today });

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean) {
  const { first = [], second = [] } = Object.groupBy(items, (item) => (isFirst(item) ? 'first' : 'second'));
  return [first, second] as const;
}

const ofDateAlone =
  (is_available: boolean) =>
  ({ start, end }: Interval): CalendarDay['hours'][number] => ({
    id: null,
    resource_id: null,
    start,
    end,
    is_available,
  });

/** The hours of the stylists who have some of their own on a date, within the salon's. */
function ownHoursOn(
  date: SalonDate,
  hours: CalendarDay['hours'],
  stylists: readonly NamedStylist[],
  ofDate: readonly DayHoursRow[],
): NonNullable<CalendarDay['own_hours']> {
  const salon = openHours({ hours });
  return stylists.flatMap((stylist) => {
    const only = ofDate.find(({ resource }) => resource === stylist.id);
    const own = only?.windows ?? ownWindowsOn(stylist, dayOfWeek(date));
    if (!own) return [];
    const from = only ? ('date' as const) : ('week' as const);
    return [{ resource_id: stylist.id, from, windows: [...within(own, salon)] }];
  });
}

/** The columns of the calendar: one of the salon's name, or those of its team. */
const resourcesOf = (stylists: readonly NamedStylist[], salonName: string): Calendar['resources'] =>
  isTeam(stylists)
    ? stylists.map(({ id, name, isActive }, order) => ({
        id,
        kind: 'stylist',
        name,
        order,
        ...(!isActive && { is_inactive: true as const }),
      }))
    : [{ id: FIRST, kind: 'stylist', name: salonName, order: 0 }];

/** The days of a range with all that the calendar draws, from five read models; of a moment from their earlier states. */
export function calendarRoutes({
  on,
  rows,
  models,
  pastModels,
  changes,
  salonName,
  today: todayNow,
}: CalendarDeps): void {
  on(
    getCalendar,
    async ({ caller, query: { from, to, per_day: perDay, stylist_id: stylistId }, moment }) => {
      const { bookings, week, blocked_dates, blocked_times, own_hours, ...team } = await rows(
        from,
        to,
        moment?.position,
      );
      const stylists = namedStylists(team.stylists, salonName());
      const today = todayNow();
      if (stylistId !== undefined && !stylists.some(({ id }) => id === stylistId))
        throw refuse('unknown-stylist');
      const isAsked = isTheirs(stylistId);
      const asked = bookings.filter((row) => isAsked({ resource_id: stylistOf(row) }));
      const [seen, others] = partition(asked, (row) => seesBooking(caller, row));
      const othersOn = Map.groupBy(others, (row) => row.appointment_date);
      const bookingsOn = Map.groupBy(seen, (row) => row.appointment_date);
      const blockedOn = Map.groupBy(blocked_dates, ({ blocked_date }) => blocked_date);
      const blockedTimesOn = Map.groupBy(
        blocked_times.filter(({ resource }) => isAsked({ resource_id: resource })),
        ({ date }) => date,
      );
      const weeklyOn = Map.groupBy(week, ({ day_of_week }) => day_of_week);
      const ownHoursByDate = Map.groupBy(own_hours, ({ date }) => date);

      const days = salonDays(from, to).map((date) => {
        const ownHours = ownHoursByDate.get(date) ?? [];
        const own = ownHours.find(({ resource }) => resource === null);
        const hours: CalendarDay['hours'] = own
          ? [...own.windows.map(ofDateAlone(true)), ...(own.off ?? []).map(ofDateAlone(false))].sort(
              (a, b) => a.start - b.start,
            )
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
        const [ownBlocks, othersBlocks] = partition(blockedTimesOn.get(date) ?? [], ({ resource }) =>
          seesBlock(caller, resource),
        );
        const ofTimes = ownBlocks.map(({ id, resource, start_minute, end_minute, reason }) => ({
          id,
          resource_id: resource,
          start: start_minute,
          end: end_minute,
          reason,
        }));
        const ofDay = bookingsOn.get(date) ?? [];
        const listed = perDay === undefined ? ofDay : firstOfDay(ofDay, perDay);
        const day = {
          hours,
          ...(isTeam(stylists) && { own_hours: ownHoursOn(date, hours, stylists, ownHours) }),
        };
        return {
          date,
          blocked: ofDate.length > 0,
          hours_from: own ? ('date' as const) : ('week' as const),
          ...day,
          blocks: [...ofDate, ...ofTimes],
          ...(onlyOf(caller) !== undefined && {
            busy: [
              ...(othersOn.get(date) ?? []).flatMap(busyTimes),
              ...othersBlocks.map(({ resource, start_minute: start, end_minute: end }) => ({
                resource_id: resource ?? FIRST,
                start,
                end,
              })),
            ],
          }),
          bookings: listed.map((row) =>
            seesPaid(caller, row, today)
              ? shown(row, day, stylists)
              : { ...shown(withoutPaid(row), day, stylists), paid_left_out: true as const },
          ),
          left_out: countByKind(ofDay.filter((row) => !listed.includes(row))),
        };
      });
      return { body: { ...moment, resources: resourcesOf(stylists, salonName()), days } };
    },
    models,
    pastModels,
  );

  on(listCalendarChanges, async ({ query }) => ({ body: await changes.read(query) }), changes.models);
}

import { NOT_IN_CALENDAR } from '../../../src/contracts/bookings/calendar-changes.ts';
import type { HistoryEntry } from '../../../src/contracts/history/history.ts';
import type { SalonDate } from '../../../src/salon/salon-time.ts';
import { changeOf, dateIn } from './changes.ts';

const DATE = 'appointment_date';

/** The day that an appointment was on after an entry, as far as the loaded entries tell. @param entries the newest first */
function dayOfBooking(entry: HistoryEntry, entries: readonly HistoryEntry[]): SalonDate | undefined {
  const own = entries.filter(({ thing }) => thing.kind === 'booking' && thing.id === entry.thing.id);
  const at = own.findIndex(({ id }) => id === entry.id);
  const told = own.slice(at).flatMap((one) => dateIn(changeOf(one, DATE)?.after) ?? [])[0];
  return (
    told ??
    own
      .slice(0, at)
      .flatMap((one) => dateIn(changeOf(one, DATE)?.before) ?? [])
      .at(-1)
  );
}

/**
 * The address of the calendar as it was right after an entry, on the day that it is about; undefined for an entry that changes nothing
 * in the calendar.
 *
 * @param entries all that are loaded, the newest first
 */
export function calendarThen(entry: HistoryEntry, entries: readonly HistoryEntry[]): string | undefined {
  const { thing, position, type } = entry;
  if (!['booking', 'day', 'hours'].includes(thing.kind)) return undefined;
  if (NOT_IN_CALENDAR.has(type)) return undefined;
  const date =
    thing.kind === 'day' ? thing.id : thing.kind === 'booking' ? dayOfBooking(entry, entries) : undefined;
  const view = date === undefined ? 'week' : 'day';
  return `/admin/calendar?${new URLSearchParams({ view, ...(date !== undefined && { date }), at: position })}`;
}

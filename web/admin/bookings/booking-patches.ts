import type { AdminBooking } from '../../../src/contracts/bookings/admin-booking.ts';
import type { AdminBookingList } from '../../../src/contracts/bookings/admin-bookings.ts';
import type { Dashboard } from '../../../src/contracts/bookings/dashboard.ts';
import { patchOf } from '../data/command.ts';
import type { Patch } from '../data/overlay.ts';
import { type Change, changedCalendar } from './calendar-patches.ts';
import { BOOKING, BOOKINGS, CALENDAR, DASHBOARD } from './queries.ts';

const changedIn = (bookings: readonly AdminBooking[], id: string, change: Change): AdminBooking[] =>
  bookings.flatMap((booking) => (booking.id === id ? (change ? { ...booking, ...change } : []) : booking));

/** A page of the list with one appointment changed. It keeps its place until the server's data moves it. */
export function changedPage(page: AdminBookingList, id: string, change: Change): AdminBookingList {
  const bookings = changedIn(page.bookings, id, change);
  const gone = page.bookings.length - bookings.length;
  return { ...page, bookings, total: page.total === null ? null : page.total - gone };
}

/** Changes an appointment in a list of the dashboard. If it no longer belongs there, it is removed and no longer counted. */
function changedPart<Part extends { readonly total: number; readonly bookings: AdminBooking[] }>(
  part: Part,
  id: string,
  change: Change,
  belongs: (booking: AdminBooking) => boolean,
): Part {
  const bookings = changedIn(part.bookings, id, change).filter(belongs);
  return { ...part, bookings, total: part.total - (part.bookings.length - bookings.length) };
}

/** The dashboard with one appointment changed. What only the server can calculate stays as it is. */
export function changedDashboard(dashboard: Dashboard, id: string, change: Change): Dashboard {
  const { stats, recent, today, waiting, cancelled } = dashboard;
  const stillWaiting = changedPart(waiting, id, change, ({ status }) => status === 'pending');
  const decided = waiting.total - stillWaiting.total;
  const bookings = changedIn(today.bookings, id, change).filter(
    ({ status, appointment_date }) => status !== 'cancelled' && appointment_date === dashboard.date,
  );
  return {
    ...dashboard,
    stats: { ...stats, pending_bookings: stats.pending_bookings - decided },
    recent: changedIn(recent, id, change),
    today: { ...today, bookings },
    waiting: stillWaiting,
    cancelled: changedPart(cancelled, id, change, ({ status }) => status === 'cancelled'),
  };
}

/** The patches that show a change of one appointment at once, on every screen. */
export const patchesOf = (id: string, change: Change): readonly Patch[] => [
  patchOf(BOOKINGS, (page) => changedPage(page, id, change)),
  patchOf(DASHBOARD, (dashboard) => changedDashboard(dashboard, id, change)),
  patchOf(CALENDAR, (calendar) => changedCalendar(calendar, id, change)),
  patchOf(BOOKING, (booking, shown) => (shown === id ? { ...booking, ...change } : booking)),
];

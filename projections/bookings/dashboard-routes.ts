import { getDashboard } from '../../src/contracts/bookings/dashboard.ts';
import { sumByMethod } from '../../src/contracts/bookings/payments.ts';
import type { Mount } from '../../src/http/operation/operation.ts';
import type { NamedModel } from '../../src/http/operation/projected.ts';
import { seesRevenue } from '../../src/http/operation/sight.ts';
import { dollars } from '../../src/salon/money.ts';
import type { Outlook } from '../../src/salon/outlook.ts';
import { formatTime } from '../../src/salon/salon-time.ts';
import type { StylistNaming } from '../stylist-of.ts';
import { adminBookings } from './admin-booking.ts';
import type { BookingsOverview } from './overview.ts';
import { bookings } from './projection.ts';

interface DashboardDeps {
  readonly on: Mount;
  overview(now: Date, week: Outlook['week']): Promise<BookingsOverview>;
  outlook(now: Date): Promise<Outlook>;
  /** The read model that `outlook` reads. */
  readonly availability: NamedModel;
  readonly stylists: StylistNaming;
  readonly timeZone: string;
  now(): Date;
}

export function dashboardRoutes(deps: DashboardDeps): void {
  const { on, overview, outlook, availability, stylists, timeZone, now } = deps;
  on(
    getDashboard,
    async ({ caller }) => {
      const at = now();
      const { today: date, nextFree, week } = await outlook(at);
      const { stats, recent, today, afterToday, taken, waiting, cancelled, bookedMinutes } = await overview(
        at,
        week,
      );
      const shown = adminBookings({
        timeZone,
        now: at,
        stylists: await stylists.read(),
        listedFor: caller,
      });
      const body = {
        date,
        stats: {
          total_bookings: stats.total,
          todays_bookings: stats.today,
          ...(seesRevenue(caller) && { total_revenue: dollars(stats.revenueCents) }),
          pending_bookings: stats.pending,
        },
        recent: recent.map(shown),
        today: { bookings: today.map(shown) },
        after_today: afterToday.map(shown)[0] ?? null,
        taken: [...sumByMethod(taken)],
        waiting: { total: waiting.total, bookings: waiting.rows.map(shown) },
        cancelled: { total: cancelled.total, bookings: cancelled.rows.map(shown) },
        next_free: nextFree && {
          date: nextFree.date,
          time: formatTime(nextFree.start),
          duration: nextFree.duration,
        },
        week: {
          from: week.from,
          to: week.to,
          booked_minutes: bookedMinutes,
          open_minutes: week.openMinutes,
        },
      };
      return { body };
    },
    [bookings, availability, stylists.model],
  );
}

import type { BookingById } from '../../../projections/bookings/queries.ts';
import { createUpcomingAppointments } from '../../../projections/bookings/upcoming.ts';
import type { ProjectedPositions } from '../../../projections/engine/positions/projected-positions.ts';
import { history } from '../../../projections/history/projection.ts';
import { createEntryOf } from '../../../projections/history/queries.ts';
import type { EventStore } from '../../eventsourcing/event-store.ts';
import { sealedEventStore } from '../../eventsourcing/sealing/sealed-event-store.ts';
import type { SealingKeys } from '../../eventsourcing/sealing/sealing-keys.ts';
import { namesOfUsers } from '../../features/accounts/users/users.ts';
import { createNamingOutside } from '../../features/booking/agenda/day-hours-outside.ts';
import { createOutsideCheck } from '../../features/hours/outside-check.ts';
import type { Messages } from '../../features/messages/compose.ts';
import type { Reviews } from '../../features/reviews/compose.ts';
import type { Settings } from '../../features/settings/compose.ts';
import { createUndoReasons } from '../../features/undo/reasons.ts';
import { undoRoutes } from '../../features/undo/routes.ts';
import { createUndo, type UndoCommands } from '../../features/undo/undo.ts';
import type { WriteSide } from '../write-side.ts';
import type { ResourceDeps } from './operations.ts';

interface UndoDeps extends ResourceDeps, Pick<Messages, 'toldOf'> {
  readonly log: EventStore;
  readonly keys: SealingKeys;
  readonly positions: ProjectedPositions;
  readonly bookingById: BookingById;
  readonly writeSide: Pick<WriteSide, 'booking' | 'hours' | 'catalogue' | 'customers' | 'pictures'> & {
    readonly settings: Settings;
    readonly reviews: Reviews;
  };
}

/** The weekly hours' commands, which don't leave appointments outside the hours. */
function hoursCommands({
  pool,
  timeZone,
  now,
  writeSide: { hours, booking },
}: UndoDeps): UndoCommands['hours'] {
  const { onWeekday: upcomingOnWeekday } = createUpcomingAppointments({ pool, timeZone, now });
  const checkOutside = createOutsideCheck({
    hours: hours.streams,
    upcomingOnWeekday,
    hasOwnHours: async (date) => (await booking.dayHoursCommands.presentHoursOn(date)).areOwn,
  });
  const { commands } = hours;
  return {
    async change(hoursId, times, run) {
      await checkOutside({ kind: 'ChangeHours', hoursId, ...times }, run);
      return commands.change(hoursId, times, run);
    },
    async switch(hoursId, isAvailable, run) {
      await checkOutside({ kind: 'SwitchHours', hoursId, isAvailable }, run);
      return commands.switch(hoursId, isAvailable, run);
    },
    restore: commands.restore,
  };
}

/** The commands on days, which leave no appointments outside the hours either. */
function dayCommands({ pool, timeZone, now, writeSide: { booking } }: UndoDeps): UndoCommands['days'] {
  const { onDates: upcomingOn } = createUpcomingAppointments({ pool, timeZone, now });
  const { blockedDateCommands: dates, blockedTimeCommands: times, dayHoursCommands: hours } = booking;
  const naming = createNamingOutside({ commands: hours, upcomingOn });
  return {
    dates,
    times,
    hours: {
      set: (day, run) => naming([day], () => hours.set(day, false, run)),
      clear: (date, run) =>
        naming([{ date, windows: hours.weeklyOn(date) }], () => hours.clear(date, false, run)),
    },
  };
}

/** The operation by which staff undo commands of all features. */
export function undoOperations(deps: UndoDeps): void {
  const { on, pool, timeZone, now, log, keys, positions, bookingById, writeSide, toldOf } = deps;
  const entry = createEntryOf(pool);
  undoRoutes({
    on,
    undoEvent: createUndo({
      store: sealedEventStore(log, keys),
      async entryOf(eventId) {
        const found = await entry(eventId);
        if (found) return found;
        // It may have been recorded a moment ago.
        await positions.reached(history.name, await log.head());
        return entry(eventId);
      },
      commands: {
        bookings: writeSide.booking.commands,
        days: dayCommands(deps),
        hours: hoursCommands(deps),
        services: writeSide.catalogue.commands,
        customers: writeSide.customers.commands,
        pictures: writeSide.pictures.commands,
        reviews: writeSide.reviews.commands,
        settings: writeSide.settings.commands,
      },
      toldOf,
      reasons: createUndoReasons({
        log,
        customerOf: async (bookingId) => (await bookingById(bookingId))?.customer_name ?? null,
        namesOf: (userIds) => namesOfUsers(pool, userIds),
        timeZone,
        now,
      }),
    }),
  });
}

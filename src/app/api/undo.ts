import { beyond } from '../../../projections/engine/positions/projected-positions.ts';
import { history } from '../../../projections/history/projection.ts';
import { createEntryOf } from '../../../projections/history/queries.ts';
import type { HistoryReader } from '../../../projections/history/reader.ts';
import { sealedEventStore } from '../../eventsourcing/sealing/sealed-event-store.ts';
import { createNamingOutside } from '../../features/booking/agenda/day-hours-outside.ts';
import { createUndoReasons } from '../../features/undo/reasons.ts';
import { undoRoutes } from '../../features/undo/routes.ts';
import { createUndo, type UndoCommands } from '../../features/undo/undo.ts';
import { withStylist } from '../../salon/stylist-words.ts';
import type { ApiContext } from './context.ts';
import type { WithSettings } from './settings.ts';

/** The weekly hours' command, which doesn't leave bookings outside the hours. */
function hoursCommands({ hours: { commands }, checkOutside }: ApiContext): UndoCommands['hours'] {
  return {
    async putBack(hours, run) {
      await checkOutside({ kind: 'PutBackHours', hours }, run);
      return commands.putBack(hours, run);
    },
  };
}

/** The commands on stylists; a week doesn't leave bookings outside the hours. */
const teamCommands = ({ team: { commands }, checkStylistWeek }: ApiContext): UndoCommands['team'] => ({
  ...commands,
  setHours: (id, week, run) => commands.setHours(id, week, run, () => checkStylistWeek(id, week)),
});

/** The commands on days, which leave no bookings outside the hours either. */
function dayCommands({ booking, bookingsOn }: ApiContext): UndoCommands['days'] {
  const { blockedDateCommands: dates, blockedTimeCommands: times, dayHoursCommands: hours } = booking;
  const naming = createNamingOutside({ commands: hours, bookingsOn });
  return {
    dates,
    times,
    hours: {
      set: (day, run) => naming([day], false, run, (known) => hours.set(day, known, run)),
      clear: (cleared, run) =>
        naming([{ ...cleared, windows: null }], false, run, (known) => hours.clear(cleared, known, run)),
    },
  };
}

/** The operation by which staff undo commands of all features. */
export function undoOperations(context: WithSettings, read: HistoryReader): void {
  const { on, pool, log, keys, positions, bookingById, namesOf, stylistNaming, timeZone, now } = context;
  const entry = createEntryOf(pool);
  undoRoutes({
    on,
    async entryAt(position, role) {
      await positions.reached(history.name, position);
      const { entries } = await read.activity({ cursor: beyond(position), limit: 1 }, role);
      return entries.find((one) => one.position === position);
    },
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
        bookings: context.booking.commands,
        days: dayCommands(context),
        hours: hoursCommands(context),
        services: context.catalogue.commands,
        customers: context.customers.commands,
        pictures: context.pictures.commands,
        reviews: context.reviews.commands,
        settings: context.settings.commands,
        team: teamCommands(context),
      },
      toldOf: context.messages.toldOf,
      ownBookings: context.ownBookings,
      reasons: createUndoReasons({
        log,
        namesOf,
        withStylist: async (id) => withStylist((await stylistNaming.read()).of(id).stylist),
        timeZone,
        now,
        customerOf: async (bookingId) => (await bookingById(bookingId))?.customer_name ?? null,
      }),
    }),
  });
}

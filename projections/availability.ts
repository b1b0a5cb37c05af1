import type { SalonDate } from '../src/contracts/salon-time.ts';
import { overlaps } from '../src/contracts/slots.ts';
import { AGENDA, agendaEventTypes, dateOfAgenda } from '../src/features/agenda/events.ts';
import { SERVICE, serviceEventTypes } from '../src/features/catalogue/events.ts';
import { HOURS, hoursEventTypes } from '../src/features/hours/events.ts';
import { defineTable, type Projection, sqlName } from './projection.ts';

type SlotRow = {
  readonly slot_id: string;
  readonly date: SalonDate;
  readonly booking_id: string;
  readonly start_minute: number;
  readonly end_minute: number;
};

/** A row a slot, not a list a day: taking time costs the same however full the day is. */
const slots = defineTable({
  name: 'availability_slots',
  category: AGENDA,
  eventTypes: agendaEventTypes,
  key: 'slot_id',
  columns: {
    slot_id: 'uuid',
    date: 'date',
    booking_id: 'uuid',
    start_minute: 'smallint',
    end_minute: 'smallint',
  },
  indexes: ['date'],
  keyOf: (event) => (event.type === 'SlotTaken' || event.type === 'SlotReleased' ? event.data.slotId : null),
  evolve(row: SlotRow | undefined, event): SlotRow | null {
    switch (event.type) {
      case 'SlotTaken': {
        const { slotId, bookingId, start, end } = event.data;
        const date = dateOfAgenda(event.stream);
        return { slot_id: slotId, date, booking_id: bookingId, start_minute: start, end_minute: end };
      }
      case 'SlotReleased':
        return null;
      default:
        return row ?? null;
    }
  },
});

export type LiveHold = {
  readonly holdId: string;
  readonly start: number;
  readonly end: number;
  /** ISO instant from which it is void. */
  readonly expiresAt: string;
};

type DayRow = {
  readonly date: SalonDate;
  readonly holds: readonly LiveHold[];
  readonly block: string | null;
};

/** A day on which nothing is held or blocked has no row. */
const orNone = (day: DayRow): DayRow | null => (day.holds.length > 0 || day.block !== null ? day : null);

const days = defineTable({
  name: 'availability_days',
  category: AGENDA,
  eventTypes: agendaEventTypes,
  key: 'date',
  columns: { date: 'date', holds: 'json', block: 'uuid' },
  keyOf: (event) => (event.type === 'SlotReleased' ? null : dateOfAgenda(event.stream)),
  evolve(row: DayRow | undefined, event): DayRow | null {
    const day = row ?? { date: dateOfAgenda(event.stream), holds: [], block: null };
    switch (event.type) {
      case 'SlotTaken': {
        const { fromHold } = event.data;
        const holds = day.holds.filter((hold) => hold.holdId !== fromHold && !overlaps(hold, event.data));
        return holds.length === day.holds.length ? (row ?? null) : orNone({ ...day, holds });
      }
      case 'SlotReleased':
        return row ?? null;
      case 'SlotHeld': {
        const { holdId, start, end, expiresAt } = event.data;
        // Holds that ran out leave no event behind, so the next one clears them away.
        const holds = day.holds.filter(
          (hold) => hold.holdId !== holdId && hold.expiresAt > event.metadata.at,
        );
        return { ...day, holds: [...holds, { holdId, start, end, expiresAt }] };
      }
      case 'SlotHoldDropped':
        return orNone({ ...day, holds: day.holds.filter(({ holdId }) => holdId !== event.data.holdId) });
      case 'DateBlocked':
        return { ...day, block: event.data.blockId };
      case 'DateUnblocked':
        return orNone({ ...day, block: null });
    }
  },
});

type HoursRow = {
  readonly id: string;
  readonly day_of_week: number;
  readonly start_minute: number;
  readonly end_minute: number;
  readonly open: boolean;
};

const hours = defineTable({
  name: 'availability_hours',
  category: HOURS,
  eventTypes: hoursEventTypes,
  key: 'id',
  columns: {
    id: 'uuid',
    day_of_week: 'smallint',
    start_minute: 'smallint',
    end_minute: 'smallint',
    open: 'boolean',
  },
  keyOf: (event) => event.data.hoursId,
  evolve(row: HoursRow | undefined, event): HoursRow | null {
    switch (event.type) {
      case 'HoursAdded': {
        const { hoursId, dayOfWeek, start, end } = event.data;
        return {
          id: hoursId,
          day_of_week: dayOfWeek,
          start_minute: start,
          end_minute: end,
          open: row?.open ?? true,
        };
      }
      case 'HoursChanged':
        return row ? { ...row, start_minute: event.data.start, end_minute: event.data.end } : null;
      case 'HoursSwitched':
        return row ? { ...row, open: event.data.isAvailable } : null;
      case 'HoursRemoved':
        return null;
    }
  },
});

type DurationRow = { readonly id: string; readonly duration: number; readonly active: boolean };

const durations = defineTable({
  name: 'availability_services',
  category: SERVICE,
  eventTypes: serviceEventTypes,
  key: 'id',
  columns: { id: 'text', duration: 'integer', active: 'boolean' },
  keyOf: (event) => event.data.serviceId,
  evolve(row: DurationRow | undefined, event): DurationRow | null {
    const { serviceId: id } = event.data;
    switch (event.type) {
      case 'ServiceAdded':
        return { id, duration: event.data.durationMinutes, active: event.data.active };
      case 'ServiceChanged':
        return { id, duration: event.data.durationMinutes, active: row?.active ?? true };
      case 'ServiceActivated':
        return row ? { ...row, active: true } : null;
      case 'ServiceDeactivated':
        return row ? { ...row, active: false } : null;
      case 'ServiceRemoved':
        return null;
    }
  },
});

/** When there is time: what is taken by day, with copies of its own of the hours and the services' lengths. */
export const availability: Projection = {
  name: 'availability',
  version: 1,
  tables: [slots, days, hours, durations],
};

/** Names of the live tables, for the queries beside. */
export const AVAILABILITY_TABLES = {
  slots: sqlName(availability, slots),
  days: sqlName(availability, days),
  hours: sqlName(availability, hours),
  services: sqlName(availability, durations),
};

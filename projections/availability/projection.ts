import { AGENDA, agendaEventTypes, parseAgendaId } from '../../src/features/booking/agenda/events.ts';
import { type Offer, SERVICE, serviceEventTypes } from '../../src/features/catalogue/events.ts';
import { HOURS, hoursEventTypes } from '../../src/features/hours/events.ts';
import { idOfStylist, STYLIST, stylistEventTypes } from '../../src/features/team/events.ts';
import { collide, type Gap, type Part, partsOf } from '../../src/salon/parts.ts';
import type { Minutes, SalonDate } from '../../src/salon/salon-time.ts';
import type { Interval } from '../../src/salon/slots.ts';
import { defineTable, type Projection, sqlName } from '../engine/projection.ts';
import { FACTS_COLUMNS, factsAfter, factsBefore, type StylistFacts } from '../stylist-facts.ts';

/** A tuple without field names, which keeps the list short: the whole list of a day is written with each booking. */
export type TakenSlot = readonly [slotId: string, start: Minutes, end: Minutes, parts?: readonly Part[]];

export type LiveHold = {
  readonly holdId: string;
  readonly start: Minutes;
  readonly end: Minutes;
  readonly parts?: readonly Part[] | undefined;
  /** ISO instant at which it expires. */
  readonly expiresAt: string;
};

/** A part of the day that staff have blocked, for one stylist or for everybody. */
export type BlockedSpan = readonly [blockId: string, start: Minutes, end: Minutes, resource?: string];

type DayRow = {
  readonly date: SalonDate;
  readonly taken: readonly TakenSlot[];
  readonly holds: readonly LiveHold[];
  readonly block: string | null;
  /** Null on most days, so that the row stays short. */
  readonly blocked_times: readonly BlockedSpan[] | null;
  /** The date's own opening hours, in order; null where the weekly hours apply. */
  readonly hours: readonly Interval[] | null;
  /** The hours that stylists have of their own on the date, by stylist; null without any. */
  readonly stylist_hours: Readonly<Record<string, readonly Interval[]>> | null;
};

const EMPTY_DAY = {
  taken: [],
  holds: [],
  block: null,
  blocked_times: null,
  hours: null,
  stylist_hours: null,
};

/** A day on which nothing is taken, held, blocked or different has no row. */
const orNone = (day: DayRow): DayRow | null =>
  day.taken.length + day.holds.length > 0 ||
  day.block !== null ||
  day.blocked_times !== null ||
  day.hours !== null ||
  day.stylist_hours !== null
    ? day
    : null;

/** The day's blocked times, with one of them replaced or removed. */
function blockedTimes(
  { blocked_times }: DayRow,
  blockId: string,
  ...instead: readonly BlockedSpan[]
): DayRow['blocked_times'] {
  const times = [...(blocked_times ?? []).filter(([other]) => other !== blockId), ...instead];
  return times.length > 0 ? times : null;
}

const days = defineTable({
  name: 'availability_days',
  streams: `${AGENDA}-`,
  eventTypes: agendaEventTypes,
  key: 'date',
  columns: {
    date: 'date',
    taken: 'json',
    holds: 'json',
    block: 'uuid',
    blocked_times: 'json',
    hours: 'json',
    stylist_hours: 'json',
  },
  keyOf: (event) => parseAgendaId(event.stream).date,
  evolve(row: DayRow | undefined, event): DayRow | null {
    const day = row ?? { date: parseAgendaId(event.stream).date, ...EMPTY_DAY };
    switch (event.type) {
      case 'SlotTaken': {
        const { slotId, start, end, parts, fromHold } = event.data;
        const slot: TakenSlot = parts ? [slotId, start, end, parts] : [slotId, start, end];
        const taken = [...day.taken.filter(([other]) => other !== slotId), slot];
        const own = partsOf(event.data);
        const holds = day.holds.filter((hold) => hold.holdId !== fromHold && !collide(partsOf(hold), own));
        return { ...day, taken, holds };
      }
      case 'SlotReleased':
        return orNone({ ...day, taken: day.taken.filter(([slotId]) => slotId !== event.data.slotId) });
      case 'SlotHeld': {
        const { holdId, start, end, parts, expiresAt } = event.data;
        // Expired holds leave no event, so the next hold removes them.
        const holds = day.holds.filter(
          (hold) => hold.holdId !== holdId && hold.expiresAt > event.metadata.at,
        );
        return { ...day, holds: [...holds, { holdId, start, end, ...(parts && { parts }), expiresAt }] };
      }
      case 'SlotHoldDropped':
        return orNone({ ...day, holds: day.holds.filter(({ holdId }) => holdId !== event.data.holdId) });
      case 'DateBlocked':
        return { ...day, block: event.data.blockId };
      case 'BlockReasonChanged':
        return orNone(day);
      case 'DateUnblocked':
        return orNone({ ...day, block: null });
      case 'TimeBlocked':
      case 'BlockedTimeMoved': {
        const { blockId, start, end } = event.data;
        const before = day.blocked_times?.find(([other]) => other === blockId);
        const resource = event.type === 'TimeBlocked' ? event.data.resource : before?.[3];
        const span: BlockedSpan = resource ? [blockId, start, end, resource] : [blockId, start, end];
        return { ...day, blocked_times: blockedTimes(day, blockId, span) };
      }
      case 'TimeUnblocked':
        return orNone({ ...day, blocked_times: blockedTimes(day, event.data.blockId) });
      case 'DayHoursSet': {
        const { resource, windows } = event.data;
        if (resource === undefined) return { ...day, hours: windows };
        return { ...day, stylist_hours: { ...day.stylist_hours, [resource]: windows } };
      }
      case 'DayHoursCleared': {
        const { resource } = event.data;
        if (resource === undefined) return orNone({ ...day, hours: null });
        const { [resource]: _, ...others } = day.stylist_hours ?? {};
        return orNone({ ...day, stylist_hours: Object.keys(others).length > 0 ? others : null });
      }
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
  streams: HOURS,
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
        // Hours are added once: the write side refuses another such event.
        if (row) return row;
        const { hoursId, dayOfWeek, start, end } = event.data;
        return {
          id: hoursId,
          day_of_week: dayOfWeek,
          start_minute: start,
          end_minute: end,
          open: true,
        };
      }
      case 'HoursRestored': {
        const { hoursId: id, dayOfWeek: day_of_week, start, end, isAvailable: open } = event.data;
        return { id, day_of_week, start_minute: start, end_minute: end, open };
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

type DurationRow = {
  readonly id: string;
  readonly duration: Minutes;
  readonly gap: Gap | null;
  readonly active: boolean;
};

const lasting = ({ durationMinutes: duration, gap }: Offer) => ({ duration, gap: gap ?? null });

const durations = defineTable({
  name: 'availability_services',
  streams: `${SERVICE}-`,
  eventTypes: serviceEventTypes,
  key: 'id',
  columns: { id: 'text', duration: 'integer', gap: 'json', active: 'boolean' },
  keyOf: (event) => event.data.serviceId,
  evolve(row: DurationRow | undefined, event): DurationRow | null {
    const { serviceId: id } = event.data;
    switch (event.type) {
      case 'ServiceAdded':
      case 'ServiceRestored':
        return { id, ...lasting(event.data), active: event.data.active };
      case 'ServiceChanged':
        return row ? { ...row, ...lasting(event.data) } : null;
      case 'ServiceActivated':
        return row ? { ...row, active: true } : null;
      case 'ServiceDeactivated':
        return row ? { ...row, active: false } : null;
      case 'ServiceRemoved':
        return null;
    }
  },
});

export type StylistRow = StylistFacts;

const stylists = defineTable({
  name: 'availability_stylists',
  streams: `${STYLIST}-`,
  eventTypes: stylistEventTypes,
  key: 'id',
  rowPerStream: true,
  columns: FACTS_COLUMNS,
  keyOf: ({ stream }) => idOfStylist(stream),
  evolve: (row: StylistRow | undefined, event): StylistRow =>
    factsAfter(row ?? factsBefore(event.stream), event),
});

/** Free times: the taken parts of each day, with copies of the hours, the services' durations, and the stylists. */
export const availability: Projection = {
  name: 'availability',
  version: 6,
  tables: [days, hours, durations, stylists],
};

/** Names of the live tables. */
export const AVAILABILITY_TABLES = {
  days: sqlName(availability, days),
  hours: sqlName(availability, hours),
  services: sqlName(availability, durations),
  stylists: sqlName(availability, stylists),
};

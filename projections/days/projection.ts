import { AGENDA, agendaEventTypes, parseAgendaId } from '../../src/features/booking/agenda/events.ts';
import type { Minutes, SalonDate } from '../../src/salon/salon-time.ts';
import type { Interval } from '../../src/salon/slots.ts';
import { type DayVersion, decidedDate, reasonIn, versionAfter } from '../day-decisions.ts';
import { defineTable, type Projection, sqlName } from '../engine/projection.ts';

type DayRow = DayVersion & { readonly date: SalonDate };

const versions = defineTable({
  name: 'days',
  streams: `${AGENDA}-`,
  eventTypes: agendaEventTypes,
  key: 'date',
  columns: { date: 'date', version: 'integer', revision: 'integer' },
  keyOf: decidedDate,
  evolve(row: DayRow | undefined, event): DayRow | null {
    const version = versionAfter(row, event);
    return version ? { date: parseAgendaId(event.stream).date, ...version } : (row ?? null);
  },
});

export type BlockedTimeRow = {
  readonly id: string;
  readonly date: SalonDate;
  /** The stylist for whom it is blocked; null for everybody. */
  readonly resource: string | null;
  readonly start_minute: Minutes;
  readonly end_minute: Minutes;
  /** Null once it was erased. */
  readonly reason: string | null;
  readonly series_id: string | null;
};

const blockedTimes = defineTable({
  name: 'blocked_times',
  streams: `${AGENDA}-`,
  eventTypes: agendaEventTypes,
  key: 'id',
  columns: {
    id: 'uuid',
    date: 'date',
    resource: 'text',
    start_minute: 'smallint',
    end_minute: 'smallint',
    reason: 'text',
    series_id: 'uuid',
  },
  indexes: ['date'],
  keyOf(event) {
    switch (event.type) {
      case 'TimeBlocked':
      case 'BlockedTimeMoved':
      case 'BlockReasonChanged':
      case 'TimeUnblocked':
        return event.data.blockId;
      default:
        return null;
    }
  },
  evolve(row: BlockedTimeRow | undefined, event): BlockedTimeRow | null {
    switch (event.type) {
      case 'TimeBlocked': {
        const { blockId: id, resource = null, start, end, seriesId = null } = event.data;
        return {
          id,
          date: parseAgendaId(event.stream).date,
          resource,
          start_minute: start,
          end_minute: end,
          reason: reasonIn(event.data),
          series_id: seriesId,
        };
      }
      case 'BlockedTimeMoved':
        return row ? { ...row, start_minute: event.data.start, end_minute: event.data.end } : null;
      // It may be the reason of a blocked date, which has no row here.
      case 'BlockReasonChanged':
        return row ? { ...row, reason: reasonIn(event.data) } : null;
      default:
        return null;
    }
  },
});

export type TimeBlockRow = {
  readonly block_id: string;
  readonly date: SalonDate;
  /** Null for everybody. */
  readonly resource: string | null;
  readonly start_minute: Minutes;
  readonly end_minute: Minutes;
};

/** The blocked times without the reason that somebody typed, and with their earlier states. */
export const TIME_BLOCKS = defineTable({
  name: 'time_blocks',
  streams: `${AGENDA}-`,
  eventTypes: agendaEventTypes,
  key: 'block_id',
  columns: {
    block_id: 'uuid',
    date: 'date',
    resource: 'text',
    start_minute: 'smallint',
    end_minute: 'smallint',
  },
  indexes: ['date'],
  versioned: { indexes: ['date'] },
  keyOf(event) {
    switch (event.type) {
      case 'TimeBlocked':
      case 'BlockedTimeMoved':
      case 'TimeUnblocked':
        return event.data.blockId;
      default:
        return null;
    }
  },
  evolve(row: TimeBlockRow | undefined, event): TimeBlockRow | null {
    switch (event.type) {
      case 'TimeBlocked': {
        const { blockId: block_id, resource = null, start, end } = event.data;
        const { date } = parseAgendaId(event.stream);
        return { block_id, date, resource, start_minute: start, end_minute: end };
      }
      case 'BlockedTimeMoved':
        return row ? { ...row, start_minute: event.data.start, end_minute: event.data.end } : null;
      default:
        return null;
    }
  },
});

export type DayHoursRow = {
  /** The date, and the stylist's id if they are a stylist's. */
  readonly id: string;
  readonly date: SalonDate;
  /** The stylist whose hours they are; null for the salon's. */
  readonly resource: string | null;
  /** Sorted; none if the salon is closed, or the stylist doesn't work. */
  readonly windows: readonly Interval[];
  /** Switched off, in order; null without any. */
  readonly off: readonly Interval[] | null;
};

const hoursId = ({
  stream,
  data,
}: {
  readonly stream: string;
  readonly data: { readonly resource?: string | undefined };
}) =>
  data.resource === undefined ? parseAgendaId(stream).date : `${parseAgendaId(stream).date} ${data.resource}`;

/** The hours that dates have of their own, the salon's and each stylist's, with the earlier states. */
export const DAY_HOURS = defineTable({
  name: 'day_hours',
  streams: `${AGENDA}-`,
  eventTypes: agendaEventTypes,
  key: 'id',
  columns: { id: 'text', date: 'date', resource: 'text', windows: 'json', off: 'json' },
  indexes: ['date'],
  versioned: { indexes: ['date'] },
  keyOf: (event) =>
    event.type === 'DayHoursSet' || event.type === 'DayHoursCleared' ? hoursId(event) : null,
  evolve(_row: DayHoursRow | undefined, event): DayHoursRow | null {
    if (event.type !== 'DayHoursSet') return null;
    const { resource = null, windows, off = null } = event.data;
    return { id: hoursId(event), date: parseAgendaId(event.stream).date, resource, windows, off };
  },
});

/** Staff's decisions about single dates: their own hours, and blocked parts of them, with the reasons, for staff only. */
export const days: Projection = {
  name: 'days',
  version: 3,
  readsPersonal: true,
  tables: [versions, blockedTimes, TIME_BLOCKS, DAY_HOURS],
};

/** SQL: the hours are the salon's, not those of a stylist. */
export const OF_SALON = 'resource is null';

/** Names of the live tables. */
export const DAYS_TABLE = sqlName(days, versions);
export const BLOCKED_TIMES_TABLE = sqlName(days, blockedTimes);
export const DAY_HOURS_TABLE = sqlName(days, DAY_HOURS);

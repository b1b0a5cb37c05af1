import { AGENDA, agendaEventTypes, parseAgendaId } from '../../src/features/booking/agenda/events.ts';
import type { SalonDate } from '../../src/salon/salon-time.ts';
import { type DayVersion, decidedDate, reasonIn, versionAfter } from '../day-decisions.ts';
import { defineTable, type Projection, sqlName } from '../engine/projection.ts';

/** A date about which staff have ever decided something, such as that it is blocked. */
type BlockedDateRow = DayVersion & {
  readonly blocked_date: SalonDate;
  /** Id of the block; null once the date is open again. */
  readonly id: string | null;
  /** Null when the date is open, or the reason was erased. */
  readonly reason: string | null;
};

const table = defineTable({
  name: 'blocked_dates',
  streams: `${AGENDA}-`,
  eventTypes: agendaEventTypes,
  key: 'blocked_date',
  columns: { blocked_date: 'date', id: 'uuid', reason: 'text', version: 'integer', revision: 'integer' },
  indexes: ['id'],
  keyOf: decidedDate,
  evolve(row: BlockedDateRow | undefined, event): BlockedDateRow | null {
    const version = versionAfter(row, event);
    if (!version) return row ?? null;
    const { date: blocked_date } = parseAgendaId(event.stream);
    const next = { id: null, reason: null, ...row, blocked_date, ...version };
    switch (event.type) {
      case 'DateBlocked':
      case 'BlockReasonChanged': {
        const { blockId } = event.data;
        // It may be the reason of a part of the date.
        if (event.type === 'BlockReasonChanged' && blockId !== row?.id) return next;
        return { ...next, id: blockId, reason: reasonIn(event.data) };
      }
      case 'DateUnblocked':
        return { ...next, id: null, reason: null };
      default:
        return next;
    }
  },
});

export type BlockRow = {
  readonly blocked_date: SalonDate;
  readonly block_id: string;
};

/** The dates that are blocked, without the reason that somebody typed, and with their earlier states. */
export const BLOCKS = defineTable({
  name: 'blocks',
  streams: `${AGENDA}-`,
  eventTypes: agendaEventTypes,
  key: 'blocked_date',
  columns: { blocked_date: 'date', block_id: 'uuid' },
  versioned: { indexes: ['blocked_date'] },
  keyOf: ({ type, stream }) =>
    type === 'DateBlocked' || type === 'DateUnblocked' ? parseAgendaId(stream).date : null,
  evolve: (_row: BlockRow | undefined, event): BlockRow | null =>
    event.type === 'DateBlocked'
      ? { blocked_date: parseAgendaId(event.stream).date, block_id: event.data.blockId }
      : null,
});

/** The dates that staff have blocked, with the reason, for staff only. */
export const blockedDates: Projection = {
  name: 'blocked_dates',
  version: 4,
  readsPersonal: true,
  tables: [table, BLOCKS],
};

/** Name of the live table. */
export const BLOCKED_DATES_TABLE = sqlName(blockedDates, table);

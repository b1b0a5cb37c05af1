import { ERASED } from '../../src/eventsourcing/event-types.ts';
import { AGENDA, agendaEventTypes, parseAgendaId } from '../../src/features/booking/agenda/events.ts';
import type { SalonDate } from '../../src/salon/salon-time.ts';
import { defineTable, type Projection, sqlName } from '../engine/projection.ts';

export type BlockedDateRow = {
  readonly id: string;
  readonly blocked_date: SalonDate;
  /** Null when it was erased. */
  readonly reason: string | null;
};

const table = defineTable({
  name: 'blocked_dates',
  streams: `${AGENDA}-`,
  eventTypes: agendaEventTypes,
  key: 'id',
  columns: { id: 'uuid', blocked_date: 'date', reason: 'text' },
  indexes: ['blocked_date'],
  keyOf: (event) =>
    event.type === 'DateBlocked' || event.type === 'DateUnblocked' ? event.data.blockId : null,
  evolve(row: BlockedDateRow | undefined, event): BlockedDateRow | null {
    switch (event.type) {
      case 'DateBlocked': {
        const { blockId, personal } = event.data;
        return {
          id: blockId,
          blocked_date: parseAgendaId(event.stream).date,
          reason: personal === ERASED ? null : personal.reason,
        };
      }
      case 'DateUnblocked':
        return null;
      default:
        return row ?? null;
    }
  },
});

/** The dates that staff have blocked, with the reason, for staff only. */
export const blockedDates: Projection = {
  name: 'blocked_dates',
  version: 1,
  readsPersonal: true,
  tables: [table],
};

/** Name of the live table. */
export const BLOCKED_DATES_TABLE = sqlName(blockedDates, table);

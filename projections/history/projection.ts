import type { Actor } from '../../src/contracts/history/actor.ts';
import type { HistoryKind } from '../../src/contracts/history/history.ts';
import { MERGES, mergesEventTypes } from '../../src/features/customers/events.ts';
import { defineTable, type Projection, sqlName } from '../engine/projection.ts';
import { HISTORY_EVENT_TYPES, HISTORY_STREAMS, type Subject, subjectOf } from './kinds.ts';

/** One event, without what it says: that is read from the log, where an erased person's part doesn't open any more. */
export type HistoryRow = Subject & {
  /** The event's. */
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: string;
  readonly type: string;
  /** UTC instant. */
  readonly at: string;
  readonly actor: Actor;
  readonly correlation_id: string;
  /** Id of the event or the request that led to it. */
  readonly causation_id: string;
};

/** The two customers of a merge. */
type MergeRow = { readonly id: string; readonly from_id: string; readonly into_id: string };

/** Kinds of which a history, or the Activity, would pass most events of the log to find some. */
const RARE_KINDS: readonly HistoryKind[] = ['service', 'hours', 'settings', 'connection'];

/** Words as literals of SQL, so that Postgres can tell whether an index has the rows that a statement asks for. */
export const textList = (words: readonly HistoryKind[]): string =>
  words.map((word) => `'${word}'`).join(', ');

const events = defineTable({
  name: 'history',
  streams: HISTORY_STREAMS,
  eventTypes: HISTORY_EVENT_TYPES,
  key: 'id',
  rowPerEvent: true,
  columns: {
    id: 'uuid',
    stream: 'text',
    revision: 'integer',
    position: 'text',
    type: 'text',
    at: 'timestamptz',
    actor: 'json',
    correlation_id: 'text',
    causation_id: 'text',
    kind: 'text',
    thing: 'text',
    day: 'date',
    customer_id: 'uuid',
    other_customer_id: 'uuid',
    merge_id: 'uuid',
  },
  keyOf: ({ id }) => id,
  evolve: (_: HistoryRow | undefined, event): HistoryRow => ({
    id: event.id,
    stream: event.stream,
    revision: Number(event.revision),
    position: event.position,
    type: event.type,
    at: event.metadata.at,
    actor: event.metadata.actor as Actor,
    correlation_id: event.metadata.correlationId,
    causation_id: event.metadata.causationId,
    ...subjectOf(event),
  }),
  // Most rows are about no day and no customer, and are found by position where many are of their kind, or of some days.
  indexes: [
    'position',
    'stream, position',
    `using btree (kind, position) where kind in (${textList(RARE_KINDS)})`,
    'using btree (day) where day is not null',
    'using btree (customer_id) where customer_id is not null',
    'using btree (other_customer_id) where other_customer_id is not null',
    'using btree (merge_id) where merge_id is not null',
  ],
});

const merges = defineTable({
  name: 'history_merges',
  streams: MERGES,
  eventTypes: mergesEventTypes,
  key: 'id',
  columns: { id: 'uuid', from_id: 'uuid', into_id: 'uuid' },
  indexes: ['from_id', 'into_id'],
  keyOf: (event) => (event.type === 'CustomersMerged' ? event.data.mergeId : null),
  evolve(row: MergeRow | undefined, event): MergeRow | null {
    if (event.type !== 'CustomersMerged') return row ?? null;
    const { mergeId, from, into } = event.data;
    return { id: mergeId, from_id: from, into_id: into };
  },
});

/** Every event, with its cause, its time and its subject. It keeps no personal data, so an erasure changes nothing here. */
export const history: Projection = { name: 'history', version: 11, tables: [events, merges] };

/** Names of the live tables. */
export const HISTORY_TABLE = sqlName(history, events);
export const HISTORY_MERGES_TABLE = sqlName(history, merges);

import type { Pool } from 'pg';
import type { HistoryChange, HistoryEntry, HistoryPage } from '../../src/contracts/history/history.ts';
import type { EventStore, RecordedEvent } from '../../src/eventsourcing/event-store.ts';
import { readStreams } from '../../src/eventsourcing/streams/read-streams.ts';
import { BOOKING } from '../../src/features/booking/appointment/events.ts';
import type { NamesOf } from '../../src/http/operation/caller.ts';
import { isoInstant } from '../engine/instant.ts';
import { actorsOf, isUuid } from './actors.ts';
import { type Description, describeStream } from './describe.ts';
import { withoutErased } from './erased.ts';
import { createEventsById, createHistoryRows, type HistoryOf, type ListedEvent } from './queries.ts';

interface HistoryReaderDeps {
  readonly pool: Pool;
  /** The log as it is stored. */
  readonly log: Pick<EventStore, 'read'>;
  /** Opens the personal parts of events; an erased one comes back as `'erased'`. */
  open(events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]>;
  readonly namesOf: NamesOf;
}

const thingOf = ({ kind, thing: id }: Pick<ListedEvent, 'kind' | 'thing'>) => ({ kind, id });

/** Whether an event of a booking happened on this day: before it, after it, or both. */
const isOnDay = (date: string, { stream }: ListedEvent, { before, after }: Description) =>
  !stream.startsWith(`${BOOKING}-`) || [before, after].some((fields) => fields.appointment_date === date);

/** What people know an appointment by. */
const APPOINTMENT_FIELDS = ['customer_name', 'appointment_date', 'appointment_time', 'services'];

/** Which appointment is meant, where a history has events of several: its fields that stay as they are. */
const appointmentOf = ({ changes, after }: Description): readonly HistoryChange[] =>
  APPOINTMENT_FIELDS.filter((field) => !changes.some((change) => change.field === field)).flatMap((field) => {
    const value = after[field];
    return value === undefined ? [] : [{ field, before: value, after: value }];
  });

/**
 * Histories. The read model says which events belong to one; what they say is read from the log and opened at the time of
 * asking, so that a person who was erased has left no trace in them.
 */
export function createHistoryReader({ pool, log, open, namesOf }: HistoryReaderDeps) {
  const rowsOf = createHistoryRows(pool);
  const eventsById = createEventsById(pool);

  /** Opens all streams at once, since each call of `open` reads keys from the database. */
  async function descriptionsOf(streams: readonly string[]): Promise<ReadonlyMap<string, Description>> {
    const recorded = withoutErased(await readStreams(log, streams));
    const opened = Map.groupBy(await open(recorded), ({ stream }) => stream);
    return new Map(streams.flatMap((stream) => [...describeStream(stream, opened.get(stream) ?? [])]));
  }

  /** What led to each, where its description says so and not its metadata. */
  async function followed(rows: readonly ListedEvent[], descriptions: ReadonlyMap<string, Description>) {
    const wanted = new Set(rows.flatMap(({ id }) => descriptions.get(id)?.follows ?? []));
    const shown = rows.filter(({ id }) => wanted.delete(id));
    const others = await eventsById([...wanted].filter(isUuid));
    return new Map([...others, ...shown.map((row) => [row.id, row] as const)]);
  }

  return async (
    of: HistoryOf,
    { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
  ): Promise<HistoryPage> => {
    const found = await rowsOf(of, { cursor, limit: limit + 1 });
    const rows = found.slice(0, limit);
    const streams = new Set(rows.map(({ stream }) => stream));
    // The booking's own stream says whether its messages are erased, so it is read even if this page shows none of its events.
    if (of.kind === 'booking' && rows.length > 0) streams.add(of.stream);
    const [descriptions, actorOf] = await Promise.all([
      descriptionsOf([...streams]),
      actorsOf(rows, namesOf),
    ]);
    const leaders = await followed(rows, descriptions);
    const entries = rows.flatMap((row): HistoryEntry[] => {
      const description = descriptions.get(row.id);
      if (!description || (of.kind === 'day' && !isOnDay(of.date, row, description))) return [];
      const { follows } = description;
      const isNamed = (of.kind === 'customer' || of.kind === 'day') && row.kind === 'booking';
      const cause = follows === undefined ? row.cause : leaders.get(follows);
      return [
        {
          id: row.id,
          position: row.position,
          at: isoInstant(row.at),
          type: row.type,
          thing: thingOf(row),
          // The event's metadata names the process that recorded the reply.
          actor: row.type === 'ReplyReceived' ? { kind: 'customer' } : actorOf(row),
          changes: [...(isNamed ? appointmentOf(description) : []), ...description.changes],
          erased: description.erased,
          correlation_id: row.correlation_id,
          caused_by: cause
            ? { id: cause.id, type: cause.type, thing: thingOf(cause), at: isoInstant(cause.at) }
            : null,
        },
      ];
    });
    const last = rows.at(-1);
    return { entries, next_cursor: found.length > limit && last ? last.position : null };
  };
}

export type HistoryReader = ReturnType<typeof createHistoryReader>;

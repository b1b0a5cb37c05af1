import type { Pool } from 'pg';
import type { Role } from '../../src/contracts/accounts/roles.ts';
import type { ActivityQuery } from '../../src/contracts/history/activity.ts';
import type { HistoryChange, HistoryEntry, HistoryPage } from '../../src/contracts/history/history.ts';
import type { EventStore, RecordedEvent } from '../../src/eventsourcing/event-store.ts';
import { readStreams } from '../../src/eventsourcing/streams/read-streams.ts';
import { BOOKING, bookingStream } from '../../src/features/booking/appointment/events.ts';
import { bookingOfMessages, MAILS, MESSAGES } from '../../src/features/messages/events.ts';
import type { NamesOf } from '../../src/http/operation/caller.ts';
import { isoInstant } from '../engine/json-rows.ts';
import { actorsOf, isUuid } from './actors.ts';
import { type Description, describeStream } from './describe.ts';
import { withoutErased } from './erased.ts';
import type { Names } from './fields/fields.ts';
import {
  createActivityRows,
  createEventsById,
  createHistoryRows,
  type FirstAfter,
  type HistoryOf,
  type ListedEvent,
} from './queries.ts';

interface HistoryReaderDeps {
  readonly pool: Pool;
  /** The log as it is stored. */
  readonly log: Pick<EventStore, 'read'>;
  /** Opens the personal parts of events; an erased one comes back as `'erased'`. */
  open(events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]>;
  readonly namesOf: NamesOf;
  readonly firstAfter: FirstAfter;
  /** The events that undo others, and those that somebody with this role can undo, by their ids. @param events a whole stream */
  undosIn(stream: string, events: readonly RecordedEvent[], role: Role): Undos;
  readNames(): Promise<Names>;
  readonly timeZone: string;
}

interface Undos {
  readonly undoable: ReadonlySet<string>;
  readonly undoing: ReadonlySet<string>;
}

const thingOf = ({ kind, thing: id }: Pick<ListedEvent, 'kind' | 'thing'>) => ({ kind, id });

/** Whether an event of a booking happened on this day: before it, after it, or both. */
const isOnDay = (date: string, { stream }: ListedEvent, { before, after }: Description) =>
  !stream.startsWith(`${BOOKING}-`) || [before, after].some((fields) => fields.appointment_date === date);

/** The fields by which people recognise a thing, where a history has events of several. */
const NAMING_FIELDS: Readonly<Partial<Record<ListedEvent['kind'], readonly string[]>>> = {
  booking: ['customer_name', 'appointment_date', 'appointment_time', 'services', 'stylist'],
  service: ['name'],
  customer: ['name'],
};

/** Which thing is meant: the fields that people know it by, those that stay as they are. */
const naming = (kind: ListedEvent['kind'], { changes, after }: Description): readonly HistoryChange[] =>
  (NAMING_FIELDS[kind] ?? [])
    .filter((field) => !changes.some((change) => change.field === field))
    .flatMap((field) => {
      const value = after[field];
      return value === undefined ? [] : [{ field, before: value, after: value }];
    });

/** The stream of the booking that a message is about, whether it is a text or a mail. */
const bookingOf = ({ stream }: ListedEvent): string | undefined =>
  stream.startsWith(`${MESSAGES}-`) || stream.startsWith(`${MAILS}-`)
    ? bookingStream(bookingOfMessages(stream))
    : undefined;

/** The descriptions that were read from whole streams. */
interface ReadStreams {
  readonly descriptions: ReadonlyMap<string, Description>;
  /** The last description of each stream. */
  readonly latest: ReadonlyMap<string, Description>;
  readonly undos: readonly Undos[];
}

/**
 * Histories. The read model says which events belong to one; what they say is read from the log and opened at the time of
 * asking, so that a person who was erased has left no trace in them.
 */
export function createHistoryReader(deps: HistoryReaderDeps) {
  const { pool, log, open, namesOf, firstAfter, undosIn, readNames, timeZone } = deps;
  const rowsOf = createHistoryRows(pool);
  const activityRows = createActivityRows(pool, firstAfter, timeZone);
  const eventsById = createEventsById(pool);

  /** Opens all streams at once, since each call of `open` reads keys from the database. */
  async function readAll(streams: readonly string[], role: Role): Promise<ReadStreams> {
    const [names, recorded] = await Promise.all([readNames(), readStreams(log, streams).then(withoutErased)]);
    const opened = Map.groupBy(await open(recorded), ({ stream }) => stream);
    const described = streams.map(
      (stream) => [stream, describeStream(stream, opened.get(stream) ?? [], names)] as const,
    );
    return {
      descriptions: new Map(described.flatMap(([, descriptions]) => [...descriptions])),
      latest: new Map(
        described.flatMap(([stream, descriptions]) => {
          const last = [...descriptions.values()].at(-1);
          return last ? [[stream, last] as const] : [];
        }),
      ),
      undos: [...opened].map(([stream, events]) => undosIn(stream, events, role)),
    };
  }

  /** Finds the cause of each event whose description names it and whose metadata doesn't. */
  async function followed(rows: readonly ListedEvent[], descriptions: ReadonlyMap<string, Description>) {
    const wanted = new Set(rows.flatMap(({ id }) => descriptions.get(id)?.follows ?? []));
    const shown = rows.filter(({ id }) => wanted.delete(id));
    const others = await eventsById([...wanted].filter(isUuid));
    return new Map([...others, ...shown.map((row) => [row.id, row] as const)]);
  }

  /**
   * The entries of events. The streams of bookings are read with those of their messages, since they say whether these are erased.
   *
   * @param named the changes by which an entry names its thing; null for an event that isn't listed
   */
  async function entriesOf(
    rows: readonly ListedEvent[],
    role: Role,
    named: (row: ListedEvent, description: Description, read: ReadStreams) => readonly HistoryChange[] | null,
  ): Promise<HistoryEntry[]> {
    const streams = new Set(rows.flatMap((row) => [row.stream, bookingOf(row) ?? row.stream]));
    const [read, actorOf] = await Promise.all([readAll([...streams], role), actorsOf(rows, namesOf)]);
    const { descriptions, undos } = read;
    const leaders = await followed(rows, descriptions);
    return rows.flatMap((row): HistoryEntry[] => {
      const description = descriptions.get(row.id);
      const names = description && named(row, description, read);
      if (!description || !names) return [];
      const { follows } = description;
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
          changes: [...names, ...description.changes],
          erased: description.erased,
          correlation_id: row.correlation_id,
          caused_by: cause
            ? { id: cause.id, type: cause.type, thing: thingOf(cause), at: isoInstant(cause.at) }
            : null,
          is_undo: undos.some(({ undoing }) => undoing.has(row.id)),
          undoable: undos.some(({ undoable }) => undoable.has(row.id)),
        },
      ];
    });
  }

  const pageOf = async (
    found: readonly ListedEvent[],
    { limit, role }: { readonly limit: number; readonly role: Role },
    named: Parameters<typeof entriesOf>[2],
  ): Promise<HistoryPage> => {
    const rows = found.slice(0, limit);
    const last = rows.at(-1);
    return {
      entries: await entriesOf(rows, role, named),
      next_cursor: found.length > limit && last ? last.position : null,
    };
  };

  return {
    /** The history of one thing, for somebody with this role. */
    async of(
      of: HistoryOf,
      { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
      role: Role,
    ): Promise<HistoryPage> {
      const found = await rowsOf(of, { cursor, limit: limit + 1 });
      return pageOf(found, { limit, role }, (row, description) => {
        if (of.kind === 'day' && !isOnDay(of.date, row, description)) return null;
        const isNamed = (of.kind === 'customer' || of.kind === 'day') && row.kind === 'booking';
        return isNamed ? naming('booking', description) : [];
      });
    },

    /** Lists the events of the whole salon. */
    async activity(query: ActivityQuery, role: Role): Promise<HistoryPage> {
      const { limit } = query;
      const found = await activityRows({ ...query, limit: limit + 1 });
      return pageOf(found, { limit, role }, (row, description, { latest }) => {
        const booking = bookingOf(row);
        if (booking === undefined) return naming(row.kind, description);
        const appointment = latest.get(booking);
        return appointment ? naming('booking', { ...appointment, changes: description.changes }) : [];
      });
    },
  };
}

export type HistoryReader = ReturnType<typeof createHistoryReader>;

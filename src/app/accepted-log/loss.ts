import type { Pool } from 'pg';
import { BOOKINGS_TABLE } from '../../../projections/bookings/projection.ts';
import type { EventLog } from '../../adapters/event-log/event-log.ts';
import { isMissingTable } from '../../adapters/postgres/outage.ts';
import type { Queryable } from '../../adapters/postgres/pool.ts';
import type { NotedErasure } from '../../erasure/register.ts';
import {
  type KnownEvent,
  knownEvent,
  LOG_START,
  type Position,
  type RecordedEvent,
} from '../../eventsourcing/event-store.ts';
import { upcast } from '../../eventsourcing/event-types.ts';
import { AGENDA, agendaEventTypes, parseAgendaId } from '../../features/booking/agenda/events.ts';
import {
  BOOKING,
  bookingEventTypes,
  bookingStream,
  changes,
  idOfBooking,
  slotGivenUpBy,
} from '../../features/booking/appointment/events.ts';
import type { OpenSlot } from '../../features/booking/slot-keeper/keeper.ts';
import { CUSTOMER, ERASING_EVENTS, idOfCustomer } from '../../features/customers/events.ts';
import { idOfReview, REVIEW } from '../../features/reviews/events.ts';
import { idOfStylist, STYLIST } from '../../features/team/events.ts';

/** A booking that somebody was promised. */
export interface PromisedBooking {
  readonly id: string;
  /** `yyyy-MM-dd` */
  readonly date: string;
  readonly startMinute: number;
}

/** The part of a log that is left after it was set back or replaced, and the losses. */
export interface Loss {
  /** The last event of the log; undefined if it is empty. */
  readonly head: KnownEvent | undefined;
  /** The last one of them that this database has seen; undefined if it has seen none. */
  readonly kept: (KnownEvent & { readonly at: string }) | undefined;
  /** By webhook, the last event that was delivered to it and is there. */
  readonly delivered: ReadonlyMap<string, KnownEvent>;
  /** Live bookings from today on, or since yesterday, that the read model has and the log doesn't have, or not as they were; null if it doesn't tell. */
  readonly bookings: readonly PromisedBooking[] | null;
  /** Erasures that were carried out and that the log doesn't know of. */
  readonly erasures: readonly NotedErasure[];
  /** Streams of bookings whose keys are shredded with their customer's, although they don't say so. */
  readonly erasedBookings: readonly string[];
}

/** Ids of events that this database has seen. Rows of `sent` are never removed. */
const SEEN = `
  select last_event ->> 'id' as id from read.models
  union select last_event ->> 'id' from process_checkpoints
  union select last_event ->> 'id' from webhooks
  union select event_id::text from sent
  union select event_id::text from webhook_deliveries`;

const DELIVERED = `
  select event_id::text as event, array_agg(distinct webhook_id::text) as webhooks from webhook_deliveries
  where failure is null group by event_id`;

/** A copy of the appointments in the read model, without anything personal. */
const KNOWN = 'read.known_bookings';
const COPY_KNOWN = `
  create table if not exists ${KNOWN} as
  select id, appointment_date, start_minute, revision, is_erased, status from ${BOOKINGS_TABLE}`;

const PROMISED = `
  select id, appointment_date::text as date, start_minute as "startMinute", revision, is_erased as "isErased",
    status in ('pending', 'confirmed') and appointment_date >= $1::date as "isPromised"
  from ${KNOWN}`;

/** Forgets what `findLoss` has kept. Call it once the log is accepted, or the right one is there again. */
export const forgetKnown = (db: Queryable) => db.query(`drop table if exists ${KNOWN}`);

interface KnownBooking extends PromisedBooking {
  readonly revision: number;
  readonly isErased: boolean;
  readonly isPromised: boolean;
}

/** All events of the log as it is, in batches. */
export async function* wholeLog(log: Pick<EventLog, 'subscribe'>): AsyncGenerator<readonly RecordedEvent[]> {
  const { signal } = new AbortController();
  for await (const { events, caughtUp } of log.subscribe({ from: LOG_START, signal })) {
    yield events;
    if (caughtUp) return;
  }
}

/**
 * Finds out what is lost. It reads the whole log once, and writes nothing but a copy of the appointments that the read model knows: a
 * replay that is cut short after the rebuild, and run again, still tells which of them are lost.
 */
export async function findLoss(pool: Pool, log: Pick<EventLog, 'subscribe'>, now: () => Date): Promise<Loss> {
  const { rows: seen } = await pool.query<{ id: string | null }>(SEEN);
  const seenIds = new Set(seen.map(({ id }) => id));
  const { rows: deliveries } = await pool.query<{ event: string; webhooks: string[] }>(DELIVERED);
  const webhooksOf = new Map(deliveries.map(({ event, webhooks }) => [event, webhooks]));

  let head: KnownEvent | undefined;
  let kept: Loss['kept'];
  const delivered = new Map<string, KnownEvent>();
  const revisions = new Map<string, number>();
  const erased = new Set<string>();
  for await (const events of wholeLog(log)) {
    for (const event of events) {
      head = knownEvent(event);
      if (seenIds.has(event.id)) kept = { ...head, at: event.metadata.at };
      for (const webhook of webhooksOf.get(event.id) ?? []) delivered.set(webhook, head);
      if (event.stream.startsWith(`${BOOKING}-`)) revisions.set(event.stream, head.revision);
      if (ERASING_EVENTS.has(event.type)) erased.add(event.stream);
    }
  }

  const known = await knownBookings(pool, now());
  const bookings =
    known?.filter(
      ({ id, revision, isPromised }) => isPromised && revision > (revisions.get(bookingStream(id)) ?? -1),
    ) ?? null;
  const withRow = new Set(known?.map(({ id }) => bookingStream(id)));
  const { rows: keys } = await pool.query<{ stream: string }>(
    'select stream from sealing.sealing_keys where shredded_at is not null',
  );
  const shredded = keys.map(({ stream }) => stream).filter((stream) => !erased.has(stream));
  const shreddedBookings = shredded.filter((stream) => revisions.has(stream));
  return {
    head,
    kept,
    delivered,
    bookings,
    erasures: [
      ...shredded.flatMap((stream) => erasureOf(stream)),
      // Without a row, it was deleted.
      ...shreddedBookings
        .filter((stream) => !withRow.has(stream))
        .map((stream) => ({ position: LOG_START, bookingId: idOfBooking(stream) })),
    ],
    erasedBookings: shreddedBookings.filter((stream) => withRow.has(stream)),
  };
}

const erasureOf = (stream: string): readonly NotedErasure[] => {
  const position = LOG_START;
  if (stream.startsWith(`${CUSTOMER}-`)) return [{ position, customerIds: [idOfCustomer(stream)] }];
  if (stream.startsWith(`${REVIEW}-`)) return [{ position, reviewId: idOfReview(stream) }];
  return stream.startsWith(`${STYLIST}-`) ? [{ position, stylistId: idOfStylist(stream) }] : [];
};

/** The day is that of UTC, so that no booking of the salon's today is missing, whatever its time zone. */
const dayBefore = (now: Date) => new Date(now.getTime() - 86_400_000).toISOString().slice(0, 10);

async function knownBookings(pool: Pool, now: Date): Promise<readonly KnownBooking[] | null> {
  try {
    await pool.query(COPY_KNOWN);
    return (await pool.query<KnownBooking>(PROMISED, [dayBefore(now)])).rows;
  } catch (error) {
    if (isMissingTable(error)) return null;
    throw error;
  }
}

/**
 * The slots that no booking occupies at a position: those whose claim is lost, and those whose release is lost. The slot keeper looks at
 * each of them again.
 */
export async function openSlotsAt(
  log: Pick<EventLog, 'subscribe'>,
  position: Position,
  now: () => Date,
): Promise<ReadonlyMap<string, OpenSlot>> {
  const taken = new Map<string, OpenSlot>();
  const claimed = new Set<string>();
  for await (const events of wholeLog(log)) {
    for (const recorded of events) {
      if (recorded.position > position) break;
      if (recorded.stream.startsWith(`${AGENDA}-`)) {
        const event = upcast(recorded, agendaEventTypes);
        if (event.type === 'SlotTaken') {
          const { slotId, bookingId } = event.data;
          const { date } = parseAgendaId(recorded.stream);
          taken.set(slotId, { bookingId, date, seenAt: now().toISOString() });
        } else if (event.type === 'SlotReleased') {
          taken.delete(event.data.slotId);
        }
      } else if (recorded.stream.startsWith(`${BOOKING}-`)) {
        const event = upcast(recorded, bookingEventTypes);
        const left = slotGivenUpBy(event);
        if (left !== undefined) claimed.delete(left);
        if (changes(event, 'slot claimed')) claimed.add(event.data.slotId);
      }
    }
  }
  return new Map([...taken].filter(([slotId]) => !claimed.has(slotId)));
}

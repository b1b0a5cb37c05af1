import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import type { BookingStatus } from '../../src/contracts/bookings/bookings.ts';
import type {
  MessageChannel,
  MessageState,
  MessageStatus,
} from '../../src/contracts/messages/message-words.ts';
import type { AdminMessage, MessageReason } from '../../src/contracts/messages/messages.ts';
import type { EventStore } from '../../src/eventsourcing/event-store.ts';
import { readStreams } from '../../src/eventsourcing/streams/read-streams.ts';
import { isAboutNoState, ledgerStream } from '../../src/features/messages/events.ts';
import { type FromLog, messagesFromLog, NOTHING } from './from-log.ts';
import { LATE_TABLE, MESSAGES_TABLE, type MessageRow } from './projection.ts';
import { attentionTimes, createUndelivered, explainRow, wantsStaff } from './undelivered.ts';

interface PageOf {
  /** A part of the customer's name, e-mail or phone. */
  readonly search?: string | undefined;
  readonly status?: MessageStatus | undefined;
  readonly state?: MessageState | undefined;
  readonly kind?: string | undefined;
  readonly channel?: MessageChannel | undefined;
  readonly booking_id?: string | undefined;
  readonly customer_id?: string | undefined;
  /** Rank and position of the last message of the page before. */
  readonly cursor?: string | undefined;
  readonly limit: number;
}

type Row = Omit<MessageRow, 'at' | 'changed_at'> & {
  readonly at: Date;
  readonly changed_at: Date;
  readonly rank: number;
};

interface Appointment {
  readonly customer_name: string | null;
  readonly appointment_date: string;
  readonly appointment_time: string;
  readonly status: BookingStatus;
  readonly has_started: boolean;
  readonly is_over: boolean;
}

interface ContextDeps {
  appointmentsOf(ids: readonly string[]): Promise<ReadonlyMap<string, Appointment>>;
  /** The events that caused messages, by their ids. */
  reasonsOf(ids: readonly string[]): Promise<ReadonlyMap<string, MessageReason>>;
}

interface Message {
  readonly booking_id: string;
  readonly causes: readonly string[];
}

/** Reads whom messages are about, and what caused them, from other read models. */
export const createMessageContext =
  ({ appointmentsOf, reasonsOf }: ContextDeps) =>
  async (messages: readonly Message[]) => {
    const [appointments, reasons] = await Promise.all([
      appointmentsOf([...new Set(messages.map(({ booking_id }) => booking_id))]),
      reasonsOf([...new Set(messages.flatMap(({ causes }) => causes))]),
    ]);
    return ({ booking_id, causes }: Message) => {
      const about = appointments.get(booking_id);
      return {
        /** True for a deleted booking, too. */
        has_started: about?.has_started ?? true,
        customer_name: about?.customer_name ?? null,
        appointment: about
          ? {
              appointment_date: about.appointment_date,
              appointment_time: about.appointment_time,
              status: about.status,
            }
          : null,
        reasons: causes.flatMap((cause) => reasons.get(cause) ?? []).toReversed(),
      };
    };
  };

type MessageContext = ReturnType<typeof createMessageContext>;

interface Deps {
  readonly pool: Pool;
  /** Opens personal parts. */
  readonly store: Pick<EventStore, 'read'>;
  /** Ids of the bookings whose customer's name, e-mail or phone contains the text. */
  findBookings(search: string): Promise<readonly string[]>;
  /** Ids of the bookings of a customer, and of those who were merged with them. */
  bookingsOf(customerId: string): Promise<readonly string[]>;
  readonly readContext: MessageContext;
  appointmentsOf: ContextDeps['appointmentsOf'];
  now(): Date;
}

const STATUSES: Readonly<Record<Exclude<MessageState, 'attention'>, readonly MessageStatus[]>> = {
  under_way: ['claimed', 'not-sent', 'sent'],
  delivered: ['delivered'],
  kept: ['kept'],
  failed: ['failed'],
  unknown: ['unknown', 'no-receipt'],
  suppressed: ['suppressed'],
  received: ['received'],
};

/** An attempt that never left is shown as a step of the one that followed it. */
const NOT_FOLLOWED = `not (m.status = 'not-sent' and exists (
  select from ${MESSAGES_TABLE} later
  where later.booking_id = m.booking_id and later.channel = m.channel and later.position > m.position and exists (
    select from json_array_elements_text(m.causes) mine
    join json_array_elements_text(later.causes) theirs on mine.value = theirs.value)))`;

/** Most customers give no mail address, so missing mails are listed only among those not sent. */
const NOT_WITHOUT_ADDRESS = "m.why is distinct from 'no-address'";

const URGENT = wantsStaff('$2', '$3', '$4');

/** The `where` of a page, with the values of its parameters. */
function conditionsOf(
  { status, state, kind, channel, booking_id }: PageOf,
  found: readonly (readonly string[])[],
  values: unknown[],
): readonly string[] {
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = [NOT_FOLLOWED];
  if (status !== 'suppressed' && state !== 'suppressed') conditions.push(NOT_WITHOUT_ADDRESS);
  if (status !== undefined) conditions.push(`m.status = ${parameter(status)}`);
  if (state !== undefined && state !== 'attention')
    conditions.push(`m.status = any(${parameter(STATUSES[state])})`);
  if (kind !== undefined) conditions.push(`m.kind = ${parameter(kind)}`);
  if (channel !== undefined) conditions.push(`m.channel = ${parameter(channel)}`);
  if (booking_id !== undefined) conditions.push(`m.booking_id = ${parameter(booking_id)}`);
  for (const ids of found) conditions.push(`m.booking_id = any(${parameter(ids)}::uuid[])`);
  return conditions;
}

/** How the customer of a booking was last told that the salon is running late: by the message, of text and mail, that got further. */
interface LateMessage {
  readonly booking_id: string;
  readonly minutes: number;
  /** Null as long as it waits. */
  readonly status: MessageStatus | null;
}

/** Statuses of messages that have left, or are about to. */
const LEFT: readonly MessageStatus[] = ['claimed', 'sent', 'delivered', 'no-receipt'];

interface FoundMessage {
  readonly bookingId: string;
  readonly channel: MessageChannel;
  /** Whether it is a customer's reply. */
  readonly isReply: boolean;
}

/** Messages; those that need the attention of staff come first. */
export function createMessages({
  pool,
  store,
  findBookings,
  bookingsOf,
  readContext,
  appointmentsOf,
  now,
}: Deps) {
  const undelivered = createUndelivered({ pool, now });

  /** Ids of messages that didn't arrive, and of which nobody needs to be told any more. */
  async function over(): Promise<readonly string[]> {
    const all = await undelivered.all();
    const appointments = await appointmentsOf([...new Set(all.map(({ booking_id }) => booking_id))]);
    const isOver = ({ booking_id, kind }: (typeof all)[number]) => {
      const { has_started = true, is_over = true } = appointments.get(booking_id) ?? {};
      return kind === 'late' ? is_over : has_started;
    };
    return all.filter(isOver).map(({ id }) => id);
  }

  async function readFromLog(page: readonly Row[]): Promise<ReadonlyMap<string, FromLog>> {
    const streams = [...new Set(page.map(({ channel, booking_id }) => ledgerStream(channel, booking_id)))];
    const ledgers = Map.groupBy(await readStreams(store, streams), ({ stream }) => stream);
    return new Map([...ledgers.values()].flatMap((events) => [...messagesFromLog(events)]));
  }

  /** Each rank has an index of its own, so that no page sorts the whole table. */
  async function rowsOf(query: PageOf): Promise<readonly Row[]> {
    const { search, customer_id, state, cursor, limit } = query;
    if (state === 'attention' && cursor?.startsWith('0')) return [];
    const found = await Promise.all([
      ...(search ? [findBookings(search)] : []),
      ...(customer_id === undefined ? [] : [bookingsOf(customer_id)]),
    ]);
    const values: unknown[] = [limit + 1, ...attentionTimes(now()), await over()];
    const where = conditionsOf(query, found, values).join(' and ');
    const [rank, position] = cursor?.split('.') ?? [];
    const before = position === undefined ? '' : `and m.position < $${values.push(position)}`;
    const part = (isFirst: boolean, more: string) =>
      `(select m.*, ${isFirst ? 1 : 0} as rank from ${MESSAGES_TABLE} m
        where ${isFirst ? URGENT : `not (${URGENT})`} and ${where} ${more}
        order by m.position desc limit $1)`;
    const parts =
      rank === '0'
        ? [part(false, before)]
        : [part(true, before), ...(state === 'attention' ? [] : [part(false, '')])];
    const text = `select * from (${parts.join(' union all ')}) page order by rank desc, position desc limit $1`;
    // Named by its text, so that Postgres plans each form of it once: planning takes longer than running it.
    const { rows } = await pool.query<Row>({ name: `messages-${hash('sha1', text)}`, text, values });
    return rows;
  }

  function shown(
    row: Row,
    content: FromLog,
    { has_started, ...context }: ReturnType<Awaited<ReturnType<MessageContext>>>,
  ): AdminMessage {
    const { id, booking_id, channel, kind, status, code, causes, at, changed_at } = row;
    return {
      id,
      booking_id,
      channel,
      kind,
      status,
      explanation:
        (status === 'received' && content.steps[0]?.explanation) || explainRow(row, row.rank === 1),
      code,
      to: content.to,
      text: content.text,
      attachments: [...content.attachments],
      ...context,
      causes: [...causes],
      steps: [...content.steps],
      at: at.toISOString(),
      changed_at: changed_at.toISOString(),
      needs_staff: row.rank === 1,
      answers: row.answers,
      was_dismissed: row.is_dismissed,
      may_mean_cancel: row.why === 'stop-or-cancel',
      was_resent: row.is_resent,
      can_resend:
        row.needs_staff &&
        status !== 'suppressed' &&
        status !== 'received' &&
        !isAboutNoState(row) &&
        !has_started,
    };
  }

  return {
    async page(query: PageOf) {
      const rows = await rowsOf(query);
      const page = rows.slice(0, query.limit);
      const [contents, contextOf] = await Promise.all([readFromLog(page), readContext(page)]);
      const last = rows.length > query.limit ? page.at(-1) : undefined;
      return {
        messages: page.map((row) => shown(row, contents.get(row.id) ?? NOTHING, contextOf(row))),
        next_cursor: last ? `${last.rank}.${last.position}` : null,
      };
    },

    /** The booking and the channel of a message. */
    async find(messageId: string): Promise<FoundMessage | undefined> {
      const { rows } = await pool.query<FoundMessage>(
        `select booking_id as "bookingId", channel, status = 'received' as "isReply" from ${MESSAGES_TABLE} where id = $1`,
        [messageId],
      );
      return rows[0];
    },

    /** How many messages need the attention of staff, and the bookings whose customers have not been reached since. */
    async attention() {
      const tooLate = await over();
      const [{ rows }, bookings, late] = await Promise.all([
        pool.query<{ count: number; questions: number }>({
          name: 'messages-attention',
          text: `select count(*)::int as count, count(*) filter (where m.status = 'received')::int as questions
            from ${MESSAGES_TABLE} m where ${wantsStaff('$1', '$2', '$3')}`,
          values: [...attentionTimes(now()), tooLate],
        }),
        undelivered.bookings(tooLate),
        pool.query<LateMessage>({
          name: 'messages-late',
          text: `select distinct on (booking_id) booking_id, minutes, status from (
              select l.*, max(l.at) over (partition by l.booking_id, l.command_id) as told_at, (
                select m.status from ${MESSAGES_TABLE} m
                where m.booking_id = l.booking_id and m.causes::jsonb ? l.id::text order by m.position desc limit 1) as status
              from ${LATE_TABLE} l where l.at > $1::timestamptz - interval '1 day') told
            order by booking_id, told_at desc, case when status = any($2) then 0 when status is null then 1 else 2 end`,
          values: [now(), LEFT],
        }),
      ]);
      const [{ count, questions } = { count: 0, questions: 0 }] = rows;
      return { count, questions, undelivered: bookings, late: late.rows };
    },
  };
}

export type MessageList = ReturnType<typeof createMessages>;

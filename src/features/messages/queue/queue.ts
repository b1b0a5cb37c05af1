import type { Pool } from 'pg';
import { batcher } from '../../../adapters/postgres/batcher.ts';
import type { Transaction } from '../../../adapters/postgres/process-store.ts';
import type { MessageChannel } from '../../../contracts/messages/message-words.ts';
import type { Position } from '../../../eventsourcing/event-store.ts';
import { isStopped } from '../pause/switch.ts';

/** A row for a cause that the messenger found. */
export interface NewRow {
  readonly causeId: string;
  readonly bookingId: string;
  readonly lookAt: Date;
  /** For a mail: the cause that it is about. */
  readonly mailOf?: string;
}

/** The messenger's inserts, in the transaction that moves its checkpoint. */
export interface MessengerTables<Tx> {
  /** Adds missing rows. Existing rows stay as they are. */
  add(tx: Tx, rows: readonly NewRow[]): Promise<void>;
  /** Sets the watermark at the first start; one that is set stays. */
  begin(tx: Tx, watermark: Position): Promise<void>;
}

/**
 * The reason why a message waits: `quiet`, the end of the quiet hours or its own time; `resuming`, until staff resume messages; `provider`, a
 * retry; `outcome`, of its own attempt; `before`, the outcome of the attempt before it; `receipt`, since the provider accepted it.
 */
export type WaitsFor = 'quiet' | 'resuming' | 'provider' | 'outcome' | 'before' | 'receipt';

/** A cause that has not ended and is due. */
export interface DueCause {
  readonly channel: MessageChannel;
  /** For a mail: the cause that the mail is about. */
  readonly causeId: string;
  readonly bookingId: string;
}

/** The rows as the sender uses them. They keep causes from being forgotten; only the ledger decides what is sent. */
export interface CauseRows {
  /** Milliseconds since a look first found this attempt open, by the database's clock. */
  openFor(causeId: string, attemptId: string): Promise<number>;
  lookAgain(causeId: string, at: Date, waitsFor: WaitsFor): Promise<void>;
  end(causeId: string): Promise<void>;
}

interface Deps {
  /** Identifies this database; in a copy it is another. */
  readonly home: string;
  now(): Date;
}

const ADD = `
  insert into sent (event_id, booking_id, look_at, mail_of)
  select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::uuid[]) on conflict do nothing`;

/** Adds causes to the queue, the table `sent`. Despite its name it also holds what is still to be sent. */
export const messengerTables = ({ home, now }: Deps): MessengerTables<Transaction> => ({
  async add(tx, rows) {
    if (rows.length === 0) return;
    await tx.query(ADD, [
      rows.map(({ causeId }) => causeId),
      rows.map(({ bookingId }) => bookingId),
      rows.map(({ lookAt }) => lookAt),
      rows.map(({ mailOf }) => mailOf ?? null),
    ]);
  },

  async begin(tx, watermark) {
    await tx.query(
      `insert into sending (paused, line, line_at, home, counted_from) values (false, $1, $2, $3, $2)
       on conflict do nothing`,
      [watermark, now(), home],
    );
  },
});

const FIRST_FOUND_OPEN = `
  update sent set
    open_since = case when open_attempt = $2 then open_since else now() end,
    open_attempt = $2
  where event_id = $1
  returning extract(epoch from now() - open_since) * 1000 as ms`;

const LOOK_AGAIN = `
  update sent set look_at = again.at, waits_for = again.waits_for, looked_at = now()
  from unnest($1::uuid[], $2::timestamptz[], $3::text[]) as again (event_id, at, waits_for)
  where sent.event_id = again.event_id`;

/** The first end stays. A condition on `ended_at` would make Postgres scan all rows without one. */
const END = `
  update sent set ended_at = coalesce(ended_at, now()), open_attempt = null, open_since = null where event_id = any($1)`;

/** The rows in Postgres. Concurrent changes share statements. */
export function postgresCauseRows(pool: Pool): CauseRows {
  const lookAgain = batcher(
    async (
      again: readonly { readonly causeId: string; readonly at: Date; readonly waitsFor: WaitsFor }[],
    ) => {
      // Ordered by id, so that two processes seldom deadlock; a batch that did is run again.
      const sorted = again.toSorted((a, b) => (a.causeId < b.causeId ? -1 : 1));
      const values = [
        sorted.map(({ causeId }) => causeId),
        sorted.map(({ at }) => at),
        sorted.map(({ waitsFor }) => waitsFor),
      ];
      await pool.query({ name: 'messages-look-again', text: LOOK_AGAIN, values });
      return [];
    },
  );
  const end = batcher(async (causeIds: readonly string[]) => {
    await pool.query({ name: 'messages-end', text: END, values: [causeIds.toSorted()] });
    return [];
  });
  return {
    async openFor(causeId, attemptId) {
      const { rows } = await pool.query<{ ms: string }>(FIRST_FOUND_OPEN, [causeId, attemptId]);
      return Number(rows[0]?.ms ?? 0);
    },
    lookAgain: (causeId, at, waitsFor) => lookAgain({ causeId, at, waitsFor }),
    end,
  };
}

/**
 * A cause that has not ended and whose message no provider has. Reminders of later days have rows from the start; they count only once
 * they are due by `$1`. A row that was looked at is looked at again within a day, so few rows of the index are read.
 */
const HAS_NOT_LEFT = `ended_at is null
  and waits_for is distinct from 'receipt' and waits_for is distinct from 'outcome'
  and look_at <= $1::timestamptz + interval '1 day' and (waits_for is not null or look_at <= $1)`;

/** Several changes of a booking become one message in each channel. */
const COUNT_WAITING = `
  select count(distinct (booking_id, mail_of is null))::int as waiting from sent where ${HAS_NOT_LEFT}`;

/** How many messages have not left. @param lookedAtUntil causes before their first look count up to here */
export async function countWaiting(pool: Pool, lookedAtUntil: Date): Promise<number> {
  const { rows } = await pool.query<{ waiting: number }>(COUNT_WAITING, [lookedAtUntil]);
  return rows[0]?.waiting ?? 0;
}

/** A cause of a message that may not have left. */
export interface WaitingCause {
  /** For a mail: the cause that the mail is about. */
  readonly causeId: string;
  readonly bookingId: string;
  readonly channel: MessageChannel;
  readonly lookAt: Date;
  /** The note of the last look at it, and when that was; null before the first look. */
  readonly waitsFor: Exclude<WaitsFor, 'receipt' | 'outcome'> | null;
  readonly lookedAt: Date | null;
}

/**
 * Causes of a booking that have not ended and whose messages no provider has, by their next look.
 *
 * @param lookedAtUntil causes before their first look count up to here
 */
export async function findWaiting(
  pool: Pool,
  bookingId: string,
  lookedAtUntil: Date,
): Promise<readonly WaitingCause[]> {
  const { rows } = await pool.query<WaitingCause>(
    `select coalesce(mail_of, event_id) as "causeId", booking_id as "bookingId",
      case when mail_of is null then 'sms' else 'email' end as channel,
      look_at as "lookAt", waits_for as "waitsFor", looked_at as "lookedAt"
     from sent where ${HAS_NOT_LEFT} and booking_id = $2 order by look_at, event_id`,
    [lookedAtUntil, bookingId],
  );
  return rows;
}

const WAITING = `
  select channel, count(s.event_id)::int as waiting,
    coalesce(extract(epoch from now() - min(s.look_at)), 0)::float8 as seconds,
    coalesce((select ${isStopped('channel')} from sending), false) as paused
  from unnest(array['sms', 'email']) channel
  left join sent s on s.ended_at is null and s.look_at <= now()
    and (s.mail_of is null) = (channel = 'sms')
  group by channel`;

export interface WaitingMessages {
  readonly channel: MessageChannel;
  readonly waiting: number;
  /** How long the oldest has been due. */
  readonly seconds: number;
  readonly paused: boolean;
}

/** Counts the waiting messages for metrics, by the database's clock. */
export async function waitingMessages(pool: Pool): Promise<readonly WaitingMessages[]> {
  return (await pool.query<WaitingMessages>(WAITING)).rows;
}

const dueOf = (channel: MessageChannel, isOfChannel: string, most: string) => `
  (select coalesce(mail_of, event_id) as "causeId", booking_id as "bookingId", '${channel}' as channel from sent
    where ended_at is null and look_at <= $1 and ${isOfChannel}
      and not exists (select from sending where ${isStopped(`'${channel}'`)})
    order by look_at limit ${most})`;

const DUE = `${dueOf('sms', 'mail_of is null', '$2')} union all ${dueOf('email', 'mail_of is not null', '$3')}`;

/**
 * The causes that are due, the longest due first; none of a channel that is paused.
 *
 * @param most of each channel
 */
export async function findDue(
  pool: Pool,
  now: Date,
  { sms, email }: Readonly<Record<MessageChannel, number>>,
): Promise<readonly DueCause[]> {
  return (await pool.query<DueCause>({ name: 'messages-due', text: DUE, values: [now, sms, email] })).rows;
}

/** Makes a cause whose look failed due later, so that it doesn't keep others waiting. */
export async function postpone(
  pool: Pool,
  { channel, causeId, bookingId }: DueCause,
  until: Date,
): Promise<void> {
  await pool.query(
    `update sent set look_at = $4 where booking_id = $1 and ended_at is null
       and coalesce(mail_of, event_id) = $2 and (mail_of is null) = ($3 = 'sms')`,
    [bookingId, causeId, channel, until],
  );
}

/** When the next cause becomes due after now, also in a channel that is paused; null if none does. */
export async function nextDue(pool: Pool, now: Date): Promise<Date | null> {
  const { rows } = await pool.query<{ at: Date | null }>({
    name: 'messages-next',
    text: 'select min(look_at) as at from sent where ended_at is null and look_at > $1',
    values: [now],
  });
  return rows[0]?.at ?? null;
}

import type { Pool } from 'pg';
import type { Jobs } from '../../../adapters/jobs/jobs.ts';
import { withTransaction } from '../../../adapters/postgres/pool.ts';
import type { Transaction } from '../../../adapters/postgres/process-store.ts';
import type { MessageChannel } from '../../../contracts/message-words.ts';
import { MESSAGE_LOOKS } from '../queue.ts';
import { isStopped } from './switch.ts';
import type { CauseRows, MessengerTables, WaitsFor } from './tables.ts';

interface Deps {
  readonly jobs: Pick<Jobs, 'enqueueAll'>;
  /** Where this database is; in a copy of it another one. */
  readonly home: string;
  now(): Date;
}

const ADD = `
  insert into sent (event_id, booking_id, look_at, mail_of)
  select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::uuid[]) on conflict do nothing
  returning event_id, look_at`;

/** Where the messenger leaves what it has found: rows, and a job for each that is new. */
export const messengerTables = ({ jobs, home, now }: Deps): MessengerTables<Transaction> => ({
  async add(tx, rows) {
    if (rows.length === 0) return;
    const { rows: added } = await tx.query<{ event_id: string; look_at: Date }>(ADD, [
      rows.map(({ causeId }) => causeId),
      rows.map(({ bookingId }) => bookingId),
      rows.map(({ lookAt }) => lookAt),
      rows.map(({ mailOf }) => mailOf ?? null),
    ]);
    const wanted = added.map(({ event_id, look_at }) => ({
      data: { causeId: event_id },
      inSeconds: (look_at.getTime() - now().getTime()) / 1_000,
    }));
    await jobs.enqueueAll(MESSAGE_LOOKS, wanted, tx);
  },

  async begin(tx, line) {
    await tx.query(
      `insert into sending (paused, line, line_at, home, counted_from) values (false, $1, $2, $3, $2)
       on conflict do nothing`,
      [line, now(), home],
    );
  },
});

const FIRST_FOUND_OPEN = `
  update sent set
    open_since = case when open_attempt = $2 then open_since else now() end,
    open_attempt = $2
  where event_id = $1
  returning extract(epoch from now() - open_since) * 1000 as ms`;

/** The rows of causes in Postgres. */
export const postgresCauseRows = (pool: Pool): CauseRows => ({
  async find(causeId) {
    const { rows } = await pool.query<{ bookingId: string; ended: boolean }>({
      name: 'messages-find',
      text: 'select booking_id as "bookingId", ended_at is not null as ended from sent where event_id = $1',
      values: [causeId],
    });
    return rows[0];
  },

  async openFor(causeId, attemptId) {
    const { rows } = await pool.query<{ ms: string }>(FIRST_FOUND_OPEN, [causeId, attemptId]);
    return Number(rows[0]?.ms ?? 0);
  },

  async lookAgain(causeId, at, waitsFor) {
    await pool.query(
      'update sent set look_at = $2, waits_for = $3 where event_id = $1 and ended_at is null',
      [causeId, at, waitsFor],
    );
  },

  async end(causeId) {
    await pool.query(
      'update sent set ended_at = now(), open_attempt = null, open_since = null where event_id = $1 and ended_at is null',
      [causeId],
    );
  },
});

/** The cause that the mail of a row is about; undefined for a text. */
export async function causeOfMail(pool: Pool, rowId: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ mail_of: string | null }>({
    name: 'messages-mail-of',
    text: 'select mail_of from sent where event_id = $1',
    values: [rowId],
  });
  return rows[0]?.mail_of ?? undefined;
}

/**
 * That a cause has not ended and no provider has its message. Those that no look has found yet count up to `$1`: nobody misses the
 * reminders of later days. Nights and other waits end within a day, so that no look at them walks through the reminders of a year.
 */
const HAS_NOT_LEFT = `ended_at is null
  and waits_for is distinct from 'receipt' and waits_for is distinct from 'outcome'
  and look_at <= $1::timestamptz + interval '1 day' and (waits_for is not null or look_at <= $1)`;

/** Several changes of a booking become one message, by each way. */
const COUNT_WAITING = `
  select count(distinct (booking_id, mail_of is null))::int as waiting from sent where ${HAS_NOT_LEFT}`;

/**
 * How many messages have not left: those that `findWaiting` finds, all of them.
 *
 * @param lookedAtUntil as `findWaiting` takes it
 */
export async function countWaiting(pool: Pool, lookedAtUntil: Date): Promise<number> {
  const { rows } = await pool.query<{ waiting: number }>(COUNT_WAITING, [lookedAtUntil]);
  return rows[0]?.waiting ?? 0;
}

/** A cause of a message that may not have left. */
export interface WaitingCause {
  /** For a mail: of what the mail is about. */
  readonly causeId: string;
  readonly bookingId: string;
  readonly channel: MessageChannel;
  readonly lookAt: Date;
  /** Null before the first look. */
  readonly waitsFor: WaitsFor | null;
}

interface WaitingOf {
  /** Those that no look has found yet count up to here. */
  readonly lookedAtUntil: Date;
  readonly bookingIds?: readonly string[] | undefined;
  readonly channel?: MessageChannel | undefined;
  readonly most: number;
}

/** Causes that have not ended and whose messages no provider has, those that are looked at next coming first. */
export async function findWaiting(
  pool: Pool,
  { lookedAtUntil, bookingIds, channel, most }: WaitingOf,
): Promise<readonly WaitingCause[]> {
  const values: unknown[] = [lookedAtUntil, most];
  const conditions = [HAS_NOT_LEFT];
  if (bookingIds) conditions.push(`booking_id = any($${values.push(bookingIds)}::uuid[])`);
  if (channel) conditions.push(`mail_of is ${channel === 'sms' ? 'null' : 'not null'}`);
  const { rows } = await pool.query<WaitingCause>(
    `select coalesce(mail_of, event_id) as "causeId", booking_id as "bookingId",
      case when mail_of is null then 'sms' else 'email' end as channel,
      look_at as "lookAt", waits_for as "waitsFor"
     from sent where ${conditions.join(' and ')} order by look_at, event_id limit $2`,
    values,
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

/** What waits, for metrics: by the database's clock. */
export async function waitingMessages(pool: Pool): Promise<readonly WaitingMessages[]> {
  return (await pool.query<WaitingMessages>(WAITING)).rows;
}

/** Rows that a sweep makes jobs for; the next one makes them for more. */
const SWEPT_AT_ONCE = 500;
/** A job that is lost comes back after this. */
const SWEPT_AGAIN_SECONDS = 60;

const SWEEP = `
  update sent set look_at = $1::timestamptz + interval '${SWEPT_AGAIN_SECONDS} seconds'
  where event_id in (
    select event_id from sent
    where ended_at is null and look_at <= $1
      and not exists (select from sending where ${isStopped("case when mail_of is null then 'sms' else 'email' end")})
    order by look_at limit ${SWEPT_AT_ONCE} for update skip locked)
  returning event_id`;

/**
 * Makes a new job for each cause whose time has come and that has no end: its job may be a dead letter, or have been done by
 * a handler that was out of date.
 */
export const sweepCauses = (
  { pool, now }: { readonly pool: Pool; now(): Date },
  jobs: Pick<Jobs, 'enqueueAll'>,
): Promise<number> =>
  withTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ event_id: string }>(SWEEP, [now()]);
    const looks = rows.map(({ event_id }) => ({ data: { causeId: event_id }, inSeconds: 0 }));
    await jobs.enqueueAll(MESSAGE_LOOKS, looks, tx);
    return rows.length;
  });

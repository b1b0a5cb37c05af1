import type { Pool } from 'pg';
import { withTransaction } from '../../../../adapters/postgres/pool.ts';
import type { CodeWay } from '../../../../contracts/problem.ts';

/** A code that was sent, as it is stored. */
export interface KeptCode {
  /** The request to book that it belongs to. */
  readonly bookingId: string;
  /** Keyed hash of the phone number or e-mail to which it was sent. */
  readonly contact: string;
  readonly way: CodeWay;
  readonly hash: Buffer;
  readonly sentAt: Date;
  readonly expiresAt: Date;
}

/** How many tries there are for one code. */
const MOST_TRIES = 5;

/** SQL of a condition: the code can still be entered. `$2` is the present time. */
const IS_OPEN = `confirmed_at is null and tries < ${MOST_TRIES} and expires_at > $2`;

const KEEP = `
  insert into booking_codes (booking_id, contact, way, code_hash, sent_at, expires_at) values ($1, $2, $3, $4, $5, $6)
  on conflict (booking_id) do update set contact = excluded.contact, way = excluded.way, code_hash = excluded.code_hash,
    tries = 0, sent_at = excluded.sent_at, expires_at = excluded.expires_at, confirmed_at = null`;

/** The columns of a stored code. */
const KEPT =
  'booking_id as "bookingId", contact, way, code_hash as hash, sent_at as "sentAt", expires_at as "expiresAt"';

/** Codes in Postgres. */
export const createCodeStore = (pool: Pool) => ({
  /** Stores a code, and removes every other one that was sent to the same contact and hasn't been entered. */
  keep: ({ bookingId, contact, way, hash, sentAt, expiresAt }: KeptCode): Promise<void> =>
    withTransaction(pool, async (db) => {
      await db.query(
        'delete from booking_codes where contact = $1 and booking_id <> $2 and confirmed_at is null',
        [contact, bookingId],
      );
      await db.query(KEEP, [bookingId, contact, way, hash, sentAt, expiresAt]);
    }),

  /** Removes a code that could not be sent. */
  async remove({ bookingId, hash }: KeptCode): Promise<void> {
    await pool.query('delete from booking_codes where booking_id = $1 and code_hash = $2', [bookingId, hash]);
  },

  /** The code that can still be entered for a request. */
  async openFor(bookingId: string, contacts: readonly string[], now: Date): Promise<KeptCode | undefined> {
    const { rows } = await pool.query<KeptCode>(
      `select ${KEPT} from booking_codes where booking_id = $1 and ${IS_OPEN} and contact = any($3)`,
      [bookingId, now, contacts],
    );
    return rows[0];
  },

  /** Counts a try before it is known whether it is right. @returns the stored code to compare it with */
  async tryOne(bookingId: string, contacts: readonly string[], now: Date): Promise<KeptCode | undefined> {
    const { rows } = await pool.query<KeptCode>(
      `update booking_codes set tries = tries + 1
       where booking_id = $1 and ${IS_OPEN} and contact = any($3) returning ${KEPT}`,
      [bookingId, now, contacts],
    );
    return rows[0];
  },

  /** Records that the right code was entered. */
  async confirm({ bookingId }: KeptCode, now: Date): Promise<void> {
    await pool.query('update booking_codes set confirmed_at = $2 where booking_id = $1', [bookingId, now]);
  },

  /** The way by which the code of this request was sent to one of these contacts and then entered; empty if it wasn't entered. */
  async confirmedBy(bookingId: string, contacts: readonly string[]): Promise<readonly CodeWay[]> {
    const { rows } = await pool.query<Pick<KeptCode, 'way'>>(
      'select way from booking_codes where booking_id = $1 and contact = any($2) and confirmed_at is not null',
      [bookingId, contacts],
    );
    return rows.map(({ way }) => way);
  },
});

export type CodeStore = ReturnType<typeof createCodeStore>;

/** Removes codes that can't be entered any more. */
export async function sweepCodes(pool: Pool, now: Date): Promise<void> {
  await pool.query("delete from booking_codes where expires_at < $1::timestamptz - interval '1 day'", [now]);
}

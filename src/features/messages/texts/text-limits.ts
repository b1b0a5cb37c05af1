import type { Pool } from 'pg';
import { numberPrefix } from '../../../adapters/phone.ts';
import { batcher } from '../../../adapters/postgres/batcher.ts';
import type { SalonProfile } from '../../../adapters/salon-profile/profile.ts';

/**
 * Who can cause a message, and so repeatedly: `anybody`, about a booking that staff have neither made nor confirmed; whoever has the
 * private `link` of a confirmed one; else the `salon`.
 */
export type CausedBy = 'anybody' | 'link' | 'salon';

/** A message that is about to be claimed. */
export interface CountedMessage {
  readonly causeId: string;
  readonly bookingId: string;
  /** E.164; of a mail, its address. */
  readonly to: string;
  /** Keyed hash of the network address that the booking came from; null for one by staff. */
  readonly address: string | null;
  readonly causedBy: CausedBy;
  /** Whether staff requested this very message: limits of the number then don't apply. */
  readonly isByHand: boolean;
}

/**
 * Whether another message may be sent. `unconfirmed-over-cap`: the limit of unconfirmed bookings is reached; `over-cap`: the recipient's
 * limit about confirmed bookings, or that of private links, is reached; `stopped`: the day's limit is reached, and all texts are paused
 * until staff lift the stop.
 */
export type Allowance = 'allowed' | 'unconfirmed-over-cap' | 'over-cap' | 'stopped';

/** Limits of a channel, by what was sent lately. */
export interface MessageLimits {
  /** Counts a message before it is claimed, if it is within the limits. A cause that was counted isn't counted again. */
  allow(message: CountedMessage): Promise<Allowance>;
  /** Bookings that a number was texted about lately. */
  bookingsOf(number: string): Promise<readonly string[]>;
}

/** What may be sent within a day. */
interface TextLimits {
  /** To one number: texts that anybody can cause, and those of the salon, counted separately. */
  readonly perNumber: number;
  /** From one network address, of texts that anybody can cause. */
  readonly perAddress: number;
  /**
   * To one number: texts that anybody can cause from one network address; and texts that links cause. Less than `perNumber`, so that
   * nobody else can use up all texts of the number's owner.
   */
  readonly shareOfNumber: number;
  /** Of texts that anybody can cause, about one booking, however often it is moved. */
  readonly perBooking: number;
  /** To numbers with one prefix, of texts that anybody can cause: premium numbers share a prefix. */
  readonly perPrefix: number;
  /** All texts that anybody can cause: less than `inAll`, so that there is room left for the salon's. */
  readonly unconfirmed: number;
  /** Beyond it nothing leaves until staff lift the stop. */
  readonly inAll: number;
}

/** In a day: booked, moved and cancelled, and one more. */
const TEXTS_PER_UNCONFIRMED_BOOKING = 4;

/** The limits that the salon's profile sets. */
export const textLimitsOf = (limits: SalonProfile['messages']['limits']): TextLimits => ({
  perNumber: limits.per_number_per_day,
  perAddress: limits.per_address_per_day,
  shareOfNumber: Math.ceil(limits.per_number_per_day / 2),
  perBooking: TEXTS_PER_UNCONFIRMED_BOOKING,
  perPrefix: limits.per_prefix_per_day,
  unconfirmed: limits.unconfirmed_per_day ?? Math.floor(limits.per_day / 2),
  inAll: limits.per_day,
});

interface Deps {
  readonly pool: Pool;
  readonly limits: TextLimits;
  /** Keyed hash. */
  hash(what: string): string;
  /** Called when the day's limit is reached. */
  stop(): Promise<void>;
}

const COUNT = `
  insert into texts_counted (cause_id, booking_id, number, prefix, address, public, by_link)
  select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::boolean[], $7::boolean[])
    as added (cause_id) order by cause_id
  on conflict do nothing`;

/**
 * Counts for each text what was counted before it. Texts counted together are ordered by their causes, so that a repeated question gets
 * the same answer. Each count has an index of its own; only `totals` reads all texts of the day, once for all that are counted together.
 */
const COUNTED = `
  with day as not materialized (select * from texts_counted where counted_at > now() - interval '1 day'),
  totals as (
    select cause_id, count(*) filter (where public) over earlier as unconfirmed, count(*) over earlier as in_all
    from day where counted_at > coalesce((select counted_from from sending), '-infinity')
    window earlier as (order by counted_at, cause_id))
  select own.cause_id, own.public, coalesce(unconfirmed, 0)::int as unconfirmed, coalesce(in_all, 0)::int as in_all,
    (select count(*) from day where number = own.number and public = own.public and by_link = own.by_link
      and (counted_at, cause_id) <= (own.counted_at, own.cause_id))::int as number,
    (select count(*) from day where prefix = own.prefix and public
      and (counted_at, cause_id) <= (own.counted_at, own.cause_id))::int as prefix,
    (select count(*) from day where address = own.address and public
      and (counted_at, cause_id) <= (own.counted_at, own.cause_id))::int as address,
    (select count(*) from day where number = own.number and address = own.address and public
      and (counted_at, cause_id) <= (own.counted_at, own.cause_id))::int as number_and_address,
    (select count(*) from day where booking_id = own.booking_id and public
      and (counted_at, cause_id) <= (own.counted_at, own.cause_id))::int as booking
  from texts_counted own left join totals using (cause_id)
  where own.cause_id = any($1) order by own.counted_at, own.cause_id`;

interface Counted {
  readonly cause_id: string;
  readonly public: boolean;
  readonly number: number;
  readonly prefix: number;
  readonly address: number;
  readonly number_and_address: number;
  readonly booking: number;
  readonly unconfirmed: number;
  readonly in_all: number;
}

const isUnconfirmedOver = (counted: Counted, limits: TextLimits): boolean =>
  counted.number > limits.perNumber ||
  counted.prefix > limits.perPrefix ||
  counted.address > limits.perAddress ||
  counted.number_and_address > limits.shareOfNumber ||
  counted.booking > limits.perBooking ||
  counted.unconfirmed > limits.unconfirmed;

/** Limits of texts, counted in Postgres so that they hold across all processes. */
export function createTextLimits({ pool, limits, hash, stop }: Deps): MessageLimits {
  function allowanceOf(counted: Counted, { causedBy, isByHand }: CountedMessage): Allowance {
    if (causedBy === 'anybody' && isUnconfirmedOver(counted, limits)) return 'unconfirmed-over-cap';
    if (causedBy === 'link' && counted.number > limits.shareOfNumber) return 'over-cap';
    if (causedBy === 'salon' && !isByHand && counted.number > limits.perNumber) return 'over-cap';
    return counted.in_all > limits.inAll ? 'stopped' : 'allowed';
  }

  /** Counts those that aren't counted yet. @returns the counts of all, the first counted first */
  async function count(texts: readonly CountedMessage[]): Promise<readonly Counted[]> {
    const causeIds = texts.map(({ causeId }) => causeId);
    const values = [
      causeIds,
      texts.map(({ bookingId }) => bookingId),
      texts.map(({ to }) => hash(`number:${to}`)),
      texts.map(({ to }) => hash(`prefix:${numberPrefix(to)}`)),
      texts.map(({ address }) => address),
      texts.map(({ causedBy }) => causedBy === 'anybody'),
      texts.map(({ causedBy }) => causedBy === 'link'),
    ];
    await pool.query({ name: 'texts-count', text: COUNT, values });
    const counted = { name: 'texts-counted', text: COUNTED, values: [causeIds] };
    return (await pool.query<Counted>(counted)).rows;
  }

  const allow = batcher(async (texts: readonly CountedMessage[]) => {
    const textOf = new Map(texts.map((text) => [text.causeId, text]));
    const allowances = new Map<string, Allowance>();
    const refused: Counted[] = [];
    for (const row of await count(texts)) {
      const text = textOf.get(row.cause_id);
      if (!text) continue;
      // Texts refused in the same batch don't count.
      const unconfirmed = row.unconfirmed - refused.filter((one) => one.public).length;
      const allowance = allowanceOf({ ...row, unconfirmed, in_all: row.in_all - refused.length }, text);
      allowances.set(row.cause_id, allowance);
      if (allowance !== 'allowed') refused.push(row);
    }
    if (refused.length > 0)
      await pool.query('delete from texts_counted where cause_id = any($1)', [
        refused.map(({ cause_id }) => cause_id),
      ]);
    if ([...allowances.values()].includes('stopped')) await stop();
    return texts.map(({ causeId }) => allowances.get(causeId) ?? 'allowed');
  });

  return {
    allow,

    async bookingsOf(number) {
      const { rows } = await pool.query<{ booking_id: string }>(
        'select distinct booking_id from texts_counted where number = $1',
        [hash(`number:${number}`)],
      );
      return rows.map(({ booking_id }) => booking_id);
    },
  };
}

/** The booking that a number was last texted about. */
export const lastBookingTexted =
  (pool: Pool, hash: Deps['hash']) =>
  async (number: string): Promise<string | undefined> => {
    const { rows } = await pool.query<{ booking_id: string }>(
      'select booking_id from texts_counted where number = $1 order by counted_at desc limit 1',
      [hash(`number:${number}`)],
    );
    return rows[0]?.booking_id;
  };

/** Counts go back a day, the search for an attempt's outcome some days. */
const KEPT = '30 days';

/** Deletes counts that are no longer needed. */
export async function sweepTextCounts(pool: Pool): Promise<void> {
  await pool.query(`delete from texts_counted where counted_at < now() - interval '${KEPT}'`);
}

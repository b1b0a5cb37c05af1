import type { Pool } from 'pg';
import { numberPrefix } from '../../../adapters/phone.ts';
import { batcher } from '../../../adapters/postgres/batcher.ts';
import type { Allowance, CountedText, TextCounts } from './tables.ts';

/** What may be sent within a day. */
interface TextLimits {
  /** Texts that anybody can cause, and those of the salon, each by themselves. */
  readonly perNumber: number;
  /** Of texts that anybody can cause. */
  readonly perAddress: number;
  /**
   * To one number, of texts that anybody can cause, from one address; and of texts that links cause: less than `perNumber`, so that
   * its owner gets some too.
   */
  readonly shareOfNumber: number;
  /** Of texts that anybody can cause, about one booking, however often it is moved. */
  readonly perBooking: number;
  /** Of texts that anybody can cause, to numbers that begin alike, as those that somebody is paid for do. */
  readonly perPrefix: number;
  /** Of texts that anybody can cause, in all: less than all, so that there is room left for the salon's. */
  readonly unconfirmed: number;
  /** Beyond it nothing leaves until staff lift the stop. */
  readonly inAll: number;
}

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
 * A text and what was counted before it, in the order of the causes where they were counted together: so it is answered the same when
 * it is asked again. Each count has an index of its own; all texts of the day are walked for `in_all` alone, and they are as many as
 * the salon pays for.
 */
const COUNTED = `
  with day as not materialized (select * from texts_counted where counted_at > now() - interval '1 day')
  select own.cause_id, own.public, in_all.*,
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
  from texts_counted own, lateral (
    select count(*) filter (where public)::int as unconfirmed, count(*)::int as in_all from day
    where counted_at > coalesce((select counted_from from sending), '-infinity')
      and (counted_at, cause_id) <= (own.counted_at, own.cause_id)) in_all
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

/** The texts of late in Postgres, so that limits hold over all processes. */
export function createTextCounts({ pool, limits, hash, stop }: Deps): TextCounts {
  function allowanceOf(counted: Counted, { causedBy, isByHand }: CountedText): Allowance {
    if (causedBy === 'anybody' && isUnconfirmedOver(counted, limits)) return 'unconfirmed-over-cap';
    if (causedBy === 'link' && counted.number > limits.shareOfNumber) return 'over-cap';
    if (causedBy === 'salon' && !isByHand && counted.number > limits.perNumber) return 'over-cap';
    return counted.in_all > limits.inAll ? 'stopped' : 'allowed';
  }

  /** Counts those that aren't counted yet. @returns the counts of all, the first counted first */
  async function count(texts: readonly CountedText[]): Promise<readonly Counted[]> {
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

  const allow = batcher(async (texts: readonly CountedText[]) => {
    const textOf = new Map(texts.map((text) => [text.causeId, text]));
    const allowances = new Map<string, Allowance>();
    const refused: Counted[] = [];
    for (const row of await count(texts)) {
      const text = textOf.get(row.cause_id);
      if (!text) continue;
      // Those that were refused with it are counted no more.
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

/** Texts are looked up within days, and counted for one. */
const KEPT = '30 days';

/** Forgets the texts that nobody asks about any more. */
export async function sweepTextCounts(pool: Pool): Promise<void> {
  await pool.query(`delete from texts_counted where counted_at < now() - interval '${KEPT}'`);
}

import type { Pool } from 'pg';
import { numberPrefix } from '../../../adapters/phone.ts';
import type { Allowance, CausedBy, TextCounts } from './tables.ts';

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
  values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`;

/** Each count by an index of its own; all texts of the day are walked for `in_all` alone, and they are as many as the salon pays for. */
const COUNTED = `
  with day as not materialized (select * from texts_counted where counted_at > now() - interval '1 day')
  select
    (select count(*) from day where number = $1 and public = $4 and by_link = $5)::int as number,
    (select count(*) from day where prefix = $2 and public)::int as prefix,
    (select count(*) from day where address = $3 and public)::int as address,
    (select count(*) from day where number = $1 and address = $3 and public)::int as number_and_address,
    (select count(*) from day where booking_id = $6 and public)::int as booking,
    count(*) filter (where public)::int as unconfirmed,
    count(*)::int as in_all
  from texts_counted
  where counted_at > greatest(now() - interval '1 day', (select counted_from from sending))`;

interface Counted {
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
  function allowanceOf(counted: Counted, causedBy: CausedBy, isByHand: boolean): Allowance {
    if (causedBy === 'anybody' && isUnconfirmedOver(counted, limits)) return 'unconfirmed-over-cap';
    if (causedBy === 'link' && counted.number > limits.shareOfNumber) return 'over-cap';
    if (causedBy === 'salon' && !isByHand && counted.number > limits.perNumber) return 'over-cap';
    return counted.in_all > limits.inAll ? 'stopped' : 'allowed';
  }

  return {
    async allow({ causeId, bookingId, to, address, causedBy, isByHand }) {
      const causes = [causedBy === 'anybody', causedBy === 'link'];
      const subjects = [hash(`number:${to}`), hash(`prefix:${numberPrefix(to)}`), address, ...causes];
      const { rowCount } = await pool.query(COUNT, [causeId, bookingId, ...subjects]);
      if (rowCount === 0) return 'allowed';
      const { rows } = await pool.query<Counted>(COUNTED, [...subjects, bookingId]);
      const [counted] = rows;
      const allowance = counted ? allowanceOf(counted, causedBy, isByHand) : 'allowed';
      if (allowance === 'allowed') return 'allowed';
      await pool.query('delete from texts_counted where cause_id = $1', [causeId]);
      if (allowance === 'stopped') await stop();
      return allowance;
    },

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

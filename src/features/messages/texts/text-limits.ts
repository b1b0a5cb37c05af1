import type { Pool } from 'pg';
import { numberPrefix } from '../../../adapters/phone.ts';
import { batcher } from '../../../adapters/postgres/batcher.ts';
import type { SalonProfile } from '../../../adapters/salon-profile/profile.ts';

/**
 * The group of people who can cause a message, and so repeatedly: `anybody`, about a booking that staff have neither made nor confirmed; whoever has the
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

/** The number of texts that may be sent within a day. */
interface TextLimits {
  /** The limits of one number: texts that anybody can cause, and those of the salon, are counted separately. */
  readonly perNumber: number;
  /** The limit of one network address, for texts that anybody can cause. */
  readonly perAddress: number;
  /**
   * To one number: texts that anybody can cause from one network address; and texts that links cause. Less than `perNumber`, so that
   * nobody else can use up all texts of the number's owner.
   */
  readonly shareOfNumber: number;
  /** The limit of texts that anybody can cause about one booking, however often it is moved. */
  readonly perBooking: number;
  /** The limit of numbers with one prefix, for texts that anybody can cause: premium numbers share a prefix. */
  readonly perPrefix: number;
  /** All texts that anybody can cause: less than `inAll`, so that there is room left for the salon's. */
  readonly unconfirmed: number;
  /** Beyond it nothing leaves until staff lift the stop. */
  readonly inAll: number;
}

/** A booking may cause so many texts in a day: about booking, moving and cancelling, and one more. */
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

/** The day's counts for some texts, in their order, before any of them; `isCounted` if the text itself is counted already. */
const COUNTED = `
  with day as not materialized (select * from texts_counted where counted_at > now() - interval '1 day'),
  totals as materialized (
    select count(*) filter (where public)::int as unconfirmed, count(*)::int as in_all
    from day where counted_at > coalesce((select counted_from from sending), '-infinity'))
  select exists (select from texts_counted where cause_id = asked.cause_id) as "isCounted",
    unconfirmed, in_all as "inAll",
    (select count(*) from day d where d.number = asked.number
      and d.public = asked.public and d.by_link = asked.by_link)::int as number,
    (select count(*) from day d where d.prefix = asked.prefix and d.public)::int as prefix,
    (select count(*) from day d where d.address = asked.address and d.public)::int as address,
    (select count(*) from day d where d.number = asked.number and d.address = asked.address
      and d.public)::int as "numberAndAddress",
    (select count(*) from day d where d.booking_id = asked.booking_id and d.public)::int as booking
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::boolean[], $7::boolean[])
    with ordinality as asked (cause_id, booking_id, number, prefix, address, public, by_link, n), totals
  order by n`;

const COUNT = `
  insert into texts_counted (cause_id, booking_id, number, prefix, address, public, by_link)
  select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::boolean[], $7::boolean[])
  on conflict do nothing`;

/** How many texts were counted that a limit counts together with one. */
interface Counts {
  readonly number: number;
  readonly prefix: number;
  readonly address: number;
  readonly numberAndAddress: number;
  readonly booking: number;
  readonly unconfirmed: number;
  readonly inAll: number;
}

/** A text as it is counted. Numbers and prefixes are keyed hashes. */
interface CountedText {
  readonly text: CountedMessage;
  readonly number: string;
  readonly prefix: string;
}

/** Adds the texts of the same batch that were allowed before this one. */
function withEarlier(
  counts: Counts,
  { text, number, prefix }: CountedText,
  earlier: readonly CountedText[],
): Counts {
  const strangers = earlier.filter((one) => one.text.causedBy === 'anybody');
  const ofAddress = strangers.filter((one) => text.address !== null && one.text.address === text.address);
  const isToNumber = (one: CountedText) => one.number === number;
  const ofKind = earlier.filter((one) => one.text.causedBy === text.causedBy);
  return {
    number: counts.number + ofKind.filter(isToNumber).length,
    prefix: counts.prefix + strangers.filter((one) => one.prefix === prefix).length,
    address: counts.address + ofAddress.length,
    numberAndAddress: counts.numberAndAddress + ofAddress.filter(isToNumber).length,
    booking: counts.booking + strangers.filter((one) => one.text.bookingId === text.bookingId).length,
    unconfirmed: counts.unconfirmed + strangers.length,
    inAll: counts.inAll + earlier.length,
  };
}

/** Whether one more is beyond a limit of those that anybody can cause. */
const isUnconfirmedOver = (counts: Counts, limits: TextLimits): boolean =>
  counts.number >= limits.perNumber ||
  counts.prefix >= limits.perPrefix ||
  counts.address >= limits.perAddress ||
  counts.numberAndAddress >= limits.shareOfNumber ||
  counts.booking >= limits.perBooking ||
  counts.unconfirmed >= limits.unconfirmed;

/**
 * Limits of texts. They are counted in Postgres, so that they outlive the process: once for all texts that ask at the same time, before
 * any of them is sent. Only those that are allowed are counted, so a text that is counted was allowed.
 */
export function createTextLimits({ pool, limits, hash, stop }: Deps): MessageLimits {
  function allowanceOf(counts: Counts, { causedBy, isByHand }: CountedMessage): Allowance {
    if (causedBy === 'anybody' && isUnconfirmedOver(counts, limits)) return 'unconfirmed-over-cap';
    if (causedBy === 'link' && counts.number >= limits.shareOfNumber) return 'over-cap';
    if (causedBy === 'salon' && !isByHand && counts.number >= limits.perNumber) return 'over-cap';
    return counts.inAll >= limits.inAll ? 'stopped' : 'allowed';
  }

  const valuesOf = (texts: readonly CountedText[]) => [
    texts.map(({ text }) => text.causeId),
    texts.map(({ text }) => text.bookingId),
    texts.map(({ number }) => number),
    texts.map(({ prefix }) => prefix),
    texts.map(({ text }) => text.address),
    texts.map(({ text }) => text.causedBy === 'anybody'),
    texts.map(({ text }) => text.causedBy === 'link'),
  ];

  const allow = batcher(async (messages: readonly CountedMessage[]) => {
    const texts = messages.map((text) => ({
      text,
      number: hash(`number:${text.to}`),
      prefix: hash(`prefix:${numberPrefix(text.to)}`),
    }));
    const { rows } = await pool.query<Counts & { readonly isCounted: boolean }>({
      name: 'texts-counted',
      text: COUNTED,
      values: valuesOf(texts),
    });
    const added: CountedText[] = [];
    const allowances = rows.map(({ isCounted, ...counts }, index): Allowance => {
      const text = texts[index];
      if (isCounted || !text) return 'allowed';
      const allowance = allowanceOf(withEarlier(counts, text, added), text.text);
      if (allowance === 'allowed') added.push(text);
      return allowance;
    });
    if (added.length > 0) await pool.query({ name: 'texts-count', text: COUNT, values: valuesOf(added) });
    if (allowances.includes('stopped')) await stop();
    return allowances;
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

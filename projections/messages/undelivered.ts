import type { Pool } from 'pg';
import {
  explainMessage,
  type MessageChannel,
  STUCK_MINUTES,
} from '../../src/contracts/messages/message-words.ts';
import type { UndeliveredMessage } from '../../src/contracts/messages/waiting-messages.ts';
import { LATE_TABLE, MESSAGES_TABLE, type MessageRow } from './projection.ts';

/**
 * SQL: the customer was told of the same state of the booking, or of a later one, by a later message. In another channel only a later
 * state counts: a mail that goes out with a text doesn't show that the number is right. That the salon is running late is told only by
 * another message that says so.
 */
const TOLD_SINCE = `exists (
  select from ${MESSAGES_TABLE} later
  where later.booking_id = m.booking_id and later.status in ('claimed', 'sent', 'kept', 'delivered', 'no-receipt')
    and case when m.kind = 'late'
      then later.kind = 'late' and later.channel = m.channel and later.position > m.position
      when later.channel = m.channel
      then later.position > m.position and later.booking_revision >= coalesce(m.booking_revision, 0)
      else later.booking_revision > m.booking_revision end)`;

/**
 * SQL: a recent message may not have reached its customer, who hasn't been told since. A claim is normally resolved within minutes; the
 * outcome of an older one is unknown, and later messages wait behind it.
 *
 * @param from SQL of the first instant of `attentionTimes`, as `stuckBefore` of the second
 */
const mayBeLost = (from: string, stuckBefore: string): string =>
  `(m.needs_staff and m.status <> 'received' or m.status = 'claimed' and not m.is_dismissed and m.at < ${stuckBefore})
    and m.at > ${from} and not ${TOLD_SINCE}`;

/**
 * SQL: a recent reply waits for an answer. It waits no longer once any later answer about the booking may have left. Nor does it
 * while an answer that was asked for is still on its way, unless that ended unsent, failed, or became a text about the booking.
 */
const waitsForAnswer = (from: string): string => `(m.needs_staff and m.status = 'received' and m.at > ${from}
  and (m.answered_by is null or exists (
    select from ${MESSAGES_TABLE} a where a.booking_id = m.booking_id and a.causes::jsonb ? m.answered_by::text
      and (a.kind is distinct from 'answer' or a.status in ('suppressed', 'failed', 'unknown'))))
  and not exists (
    select from ${MESSAGES_TABLE} a where a.booking_id = m.booking_id and a.position > m.position and a.kind = 'answer'
      and not exists (select from ${LATE_TABLE} l where a.causes::jsonb ? l.id::text)
      and a.status in ('claimed', 'sent', 'kept', 'delivered', 'no-receipt')))`;

/** SQL: a recent message needs the attention of staff. @param over SQL of the ids of messages for which it is too late */
export const wantsStaff = (from: string, stuckBefore: string, over: string): string =>
  `(${mayBeLost(from, stuckBefore)} and m.id <> all(${over}::uuid[]) or ${waitsForAnswer(from)})`;

/** A failure needs attention for this long. Later nobody acts on it, and it would hide newer ones. */
const ATTENTION_DAYS = 14;

/** Failures before the first instant no longer need attention; claims before the second are stuck. */
export const attentionTimes = (now: Date): readonly [from: Date, stuckBefore: Date] => [
  new Date(now.getTime() - ATTENTION_DAYS * 86_400_000),
  new Date(now.getTime() - STUCK_MINUTES * 60_000),
];

/** The most bookings that are marked as having such a message. */
const MOST_BOOKINGS = 500;

/** The explanation of a message for staff. @param isUrgent whether it needs their attention */
export function explainRow(
  { status, why, code, channel }: Pick<MessageRow, 'status' | 'why' | 'code' | 'channel'>,
  isUrgent: boolean,
): string {
  if (status === 'claimed' && isUrgent) return explainMessage(status, 'no-answer', code, channel);
  return explainMessage(status, status === 'unknown' ? null : why, code, channel);
}

type Row = Pick<MessageRow, 'id' | 'channel' | 'status' | 'why' | 'code'> & { readonly at: Date };

interface Deps {
  readonly pool: Pool;
  now(): Date;
}

/** Recent messages that did not reach customers. */
export const createUndelivered = ({ pool, now }: Deps) => ({
  /** The last one in each channel about a booking. */
  async of(bookingId: string): Promise<UndeliveredMessage[]> {
    const { rows } = await pool.query<Row>({
      name: 'messages-undelivered-of',
      text: `select distinct on (m.channel) m.id, m.channel, m.status, m.why, m.code, m.at
        from ${MESSAGES_TABLE} m where m.booking_id = $1 and ${mayBeLost('$2', '$3')}
        order by m.channel desc, m.position desc`,
      values: [bookingId, ...attentionTimes(now())],
    });
    return rows.map(({ id, channel, status, why, code, at }) => ({
      id,
      channel,
      status,
      explanation: explainRow({ status, why, code, channel }, true),
      at: at.toISOString(),
    }));
  },

  /**
   * The bookings with such a message, and the channel of the last one of each; the latest first.
   *
   * @param over ids of messages for which it is too late
   */
  async bookings(over: readonly string[]): Promise<{ booking_id: string; channel: MessageChannel }[]> {
    const { rows } = await pool.query<{ booking_id: string; channel: MessageChannel }>({
      name: 'messages-undelivered',
      text: `select booking_id, channel from (
          select distinct on (m.booking_id) m.booking_id, m.channel, m.position
          from ${MESSAGES_TABLE} m where ${mayBeLost('$1', '$2')} and m.id <> all($3::uuid[])
          order by m.booking_id, m.position desc) last
        order by position desc limit ${MOST_BOOKINGS}`,
      values: [...attentionTimes(now()), over],
    });
    return rows;
  },

  async all(): Promise<Pick<MessageRow, 'id' | 'booking_id' | 'kind'>[]> {
    const { rows } = await pool.query<Pick<MessageRow, 'id' | 'booking_id' | 'kind'>>({
      name: 'messages-undelivered-all',
      text: `select m.id, m.booking_id, m.kind from ${MESSAGES_TABLE} m where ${mayBeLost('$1', '$2')}`,
      values: [...attentionTimes(now())],
    });
    return rows;
  },
});

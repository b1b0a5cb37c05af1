import type { Pool } from 'pg';
import { explainMessage, type MessageChannel } from '../../src/contracts/messages/message-words.ts';
import type { UndeliveredMessage } from '../../src/contracts/messages/waiting-messages.ts';
import { MESSAGES_TABLE, type MessageRow } from './projection.ts';

/**
 * SQL: a recent message may not have reached its customer. A claim is normally resolved within minutes; the outcome of an older one is
 * unknown, and later messages wait behind it.
 *
 * @param from SQL of the first instant of `attentionTimes`, as `stuckBefore` of the second
 */
const mayBeLost = (from: string, stuckBefore: string): string =>
  `(m.needs_staff and m.status <> 'received' or m.status = 'claimed' and m.at < ${stuckBefore}) and m.at > ${from}`;

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
      and a.status in ('claimed', 'sent', 'kept', 'delivered', 'no-receipt')))`;

/** SQL: a recent message needs the attention of staff. */
export const wantsStaff = (from: string, stuckBefore: string): string =>
  `(${mayBeLost(from, stuckBefore)} or ${waitsForAnswer(from)})`;

/** SQL: no later message in the same channel has left to its customer. */
const NOT_REACHED = `not exists (
  select from ${MESSAGES_TABLE} later
  where later.booking_id = m.booking_id and later.channel = m.channel and later.position > m.position
    and later.status in ('claimed', 'sent', 'kept', 'delivered', 'no-receipt'))`;

/** A failure needs attention for this long. Later nobody acts on it, and it would hide newer ones. */
const ATTENTION_DAYS = 14;

const STUCK_MINUTES = 5;

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
        from ${MESSAGES_TABLE} m where m.booking_id = $1 and ${mayBeLost('$2', '$3')} and ${NOT_REACHED}
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

  /** The bookings with such a message, and the channel of the last one of each; the latest first. */
  async bookings(): Promise<{ booking_id: string; channel: MessageChannel }[]> {
    const { rows } = await pool.query<{ booking_id: string; channel: MessageChannel }>({
      name: 'messages-undelivered',
      text: `select booking_id, channel from (
          select distinct on (m.booking_id) m.booking_id, m.channel, m.position
          from ${MESSAGES_TABLE} m where ${mayBeLost('$1', '$2')} and ${NOT_REACHED}
          order by m.booking_id, m.position desc) last
        order by position desc limit ${MOST_BOOKINGS}`,
      values: [...attentionTimes(now())],
    });
    return rows;
  },
});

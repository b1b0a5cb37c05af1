import type { Pool } from 'pg';
import { explainMessage, type MessageChannel } from '../../src/contracts/message-words.ts';
import type { UndeliveredMessage } from '../../src/contracts/waiting-messages.ts';
import { MESSAGES_TABLE, type MessageRow } from './projection.ts';

/** Staff should look at it, and nothing has left to its customer in the same way since. */
const UNDELIVERED = `m.needs_staff and not exists (
  select from ${MESSAGES_TABLE} later
  where later.booking_id = m.booking_id and later.channel = m.channel and later.position > m.position
    and later.status in ('claimed', 'sent', 'kept', 'delivered', 'no-receipt'))`;

/** For so long staff are asked to look at a failure. Later nobody acts on it any more, and it would bury what is new. */
const ATTENTION_DAYS = 14;

/** Failures from before it are past. */
export const attentionFrom = (now: Date): Date => new Date(now.getTime() - ATTENTION_DAYS * 86_400_000);

/** As many as the list of appointments marks. */
const MOST_MARKED = 500;

type Row = Pick<MessageRow, 'id' | 'channel' | 'status' | 'why' | 'code'> & { readonly at: Date };

interface Deps {
  readonly pool: Pool;
  now(): Date;
}

/** What of late did not reach customers. */
export const createUndelivered = ({ pool, now }: Deps) => ({
  /** The last one of each channel about a booking. */
  async of(bookingId: string): Promise<UndeliveredMessage[]> {
    const { rows } = await pool.query<Row>({
      name: 'messages-undelivered-of',
      text: `select distinct on (m.channel) m.id, m.channel, m.status, m.why, m.code, m.at
        from ${MESSAGES_TABLE} m where m.booking_id = $1 and m.at > $2 and ${UNDELIVERED}
        order by m.channel desc, m.position desc`,
      values: [bookingId, attentionFrom(now())],
    });
    return rows.map(({ id, channel, status, why, code, at }) => ({
      id,
      channel,
      status,
      explanation: explainMessage(status, status === 'unknown' ? null : why, code, channel),
      at: at.toISOString(),
    }));
  },

  /** Each appointment with one, and the channel of its last one; the latest first. */
  async marked(): Promise<{ booking_id: string; channel: MessageChannel }[]> {
    const { rows } = await pool.query<{ booking_id: string; channel: MessageChannel }>({
      name: 'messages-undelivered',
      text: `select booking_id, channel from (
          select distinct on (m.booking_id) m.booking_id, m.channel, m.position
          from ${MESSAGES_TABLE} m where m.at > $1 and ${UNDELIVERED}
          order by m.booking_id, m.position desc) last
        order by position desc limit ${MOST_MARKED}`,
      values: [attentionFrom(now())],
    });
    return rows;
  },
});

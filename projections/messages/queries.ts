import type { Pool } from 'pg';
import { explainMessage } from '../../src/contracts/message-words.ts';
import type { AdminMessage, MessageStatus } from '../../src/contracts/messages.ts';
import type { EventStore } from '../../src/eventsourcing/event-store.ts';
import { ERASED } from '../../src/eventsourcing/event-types.ts';
import { messagesStream } from '../../src/features/messages/events.ts';
import { MESSAGES_TABLE, type MessageRow } from './projection.ts';

interface PageOf {
  readonly status?: MessageStatus | undefined;
  readonly booking_id?: string | undefined;
  /** Rank and position of the last message of the page before. */
  readonly cursor?: string | undefined;
  readonly limit: number;
}

type Row = Omit<MessageRow, 'at' | 'changed_at'> & { readonly at: Date; readonly changed_at: Date };

interface Said {
  readonly to: string | null;
  readonly text: string | null;
}

const NOTHING: Said = { to: null, text: null };
const rankOf = ({ needs_staff }: Pick<Row, 'needs_staff'>) => (needs_staff ? '1' : '0');

interface Deps {
  readonly pool: Pool;
  /** Opens personal parts. */
  readonly store: Pick<EventStore, 'read'>;
}

/** Messages, those that staff should look at first. */
export function createMessages({ pool, store }: Deps) {
  /** What the messages of these bookings say, by the message's id. An erased customer's don't open any more. */
  async function saidIn(bookingIds: readonly string[]): Promise<ReadonlyMap<string, Said>> {
    const said = new Map<string, Said>();
    for (const bookingId of new Set(bookingIds)) {
      for (const { id, type, data } of await store.read(messagesStream(bookingId))) {
        const personal = data.personal as typeof ERASED | { to?: string; text?: string; words?: string };
        if (personal === undefined || personal === ERASED) continue;
        const { to = null, text, words } = personal;
        said.set(type === 'MessageAttempted' ? String(data.attemptId) : id, {
          to,
          text: text ?? words ?? null,
        });
      }
    }
    return said;
  }

  function shown(row: Row, said: Said): AdminMessage {
    const { id, booking_id, kind, status, code, causes, why, at, changed_at } = row;
    return {
      id,
      booking_id,
      kind,
      status,
      explanation: explainMessage(status, status === 'unknown' ? null : why, code),
      code,
      ...said,
      causes: [...causes],
      at: at.toISOString(),
      changed_at: changed_at.toISOString(),
      can_resend: row.needs_staff,
    };
  }

  return {
    async page({ status, booking_id, cursor, limit }: PageOf) {
      const conditions = ['true'];
      const values: unknown[] = [limit + 1];
      const where = (condition: (parameter: string) => string, value: unknown) => {
        values.push(value);
        conditions.push(condition(`$${values.length}`));
      };
      if (status !== undefined) where((p) => `status = ${p}`, status);
      if (booking_id !== undefined) where((p) => `booking_id = ${p}`, booking_id);
      if (cursor !== undefined) {
        const [rank, position] = cursor.split('.');
        values.push(rank === '1', position);
        conditions.push(`(needs_staff, position) < ($${values.length - 1}::boolean, $${values.length})`);
      }
      const { rows } = await pool.query<Row>(
        `select * from ${MESSAGES_TABLE} where ${conditions.join(' and ')}
         order by needs_staff desc, position desc limit $1`,
        values,
      );
      const page = rows.slice(0, limit);
      const said = await saidIn(page.map((row) => row.booking_id));
      const last = rows.length > limit ? page.at(-1) : undefined;
      return {
        messages: page.map((row) => shown(row, said.get(row.id) ?? NOTHING)),
        next_cursor: last ? `${rankOf(last)}.${last.position}` : null,
      };
    },

    /** The booking that a message is about. */
    async bookingOf(messageId: string): Promise<string | undefined> {
      const { rows } = await pool.query<{ booking_id: string }>(
        `select booking_id from ${MESSAGES_TABLE} where id = $1`,
        [messageId],
      );
      return rows[0]?.booking_id;
    },
  };
}

export type Messages = ReturnType<typeof createMessages>;

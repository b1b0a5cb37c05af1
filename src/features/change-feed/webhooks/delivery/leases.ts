import type { Pool } from 'pg';
import type { KnownEvent, Position } from '../../../../eventsourcing/event-store.ts';
import type { DeliveryRow, WebhookRow } from '../rows.ts';

/** A lease lasts this long unless it is renewed. Staff who remove or pause a webhook wait no longer than that. */
export const HELD_MS = 2_000;
const HELD_UNTIL = `clock_timestamp() + interval '${HELD_MS} milliseconds'`;

export type DueWebhook = Pick<WebhookRow, 'id' | 'url' | 'types' | 'version' | 'position'>;

export interface Failure {
  readonly tries: number;
  readonly since: Date;
  readonly nextTryAt: Date | null;
  readonly pausedWhy: 'failing' | 'gone' | null;
}

/** A try to deliver an event. */
type NewDelivery = Omit<DeliveryRow, 'id' | 'at'> & { readonly at: Date };

const DUE = `
  select id, url, types, version, position from webhooks
  where paused_at is null and (next_try_at is null or next_try_at <= $1)`;

/** A sender takes a webhook only at the position that it has read: another sender may have gone further. */
const TAKE = `
  update webhooks set held_by = $2, held_until = ${HELD_UNTIL}
  where id = $1 and version = $3 and position = $4 and paused_at is null
    and (held_by = $2 or held_until is null or held_until < clock_timestamp())
  returning failed_tries, failing_since`;

const RENEW = `update webhooks set held_until = ${HELD_UNTIL} where id = $1 and held_by = $2`;

const PASS = `
  update webhooks set position = $4, last_event = coalesce($5, last_event)
  where id = $1 and version = $2 and position = $3`;

/** The delivery is recorded even if staff have changed the webhook meanwhile, unless they have removed it. */
const END = `
  with ended as (
    update webhooks set position = coalesce($3, position), last_event = coalesce($15, last_event), failed_tries = $4, failing_since = $5, next_try_at = $6,
      paused_at = case when $7::text is null then paused_at else $8 end, paused_why = coalesce($7, paused_why),
      held_by = null, held_until = null
    where id = $1 and held_by = $2 returning id)
  insert into webhook_deliveries (webhook_id, event_id, type, attempt, at, duration_ms, status, failure)
  select id, $9, $10, $11, $8, $12, $13, $14 from webhooks where id = $1
  returning exists (select from ended) as mine`;

export const createLeases = (pool: Pool, sender: string) => ({
  /** The webhooks to which something may be sent now. */
  async due(now: Date): Promise<readonly DueWebhook[]> {
    const { rows } = await pool.query<DueWebhook>({ name: 'webhooks-due', text: DUE, values: [now] });
    return rows;
  },

  /** @returns undefined when nothing may be sent: the address was changed, or another process sends */
  async take({ id, version }: DueWebhook, position: Position) {
    const { rows } = await pool.query<Pick<WebhookRow, 'failed_tries' | 'failing_since'>>({
      name: 'webhook-take',
      text: TAKE,
      values: [id, sender, version, position],
    });
    return rows[0];
  },

  /** @returns false when nothing may be sent any more */
  async renew({ id }: DueWebhook): Promise<boolean> {
    const { rowCount } = await pool.query({ name: 'webhook-renew', text: RENEW, values: [id, sender] });
    return rowCount === 1;
  },

  /**
   * Moves on past events that aren't wanted.
   *
   * @param last the last event up to there, if it is known
   * @returns false when the address was changed or has moved meanwhile
   */
  async pass({ id, version }: DueWebhook, from: Position, to: Position, last?: KnownEvent): Promise<boolean> {
    const { rowCount } = await pool.query({
      name: 'webhook-pass',
      text: PASS,
      values: [id, version, from, to, last],
    });
    return rowCount === 1;
  },

  /**
   * Notes what came of a try, and moves on after a delivery.
   *
   * @param reached the event, if it was delivered
   * @returns false when the address was changed meanwhile
   */
  async end(
    { id }: DueWebhook,
    delivery: NewDelivery,
    reached: KnownEvent | null,
    failure: Failure | null,
  ): Promise<boolean> {
    const { event_id, type, attempt, at, duration_ms, status, failure: why } = delivery;
    const { tries = 0, since = null, nextTryAt = null, pausedWhy = null } = failure ?? {};
    const { rows } = await pool.query<{ mine: boolean }>({
      name: 'webhook-end',
      text: END,
      values: [
        ...[id, sender, reached?.position ?? null, tries, since, nextTryAt, pausedWhy, at],
        ...[event_id, type, attempt, duration_ms, status, why, reached],
      ],
    });
    return rows[0]?.mine ?? false;
  },
});

export type Leases = ReturnType<typeof createLeases>;

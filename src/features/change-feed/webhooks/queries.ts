import type { Pool } from 'pg';
import type { Webhook } from '../../../contracts/settings/webhooks.ts';
import type { NamesOf } from '../../../http/operation/caller.ts';
import { refuse } from '../../../http/refusal.ts';
import {
  DELIVERY_COLUMNS,
  type DeliveryRow,
  shownWebhook,
  WEBHOOK_COLUMNS,
  type WebhookRow,
} from './rows.ts';
import type { WebhookSecrets } from './secrets.ts';

interface QueriesDeps {
  readonly pool: Pool;
  readonly secrets: Pick<WebhookSecrets, 'formerUntil'>;
  readonly namesOf: NamesOf;
  now(): Date;
}

export function createWebhookQueries({ pool, secrets, namesOf, now }: QueriesDeps) {
  async function shown(rows: readonly WebhookRow[]): Promise<Webhook[]> {
    const ids = rows.map(({ id }) => id);
    const [names, former, last] = await Promise.all([
      namesOf([...new Set(rows.map(({ made_by }) => made_by))]),
      secrets.formerUntil(ids, now()),
      pool.query<DeliveryRow & { readonly of: string }>(
        `select wanted.id as of, d.* from unnest($1::uuid[]) as wanted (id)
         cross join lateral (select ${DELIVERY_COLUMNS} from webhook_deliveries
           where webhook_id = wanted.id order by id desc limit 1) d`,
        [ids],
      ),
    ]);
    return rows.map((row) => {
      const found = last.rows.find(({ of }) => of === row.id);
      const { of: _, ...lastDelivery } = found ?? {};
      return shownWebhook(row, {
        lastDelivery: found && (lastDelivery as DeliveryRow),
        formerSecretUntil: former.get(row.id),
        madeBy: names.get(row.made_by),
      });
    });
  }

  return {
    async list(): Promise<Webhook[]> {
      const { rows } = await pool.query<WebhookRow>(
        `select ${WEBHOOK_COLUMNS} from webhooks order by made_at, id`,
      );
      return shown(rows);
    },

    /** @throws Refused `not-found` */
    async byId(id: string): Promise<Webhook> {
      const { rows } = await pool.query<WebhookRow>(`select ${WEBHOOK_COLUMNS} from webhooks where id = $1`, [
        id,
      ]);
      const [webhook] = await shown(rows);
      if (!webhook) throw refuse('not-found');
      return webhook;
    },

    /** The newest first. @param cursor only what is older than the delivery with this id */
    async deliveries(
      webhookId: string,
      { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
    ): Promise<readonly DeliveryRow[]> {
      const { rows } = await pool.query<DeliveryRow>(
        `select ${DELIVERY_COLUMNS} from webhook_deliveries
         where webhook_id = $1 and ($2::bigint is null or id < $2) order by id desc limit $3`,
        [webhookId, cursor ?? null, limit],
      );
      return rows;
    },
  };
}

export type WebhookQueries = ReturnType<typeof createWebhookQueries>;

/** Removes what was delivered more than thirty days ago, and former secrets that nothing is signed with any more. */
export async function sweepDeliveries(pool: Pool, now: Date): Promise<void> {
  await pool.query("delete from webhook_deliveries where at < $1::timestamptz - interval '30 days'", [now]);
  await pool.query('delete from webhook_secrets where ends_at <= $1', [now]);
}

import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { Queryable } from '../../../adapters/postgres/pool.ts';
import { openBox, SealBroken, sealBox } from '../../../eventsourcing/sealing/sealed-box.ts';
import { type SealingKeys, unshreddedKey } from '../../../eventsourcing/sealing/sealing-keys.ts';

/** Deliveries are signed with a former secret, too, for this long. */
const FORMER_FOR_MS = 24 * 3_600_000;
/** Standard Webhooks recommends 24 to 64. */
const SECRET_BYTES = 32;

/** The name of the key that seals them. No stream has this name. */
const SEALED_AS = 'webhook-secrets';
const bindingOf = (webhookId: string, id: string) => `webhook secret ${webhookId} ${id}`;

/** A secret, and from when on it isn't used any more; null for the present one. */
export interface SigningSecret {
  readonly secret: string;
  readonly endsAt: Date | null;
}

interface Row {
  readonly id: string;
  readonly webhook_id: string;
  readonly ends_at: Date | null;
  readonly box: Buffer;
}

/** The table `webhook_secrets`. Only this code opens the secrets. */
export function createWebhookSecrets(pool: Pool, sealing: SealingKeys) {
  const sealingKey = () => unshreddedKey(sealing, SEALED_AS);
  const opened = async ({ id, webhook_id, box }: Row) =>
    openBox(await sealingKey(), bindingOf(webhook_id, id), box).toString();

  return {
    /**
     * A new secret, sealed before the transaction that stores it, so that no transaction waits for that.
     *
     * @param id derived from the command, so that a repetition finds what it made
     * @param by the id of the user who is shown it
     * @returns stores the secret as the present one, unless this command has stored one already: then it returns false
     */
    async draft(webhookId: string, id: string, by: string) {
      const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
      const box = sealBox(await sealingKey(), bindingOf(webhookId, id), Buffer.from(secret));
      return async (db: Queryable, now: Date): Promise<boolean> => {
        const { rowCount: known } = await db.query('select from webhook_secrets where id = $1', [id]);
        if (known) return false;
        await db.query('delete from webhook_secrets where webhook_id = $1 and ends_at <= $2', [
          webhookId,
          now,
        ]);
        await db.query('update webhook_secrets set ends_at = $2 where webhook_id = $1 and ends_at is null', [
          webhookId,
          new Date(now.getTime() + FORMER_FOR_MS),
        ]);
        await db.query(
          'insert into webhook_secrets (id, webhook_id, made_at, box, made_by) values ($1, $2, $3, $4, $5)',
          [id, webhookId, now, box, by],
        );
        return true;
      };
    },

    /** @returns `madeBy`: the administrator who was shown it; undefined when it isn't the present one any more */
    async present(webhookId: string, id: string) {
      const { rows } = await pool.query<Row & { readonly made_by: string | null }>(
        `select id, webhook_id, box, made_by from webhook_secrets
         where id = $1 and webhook_id = $2 and ends_at is null`,
        [id, webhookId],
      );
      return rows[0] && { secret: await opened(rows[0]), madeBy: rows[0].made_by };
    },

    /** The secrets to sign with, the present one first. Those that can't be opened are left out. */
    async inForce(webhookId: string): Promise<readonly SigningSecret[]> {
      const { rows } = await pool.query<Row>(
        `select id, webhook_id, ends_at, box from webhook_secrets
         where webhook_id = $1 order by ends_at desc nulls first`,
        [webhookId],
      );
      const secrets: SigningSecret[] = [];
      for (const row of rows) {
        try {
          secrets.push({ secret: await opened(row), endsAt: row.ends_at });
        } catch (error) {
          if (!(error instanceof SealBroken)) throw error;
        }
      }
      return secrets;
    },

    /** The end of each former secret: until then, deliveries are signed with it, too. */
    async formerUntil(webhookIds: readonly string[], now: Date): Promise<ReadonlyMap<string, Date>> {
      const { rows } = await pool.query<{ webhook_id: string; until: Date }>(
        `select webhook_id, max(ends_at) as until from webhook_secrets
         where webhook_id = any($1) and ends_at > $2 group by webhook_id`,
        [webhookIds, now],
      );
      return new Map(rows.map(({ webhook_id, until }) => [webhook_id, until]));
    },
  };
}

export type WebhookSecrets = ReturnType<typeof createWebhookSecrets>;

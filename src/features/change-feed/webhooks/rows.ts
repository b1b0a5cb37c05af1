import type { DeliveryFailure, Webhook } from '../../../contracts/settings/webhooks.ts';
import type { Position } from '../../../eventsourcing/event-store.ts';

/** A row of the table `webhooks`, without what only its sender needs. */
export interface WebhookRow {
  readonly id: string;
  readonly url: string;
  readonly types: readonly string[] | null;
  readonly version: number;
  readonly position: Position;
  readonly made_at: Date;
  readonly made_by: string;
  readonly paused_at: Date | null;
  readonly paused_why: NonNullable<Webhook['paused']>['why'] | null;
  readonly failed_tries: number;
  readonly failing_since: Date | null;
  readonly next_try_at: Date | null;
  readonly command_id: string;
  readonly request_hash: string;
}

/** A row of the table `webhook_deliveries`. */
export interface DeliveryRow {
  readonly id: string;
  readonly event_id: string;
  readonly type: string;
  readonly attempt: number;
  readonly at: Date;
  readonly duration_ms: number;
  readonly status: number | null;
  readonly failure: DeliveryFailure | null;
}

export const WEBHOOK_COLUMNS = `id, url, types, version, position, made_at, made_by, paused_at, paused_why,
  failed_tries, failing_since, next_try_at, command_id, request_hash`;
export const DELIVERY_COLUMNS = 'id, event_id, type, attempt, at, duration_ms, status, failure';

/** A delivery as staff see it. */
export const shownDelivery = ({ id: _, at, ...delivery }: DeliveryRow) => ({
  ...delivery,
  at: at.toISOString(),
});

interface Related {
  readonly lastDelivery: DeliveryRow | undefined;
  readonly formerSecretUntil: Date | undefined;
  readonly madeBy: string | undefined;
}

/** A webhook as staff see it. */
export function shownWebhook(row: WebhookRow, { lastDelivery, formerSecretUntil, madeBy }: Related): Webhook {
  const { paused_at: pausedAt, paused_why: why, failing_since: failingSince } = row;
  const isPaused = pausedAt !== null && why !== null;
  return {
    id: row.id,
    url: row.url,
    types: row.types && [...row.types],
    state: isPaused ? 'paused' : failingSince ? 'failing' : 'working',
    paused: isPaused ? { at: pausedAt.toISOString(), why } : null,
    failing: failingSince && {
      since: failingSince.toISOString(),
      tries: row.failed_tries,
      next_try_at: row.next_try_at?.toISOString() ?? null,
    },
    last_delivery: lastDelivery ? shownDelivery(lastDelivery) : null,
    former_secret_until: formerSecretUntil?.toISOString() ?? null,
    made_at: row.made_at.toISOString(),
    made_by: madeBy ?? null,
    version: row.version,
  };
}

import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { createPost } from '../../../adapters/webhooks/post.ts';
import type { SealingKeys } from '../../../eventsourcing/sealing/sealing-keys.ts';
import type { NamesOf } from '../../../http/operation/caller.ts';
import { createWebhookCommands } from './commands.ts';
import { createDeliver } from './deliver.ts';
import { createLeases } from './delivery/leases.ts';
import { runSenders, type SendersDeps } from './delivery/senders.ts';
import { createWebhookQueries } from './queries.ts';
import { type WebhookRoutesDeps, webhookRoutes } from './routes.ts';
import { createWebhookSecrets } from './secrets.ts';

interface Deps extends Pick<WebhookRoutesDeps, 'allowPrivate' | 'source' | 'mayLeave' | 'now'> {
  readonly pool: Pool;
  readonly keys: SealingKeys;
}

function partsOf({ pool, keys, allowPrivate, now }: Deps) {
  const post = createPost({ allowPrivate });
  return { secrets: createWebhookSecrets(pool, keys), post, deliver: createDeliver({ post, now }) };
}

interface RoutesDeps
  extends Deps,
    Pick<WebhookRoutesDeps, 'on' | 'head' | 'positionOf' | 'positionBefore'>,
    Pick<Parameters<typeof createWebhookCommands>[0], 'record' | 'prepareAnnouncement'> {
  readonly namesOf: NamesOf;
}

export function mountWebhooks(deps: RoutesDeps) {
  const parts = { ...deps, ...partsOf(deps) };
  const [commands, queries] = [createWebhookCommands(parts), createWebhookQueries(parts)];
  webhookRoutes({ ...parts, commands, queries });
  return { commands, queries };
}

/** Sends events to webhooks until the signal aborts. If several processes do so, only one at a time sends to each webhook. */
export const sendToWebhooks = (
  deps: Deps & Pick<SendersDeps, 'log' | 'logger'>,
  signal: AbortSignal,
): Promise<void> =>
  runSenders({ ...deps, ...partsOf(deps), leases: createLeases(deps.pool, randomUUID()) }, signal);

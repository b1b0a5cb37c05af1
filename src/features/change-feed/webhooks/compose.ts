import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { createPost } from '../../../adapters/webhooks/post.ts';
import type { EventStore } from '../../../eventsourcing/event-store.ts';
import type { SealingKeys } from '../../../eventsourcing/sealing/sealing-keys.ts';
import type { NamesOf } from '../../../http/operation/caller.ts';
import { createDeliver } from './deliver.ts';
import { createWebhookQueries } from './queries.ts';
import { type WebhookRoutesDeps, webhookRoutes } from './routes.ts';
import { createWebhookSecrets } from './secrets.ts';
import { createClaims } from './sending/claims.ts';
import { runSenders } from './sending/senders.ts';
import { createWebhookCommands } from './commands.ts';

interface Deps {
  readonly pool: Pool;
  readonly keys: SealingKeys;
  /** Whether addresses of private networks are allowed. */
  readonly allowPrivate: boolean;
  /** The service's address. */
  readonly source: string;
  /** Whether anything may leave this database: it is no copy of another one, or staff have let it send. */
  mayLeave(): Promise<boolean>;
  now(): Date;
}

function partsOf({ pool, keys, allowPrivate, now }: Deps) {
  const post = createPost({ allowPrivate });
  return { secrets: createWebhookSecrets(pool, keys), post, deliver: createDeliver({ post, now }) };
}

interface RoutesDeps
  extends Deps,
    Pick<WebhookRoutesDeps, 'on' | 'head' | 'positionOf' | 'positionBefore'> {
  readonly namesOf: NamesOf;
}

/** What staff see and decide about webhooks. */
export function mountWebhooks({ namesOf, ...deps }: RoutesDeps): void {
  const parts = partsOf(deps);
  const of = { ...deps, ...parts };
  webhookRoutes({
    ...of,
    commands: createWebhookCommands(of),
    queries: createWebhookQueries({ ...of, namesOf }),
  });
}

interface SendersDeps extends Deps {
  /** The log as it is stored: personal parts stay sealed. */
  readonly log: Pick<EventStore, 'subscribe'>;
  readonly logger: { warn(of: object, text: string): void };
}

/** Sends events to webhooks until the signal aborts. If several processes do so, only one at a time sends to each webhook. */
export const sendToWebhooks = (deps: SendersDeps, signal: AbortSignal): Promise<void> =>
  runSenders({ ...deps, ...partsOf(deps), claims: createClaims(deps.pool, randomUUID()) }, signal);

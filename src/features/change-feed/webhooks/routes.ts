import { randomUUID } from 'node:crypto';
import { faultOfUrl, type Post } from '../../../adapters/webhooks/post.ts';
import {
  changeWebhook,
  getWebhook,
  listDeliveries,
  listWebhooks,
  makeWebhook,
  removeWebhook,
  renewWebhookSecret,
  replayWebhook,
  TEST_EVENT,
  testWebhook,
} from '../../../contracts/settings/webhooks.ts';
import type { Position } from '../../../eventsourcing/event-store.ts';
import { versioned } from '../../../http/operation/answer.ts';
import { requireFresh } from '../../../http/operation/caller.ts';
import type { Mount } from '../../../http/operation/operation.ts';
import { invalidValue } from '../../../http/operation/parse.ts';
import { refuse } from '../../../http/refusal.ts';
import type { EventPositions } from '../event-positions.ts';
import type { WebhookCommands } from './commands.ts';
import type { Deliver } from './deliver.ts';
import type { WebhookQueries } from './queries.ts';
import { shownDelivery } from './rows.ts';
import type { WebhookSecrets } from './secrets.ts';

export interface WebhookRoutesDeps {
  readonly on: Mount;
  readonly commands: WebhookCommands;
  readonly queries: WebhookQueries;
  readonly secrets: Pick<WebhookSecrets, 'inForce'>;
  readonly post: Pick<Post, 'openAgents'>;
  readonly deliver: Deliver;
  /** Whether addresses of private networks are allowed. */
  readonly allowPrivate: boolean;
  /** The end of the log. */
  head(): Promise<Position>;
  readonly positionOf: EventPositions;
  /** The position before the first event that was recorded at an instant or later; the end of the log if there is none. */
  positionBefore(instant: Date): Promise<Position>;
  /** Whether anything may leave this database. */
  mayLeave(): Promise<boolean>;
  /** The service's address. */
  readonly source: string;
  now(): Date;
}

/** Routes by which staff see and change webhooks. A secret is only in the answer to the command that makes it. */
export function webhookRoutes(deps: WebhookRoutesDeps): void {
  const { on, commands, queries, allowPrivate, now } = deps;

  function checkUrl(url: string): void {
    const message = faultOfUrl(new URL(url), allowPrivate);
    if (message !== undefined) throw invalidValue('url', message);
  }
  const shown = async (id: string) => versioned(await queries.byId(id));

  on(listWebhooks, async () => ({
    body: { webhooks: await queries.list(), waits_for_sending: !(await deps.mayLeave()) },
  }));

  on(getWebhook, async ({ params: { id } }) => shown(id));

  on(makeWebhook, async ({ body, ...by }) => {
    requireFresh(by.caller, now());
    checkUrl(body.url);
    const { id, secret } = await commands.make(body, await deps.head(), by);
    return versioned({ ...(await queries.byId(id)), secret });
  });

  on(changeWebhook, async ({ params: { id }, body, ...by }) => {
    if (body.url !== undefined) {
      if (body.url !== (await queries.byId(id)).url) requireFresh(by.caller, now());
      checkUrl(body.url);
    }
    await commands.change(id, body, by);
    return shown(id);
  });

  on(removeWebhook, ({ params: { id }, ...by }) => commands.remove(id, by));

  on(replayWebhook, async ({ params: { id }, body: { after, from }, ...by }) => {
    const position =
      after === undefined ? await deps.positionBefore(new Date(from ?? 0)) : await deps.positionOf(after);
    await commands.change(id, { position }, by);
    return shown(id);
  });

  on(testWebhook, async ({ params: { id } }) => {
    const { url } = await queries.byId(id);
    const secrets = await deps.secrets.inForce(id);
    const agents = deps.post.openAgents();
    try {
      const event = {
        specversion: '1.0',
        id: randomUUID(),
        source: deps.source,
        type: TEST_EVENT,
        subject: id,
        time: now().toISOString(),
        datacontenttype: 'application/json',
        data: { webhook_id: id, by: 'staff' },
      } as const;
      const outcome = await deps.deliver({ url, secrets }, event, agents, AbortSignal.timeout(TEST_MS));
      if (!outcome) throw refuse('unavailable');
      const { status, failure, durationMs } = outcome;
      return { body: { status, failure, duration_ms: durationMs } };
    } finally {
      agents.close();
    }
  });

  on(renewWebhookSecret, async ({ params: { id }, ...by }) => {
    requireFresh(by.caller, now());
    const secret = await commands.renewSecret(id, by);
    return versioned({ ...(await queries.byId(id)), secret });
  });

  on(listDeliveries, async ({ params: { id }, query: { cursor, limit } }) => {
    await queries.byId(id);
    const rows = await queries.deliveries(id, { cursor, limit: limit + 1 });
    const page = rows.slice(0, limit);
    const next = rows.length > limit ? (page.at(-1)?.id ?? null) : null;
    return { body: { deliveries: page.map(shownDelivery), next_cursor: next } };
  });
}

/** Longer than a delivery may take. */
const TEST_MS = 18_000;

import { Webhook } from 'standardwebhooks';
import type { Agents, Post, Posted } from '../../../adapters/webhooks/post.ts';
import type { CloudEvent } from '../../../contracts/change-feed.ts';
import type { DeliveryFailure, TEST_EVENT } from '../../../contracts/settings/webhooks.ts';
import type { SigningSecret } from './secrets.ts';

type Delivered =
  | CloudEvent
  | (Omit<CloudEvent, 'type' | 'data'> & { readonly type: typeof TEST_EVENT; readonly data: object });

type DeliveryOutcome = Omit<Posted, 'failure'> & { readonly failure: DeliveryFailure | null };

interface DeliverDeps {
  readonly post: Pick<Post, 'post'>;
  now(): Date;
}

/** Signs events by Standard Webhooks, with each secret that hasn't ended, and sends them. */
export const createDeliver =
  ({ post, now }: DeliverDeps) =>
  /** @returns undefined when the signal aborted first */
  async (
    to: { readonly url: string; readonly secrets: readonly SigningSecret[] },
    event: Delivered,
    agents: Agents,
    signal: AbortSignal,
  ): Promise<DeliveryOutcome | undefined> => {
    const at = now();
    const valid = to.secrets.filter(({ endsAt }) => endsAt === null || endsAt > at);
    if (valid.length === 0) return { status: null, failure: 'secret', durationMs: 0 };
    const body = JSON.stringify(event);
    const headers = {
      'Content-Type': 'application/cloudevents+json; charset=utf-8',
      'User-Agent': 'salon-booking',
      'webhook-id': event.id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': valid.map(({ secret }) => new Webhook(secret).sign(event.id, at, body)).join(' '),
    };
    return post.post(to.url, { headers, body }, agents, signal);
  };

export type Deliver = ReturnType<typeof createDeliver>;

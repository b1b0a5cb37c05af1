import { setTimeout as sleep } from 'node:timers/promises';
import type { Agents, Post } from '../../../../adapters/webhooks/post.ts';
import { type CloudEvent, isTypeAmong } from '../../../../contracts/change-feed.ts';
import type { DeliveryFailure } from '../../../../contracts/settings/webhooks.ts';
import {
  type EventBatch,
  type EventStore,
  knownEvent,
  type RecordedEvent,
} from '../../../../eventsourcing/event-store.ts';
import { toCloudEvent } from '../../cloud-event.ts';
import type { Deliver } from '../deliver.ts';
import type { WebhookSecrets } from '../secrets.ts';
import type { DueWebhook, Failure, Leases } from './leases.ts';
import { nextTry } from './schedule.ts';
import { whileHeld } from './while-held.ts';

export interface SendFeedDeps {
  /** The log as it is stored: personal parts stay sealed. */
  readonly log: Pick<EventStore, 'subscribe'>;
  readonly leases: Leases;
  readonly secrets: Pick<WebhookSecrets, 'inForce'>;
  readonly post: Pick<Post, 'openAgents'>;
  readonly deliver: Deliver;
  /** The service's address. */
  readonly source: string;
  now(): Date;
}

/**
 * The shortest time from one delivery to the next, so that neither a replay nor a busy hour takes much from those who book, or
 * overruns the other side.
 */
const PACE_MS = 50;
/**
 * While the sender passes events that aren't wanted, it saves the position at most this often. After a start, the events since then are
 * read again.
 */
const SAVE_EVERY_MS = 5_000;

/** Stops a sender: its webhook was changed, a delivery has failed, or another process sends. */
class Ended extends Error {}

/**
 * Delivers the feed to one webhook, one event after the other in the order of the log. Ends when a delivery fails, or when staff change
 * the webhook.
 *
 * @throws StoreUnavailable, UnknownEvent
 */
export async function sendFeed(deps: SendFeedDeps, webhook: DueWebhook, signal: AbortSignal): Promise<void> {
  const { log, leases, deliver, source, now } = deps;
  const secrets = await deps.secrets.inForce(webhook.id);
  /** The position in the webhook's row. */
  let saved = webhook.position;
  let savedAt = 0;

  async function pass({ position, last }: EventBatch): Promise<void> {
    if (position === saved || performance.now() - savedAt < SAVE_EVERY_MS) return;
    if (!(await leases.pass(webhook, saved, position, last))) throw new Ended();
    [saved, savedAt] = [position, performance.now()];
  }

  async function send(event: CloudEvent, recorded: RecordedEvent, agents: Agents): Promise<void> {
    const holding = {
      take: () => leases.take(webhook, saved),
      renew: () => leases.renew(webhook),
    };
    const isDelivered = await whileHeld(holding, async (before, lost) => {
      const at = now();
      const ending = AbortSignal.any([signal, lost]);
      const outcome = await deliver({ url: webhook.url, secrets }, event, agents, ending);
      if (!outcome) return false;
      const { status, failure, durationMs, retryAfterMs } = outcome;
      const tries = before.failed_tries + 1;
      const delivery = { event_id: event.id, type: event.type, attempt: tries, at };
      const failed =
        failure && failureOf(failure, { tries, since: before.failing_since ?? at }, retryAfterMs);
      const ended = { ...delivery, duration_ms: durationMs, status, failure };
      return (await leases.end(webhook, ended, failure ? null : knownEvent(recorded), failed)) && !failure;
    });
    if (!isDelivered) throw new Ended();
    [saved, savedAt] = [recorded.position, performance.now()];
  }

  function failureOf(
    failure: DeliveryFailure,
    failing: Pick<Failure, 'tries' | 'since'>,
    retryAfterMs: number | undefined,
  ): Failure {
    const nextTryAt = failure === 'gone' ? null : nextTry(failing, now(), retryAfterMs);
    const pausedWhy = failure === 'gone' ? 'gone' : nextTryAt ? null : 'failing';
    return { ...failing, nextTryAt, pausedWhy };
  }

  try {
    for await (const batch of log.subscribe({ from: webhook.position, signal })) {
      const agents = deps.post.openAgents();
      try {
        for (const event of batch.events) {
          const cloudEvent = toCloudEvent(event, source);
          if (!cloudEvent || (webhook.types && !isTypeAmong(cloudEvent.type, webhook.types))) continue;
          const pace = sleep(PACE_MS, undefined, { signal }).catch(() => {});
          await send(cloudEvent, event, agents);
          await pace;
        }
      } finally {
        agents.close();
      }
      await pass(batch);
    }
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
  }
}

import { regularly } from '../../../../eventsourcing/async/regularly.ts';
import { retrying } from '../../../../eventsourcing/async/retrying.ts';
import { type SendFeedDeps, sendFeed } from './send-feed.ts';

export interface SendersDeps extends SendFeedDeps {
  /** Whether anything may leave this database: it is no copy of another one, or staff have let it send. */
  mayLeave(): Promise<boolean>;
  readonly logger: { warn(of: object, text: string): void };
}

const LOOK_EVERY_MS = 2_000;
const RETRYING = { firstMs: 1_000, longestMs: 60_000, retries: () => true };

interface Sender {
  readonly version: number;
  readonly ending: AbortController;
  readonly ended: Promise<unknown>;
}

/**
 * Sends events to all webhooks until the signal aborts, each by a sender of its own, so that none waits for another. A sender begins
 * when its webhook is due, and ends when a delivery fails or the webhook is changed.
 */
export async function runSenders(
  deps: SendersDeps,
  signal: AbortSignal,
  lookEveryMs = LOOK_EVERY_MS,
): Promise<void> {
  const { leases, mayLeave, logger, now } = deps;
  const senders = new Map<string, Sender>();

  async function look(): Promise<void> {
    const due = (await mayLeave()) ? await leases.due(now()) : [];
    const isDue = (id: string, { version }: Sender) =>
      due.some((webhook) => webhook.id === id && webhook.version === version);
    const others = [...senders].filter(([id, sender]) => !isDue(id, sender)).map(([, sender]) => sender);
    for (const { ending } of others) ending.abort();
    await Promise.all(others.map(({ ended }) => ended));
    for (const webhook of due) {
      const { id, version } = webhook;
      if (signal.aborted || senders.has(id)) continue;
      const ending = new AbortController();
      const until = AbortSignal.any([signal, ending.signal]);
      const onRetry = (err: unknown) =>
        logger.warn({ err, webhook: id }, 'Events could not be read for a webhook; another try follows.');
      const ended = retrying(until, { ...RETRYING, onRetry }, () => sendFeed(deps, webhook, until))
        .catch(onRetry)
        .finally(() => senders.delete(id));
      senders.set(id, { version, ending, ended });
    }
  }

  const onFailure = (err: unknown) => {
    if (!signal.aborted) logger.warn({ err }, 'Webhooks could not be looked for; another try follows.');
  };
  await regularly([look], { everyMs: lookEveryMs, onFailure }, signal);
  await Promise.all([...senders.values()].map(({ ended }) => ended));
}

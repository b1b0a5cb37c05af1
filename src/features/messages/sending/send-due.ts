import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageChannel } from '../../../contracts/messages/message-words.ts';
import type { DueCause } from '../queue/queue.ts';

/** How many causes are processed at the same time. Fewer mails, since they queue at the mail server. */
export const AT_ONCE = { sms: 40, email: 20 };
/** A channel that was working at its limit asks for more once this share of it is left. */
const REFILL_AT = 0.25;
/** The longest wait before the queue is looked at again, since another process may have resumed messages. */
const SWEEP_EVERY_MS = 5_000;
/** The longest wait at the end for causes in progress; the worker has longer to end. */
const END_WITHIN_MS = 10_000;

const CHANNELS: readonly MessageChannel[] = ['sms', 'email'];

interface Deps {
  /** The causes of each channel that are due, as many as are processed at the same time, also those in progress. */
  findDue(): Promise<readonly DueCause[]>;
  /** Milliseconds until the next cause is due; null if none will be. */
  nextInMs(): Promise<number | null>;
  /** Calls back when causes were added. */
  onAdded(wake: () => void): void;
  look(cause: DueCause): Promise<void>;
  /** Makes a cause whose look failed due later. */
  postpone(cause: DueCause): Promise<void>;
  /** Called with errors; what failed is retried. */
  onFailure(error: unknown): void;
}

/**
 * Processes due causes, many at a time, so that they share database statements. Ends with the signal, once the causes in progress are
 * done or their time is up; the rest is processed again later.
 */
export async function sendDue(
  { findDue, nextInMs, onAdded, look, postpone, onFailure }: Deps,
  signal: AbortSignal,
): Promise<void> {
  const running = { sms: new Map<string, Promise<void>>(), email: new Map<string, Promise<void>>() };
  let isUnavailable = false;

  /** Reports an outage once, until the queue answers again. */
  async function poll(): Promise<readonly DueCause[]> {
    try {
      const due = await findDue();
      isUnavailable = false;
      return due;
    } catch (error) {
      if (!isUnavailable) onFailure(error);
      isUnavailable = true;
      return [];
    }
  }

  async function process(cause: DueCause): Promise<void> {
    try {
      await look(cause);
    } catch (error) {
      onFailure(error);
      await postpone(cause);
    }
  }

  /** @returns the channels that may have more due */
  async function begin(): Promise<readonly MessageChannel[]> {
    const due = await poll();
    for (const cause of due) {
      const inProgress = running[cause.channel];
      if (inProgress.has(cause.causeId) || inProgress.size === AT_ONCE[cause.channel]) continue;
      const ended = process(cause)
        .catch(onFailure)
        .finally(() => inProgress.delete(cause.causeId));
      inProgress.set(cause.causeId, ended);
    }
    return CHANNELS.filter(
      (channel) => due.filter((cause) => cause.channel === channel).length === AT_ONCE[channel],
    );
  }

  async function mostEnded(channel: MessageChannel): Promise<void> {
    while (running[channel].size > AT_ONCE[channel] * REFILL_AT)
      await Promise.race(running[channel].values());
  }

  let woken = new AbortController();
  onAdded(() => woken.abort());
  while (!signal.aborted) {
    const own = new AbortController();
    // It listens from here on, so that what is added while the queue is asked ends the wait.
    woken = own;
    const full = await begin();
    const nextMs = isUnavailable ? null : await nextInMs().catch(() => null);
    for (const channel of full) void mostEnded(channel).then(() => own.abort());
    const waits = AbortSignal.any([signal, own.signal]);
    const ms = Math.max(0, Math.min(nextMs ?? SWEEP_EVERY_MS, SWEEP_EVERY_MS));
    await sleep(ms, undefined, { signal: waits }).catch(() => {});
  }
  const ended = Promise.all(CHANNELS.flatMap((channel) => [...running[channel].values()]));
  await Promise.race([ended, sleep(END_WITHIN_MS, undefined, { ref: false })]);
}

import type { Client } from 'pg';
import { LOG_START, POSITION_PATTERN, type Position } from '../../eventsourcing/event-store.ts';

const CHANNEL = 'log_events';
/** At most one notification in this time: each takes a lock that all commits of the cluster share. */
const NOTIFY_INTERVAL_MS = 5;
const RECONNECT_MS = { first: 100, longest: 5_000 };

/** Tells this process's subscriptions, and other processes, that the log has grown. */
export interface LogSignal {
  /** A committed append of this process. */
  readonly appended: (position: Position) => void;
  /** The furthest position heard of; events up to it may still be held back from the feed. */
  readonly latest: () => Position;
  /** Until something beyond the position is heard of, the time is over or the signal aborts. */
  readonly wait: (after: Position, ms: number, signal: AbortSignal) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * One connection for listening and notifying, shared by all subscriptions and kept up in the background. It is
 * a courtesy: whatever it loses while it is down, the subscriptions' slow poll finds.
 *
 * @param connect makes a client that isn't connected yet, with limits to how long connecting and a query may take.
 */
export const logSignal = (connect: () => Client): LogSignal => {
  const waiting = new Set<{ readonly after: Position; readonly wake: () => void }>();
  let latest = LOG_START;
  let listener: { readonly client: Client; readonly lose: () => void } | undefined;
  let unsent: Position | undefined;
  let notifying = false;
  let started = false;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;

  const heard = (position: Position) => {
    if (position > latest) latest = position;
    for (const waiter of waiting) if (position > waiter.after) waiter.wake();
  };

  const notify = () => {
    if (notifying || listener === undefined || unsent === undefined) return;
    notifying = true;
    const position = unsent;
    unsent = undefined;
    const rest = () => {
      setTimeout(() => {
        notifying = false;
        notify();
      }, NOTIFY_INTERVAL_MS).unref();
    };
    const { client, lose } = listener;
    client.query(`notify ${CHANNEL}, '${position}'`).then(rest, () => {
      // It may be gone without a word; the next one sends what comes from now on.
      lose();
      rest();
    });
  };

  const listen = async (delay: number) => {
    const client = connect();
    client.on('notification', ({ payload = '' }) => {
      if (POSITION_PATTERN.test(payload)) heard(payload);
    });
    let lost = false;
    const reconnect = () => {
      if (lost || closed) return;
      lost = true;
      listener = undefined;
      client.end().catch(() => {});
      const next = Math.min(delay * 2, RECONNECT_MS.longest);
      retry = setTimeout(() => void listen(next), delay * (0.5 + Math.random())).unref();
    };
    client.on('error', reconnect);
    client.on('end', reconnect);
    try {
      await client.connect();
      // A notification writes nothing that has to reach the disk, so its commit needn't wait for it.
      await client.query(`set synchronous_commit = off; listen ${CHANNEL}`);
    } catch {
      reconnect();
      return;
    }
    if (lost) return;
    if (closed) {
      client.end().catch(() => {});
      return;
    }
    delay = RECONNECT_MS.first;
    listener = { client, lose: reconnect };
    notify();
    // What was sent between the connections is unknown, so everybody looks.
    for (const waiter of waiting) waiter.wake();
  };

  const start = () => {
    if (started) return;
    started = true;
    void listen(RECONNECT_MS.first);
  };

  return {
    appended: (position) => {
      start();
      if (unsent === undefined || position > unsent) unsent = position;
      heard(position);
      notify();
    },
    latest: () => latest,
    wait: (after, ms, signal) => {
      start();
      return new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          waiting.delete(waiter);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        const waiter = { after, wake };
        const timer = setTimeout(wake, ms);
        waiting.add(waiter);
        signal.addEventListener('abort', wake, { once: true });
        if (signal.aborted) wake();
      });
    },
    close: async () => {
      closed = true;
      clearTimeout(retry);
      await listener?.client.end();
    },
  };
};

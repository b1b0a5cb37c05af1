import type { Client } from 'pg';
import type { Position } from '../../eventsourcing/event-store.ts';
import {
  type AppendNotice,
  categoryOf,
  channelsFor,
  createHeardOf,
  merged,
  noticeOf,
  notifySql,
  payloadOf,
} from './append-notice.ts';

/** At most one notification in this time: each takes a lock that all commits of the cluster share. */
const NOTIFY_INTERVAL_MS = 5;
/**
 * Many commands append twice, to two streams. The first append waits so long for the second, so that readers are woken
 * once for both; a second one wakes them at once.
 */
const LINGER_MS = 3;
const RECONNECT_MS = { first: 100, longest: 5_000 };

/** Tells this process's subscriptions, and other processes, that the log has grown. */
export interface AppendNotifier {
  /** Called after the commit of each append of this thread. */
  appended(stream: string, position: Position): void;
  /** Tells of what another thread of the process has appended. */
  passOn(notice: string): void;
  /** From now on this thread's own notices go there, to `passOn` of another one, and to nobody else. */
  handOver(to: (notice: string) => void): void;
  /**
   * The furthest position heard of, of any stream or of those with the prefixes; events up to it may still be held back
   * from the feed.
   */
  latest(prefixes?: readonly string[]): Position;
  /** Resolves when `latest` is beyond the position, the time is over or the signal aborts. */
  wait(after: Position, ms: number, signal: AbortSignal, prefixes?: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * One connection for listening and notifying, shared by all subscriptions and kept up in the background. Whatever it
 * loses while it is down is found by the subscriptions' slow poll.
 *
 * @param connect makes a client that isn't connected yet, with limits to how long connecting and a query may take.
 */
export const createAppendNotifier = (connect: () => Client): AppendNotifier => {
  interface Waiter {
    readonly after: Position;
    readonly prefixes: readonly string[] | undefined;
    readonly wake: () => void;
  }
  const waiting = new Set<Waiter>();
  const heardOf = createHeardOf();
  const channels = new Set<string>();
  let connection: { readonly client: Client; readonly lose: () => void } | undefined;
  /** What nobody was told of yet, and in how many appends it came. */
  let held: AppendNotice | undefined;
  let heldAppends = 0;
  let linger: NodeJS.Timeout | undefined;
  /** What is still to be sent, to the other processes or to the thread that does it. */
  let unsent: AppendNotice | undefined;
  let relay: ((notice: string) => void) | undefined;
  let sending = false;
  let started = false;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;

  const hear = (notice: AppendNotice) => {
    heardOf.note(notice);
    for (const { after, prefixes, wake } of waiting) if (heardOf.latest(prefixes) > after) wake();
  };

  /** A failure means that the connection may be gone without a word; the next one sends what comes from now on. */
  const run = async (sql: string) => {
    const { client, lose } = connection ?? {};
    await client?.query(sql).catch(lose);
  };

  const send = () => {
    if (sending || unsent === undefined || (relay ?? connection) === undefined) return;
    sending = true;
    const notice = unsent;
    unsent = undefined;
    const rest = () => {
      setTimeout(() => {
        sending = false;
        send();
      }, NOTIFY_INTERVAL_MS).unref();
    };
    if (relay) {
      relay(payloadOf(notice));
      rest();
    } else void run(notifySql(notice)).then(rest);
  };

  const tell = (notice: AppendNotice) => {
    unsent = merged(unsent, notice);
    hear(notice);
    send();
  };

  const tellHeld = () => {
    clearTimeout(linger);
    linger = undefined;
    const notice = held;
    held = undefined;
    heldAppends = 0;
    if (notice) tell(notice);
  };

  const listenSql = (names: readonly string[]) => names.map((channel) => `listen ${channel}`).join('; ');

  const open = async (delay: number) => {
    const client = connect();
    client.on('notification', ({ payload = '' }) => {
      const notice = noticeOf(payload);
      if (notice) hear(notice);
    });
    let lost = false;
    const reconnect = () => {
      if (lost || closed) return;
      lost = true;
      connection = undefined;
      client.end().catch(() => {});
      const next = Math.min(delay * 2, RECONNECT_MS.longest);
      retry = setTimeout(() => void open(next), delay * (0.5 + Math.random())).unref();
    };
    client.on('error', reconnect);
    client.on('end', reconnect);
    try {
      await client.connect();
      // A notification writes nothing that has to reach the disk, so its commit needn't wait for it.
      await client.query('set synchronous_commit = off');
      const listened = new Set<string>();
      // More may be asked for meanwhile.
      while (channels.size > listened.size) {
        const missing = [...channels].filter((channel) => !listened.has(channel));
        await client.query(listenSql(missing));
        for (const channel of missing) listened.add(channel);
      }
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
    connection = { client, lose: reconnect };
    send();
    // What was sent between the connections is unknown, so everybody polls.
    for (const { wake } of waiting) wake();
  };

  const start = () => {
    if (started) return;
    started = true;
    void open(RECONNECT_MS.first);
  };

  const listenFor = (prefixes: readonly string[] | undefined) => {
    const missing = channelsFor(prefixes).filter((channel) => !channels.has(channel));
    if (missing.length === 0) return;
    for (const channel of missing) channels.add(channel);
    void run(listenSql(missing));
  };

  return {
    appended(stream, position) {
      if (!relay) start();
      held = merged(held, { position, categories: new Set([categoryOf(stream)]) });
      heldAppends += 1;
      if (heldAppends > 1) tellHeld();
      else linger ??= setTimeout(tellHeld, LINGER_MS).unref();
    },
    passOn(text) {
      start();
      const notice = noticeOf(text);
      if (notice) tell(notice);
    },
    handOver(to) {
      relay = to;
      send();
    },
    latest: heardOf.latest,
    wait(after, ms, signal, prefixes) {
      listenFor(prefixes);
      start();
      return new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          waiting.delete(waiter);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        const waiter: Waiter = { after, prefixes, wake };
        const timer = setTimeout(wake, ms);
        waiting.add(waiter);
        signal.addEventListener('abort', wake, { once: true });
        if (signal.aborted) wake();
      });
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      clearTimeout(linger);
      await connection?.client.end();
    },
  };
};

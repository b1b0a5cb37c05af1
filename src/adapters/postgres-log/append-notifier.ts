import type { Client } from 'pg';
import { filter, firstValueFrom, merge, Subject, timer } from 'rxjs';
import { aborted } from '../../eventsourcing/async/aborted.ts';
import { retrying } from '../../eventsourcing/async/retrying.ts';
import type { Position } from '../../eventsourcing/event-store.ts';
import {
  type AppendNotification,
  categoryOf,
  channelsFor,
  createLatestPositions,
  notificationOf,
  notifySql,
} from './append-notification.ts';

const RECONNECTING = { firstMs: 100, longestMs: 5_000, retries: () => true };

/** Notifies this process's subscriptions, and other processes, that the log has grown. */
export interface AppendNotifier {
  /** Called after the commit of each append of this process. */
  appended(stream: string, position: Position): void;
  /**
   * The furthest position of which there was a notification, for all streams or for those with the prefixes. Because of an open
   * transaction, events up to that position may not be readable yet.
   */
  latest(prefixes?: readonly string[]): Position;
  /** Resolves when `latest` is beyond the position, the time is over or the signal aborts. */
  wait(after: Position, ms: number, signal: AbortSignal, prefixes?: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * One connection for LISTEN and NOTIFY. All subscriptions share it, and if it is lost, it is opened again in the background.
 * Subscriptions also poll slowly, so that they find events whose notifications were lost while there was no connection.
 *
 * @param connect makes a client that isn't connected yet, and that limits how long connecting and a query may take
 */
export const createAppendNotifier = (connect: () => Client): AppendNotifier => {
  const arrived = new Subject<void>();
  const connected = new Subject<void>();
  const positions = createLatestPositions();
  const channels = new Set<string>();
  const closing = new AbortController();
  let connection: { readonly client: Client; readonly lose: (error: Error) => void } | undefined;
  let last = Promise.resolve();
  let started = false;

  const receive = (notification: AppendNotification) => {
    positions.note(notification);
    arrived.next();
  };

  /** Runs one statement after the other. One that fails may mean that the connection is dead, so it is replaced. */
  const run = (sql: string): void => {
    last = last.then(async () => {
      const { client, lose } = connection ?? {};
      await client?.query(sql).catch(lose);
    });
  };

  const listenSql = (names: readonly string[]) => names.map((channel) => `listen ${channel}`).join('; ');

  /** Connects and listens until the connection is lost. @throws when connecting fails or the connection is lost */
  const listen = async (succeeded: () => void): Promise<void> => {
    const client = connect();
    client.on('notification', ({ payload = '' }) => {
      const notification = notificationOf(payload);
      if (notification) receive(notification);
    });
    const { promise: lost, reject: lose } = Promise.withResolvers<never>();
    // The connection may be lost before `lost` is awaited below.
    lost.catch(() => {});
    client.on('error', lose);
    client.on('end', () => lose(new Error('the connection ended')));
    try {
      await client.connect();
      // A notification writes nothing that has to reach the disk, so its commit needn't wait for it.
      await client.query('set synchronous_commit = off');
      const listened = new Set<string>();
      // Channels may be added while this waits for Postgres.
      while (channels.size > listened.size) {
        const missing = [...channels].filter((channel) => !listened.has(channel));
        await client.query(listenSql(missing));
        for (const channel of missing) listened.add(channel);
      }
      if (closing.signal.aborted) return;
      connection = { client, lose };
      succeeded();
      // Notifications may have been lost while there was no connection, so all subscriptions read.
      connected.next();
      await lost;
    } finally {
      connection = undefined;
      client.end().catch(() => {});
    }
  };

  const start = () => {
    if (started) return;
    started = true;
    void retrying(closing.signal, RECONNECTING, listen);
  };

  const listenFor = (prefixes: readonly string[] | undefined) => {
    const missing = channelsFor(prefixes).filter((channel) => !channels.has(channel));
    if (missing.length === 0) return;
    for (const channel of missing) channels.add(channel);
    run(listenSql(missing));
  };

  return {
    appended(stream, position) {
      start();
      const notification = { position, category: categoryOf(stream) };
      receive(notification);
      run(notifySql(notification));
    },
    latest: positions.latest,
    async wait(after, ms, signal, prefixes) {
      listenFor(prefixes);
      start();
      const grown = arrived.pipe(filter(() => positions.latest(prefixes) > after));
      await firstValueFrom(merge(grown, connected, timer(ms), aborted(signal)));
    },
    async close() {
      closing.abort();
      await connection?.client.end();
    },
  };
};

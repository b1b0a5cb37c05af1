import { setMaxListeners } from 'node:events';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { DeadlineExceeded } from '../../eventsourcing/async/deadline.ts';
import { StoreUnavailable } from '../../eventsourcing/event-store.ts';
import { addressOf, type CallOptions, callOptionsOf, openClient } from './client.ts';
import { isAnswer, missedDeadline } from './errors.ts';

/** One client, and the time for which it is used. */
interface Session {
  readonly client: EventStoreDBClient;
  /** Aborted when another client replaces this one, or when the connection is closed. */
  readonly ended: AbortSignal;
  /** Call it when the server has responded. */
  answered(): void;
  /** Call it when the server hasn't responded before a deadline. */
  unanswered(): void;
}

/** A call to the server by a client. The signal aborts when nobody waits for the call's result any more. */
type Call<T> = (client: EventStoreDBClient, abandoned: AbortSignal) => Promise<T>;

export interface Connection {
  readonly callOptions: CallOptions;
  readonly deadlineMs: number;
  /** Grows each time a connection to a server is made or lost. */
  connections(): number;
  /** The session for new calls. */
  session(): Session;
  /** Runs a call within the deadline. @throws DeadlineExceeded, StoreUnavailable, or what the call throws */
  request<T>(call: Call<T>): Promise<T>;
  close(): Promise<void>;
}

interface OwnSession extends Session {
  end(): Promise<void>;
}

/**
 * After a session without an answer, calls of the next sessions get only these parts of the deadline: until the cluster has
 * elected another leader, it may still name the silent node, and such calls are lost.
 */
const AFTER_SILENCE = [0.2, 0.2, 0.4];

/**
 * The process's connection to the server, through one client at a time. The client is replaced when the server misses a
 * deadline and hasn't responded to anything for half that time. By itself the client takes twenty seconds to drop a
 * connection that died silently, and it never drops one that isn't established. The new client connects to the silent node
 * only if that node itself says that it is the leader.
 *
 * @param url as `EVENTSTORE_URL` takes it
 * @throws StartupError when the address can't be understood
 */
export const connect = (url: string, deadlineMs: number): Connection => {
  const address = addressOf(url);
  let isClosed = false;
  let connections = 0;
  const onConnection = () => {
    connections += 1;
  };
  /** Number of sessions in a row in which the server answered nothing. */
  let silences = 0;
  /** `host:port` of the node that the last of these sessions was connected to, if any. */
  let silentNode: string | undefined;

  const openSession = (): OwnSession => {
    const { client, node, close } = openClient(address, onConnection, silentNode);
    const ending = new AbortController();
    // Every call under way listens to this signal; Node warns of many listeners otherwise.
    setMaxListeners(0, ending.signal);
    let answeredAt = Number.NEGATIVE_INFINITY;
    const isSilent = () => performance.now() - answeredAt > deadlineMs / 2;
    const session: OwnSession = {
      client,
      ended: ending.signal,
      answered: () => {
        answeredAt = performance.now();
        silences = 0;
        silentNode = undefined;
      },
      unanswered: () => {
        if (!isSilent() || session !== current || isClosed) return;
        silentNode = node() ?? silentNode;
        replaceSession();
      },
      end: () => {
        ending.abort();
        return close();
      },
    };
    return session;
  };

  let current = openSession();

  const replaceSession = () => {
    const silent = current;
    silences += 1;
    try {
      current = openSession();
    } catch {
      // A certificate file has been removed since. The present client has read it, so that client is kept.
      return;
    }
    silent.end().catch(() => {});
  };

  const nextDeadlineMs = () => deadlineMs * (AFTER_SILENCE[silences - 1] ?? 1);

  return {
    callOptions: callOptionsOf(address),
    deadlineMs,
    connections: () => connections,
    session: () => current,
    request: async (call) => {
      const session = current;
      try {
        const result = await untilDeadlineOrEnd(session, nextDeadlineMs(), call);
        session.answered();
        return result;
      } catch (error) {
        if (missedDeadline(error)) session.unanswered();
        else if (isAnswer(error)) session.answered();
        throw error;
      }
    },
    close: () => {
      isClosed = true;
      return current.end();
    },
  };
};

/** The result of a call. Rejects if the deadline or the end of the session comes first. */
const untilDeadlineOrEnd = <T>({ client, ended }: Session, deadlineMs: number, call: Call<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const abandoned = new AbortController();
    const giveUp = (reason: Error) => {
      settled();
      reject(reason);
      abandoned.abort();
    };
    const onEnd = () => giveUp(new StoreUnavailable('the connection to EventStoreDB was given up'));
    const timer = setTimeout(
      () => giveUp(new DeadlineExceeded(`EventStoreDB didn't answer within ${deadlineMs} ms`)),
      deadlineMs,
    );
    const settled = () => {
      clearTimeout(timer);
      ended.removeEventListener('abort', onEnd);
    };
    ended.addEventListener('abort', onEnd);
    if (ended.aborted) onEnd();
    else call(client, abandoned.signal).finally(settled).then(resolve, reject);
  });

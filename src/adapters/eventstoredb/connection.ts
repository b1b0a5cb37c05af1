import { setMaxListeners } from 'node:events';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { DeadlineExceeded } from '../../eventsourcing/async/deadline.ts';
import { StoreUnavailable } from '../../eventsourcing/event-store.ts';
import { addressOf, type CallOptions, callOptionsOf, openClient } from './client.ts';
import { isAnswer, missedDeadline } from './errors.ts';

/** One client, for as long as it is used. */
interface Session {
  readonly client: EventStoreDBClient;
  /** Aborted when another client replaces it, or when the connection is closed. */
  readonly ended: AbortSignal;
  /** Call it when the server has responded. */
  answered(): void;
  /** Call it when the server hasn't responded before a deadline. */
  unanswered(): void;
}

/** Runs on a client; the signal aborts when nobody waits for its result any more. */
type Call<T> = (client: EventStoreDBClient, abandoned: AbortSignal) => Promise<T>;

export interface Connection {
  readonly callOptions: CallOptions;
  readonly deadlineMs: number;
  /** The session for new calls. */
  session(): Session;
  /** Runs a call within the deadline. @throws DeadlineExceeded, StoreUnavailable, or what the call throws */
  request<T>(call: Call<T>): Promise<T>;
  close(): Promise<void>;
}

interface OwnSession extends Session {
  end(): Promise<void>;
}

/** The first calls after a silence have only these parts of a deadline: until a leader is elected, the cluster may still name the silent node. */
const AFTER_SILENCE = [0.2, 0.2, 0.4];

/**
 * The process's connection to the server, through one client at a time. The client is replaced when the server misses a
 * deadline and hasn't responded to anything for half of it: by itself the client takes twenty seconds to drop a connection
 * that died silently, and never drops one that isn't established. The new client doesn't take the silent node for the leader
 * because others name it.
 *
 * @param url as `EVENTSTORE_URL` takes it
 * @throws StartupError when the address can't be understood
 */
export const connect = (url: string, deadlineMs: number): Connection => {
  const address = addressOf(url);
  let isClosed = false;
  /** Number of sessions in a row in which the server answered nothing. */
  let silences = 0;
  /** `host:port` that the last of them was connected to, where one was. */
  let silentNode: string | undefined;

  const openSession = (): OwnSession => {
    const { client, node, close } = openClient(address, silentNode);
    const ending = new AbortController();
    // Every call under way listens to it.
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
      // A certificate file is gone meanwhile; the present client, which has read it, is kept.
      return;
    }
    silent.end().catch(() => {});
  };

  const nextDeadlineMs = () => deadlineMs * (AFTER_SILENCE[silences - 1] ?? 1);

  return {
    callOptions: callOptionsOf(address),
    deadlineMs,
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

/** The result of a call, unless its deadline or the end of its session comes first. */
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

import { setMaxListeners } from 'node:events';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { DeadlineExceeded } from '../../eventsourcing/deadline.ts';
import { StoreUnavailable } from '../../eventsourcing/event-store.ts';
import { addressOf, type CallOptions, callOptionsOf, openClient } from './client.ts';
import { isAnswer, missedDeadline } from './errors.ts';

/** One client, for as long as it is used. */
export interface Session {
  readonly client: EventStoreDBClient;
  /** Aborted when another client takes its place, or when the connection is closed. */
  readonly ended: AbortSignal;
  /** The server has answered something. */
  answered(): void;
  /** The server has let a deadline pass. */
  unanswered(): void;
}

/** Runs on a client; the signal aborts when nobody waits for its result any more. */
export type Call<T> = (client: EventStoreDBClient, abandoned: AbortSignal) => Promise<T>;

export interface Connection {
  readonly callOptions: CallOptions;
  readonly deadlineMs: number;
  /** The one for new calls. */
  session(): Session;
  /** Runs a call within the deadline. @throws DeadlineExceeded, StoreUnavailable, or what the call throws */
  request<T>(call: Call<T>): Promise<T>;
  close(): Promise<void>;
}

interface OwnSession extends Session {
  end(): Promise<void>;
}

/**
 * The process's connection to the server, through one client at a time. It is replaced when the server lets a deadline
 * pass and has been silent for half of it: by itself the client takes twenty seconds to give up a connection that
 * died without a word, and never gives up one that is not established.
 *
 * @param url as `EVENTSTORE_URL` takes it
 * @throws StartupError when the address can't be understood
 */
export const connect = (url: string, deadlineMs: number): Connection => {
  const address = addressOf(url);
  let isClosed = false;

  const openSession = (): OwnSession => {
    const { client, close } = openClient(address);
    const ending = new AbortController();
    // Every call under way listens to it.
    setMaxListeners(0, ending.signal);
    let answeredAt = Number.NEGATIVE_INFINITY;
    const session: OwnSession = {
      client,
      ended: ending.signal,
      answered: () => {
        answeredAt = performance.now();
      },
      unanswered: () => {
        const isSilent = performance.now() - answeredAt > deadlineMs / 2;
        if (isSilent && session === current && !isClosed) replaceSession();
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
    try {
      current = openSession();
    } catch {
      // A certificate file has been taken away meanwhile; the client that has read it is still good.
      return;
    }
    silent.end().catch(() => {});
  };

  return {
    callOptions: callOptionsOf(address),
    deadlineMs,
    session: () => current,
    request: async (call) => {
      const session = current;
      try {
        const result = await untilDeadlineOrEnd(session, deadlineMs, call);
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

/** What a call results in, unless its time or its session ends before. */
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

import { retrying } from '../../eventsourcing/async/retrying.ts';
import { type EventBatch, StoreUnavailable, type SubscribeOptions } from '../../eventsourcing/event-store.ts';
import { StartupError } from '../startup-error.ts';
import type { EventLog } from './event-log.ts';

interface StartupPatienceOptions {
  /** Time in all that the log may leave calls unanswered; 60 000 when left out. The log's server may be starting, too. */
  readonly limitMs?: number | undefined;
  /** Called with a line that tells people that the start is waiting for the log. */
  readonly report?: (line: string) => void;
  /** Ends the waiting. */
  readonly signal?: AbortSignal | undefined;
  /** Called when the limit is reached, to end everything else that the start is waiting for. */
  readonly giveUp?: (reason: StartupError) => void;
}

/** Repeats the calls that a start makes to EventStoreDB while the server doesn't answer. All calls together have one time limit. */
export interface StartupPatience {
  /**
   * A log whose calls are repeated, and which fail with StartupError once the limit is reached.
   *
   * @param why says in a few words why the server doesn't answer
   */
  around(log: EventLog, why: Why): EventLog;
  /** Call it when the start is over: from now on no call is repeated. */
  end(): void;
}

type Why = (error: StoreUnavailable) => Promise<string>;

const LIMIT_MS = 60_000;
const RETRY_MS = { firstMs: 500, longestMs: 500 };
const REPORT_EVERY_MS = 10_000;

/** Measures for how long a log has not answered, all its outages together. */
const outageClock = () => {
  let earlierMs = 0;
  let awaySince: number | undefined;
  const totalMs = () => earlierMs + (awaySince === undefined ? 0 : performance.now() - awaySince);
  return {
    totalMs,
    /** Reports that a call that began at that time has failed. */
    failed: (begunAt: number) => {
      awaySince ??= begunAt;
    },
    answered: () => {
      earlierMs = totalMs();
      awaySince = undefined;
    },
  };
};

export const createStartupPatience = ({
  limitMs = LIMIT_MS,
  report = () => {},
  signal,
  giveUp = () => {},
}: StartupPatienceOptions = {}): StartupPatience => {
  const outage = outageClock();
  let isOver = false;
  let reportAtMs = 0;

  const mayMend = (error: unknown): error is StoreUnavailable =>
    error instanceof StoreUnavailable && !isOver && !signal?.aborted;
  const policy = { ...RETRY_MS, retries: mayMend };

  /** Counts a failure after which another try may succeed. @throws StartupError when the log hasn't answered for too long */
  const noteAway = async (error: StoreUnavailable, since: number, why: Why): Promise<void> => {
    outage.failed(since);
    const awayMs = outage.totalMs();
    const time = `${Math.round(awayMs / 1_000)} s`;
    if (awayMs >= limitMs) {
      const failure = new StartupError(
        `The EventStoreDB that EVENTSTORE_URL names did not answer within ${time}: ${await why(error)}.`,
      );
      giveUp(failure);
      throw failure;
    }
    if (awayMs >= reportAtMs) {
      reportAtMs = awayMs + REPORT_EVERY_MS;
      report(`Waiting for EventStoreDB to answer… ${time} (${await why(error)})`);
    }
  };

  return {
    end: () => {
      isOver = true;
    },

    around(log, why) {
      /** @param call may report that the log works and it only waits for more events. A failure after that begins a new outage. */
      const patiently = <T>(call: (works: () => void) => Promise<T>): Promise<T> =>
        retrying(null, policy, async () => {
          let begunAt: number | undefined = performance.now();
          try {
            const result = await call(() => {
              begunAt = undefined;
            });
            outage.answered();
            return result;
          } catch (error) {
            if (mayMend(error)) await noteAway(error, begunAt ?? performance.now(), why);
            throw error;
          }
        });

      async function* subscribe(options: SubscribeOptions): AsyncGenerator<EventBatch> {
        let { from } = options;
        let batches: AsyncIterator<EventBatch> | undefined;
        const next = () =>
          patiently(async (works) => {
            if (batches) works();
            batches ??= log.subscribe({ ...options, from })[Symbol.asyncIterator]();
            try {
              return await batches.next();
            } catch (error) {
              batches = undefined;
              throw error;
            }
          });
        try {
          for (let batch = await next(); !batch.done; batch = await next()) {
            yield batch.value;
            from = batch.value.position;
          }
        } finally {
          await batches?.return?.();
        }
      }

      return {
        ...log,
        append: (stream, expected, events) => patiently(() => log.append(stream, expected, events)),
        read: (stream, from) => patiently(() => log.read(stream, from)),
        head: () => patiently(log.head),
        lagAfter: (position) => patiently(() => log.lagAfter(position)),
        subscribe,
      };
    },
  };
};

import { setTimeout as sleep } from 'node:timers/promises';
import { type EventBatch, StoreUnavailable, type SubscribeOptions } from '../../eventsourcing/event-store.ts';
import { StartupError } from '../startup-error.ts';
import type { EventLog } from './event-log.ts';

interface StartupPatienceOptions {
  /** For how long the log may be away in all, 60 000 when left out: it may be starting at the same time. */
  readonly limitMs?: number | undefined;
  /** Told in plain words that the log is being waited for. */
  readonly report?: (line: string) => void;
  /** Ends the waiting. */
  readonly signal?: AbortSignal | undefined;
  /** Called when the limit is reached, to end whatever else the start is waiting for. */
  readonly giveUp?: (reason: StartupError) => void;
}

/** One patience for everything a start asks of EventStoreDB: its calls are repeated while the server is away. */
export interface StartupPatience {
  /**
   * The same log; its calls fail with StartupError once the limit is reached.
   *
   * @param why says in a few words what is wrong
   */
  around(log: EventLog, why: (error: StoreUnavailable) => Promise<string>): EventLog;
  /** The start is over: from now on nothing is repeated. */
  end(): void;
}

const LIMIT_MS = 60_000;
const RETRY_MS = 500;
const REPORT_EVERY_MS = 10_000;

/** The time that a log has been away, all its outages together. */
const outageClock = () => {
  let earlierMs = 0;
  let awaySince: number | undefined;
  const totalMs = () => earlierMs + (awaySince === undefined ? 0 : performance.now() - awaySince);
  return {
    totalMs,
    /** A call begun at that time has failed. */
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

  /** Pauses after a failure that another try may mend. @throws the error itself where there is none, or StartupError */
  const pauseAfter = async (
    error: unknown,
    begunAt: number,
    why: (error: StoreUnavailable) => Promise<string>,
  ): Promise<void> => {
    if (!(error instanceof StoreUnavailable) || isOver || signal?.aborted) throw error;
    outage.failed(begunAt);
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
    await sleep(RETRY_MS, undefined, { signal }).catch(() => {});
  };

  return {
    end: () => {
      isOver = true;
    },

    around(log, why) {
      const patiently = async <T>(call: () => Promise<T>): Promise<T> => {
        for (;;) {
          const begunAt = performance.now();
          try {
            const result = await call();
            outage.answered();
            return result;
          } catch (error) {
            await pauseAfter(error, begunAt, why);
          }
        }
      };

      async function* subscribe(options: SubscribeOptions): AsyncGenerator<EventBatch> {
        let { from } = options;
        for (;;) {
          let begunAt: number | undefined = performance.now();
          try {
            for await (const batch of log.subscribe({ ...options, from })) {
              // It works, however long it has nothing more to deliver.
              begunAt = undefined;
              outage.answered();
              yield batch;
              from = batch.position;
            }
            return;
          } catch (error) {
            await pauseAfter(error, begunAt ?? performance.now(), why);
          }
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

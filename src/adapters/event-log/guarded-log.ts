import type { Logger } from 'pino';
import { singleFlight } from '../../eventsourcing/async/single-flight.ts';
import {
  type EventBatch,
  type KnownEvent,
  StoreUnavailable,
  type SubscribeOptions,
  WrongLog,
} from '../../eventsourcing/event-store.ts';
import type { EventLog } from './event-log.ts';
import type { LogVerdict } from './log-identity.ts';

interface GuardDeps {
  /** Reads from the log that is guarded. @throws StoreUnavailable */
  check(last: KnownEvent | undefined): Promise<LogVerdict>;
  /** Gets a line when the log turns out to be wrong, and one when it is right again. */
  readonly logger?: Pick<Logger, 'error' | 'info'> | undefined;
  /** Called once the log was accepted as it is, since this process's memory may be of another one. */
  readonly startAgain?: (() => void) | undefined;
}

/** A call is sent again as long as the connection is replaced during it, but not more often than this. */
const MOST_TRIES = 5;

/**
 * A log that is checked whenever it may have been exchanged: before the first call, and after each connection, call or subscription that
 * was lost. Nothing from a connection that wasn't checked is passed on, so an append is acknowledged, a checkpoint moves and anything is
 * read only from the right log. While it is wrong, every call fails with WrongLog, and is checked again.
 */
export function guardedLog(log: EventLog, { check, logger, startAgain }: GuardDeps): EventLog {
  const { connections } = log;
  // The log lies in the database itself.
  if (!connections) return log;
  let breaks = 0;
  let checked: number | undefined;
  let last: KnownEvent | undefined;
  let wrong = false;
  let isStartingAgain = false;
  /** Grows with everything after which another server may answer. */
  const state = () => connections() + breaks;

  function see(event: KnownEvent | undefined): void {
    if (event && event.position > (last?.position ?? '')) last = event;
  }

  function note({ why, isAccepted }: LogVerdict): void {
    const isWrong = why !== null;
    // A start on a wrong log fails and says why by itself.
    const wasRight = checked !== undefined;
    if (isWrong && !wrong && wasRight)
      logger?.error({ reason: why }, 'The event log is the wrong one: nothing is written to it.');
    if (!isWrong && wrong) logger?.info('The event log is the right one again.');
    wrong = isWrong && (wrong || wasRight);
    if (!isAccepted || isStartingAgain) return;
    isStartingAgain = true;
    startAgain?.();
  }

  const checkOnce = singleFlight(async () => {
    for (;;) {
      // This makes a connection if there is none, so that the check needn't be repeated because of its own.
      await log.head();
      const now = state();
      const verdict = await check(last);
      if (state() !== now) continue;
      note(verdict);
      if (verdict.why !== null) throw new WrongLog(verdict.why);
      checked = now;
      return;
    }
  });

  async function checkedState(): Promise<number> {
    for (;;) {
      const now = state();
      if (now === checked) return now;
      await checkOnce();
    }
  }

  /** Counts a failure after which another server may answer. */
  function noteBreak(error: unknown): void {
    if (error instanceof StoreUnavailable && !(error instanceof WrongLog)) breaks += 1;
  }

  /** @param call may be repeated */
  async function guarded<T>(call: () => Promise<T>): Promise<T> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const before = await checkedState();
      try {
        const result = await call();
        if (state() === before) return result;
      } catch (error) {
        noteBreak(error);
        // Another server may have refused it, so its refusal says nothing of the right log.
        if (state() === before || error instanceof StoreUnavailable) throw error;
      }
    }
    throw new StoreUnavailable('the connection to the event log is replaced again and again');
  }

  async function* subscribe(options: SubscribeOptions): AsyncGenerator<EventBatch> {
    await checkedState();
    const connection = connections?.();
    try {
      for await (const batch of log.subscribe(options)) {
        await checkedState();
        // Only now: the check may have been of a newer connection than the one by which the batch came.
        if (connections?.() !== connection)
          throw new StoreUnavailable('the connection of a subscription was replaced');
        see(batch.last);
        yield batch;
      }
    } catch (error) {
      noteBreak(error);
      throw error;
    }
  }

  return {
    ...log,
    append: async (stream, expected, events) => {
      const result = await guarded(() => log.append(stream, expected, events));
      const { id } = events.at(-1) ?? events[0];
      see({ id, stream, revision: Number(result.revision), position: result.position });
      return result;
    },
    read: (stream, from) => guarded(() => log.read(stream, from)),
    head: () => guarded(log.head),
    lagAfter: (position) => guarded(() => log.lagAfter(position)),
    subscribe,
  };
}

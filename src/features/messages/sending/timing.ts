import { isOutage } from '../../../adapters/postgres/outage.ts';
import { retrying } from '../../../eventsourcing/async/retrying.ts';
import { StoreUnavailable } from '../../../eventsourcing/event-store.ts';

/** The clocks of the process. */
export interface Clocks {
  now(): Date;
  /** Milliseconds of a clock that never goes backwards. */
  monotonic(): number;
}

/** Measures milliseconds from now on, by whichever clock has gone further, since either may have stopped for a while. */
export function stopwatch({ now, monotonic }: Clocks): () => number {
  const [wall, mono] = [now().getTime(), monotonic()];
  return () => Math.max(now().getTime() - wall, monotonic() - mono);
}

/** Shorter than the time that the worker has to end, longer than a database takes to start again. */
const AWAY_FOR_MS = 10_000;

/** Retries idempotent work while a store is unavailable for a moment. */
export function throughOutages<T>(clocks: Clocks, work: () => Promise<T>): Promise<T> {
  const sinceFirst = stopwatch(clocks);
  const retries = (error: unknown) =>
    (error instanceof StoreUnavailable || isOutage(error)) && sinceFirst() < AWAY_FOR_MS;
  return retrying(null, { firstMs: 100, longestMs: 1_000, retries }, work);
}

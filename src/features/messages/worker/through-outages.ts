import { isOutage } from '../../../adapters/postgres/outage.ts';
import { retrying } from '../../../eventsourcing/async/retrying.ts';
import { StoreUnavailable } from '../../../eventsourcing/event-store.ts';
import { type Clocks, stopwatch } from './clock.ts';

/** Shorter than the time that a thread has to end, longer than a database takes to start again. */
const AWAY_FOR_MS = 10_000;

/** Repeats what is safe to repeat while a store is away for a moment. */
export function throughOutages<T>(clocks: Clocks, work: () => Promise<T>): Promise<T> {
  const sinceFirst = stopwatch(clocks);
  const retries = (error: unknown) =>
    (error instanceof StoreUnavailable || isOutage(error)) && sinceFirst() < AWAY_FOR_MS;
  return retrying(null, { firstMs: 100, longestMs: 1_000, retries }, work);
}

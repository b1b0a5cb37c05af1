import { StoreUnavailable } from '../../eventsourcing/event-store.ts';
import { isOutage } from './outage.ts';

interface BatcherOptions {
  /** Most batches that run at the same time. */
  readonly concurrency?: number;
  readonly maxBatch?: number;
}

/**
 * Turns a function of many keys into a function of a single key, so that calls made at the same time share a round trip and a
 * commit. An idle batcher starts at once with the calls of this turn of the event loop. While `concurrency` batches run, new
 * calls wait for the next batch. If a batch fails for another reason than an outage, it is run again one key at a time, so that
 * no call fails because of another call's key.
 *
 * @param load returns values in the order of its keys; a key may occur twice. It must be safe to call again after a failure.
 */
export function batcher<Key, Value>(
  load: (keys: readonly Key[]) => Promise<readonly Value[]>,
  { concurrency = 1, maxBatch = 200 }: BatcherOptions = {},
): (key: Key) => Promise<Value> {
  interface Call {
    readonly key: Key;
    readonly result: PromiseWithResolvers<Value>;
  }
  let waiting: Call[] = [];
  let running = 0;

  async function run(calls: readonly Call[]): Promise<void> {
    try {
      const values = await load(calls.map(({ key }) => key));
      for (const [index, { result }] of calls.entries()) result.resolve(values[index] as Value);
    } catch (error) {
      // During an outage the load would fail for every key, and a call for each key would only burden the store.
      const isAway = error instanceof StoreUnavailable || isOutage(error);
      if (calls.length > 1 && !isAway) for (const call of calls) await run([call]);
      else for (const { result } of calls) result.reject(error);
    }
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const calls = waiting.slice(0, maxBatch);
      waiting = waiting.slice(maxBatch);
      await run(calls);
    }
    running -= 1;
  }

  return (key) => {
    const result = Promise.withResolvers<Value>();
    waiting.push({ key, result });
    if (running < concurrency) {
      running += 1;
      // Starts after the callbacks that are ready now, so that the calls that they make join this batch.
      setImmediate(drain);
    }
    return result.promise;
  };
}

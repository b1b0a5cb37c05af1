import { isOutage } from './outage.ts';

export interface BatchOptions {
  /** Batches under way at once. */
  readonly lanes?: number;
  readonly maxBatch?: number;
}

/**
 * Makes a function of one key out of one of many: group commit. An idle one runs what has come at once; while
 * its lanes are busy, calls wait and then go together. A batch that fails for what is in it is taken apart, so that nobody
 * suffers for another's key.
 *
 * @param load answers in the order of its keys, which may repeat; must be safe to call again when it failed
 */
export function batched<Key, Value>(
  load: (keys: readonly Key[]) => Promise<readonly Value[]>,
  { lanes = 1, maxBatch = 200 }: BatchOptions = {},
): (key: Key) => Promise<Value> {
  interface Call {
    readonly key: Key;
    readonly answer: PromiseWithResolvers<Value>;
  }
  let waiting: Call[] = [];
  let busy = 0;

  async function run(calls: readonly Call[]): Promise<void> {
    try {
      const values = await load(calls.map(({ key }) => key));
      for (const [index, { answer }] of calls.entries()) answer.resolve(values[index] as Value);
    } catch (error) {
      if (calls.length > 1 && !isOutage(error)) for (const call of calls) await run([call]);
      else for (const { answer } of calls) answer.reject(error);
    }
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const calls = waiting.slice(0, maxBatch);
      waiting = waiting.slice(maxBatch);
      await run(calls);
    }
    busy -= 1;
  }

  return (key) => {
    const answer = Promise.withResolvers<Value>();
    waiting.push({ key, answer });
    if (busy < lanes) {
      busy += 1;
      // Once everything that has arrived by now had its turn, so that it goes along.
      setImmediate(drain);
    }
    return answer.promise;
  };
}

import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Begins something at a steady rate, on time however long what was begun before takes.
 *
 * @param work told when it was due
 * @returns what each answered, once the last has
 */
export async function steadily<Answer>(
  perSecond: number,
  seconds: number,
  work: (due: number) => Promise<Answer>,
  signal?: AbortSignal,
): Promise<readonly Answer[]> {
  const began = performance.now();
  const begun: Promise<Answer>[] = [];
  for (let number = 0; number < seconds * perSecond && !signal?.aborted; number += 1) {
    const due = began + (number * 1_000) / perSecond;
    await sleep(Math.max(0, due - performance.now()));
    begun.push(work(due));
  }
  return Promise.all(begun);
}

import { setImmediate as nextTurn } from 'node:timers/promises';

/** One task may hold the event loop this long before others get a turn. */
const LONGEST_MS = 5;

let turns: Promise<unknown> = Promise.resolve();

/** A turn of the loop for one task alone: tasks that went on in the same turn would hold it together. */
function ownTurn(): Promise<unknown> {
  turns = turns.then(() => nextTurn());
  return turns;
}

/** Maps many things, and lets others have the event loop in between. */
export async function mapGently<Item, Result>(
  items: Iterable<Item>,
  map: (item: Item) => Result,
): Promise<Result[]> {
  const breathe = breather();
  const results: Result[] = [];
  for (const item of items) {
    results.push(map(item));
    await breathe();
  }
  return results;
}

/** Made by a task that goes through many things: it awaits the result after each of them, and so lets requests in between. */
export function breather(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < LONGEST_MS) return undefined;
    return ownTurn().then(() => {
      since = performance.now();
    });
  };
}

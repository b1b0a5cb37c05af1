import { setImmediate } from 'node:timers/promises';
import type { EventStore } from '../../../src/eventsourcing/event-store.ts';

/**
 * One actor's way to the shared log. Each call stops at gates that the test opens one by one: a read after it
 * was taken, an append before it becomes a fact and again before its caller hears of it. Once cut off, the
 * actor stays where it is for ever, as after kill -9. Other calls of the actor may stop at a `gate`, too.
 */
export function gatedStore(log: EventStore) {
  const gates: (() => void)[] = [];
  let alive = true;
  const gate = () => new Promise<void>((open) => alive && gates.push(open));
  const store: EventStore = {
    ...log,
    async read(stream, from) {
      const events = await log.read(stream, from);
      await gate();
      return events;
    },
    async append(stream, expected, events) {
      await gate();
      const outcome = await log.append(stream, expected, events).then(
        (result) => ({ result }),
        (error: unknown) => ({ error }),
      );
      await gate();
      if ('error' in outcome) throw outcome.error;
      return outcome.result;
    },
  };
  const cutOff = () => {
    alive = false;
    gates.length = 0;
  };
  return { store, gate, gates, cutOff };
}

/**
 * Waits until actors whose gates were opened stand at the next ones. Long work lets other turns of the loop in between, one at most in some
 * milliseconds, so that a slow machine gets more turns.
 */
export async function untilTheyStand(): Promise<void> {
  const began = performance.now();
  for (let turn = 0; turn < 4 + performance.now() - began; turn += 1) await setImmediate();
}

/** Opens every gate of these actors until they don't move any more. */
export async function openAll(...actors: readonly { readonly gates: (() => void)[] }[]): Promise<void> {
  await untilTheyStand();
  while (actors.some(({ gates }) => gates.length > 0)) {
    for (const { gates } of actors) for (const open of gates.splice(0)) open();
    await untilTheyStand();
  }
}

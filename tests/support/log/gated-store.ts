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

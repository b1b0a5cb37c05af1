import type { Topic } from './topics.ts';

/**
 * The versions that our own commands have led to. If a second command on a thing is made before the answer to the first, it
 * names the version from before both. Without correcting that, the server would refuse it because of our own first change.
 */
export class Versions {
  readonly #next = new Map<string, number>();

  /** Records that a command of ours changed the first version into the second. */
  advance(thing: Topic, from: number, to: number): void {
    if (to > from) this.#next.set(`${thing}@${from}`, to);
  }

  /** The version to send: the one that was seen, or the one that only our own commands have made of it. */
  current(thing: Topic, seen: number): number {
    const next = this.#next.get(`${thing}@${seen}`);
    return next === undefined ? seen : this.current(thing, next);
  }
}

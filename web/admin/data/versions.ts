import type { Topic } from './topics.ts';

/**
 * Which versions our own commands have led to. A second command on a thing, made before the first one's answer, names the
 * version that was seen; sent as it is, it would be refused because of our own change.
 */
export class Versions {
  readonly #next = new Map<string, number>();

  /** Our command was accepted on the one version, and led to the other. */
  advance(thing: Topic, from: number, to: number): void {
    if (to > from) this.#next.set(`${thing}@${from}`, to);
  }

  /** The version to send: the one that was seen, or the one that our own commands alone have made of it. */
  current(thing: Topic, seen: number): number {
    const next = this.#next.get(`${thing}@${seen}`);
    return next === undefined ? seen : this.current(thing, next);
  }
}

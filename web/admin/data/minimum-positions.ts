import { kindOf, type Topic } from './topics.ts';

/** A position of the log; before all others is the empty text. */
export type Position = string;

export const later = (one: Position, other: Position): Position => (one > other ? one : other);

/**
 * How new data has to be at least, by what it is about. Whoever has changed something, or heard of a change, asks from then
 * on for data that has it: no answer from before is shown after it.
 */
export class MinimumPositions {
  readonly #things = new Map<Topic, Position>();
  /** Of changes that may concern every thing of a kind. */
  readonly #kinds = new Map<Topic, Position>();
  /** Of the newest change within a kind. */
  readonly #newest = new Map<Topic, Position>();
  #everything: Position = '';

  /** @param topic a thing, or a kind when it isn't known which of its things have changed */
  raise(topic: Topic, position: Position): void {
    const kind = kindOf(topic);
    lift(topic === kind ? this.#kinds : this.#things, topic, position);
    lift(this.#newest, kind, position);
  }

  raiseAll(position: Position): void {
    this.#everything = later(this.#everything, position);
  }

  /** The position that data about all of these topics must have reached; empty when no change is known. */
  of(topics: readonly Topic[]): Position {
    return topics.map((topic) => this.#ofOne(topic)).reduce(later, this.#everything);
  }

  #ofOne(topic: Topic): Position {
    const kind = kindOf(topic);
    if (topic === kind) return this.#newest.get(kind) ?? '';
    return later(this.#things.get(topic) ?? '', this.#kinds.get(kind) ?? '');
  }
}

function lift(positions: Map<Topic, Position>, topic: Topic, position: Position): void {
  positions.set(topic, later(positions.get(topic) ?? '', position));
}

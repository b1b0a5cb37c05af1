import { kindOf, type Topic } from './topics.ts';

/** A position of the log. The empty string is before all others. */
export type Position = string;

export const later = (one: Position, other: Position): Position => (one > other ? one : other);

/**
 * The position that data about a topic must have reached before it may be shown. After a change, by us or announced by a live
 * update, only data that includes the change is requested, so no older answer replaces newer data.
 */
export class MinimumPositions {
  readonly #things = new Map<Topic, Position>();
  /** Positions of changes that may concern every thing of a kind. */
  readonly #kinds = new Map<Topic, Position>();
  /** The position of the newest change within a kind. */
  readonly #newest = new Map<Topic, Position>();
  #everything: Position = '';

  /** @param topic a thing, or a kind if it isn't known which of its things have changed */
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

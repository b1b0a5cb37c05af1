import type { Position } from './minimum-positions.ts';

/** How a command changes what a query shows, as long as the server's data doesn't have it. */
export interface Patch {
  /** Name of the query. */
  readonly query: string;
  apply(body: unknown, input: unknown): unknown;
}

interface Layer {
  readonly patches: readonly Patch[];
  /** Where the command's change is in the log; null while it is under way. */
  readonly position: Position | null;
}

/** What the server has answered, and up to which position of the log it goes. */
export interface Shown<Body> {
  readonly body: Body;
  readonly position: Position;
}

/**
 * Changes that are shown before the server's data has them, in the order in which they were made. The data itself is left
 * alone: so a failed command is rolled back by taking its layer away, and an answer that comes late can't undo one.
 */
export class Overlay {
  #layers: ReadonlyMap<symbol, Layer> = new Map();
  readonly #listeners = new Set<() => void>();

  add(patches: readonly Patch[]): symbol {
    const id = Symbol();
    if (patches.length > 0) this.#set(new Map(this.#layers).set(id, { patches, position: null }));
    return id;
  }

  /** The command has worked. Its layer stays until the data has reached the position. */
  settle(id: symbol, position: Position): void {
    const layer = this.#layers.get(id);
    if (layer) this.#set(new Map(this.#layers).set(id, { ...layer, position }));
  }

  remove(id: symbol): void {
    if (!this.#layers.has(id)) return;
    const layers = new Map(this.#layers);
    layers.delete(id);
    this.#set(layers);
  }

  /** Forgets layers that all data has. @param position what the oldest data has */
  forgetUpTo(position: Position): void {
    const kept = [...this.#layers].filter(
      ([, layer]) => layer.position === null || layer.position > position,
    );
    if (kept.length < this.#layers.size) this.#set(new Map(kept));
  }

  /** The data with the changes that it doesn't have yet. */
  over<Body>(query: string, input: unknown, { body, position }: Shown<Body>): Body {
    return [...this.#layers.values()]
      .filter((layer) => layer.position === null || layer.position > position)
      .flatMap(({ patches }) => patches.filter((patch) => patch.query === query))
      .reduce<Body>((changed, patch) => patch.apply(changed, input) as Body, body);
  }

  /** Another value after each change. */
  readonly current = (): ReadonlyMap<symbol, unknown> => this.#layers;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #set(layers: ReadonlyMap<symbol, Layer>): void {
    this.#layers = layers;
    for (const listener of this.#listeners) listener();
  }
}

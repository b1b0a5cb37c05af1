import type { Position } from './minimum-positions.ts';

/** How a command changes a query's data, until the server's data includes the change. */
export interface Patch {
  readonly query: string;
  apply(body: unknown, input: unknown): unknown;
}

interface Layer {
  readonly patches: readonly Patch[];
  /** The position of the change in the log; null until the server has answered. */
  readonly position: Position | null;
}

/** The server's answer, and the position of the log that it includes. */
export interface Shown<Body> {
  readonly body: Body;
  readonly position: Position;
}

/**
 * Changes that are shown before the server's data includes them, in the order in which they were made. They don't modify the
 * data itself: a failed command is rolled back by removing its layer, and a late answer can't undo a newer change.
 */
export class Overlay {
  #layers: ReadonlyMap<symbol, Layer> = new Map();
  readonly #listeners = new Set<() => void>();

  add(patches: readonly Patch[]): symbol {
    const id = Symbol();
    if (patches.length > 0) this.#set(new Map(this.#layers).set(id, { patches, position: null }));
    return id;
  }

  /** Called when the command has succeeded. Its layer stays until the data has reached the position. */
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

  /** Removes the layers that all loaded data includes. @param position that of the oldest data */
  forgetUpTo(position: Position): void {
    const kept = [...this.#layers].filter(
      ([, layer]) => layer.position === null || layer.position > position,
    );
    if (kept.length < this.#layers.size) this.#set(new Map(kept));
  }

  /** The data, with the changes applied that it doesn't include yet. */
  over<Body>(query: string, input: unknown, { body, position }: Shown<Body>): Body {
    return [...this.#layers.values()]
      .filter((layer) => layer.position === null || layer.position > position)
      .flatMap(({ patches }) => patches.filter((patch) => patch.query === query))
      .reduce<Body>((changed, patch) => patch.apply(changed, input) as Body, body);
  }

  /** The layers: a new object after each change, as `useSyncExternalStore` needs it. */
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

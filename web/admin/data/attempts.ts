import { newIdempotencyKey } from '../../api.ts';

/**
 * Idempotency keys of commands. Without a response the outcome is unknown, so the same request keeps its key and can be
 * repeated without taking effect twice. After a response the same request gets a new key, except one that is to be sent again: some
 * days were refused, or staff are asked first.
 */
export class Attempts {
  readonly #open = new Map<string, string>();

  /** @param request identifies the command: its name and its content */
  keyOf(request: string): string {
    const key = this.#open.get(request) ?? newIdempotencyKey();
    this.#open.set(request, key);
    return key;
  }

  end(request: string): void {
    this.#open.delete(request);
  }
}

import { newIdempotencyKey } from '../../api.ts';

/**
 * Idempotency keys of commands. Without a response the outcome is unknown, so the same request keeps its key and can be
 * repeated without taking effect twice. A response, whether success or refusal, ends that.
 */
export class Attempts {
  readonly #open = new Map<string, string>();

  /** @param request all that makes it this command: its name and what it says */
  keyOf(request: string): string {
    const key = this.#open.get(request) ?? newIdempotencyKey();
    this.#open.set(request, key);
    return key;
  }

  end(request: string): void {
    this.#open.delete(request);
  }
}

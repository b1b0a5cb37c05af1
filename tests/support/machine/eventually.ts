import { vi } from 'vitest';

/**
 * Tries an expectation again until it holds, for as long as a busy machine may take. Vitest's own `waitFor` gives up
 * after a second, and has no setting for that.
 */
export const eventually = <T>(
  expectation: () => T | Promise<T>,
  { timeout = 60_000 }: { readonly timeout?: number } = {},
): Promise<T> => vi.waitFor(expectation, { timeout, interval: 20 });

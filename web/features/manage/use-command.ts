import { useRef, useState } from 'react';
import { newIdempotencyKey, Refusal } from '../../api.ts';

/**
 * Runs one command at a time. While an outcome is unknown, the same request keeps its key, so that pressing the
 * button again can't do it twice; an answer of either kind ends that.
 */
export function useCommand() {
  const attempt = useRef<{ key: string; request: string } | null>(null);
  const inFlight = useRef(false);
  const [busy, setBusy] = useState(false);

  /** Null when another command is still under way. */
  async function run<T>(request: string, send: (key: string) => Promise<T>): Promise<T | null> {
    if (inFlight.current) return null;
    inFlight.current = true;
    setBusy(true);
    if (attempt.current?.request !== request) attempt.current = { key: newIdempotencyKey(), request };
    try {
      const answer = await send(attempt.current.key);
      attempt.current = null;
      return answer;
    } catch (error) {
      if (error instanceof Refusal) attempt.current = null;
      throw error;
    } finally {
      inFlight.current = false;
      setBusy(false);
    }
  }

  return { run, busy };
}

/** What to put after a failure's words: the server's own text, or that there was none. */
export function reasonOf(error: unknown): string {
  return error instanceof Refusal ? error.message : 'We got no answer. Please try again.';
}

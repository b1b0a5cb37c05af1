import { useRef, useState } from 'react';
import { ApiError, NetworkError, NO_ANSWER, newIdempotencyKey } from '../../api.ts';

/**
 * Sends one command at a time. Without a response the outcome is unknown, so the same request keeps its Idempotency-Key
 * and can be repeated without taking effect twice. A response, whether success or error, ends that.
 */
export function useMutation() {
  const lastTry = useRef<{ key: string; request: string } | null>(null);
  const inFlight = useRef(false);
  const [busy, setBusy] = useState(false);

  /** @returns null, without sending anything, while another command is in flight */
  async function run<T>(request: string, send: (key: string) => Promise<T>): Promise<T | null> {
    if (inFlight.current) return null;
    inFlight.current = true;
    setBusy(true);
    if (lastTry.current?.request !== request) lastTry.current = { key: newIdempotencyKey(), request };
    try {
      const response = await send(lastTry.current.key);
      lastTry.current = null;
      return response;
    } catch (error) {
      if (error instanceof ApiError) lastTry.current = null;
      throw error;
    } finally {
      inFlight.current = false;
      setBusy(false);
    }
  }

  return { run, busy };
}

/** Why a command failed, for a message: the server's text, or that it failed or didn't answer. */
export function reasonOf(error: unknown): string {
  return error instanceof ApiError || error instanceof NetworkError ? error.message : NO_ANSWER;
}

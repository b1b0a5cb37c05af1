import { useSyncExternalStore } from 'react';

/** How far the clock of the visitor's machine is behind the server's, in milliseconds; null until the server has answered. */
let offset: number | null = null;
const listeners = new Set<() => void>();

/** Smaller differences are the way of the answer, and the seconds that `Date` is rounded to. */
const NOTICEABLE_MS = 30_000;

/** Learns the server's time from an answer. Visitors' clocks may be years off, and the server alone decides what can be booked. */
export function hearServerTime({ headers }: Pick<Response, 'headers'>): void {
  const said = Date.parse(headers.get('Date') ?? '');
  // An answer without it, from something on the way, says nothing.
  const heard = Number.isNaN(said) ? (offset ?? 0) : said - Date.now();
  if (offset !== null && Math.abs(heard - offset) < NOTICEABLE_MS) return;
  offset = Math.abs(heard) < NOTICEABLE_MS ? 0 : heard;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The present time by the server's clock; until it has answered, by the visitor's. */
export const serverNow = (): Date => new Date(Date.now() + (offset ?? 0));

/** Renders again when the server's clock turns out to differ. @returns whether it is known what the server's clock shows */
export const useServerClock = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => offset,
    () => null,
  ) !== null;

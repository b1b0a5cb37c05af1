const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

const GIVEN_UP_AFTER_MS = 72 * HOUR_MS;
/** The pauses after the first, second … failure, as Standard Webhooks recommends. The last one is repeated. */
const PAUSES_MS = [
  5 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
] as const;
/** A pause is longer by up to this share, so that webhooks that failed together aren't tried again together. */
const JITTER = 0.2;

/** The failures of one event so far. */
interface Failing {
  readonly tries: number;
  readonly since: Date;
}

/**
 * The time of the next try of an event that has just failed; null if its webhook is given up.
 *
 * @param failing the failures so far, including the last
 * @param retryAfterMs the pause that the other side asks for
 * @param random from 0 to 1
 */
export function nextTry(
  { tries, since }: Failing,
  now: Date,
  retryAfterMs = 0,
  random: number = Math.random(),
): Date | null {
  const last = since.getTime() + GIVEN_UP_AFTER_MS;
  if (now.getTime() >= last) return null;
  const pause = PAUSES_MS[Math.min(tries, PAUSES_MS.length) - 1] ?? 0;
  const next = now.getTime() + Math.max(pause * (1 + JITTER * random), retryAfterMs);
  // One more try at the very end, rather than giving up early.
  return new Date(Math.min(next, last));
}

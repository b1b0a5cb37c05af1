import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than the work of any of these calls takes. */
const EVEN_MS = 300;

/**
 * Answers no sooner than after a fixed time, so that the time doesn't tell whether there was anything to do, such as a mail to
 * send to an address that has an account.
 */
export async function inEvenTime<Result>(work: Promise<Result>): Promise<Result> {
  const [result] = await Promise.allSettled([work, sleep(EVEN_MS)]);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

/** Longer than the work of any of these calls takes, unless the machine is busy. */
export const EVEN_STEP_MS = 300;

/**
 * Answers after a whole number of steps of time, so that the time doesn't tell whether there was anything to do, such as a mail to
 * send to an address that has an account. On a busy machine work takes longer than one step, and then the next one hides it.
 */
export async function inEvenTime<Result>(work: Promise<Result>, stepMs = EVEN_STEP_MS): Promise<Result> {
  const began = performance.now();
  const [result] = await Promise.allSettled([work]);
  const took = performance.now() - began;
  const left = Math.max(1, Math.ceil(took / stepMs)) * stepMs - took;
  await new Promise((resolve) => setTimeout(resolve, left));
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

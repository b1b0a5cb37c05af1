/** A command took too long. Whether it was applied is unknown; sending it again with the same key is safe. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';
}

/** After this a handler gives up, which is before a browser retries. */
export const COMMAND_DEADLINE_MS = 5_000;

/** Milliseconds of the monotonic clock at which to give up. */
export type Deadline = number;

export const deadlineIn = (ms: number): Deadline => performance.now() + ms;

/** The result, or DeadlineExceeded when the time is up first; the work keeps running and its result is ignored. */
export async function withinDeadline<T>(deadline: Deadline, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expiry = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeadlineExceeded('gave up waiting')), deadline - performance.now());
  });
  try {
    return await Promise.race([work, expiry]);
  } finally {
    clearTimeout(timer);
  }
}

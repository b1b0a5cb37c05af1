/** Something took too long. It is unknown whether a command was applied; it is safe to send it again with the same key. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';
}

/** After this time a handler gives up. It is shorter than the time after which a browser tries again. */
export const COMMAND_DEADLINE_MS = 5_000;

/** The time at which to give up, in milliseconds of the monotonic clock (`performance.now()`). */
export type Deadline = number;

export const deadlineIn = (ms: number): Deadline => performance.now() + ms;

/** The work's result. Throws DeadlineExceeded when the time is up first; the work then goes on, and its result is ignored. */
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

/** Waits until all promises have settled, then throws the first failure. So nothing still runs when the caller tries again. */
export async function allSettled(work: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

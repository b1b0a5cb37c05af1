/**
 * Thrown when the service can't start for a reason that a person can correct. The entry files print the message as one line,
 * without a stack, and exit with 1.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** Node's code of a failed system call, such as `EACCES`; undefined for any other error. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

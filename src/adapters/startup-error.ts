/**
 * A reason not to start that a person can act on. The entry files print its message as one line, without a
 * stack, and exit with 1.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** Node's code of a failed system call, such as `EACCES`; undefined for any other error. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

import type { ProblemCode } from '../contracts/problem.ts';

/** A request that is refused before or beside any business rule; the code says why. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: ProblemCode;
  /** When to try again; undefined where that is of no use. */
  readonly retryAfterSeconds: number | undefined;
  constructor(code: ProblemCode, retryAfterSeconds?: number) {
    super(code);
    this.code = code;
    this.retryAfterSeconds =
      retryAfterSeconds === undefined ? undefined : Math.max(1, Math.ceil(retryAfterSeconds));
  }
}

/** The error to throw: `throw refuse('not-found')`. */
export const refuse = (code: ProblemCode, retryAfterSeconds?: number): Refused =>
  new Refused(code, retryAfterSeconds);

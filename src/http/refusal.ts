import type { Problem, ProblemCode } from '../contracts/problem.ts';

/**
 * A request is refused for a reason that is no rule of a command: it isn't authorized, is over a limit, or asks for
 * something that isn't there. For a command's rules see `RuleBroken`.
 */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: ProblemCode;
  /** When to try again; undefined where trying again is of no use. */
  readonly retryAfterSeconds: number | undefined;
  /** What is to be solved first, of `proof-required`. */
  readonly challenge: Problem['challenge'];
  /** What the request would leave where it is, unless it is repeated with an acknowledgement. */
  readonly affected: Problem['affected'];
  constructor(code: ProblemCode, { retryAfterSeconds, challenge, affected }: RefusalDetails = {}) {
    super(code);
    this.code = code;
    this.retryAfterSeconds =
      retryAfterSeconds === undefined ? undefined : Math.max(1, Math.ceil(retryAfterSeconds));
    this.challenge = challenge;
    this.affected = affected;
  }
}

export interface RefusalDetails {
  readonly retryAfterSeconds?: number | undefined;
  readonly challenge?: Problem['challenge'];
  readonly affected?: Problem['affected'];
}

/** The error to throw: `throw refuse('not-found')`. */
export const refuse = (code: ProblemCode, details?: RefusalDetails): Refused => new Refused(code, details);

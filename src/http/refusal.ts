import type { Problem, ProblemCode } from '../contracts/problem.ts';

/** What a problem tells a client besides its code, so that the client can act on it. */
type ProblemMembers = Partial<
  Pick<Problem, 'challenge' | 'contact_code' | 'affected' | 'version' | 'changes'>
>;

/**
 * A request is refused for a reason that is no rule of a command: it isn't authorized, is over a limit, or asks for
 * something that isn't there. For a command's rules see `RuleBroken`.
 */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: ProblemCode;
  /** When to try again; undefined where trying again doesn't help. */
  readonly retryAfterSeconds: number | undefined;
  readonly members: ProblemMembers;
  constructor(code: ProblemCode, { retryAfterSeconds, ...members }: RefusalDetails = {}) {
    super(code);
    this.code = code;
    this.retryAfterSeconds =
      retryAfterSeconds === undefined ? undefined : Math.max(1, Math.ceil(retryAfterSeconds));
    this.members = members;
  }
}

interface RefusalDetails extends ProblemMembers {
  readonly retryAfterSeconds?: number | undefined;
}

/** The error to throw: `throw refuse('not-found')`. */
export const refuse = (code: ProblemCode, details?: RefusalDetails): Refused => new Refused(code, details);

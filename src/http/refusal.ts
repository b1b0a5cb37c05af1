import type { Problem, ProblemCode } from '../contracts/problem.ts';

/** Members of a problem beside its code, which a client needs in order to react. `detail` is a text that says more than the code's own. */
type ProblemMembers = Partial<
  Pick<
    Problem,
    'detail' | 'contact_code' | 'affected' | 'holder' | 'in_the_way' | 'version' | 'changes' | 'filling'
  >
>;

/**
 * Thrown when a request is refused for a reason that isn't a rule of a command: it isn't authorized, is over a limit, or asks for
 * something that doesn't exist. For a command's rules see `RuleBroken`.
 */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: ProblemCode;
  /** The seconds after which to try again; undefined if trying again doesn't help. For `unavailable` it is 1 when left out. */
  readonly retryAfterSeconds: number | undefined;
  readonly members: ProblemMembers;
  constructor(code: ProblemCode, { retryAfterSeconds, ...members }: RefusalDetails = {}) {
    super(code);
    this.code = code;
    const wait = retryAfterSeconds ?? (code === 'unavailable' ? 1 : undefined);
    this.retryAfterSeconds = wait === undefined ? undefined : Math.max(1, Math.ceil(wait));
    this.members = members;
  }
}

interface RefusalDetails extends ProblemMembers {
  readonly retryAfterSeconds?: number | undefined;
}

/** Makes the error to throw: `throw refuse('not-found')`. */
export const refuse = (code: ProblemCode, details?: RefusalDetails): Refused => new Refused(code, details);

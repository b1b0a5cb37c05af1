import { PROBLEMS, type ProblemCode } from '../../../../src/contracts/problem.ts';

/** A contract's validation message as people read it: it may be a problem's code. */
export const problemText = (message: string): string =>
  message in PROBLEMS ? PROBLEMS[message as ProblemCode].detail : message;

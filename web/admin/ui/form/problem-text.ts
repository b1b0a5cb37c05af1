import { PROBLEMS, type ProblemCode } from '../../../../src/contracts/problem.ts';

/** The text of a validation message, which may be a problem's code. */
export const problemText = (message: string): string =>
  message in PROBLEMS ? PROBLEMS[message as ProblemCode].detail : message;

import { PROBLEMS, type ProblemCode } from '../../../src/contracts/problem.ts';

/** What a contract finds wrong, for people: its message may be a problem's code. */
export const problemText = (message: string): string =>
  message in PROBLEMS ? PROBLEMS[message as ProblemCode].detail : message;

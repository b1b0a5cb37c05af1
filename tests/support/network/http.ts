import { expect } from 'vitest';
import { PROBLEMS, Problem, type ProblemCode } from '../../../src/contracts/problem.ts';
import type { Answer } from './http-client.ts';

/** Problem details as the contract says, in form and in every header that goes with them. */
export function problemOf(answer: Answer): Problem {
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json\b/);
  expect(answer.headers['cache-control']).toBe('no-store');
  const problem = Problem.parse(answer.json);
  expect(problem.status).toBe(answer.status);
  expect(problem.type).toBe(`urn:problem:${problem.code}`);
  return problem;
}

/** The request was refused for this reason, with this reason's status and text. */
export function expectProblem(answer: Answer, code: ProblemCode): Problem {
  const problem = problemOf(answer);
  expect(problem).toMatchObject({ code, ...PROBLEMS[code] });
  return problem;
}

/** The messages of a request that isn't valid, by field. */
export function fieldErrors(answer: Answer): Record<string, string> {
  expect(answer.status, answer.text).toBe(400);
  const { errors = [] } = problemOf(answer);
  return Object.fromEntries(errors.map(({ path, message }) => [path, message]));
}

import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { AuthSession, AuthUser } from '../../../../src/contracts/accounts/auth.ts';
import type { Operation } from '../../../../src/contracts/operation.ts';
import { problemsOf } from '../../../../src/contracts/operation-rules.ts';
import { OPERATIONS } from '../../../../src/contracts/operations.ts';
import { PROBLEMS, Problem, type ProblemCode } from '../../../../src/contracts/problem.ts';
import {
  AuthError,
  type AuthErrorCode,
} from '../../../../src/features/accounts/supabase-protocol/auth-errors.ts';
import type { MockedResponse } from './intercept.ts';

/**
 * Checks that the server can answer a request like this.
 *
 * @throws Error for an address that the server hasn't got, and for an answer that differs from its contract
 */
export function checkMockedAnswer(method: string, path: string, response: MockedResponse): void {
  if (path.startsWith(AUTH)) {
    checkAuthAnswer(`${method} ${path.slice(AUTH.length)}`, response);
    return;
  }
  const operation = operationOf(method, path);
  if (!operation) throw new Error('no operation of the API has this address');
  if ((response.status ?? 200) >= 400) checkProblem(operation, response);
  else checkSuccess(operation, response);
}

function operationOf(method: string, path: string): Operation | undefined {
  const ofMethod = OPERATIONS.filter((operation) => operation.method === method.toLowerCase());
  // As in the server, paths without parameters come first.
  return (
    ofMethod.find((operation) => operation.path === path) ??
    ofMethod.find((operation) => patternOf(operation.path).test(path))
  );
}

const patternOf = (path: string) =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);

function checkSuccess({ answer }: Operation, { status = 200, contentType = '', body = '' }: MockedResponse) {
  if (status !== answer.status) throw new Error(`the status is ${answer.status}, not ${status}`);
  if (!('body' in answer)) {
    if (body !== '') throw new Error('the answer has no body');
    return;
  }
  const isFile = typeof answer.body === 'string';
  const type = isFile ? answer.body : ('type' in answer && answer.type) || 'application/json';
  if (contentType !== type) throw new Error(`the media type is ${type}, not ${contentType}`);
  if (!isFile) checkShape(answer.body as z.ZodType, body);
}

/** Problems that each operation may have because of the state that the server is in. */
const OF_THE_SERVER: readonly ProblemCode[] = ['internal-error', 'unavailable', 'too-many-requests'];

function checkProblem(operation: Operation, { status, contentType, body = '' }: MockedResponse) {
  if (contentType !== 'application/problem+json') throw new Error('an error is problem+json');
  const { code } = checkShape(Problem, body);
  const known = [...OF_THE_SERVER, ...problemsOf(operation)].find((each) => each === code);
  if (!known) throw new Error(`it has no problem ${code}`);
  if (status !== PROBLEMS[known].status)
    throw new Error(`the status of ${code} is ${PROBLEMS[known].status}`);
}

/** Checks that JSON has the shape of a contract, and nothing that the contract doesn't know. */
function checkShape<Schema extends z.ZodType>(schema: Schema, body: string): z.output<Schema> {
  const sent: unknown = JSON.parse(body);
  const { data, error } = schema.safeParse(sent);
  if (error) throw new Error(z.prettifyError(error));
  if (!isDeepStrictEqual(data, sent)) throw new Error(`it says more than its contract: ${body}`);
  return data;
}

const AUTH = '/auth/v1';

/** The answers of the sign-in service, by calls of the auth client; null if no contract of ours describes it. */
const AUTH_ANSWERS: readonly (readonly [call: RegExp, z.ZodType | null])[] = [
  [/^POST \/(?:token|verify|factors\/[^/]+\/verify)$/, AuthSession],
  [/^(?:POST \/signup|(?:GET|PUT) \/user)$/, AuthUser],
  [/^GET \/(?:settings|authorize)$/, null],
  [/^POST \/(?:recover|resend|logout|passkeys\/authentication\/options)$/, null],
  [/^POST \/factors(?:\/[^/]+\/challenge)?$/, null],
  [/^DELETE \/factors\/[^/]+$/, null],
];
const AuthFailure = z.object({ code: z.string(), message: z.string() });

function checkAuthAnswer(call: string, { status = 200, body = '' }: MockedResponse) {
  const [, schema] = AUTH_ANSWERS.find(([pattern]) => pattern.test(call)) ?? [];
  if (schema === undefined) throw new Error('the sign-in service has no such call');
  if (status < 400) {
    if (schema !== null) checkShape(schema, body);
    return;
  }
  const { code } = checkShape(AuthFailure, body);
  const expected = new AuthError(code as AuthErrorCode).status;
  if (status !== expected) throw new Error(`the status of ${code} is ${expected}`);
}

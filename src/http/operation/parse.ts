import type { Request } from 'express';
import type { z } from 'zod';
import { PROBLEMS, type ProblemCode } from '../../contracts/problem.ts';

export interface FieldError {
  /** Dotted path into the body or query. */
  readonly path: string;
  readonly message: string;
}

/** Thrown when a request doesn't have the shape of its contract. */
export class InvalidRequest extends Error {
  override readonly name = 'InvalidRequest';
  readonly code: ProblemCode;
  readonly errors: readonly FieldError[];
  constructor(code: ProblemCode, errors: readonly FieldError[]) {
    super(code);
    this.code = code;
    this.errors = errors;
  }
}

/** The error for a value that breaks a rule that the contract's schema can't check. */
export const invalidValue = (path: string, message: string): InvalidRequest =>
  new InvalidRequest('validation-failed', [{ path, message }]);

/** The same with a problem code, whose own text is the message. */
export const invalidField = (path: string, code: ProblemCode): InvalidRequest =>
  new InvalidRequest(code, [{ path, message: PROBLEMS[code].detail }]);

const isProblemCode = (text: string): text is ProblemCode => Object.hasOwn(PROBLEMS, text);

/** Messages for fields for which the contract has none. The validator's own messages aren't meant for people. */
const plainWords: z.core.$ZodErrorMap = ({ code, input }) =>
  code === 'invalid_type' && input === undefined ? 'Is missing.' : 'Is not valid.';

/**
 * Parses a value with a contract's schema. A message may be a problem code; the first such code becomes the response's code.
 *
 * @throws InvalidRequest
 */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value, { error: plainWords });
  if (result.success) return result.data;
  const { issues } = result.error;
  const code = issues.map(({ message }) => message).find(isProblemCode) ?? 'validation-failed';
  // A value of the wrong type also breaks rules about its length, so only the first message of each field is sent.
  const errors: FieldError[] = [];
  for (const { path: parts, message } of issues) {
    const path = parts.join('.');
    if (errors.some((other) => other.path === path)) continue;
    errors.push({ path, message: isProblemCode(message) ? PROBLEMS[message].detail : message });
  }
  throw new InvalidRequest(code, errors);
}

/** Parses one header with its contract; undefined if the header isn't sent. @throws InvalidRequest */
export function parseHeader<Schema extends z.ZodType>(
  schema: Schema,
  req: Request,
  name: string,
): z.output<Schema> | undefined {
  const value = req.get(name);
  if (value === undefined) return undefined;
  const result = schema.safeParse(value, { error: plainWords });
  if (result.success) return result.data;
  throw invalidValue(name, result.error.issues[0]?.message ?? 'Is not valid.');
}

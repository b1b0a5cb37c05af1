import type { Request } from 'express';
import type { z } from 'zod';
import { PROBLEMS, type ProblemCode } from '../../contracts/problem.ts';

export interface FieldError {
  /** Dotted path into the body or query. */
  readonly path: string;
  readonly message: string;
}

/** The request doesn't have the shape of its contract. */
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

/** A field that breaks a rule no schema of the contract can check; the text about it is the problem's own. */
export const invalidField = (path: string, code: ProblemCode): InvalidRequest =>
  new InvalidRequest(code, [{ path, message: PROBLEMS[code].detail }]);

const isProblemCode = (text: string): text is ProblemCode => Object.hasOwn(PROBLEMS, text);

/** Messages where a contract has none of its own, instead of the validator's, which aren't meant for people. */
const plainWords: z.core.$ZodErrorMap = ({ code, input }) =>
  code === 'invalid_type' && input === undefined ? 'Is missing.' : 'Is not valid.';

/** Parses by a contract. A message in it may be a problem code; the first such code becomes the response's. */
function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value, { error: plainWords });
  if (result.success) return result.data;
  const { issues } = result.error;
  const code = issues.map(({ message }) => message).find(isProblemCode) ?? 'validation-failed';
  // A value of the wrong type breaks rules about its length too: the first message of each field is enough.
  const errors: FieldError[] = [];
  for (const { path: parts, message } of issues) {
    const path = parts.join('.');
    if (errors.some((other) => other.path === path)) continue;
    errors.push({ path, message: isProblemCode(message) ? PROBLEMS[message].detail : message });
  }
  throw new InvalidRequest(code, errors);
}

/** The body by its contract; a missing body counts as an empty object. @throws InvalidRequest */
export const parseBody = <Schema extends z.ZodType>(schema: Schema, req: Request): z.output<Schema> =>
  parse(schema, req.body ?? {});

/** The parts of the path by their contract. @throws InvalidRequest */
export const parsePath = <Schema extends z.ZodType>(schema: Schema, req: Request): z.output<Schema> =>
  parse(schema, req.params);

/** The query by its contract; other parameters are ignored. @throws InvalidRequest */
export const parseQuery = <Schema extends z.ZodType>(schema: Schema, req: Request): z.output<Schema> =>
  parse(schema, req.query);

/** The operation's own headers by their contract, named in small letters. @throws InvalidRequest */
export const parseHeaders = <Schema extends z.ZodType>(schema: Schema, req: Request): z.output<Schema> =>
  parse(schema, req.headers);

/** One header by its contract, undefined when it isn't sent. @throws InvalidRequest */
export function parseHeader<Schema extends z.ZodType>(
  schema: Schema,
  req: Request,
  name: string,
): z.output<Schema> | undefined {
  const value = req.get(name);
  if (value === undefined) return undefined;
  const result = schema.safeParse(value, { error: plainWords });
  if (result.success) return result.data;
  const message = result.error.issues[0]?.message ?? 'Is not valid.';
  throw new InvalidRequest('validation-failed', [{ path: name, message }]);
}

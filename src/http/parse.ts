import type { Request } from 'express';
import type { z } from 'zod';
import { PROBLEMS, type ProblemCode } from '../contracts/problem.ts';

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

const isProblemCode = (text: string): text is ProblemCode => Object.hasOwn(PROBLEMS, text);

/** What people read where a contract has no text of its own, in the place of the validator's. */
const plainWords: z.core.$ZodErrorMap = ({ code, input }) =>
  code === 'invalid_type' && input === undefined ? 'Is missing.' : 'Is not valid.';

/** A contract's refinement may carry a problem code as its message; the first such code names the problem. */
function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value, { error: plainWords });
  if (result.success) return result.data;
  const { issues } = result.error;
  const code = issues.map(({ message }) => message).find(isProblemCode) ?? 'validation-failed';
  // A value of the wrong type breaks the rules about its length too: the first text about a field is enough.
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

/** The query by its contract; parameters it doesn't name are ignored. @throws InvalidRequest */
export const parseQuery = <Schema extends z.ZodType>(schema: Schema, req: Request): z.output<Schema> =>
  parse(schema, req.query);

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

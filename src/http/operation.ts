import { randomUUID } from 'node:crypto';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { z } from 'zod';
import type { Actor } from '../contracts/actor.ts';
import { IdempotencyKeyField } from '../contracts/fields.ts';
import {
  type AfterQuery,
  type CallerKind,
  isLimitedByAddress,
  isPrivate,
  type LinkQuery,
  type Operation,
  queriesOf,
} from '../contracts/operation.ts';
import { COMMAND_DEADLINE_MS, deadlineIn, withinDeadline } from '../eventsourcing/deadline.ts';
import type { CommandRun } from '../eventsourcing/event-streams.ts';
import { type AnyReply, checkAnswer, type Reply, sendReply } from './answer.ts';
import { actorOf, type Caller, type CallerOf, type Guard, type Guards } from './caller.ts';
import type { CommandRunner } from './command-runner.ts';
import { parseBody, parseHeader, parsePath, parseQuery } from './parse.ts';
import type { NamedModel, ProjectionWait } from './projected.ts';
import { addressOf } from './rate-limits.ts';
import { contextOf } from './request-context.ts';

type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : unknown;
type QueryOf<Op extends Operation> = OutputOf<Op['query']> &
  (Op['caller'] extends 'link' ? z.output<typeof LinkQuery> : unknown) &
  (Op['isProjected'] extends true ? z.output<typeof AfterQuery> : unknown);

/** What a handler is given: everything checked by the operation's definition. */
export type OperationRequest<Op extends Operation> = {
  readonly caller: CallerOf<Op['caller']>;
  /** The network address that limits count by; an IPv6 network counts as one. */
  readonly address: string;
  readonly params: OutputOf<Op['params']>;
  readonly query: QueryOf<Op>;
  readonly body: OutputOf<Op['body']>;
} & (Op['command'] extends string ? { readonly run: CommandRun<Actor>; readonly key: string } : unknown);

/** An operation's handler, once the types of its definition are forgotten. */
type AnyHandler = (request: object) => Promise<AnyReply>;

type Handler<Op extends Operation> = (request: OperationRequest<Op>) => Reply<Op>;

/** An operation whose callers this process can tell; without a guard for them it can't be mounted. */
type Guarded<Known extends Guards> = Operation & { readonly caller: 'public' | (keyof Known & CallerKind) };

/**
 * Serves an operation. One that answers from read models names them, so that `?after=` waits for them and
 * `X-Projected-Position` tells how far the one furthest behind is.
 */
export type Mount<Known extends Guards = Guards> = <Op extends Guarded<Known>>(
  operation: Op,
  handler: Handler<Op>,
  ...reads: Op['isProjected'] extends true ? [models: readonly NamedModel[]] : []
) => void;

export interface OperationsDeps<Known extends Guards> {
  readonly guards: Known;
  readonly runCommand: CommandRunner;
  readonly waitForProjection: ProjectionWait;
  /** Limit of requests from one network address. */
  readonly limitPerAddress: RequestHandler;
  /** For tests: an answer that differs from its contract becomes a 500. */
  readonly checkAnswers?: boolean | undefined;
}

export interface MountedOperations<Known extends Guards> {
  readonly on: Mount<Known>;
  readonly router: Router;
  readonly mounted: ReadonlySet<Operation>;
}

/** `"3"`; a weak tag means the same here, and `*` asks for nothing. */
const IfMatch = z
  .string()
  .max(20, { abort: true })
  .regex(/^(?:W\/)?"(\d{1,9})"$|^\*$/, 'Must be an ETag.')
  .transform((text) => (text === '*' ? undefined : Number(text.replace(/\D/g, ''))));

const nobody: Guard<'public'> = () => ({ kind: 'nobody' });

/** A path of an operation as Express writes it. */
export const routeOf = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** What a command is about: the booking of a private link, or else what the path names. */
function subjectOf(caller: Caller, params: unknown): string | undefined {
  if (caller.kind === 'customer') return caller.bookingId;
  const { id } = (params ?? {}) as { readonly id?: string };
  return id;
}

/**
 * Makes the router of all operations. Each request goes the same way: headers, limit, guard, input, read models,
 * handler, answer.
 */
export function createOperations<const Known extends Guards>(
  deps: OperationsDeps<Known>,
): MountedOperations<Known> {
  const { runCommand, waitForProjection, limitPerAddress, checkAnswers = false } = deps;
  const guards: Guards = { public: nobody, ...deps.guards };
  const router = express.Router();
  const mounted = new Set<Operation>();

  function headersOf(operation: Operation): RequestHandler {
    const headers = isPrivate(operation)
      ? { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' }
      : { 'Cache-Control': 'no-cache' };
    return (_req, res, next) => {
      res.set(headers);
      next();
    };
  }

  async function requestOf(operation: Operation, req: Request, guard: Guard<CallerKind>) {
    const caller: Caller = await guard(req);
    return {
      caller,
      address: addressOf(req),
      params: operation.params && parsePath(operation.params, req),
      query: Object.assign({}, ...queriesOf(operation).map((part) => parseQuery(part, req))),
      body: operation.body && parseBody(operation.body, req),
    };
  }

  const on = (operation: Operation, handler: AnyHandler, models: readonly NamedModel[] = []) => {
    const { method, caller, command, isProjected, deadlineMs = COMMAND_DEADLINE_MS } = operation;
    const guard = guards[caller];
    if (!guard) throw new Error(`nobody guards ${operation.path}`);
    mounted.add(operation);

    async function handle(req: Request, res: Response) {
      const request = await requestOf(operation, req, guard as Guard<CallerKind>);
      const context = contextOf(res);
      if (isProjected) {
        const { after } = request.query as z.output<typeof AfterQuery>;
        const position = await waitForProjection(models, after, request.address);
        context.projectedPosition = position;
        res.set('X-Projected-Position', position);
      }
      if (command === undefined) return handler(request);
      const key = parseHeader(IdempotencyKeyField, req, 'Idempotency-Key') ?? randomUUID();
      return runCommand(
        context,
        {
          command,
          subject: subjectOf(request.caller, request.params),
          actor: actorOf(request.caller),
          body: request.body ?? {},
          key,
          ifVersion: parseHeader(IfMatch, req, 'If-Match'),
          deadlineMs,
        },
        async (run) => handler({ ...request, run, key }),
      );
    }

    const limits = isLimitedByAddress(operation) ? [limitPerAddress] : [];
    router[method](
      routeOf(operation.path),
      headersOf(operation),
      ...limits,
      async (req: Request, res: Response) => {
        const reply = await withinDeadline(deadlineIn(deadlineMs), handle(req, res));
        if (checkAnswers) checkAnswer(operation, reply);
        const { position } = (reply?.body ?? {}) as { readonly position?: unknown };
        if (typeof position === 'string') contextOf(res).position = position;
        sendReply(res, operation, reply);
      },
    );
  };

  return { on: on as unknown as Mount<Known>, router, mounted };
}

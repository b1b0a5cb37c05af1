import { randomUUID } from 'node:crypto';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import type { z } from 'zod';
import { IdempotencyKeyField } from '../../contracts/fields.ts';
import type { Actor } from '../../contracts/history/actor.ts';
import type { Moment } from '../../contracts/moment.ts';
import { addressLimitOf, type Operation, type StreamedType } from '../../contracts/operation.ts';
import {
  type AfterQuery,
  type LinkQuery,
  type MomentQuery,
  queriesOf,
} from '../../contracts/operation-rules.ts';
import { COMMAND_DEADLINE_MS, deadlineIn, withinDeadline } from '../../eventsourcing/async/deadline.ts';
import { StaleVersion } from '../../eventsourcing/streams/decider.ts';
import type { CommandRun } from '../../eventsourcing/streams/event-streams.ts';
import { addressOf } from '../limits/rate-limits.ts';
import type { RequestLimits } from '../limits/request-limits.ts';
import { refuse } from '../refusal.ts';
import { contextOf } from '../server/request-context.ts';
import { type AnswerOf, type AnyAnswer, checkAnswer, headersOf, sendAnswer } from './answer.ts';
import {
  actorOf,
  type Caller,
  type CallerTo,
  type Guard,
  type GuardOfOne,
  type Guards,
  guardOf,
  type NamesOf,
  requireSameRole,
  takerOf,
} from './caller.ts';
import type { CommandRunner } from './command-runner.ts';
import { fileBody, fileOf, fileTypes, type UploadedFile } from './file-body.ts';
import { jsonBody, jsonOnly } from './json-body.ts';
import type { KeepAnswers } from './kept-answers.ts';
import type { MomentOf } from './moments.ts';
import { parse, parseHeader } from './parse.ts';
import { furthestBehind, type NamedModel, type ProjectionWait } from './projected.ts';
import { hideOthers, type OwnBookings, seesPrivateLinks } from './sight.ts';
import { IfMatch, staleRefusal } from './stale.ts';
import { sendStream, streamedType, whileNeeded } from './streaming.ts';

type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : unknown;
type QueryOf<Op extends Operation> = OutputOf<Op['query']> &
  (Op['caller'] extends 'link' ? z.output<typeof LinkQuery> : unknown) &
  (Op['isProjected'] extends true ? z.output<typeof AfterQuery> : unknown);

/** A handler's argument. All of it has been checked by the operation's definition. */
type OperationRequest<Op extends Operation> = {
  readonly caller: CallerTo<Op>;
  readonly from: {
    /** IPv4 address, or IPv6 network of 56 bits. */
    readonly address: string;
  };
  readonly params: OutputOf<Op['params']>;
  readonly query: QueryOf<Op>;
  readonly headers: OutputOf<Op['headers']>;
  readonly body: OutputOf<Op['body']>;
} & (Op['command'] extends string ? { readonly run: CommandRun<Actor>; readonly key: string } : unknown) &
  (Op['upload'] extends object ? { readonly file: UploadedFile } : unknown) &
  /** The moment that the answer is about. */
  (Op['moment'] extends 'always'
    ? { readonly moment: Moment }
    : Op['moment'] extends 'if asked'
      ? { readonly moment: Moment | undefined }
      : unknown) &
  /** Aborts when the answer, or the rest of a streamed one, isn't needed any more. */
  (Op extends { readonly waits: true } | { readonly answer: { readonly body: StreamedType } }
    ? { readonly signal: AbortSignal }
    : unknown);

/** A handler of any operation. */
type AnyHandler = (request: object) => Promise<AnyAnswer>;

type Handler<Op extends Operation> = (request: OperationRequest<Op>) => AnswerOf<Op>;

/**
 * Serves an operation by a handler. An operation that reads read models names them, or says which a request reads. `?after=` waits for
 * them, and `X-Projected-Position` is the position of the one that is furthest behind. Read models that are needed only for an answer
 * about a past moment are named separately, so that an answer about the present doesn't wait for them.
 */
export type Mount = <Op extends Operation>(
  operation: Op,
  handler: Handler<Op>,
  ...reads: Op['isProjected'] extends true
    ? [
        models: readonly NamedModel[] | ((request: OperationRequest<Op>) => readonly NamedModel[]),
        modelsOfThePast?: readonly NamedModel[],
      ]
    : []
) => void;

interface OperationsDeps {
  /** All operations. An operation that isn't listed would have no 405, no description and no test of rights, so it can't be mounted. */
  readonly listed: readonly Operation[];
  readonly guards: Guards;
  readonly runCommand: CommandRunner;
  readonly waitForProjection: ProjectionWait;
  readonly momentOf: MomentOf;
  /** The cache of answers that are the same for all visitors; when left out, no answers are kept. */
  readonly keepAnswers?: KeepAnswers | undefined;
  readonly ownBookings: OwnBookings;
  /** Finds the names of administrators, so that others can be told who has changed something. */
  readonly namesOf: NamesOf;
  /** Only for streamed answers: a signal at which all of them end, and guards that check a caller again each time they are called. */
  readonly streams?: { readonly draining: AbortSignal; readonly guards: Guards } | undefined;
  readonly limits: RequestLimits;
  /** Only for tests: if true, an answer that differs from its contract becomes a 500. */
  readonly checkAnswers?: boolean | undefined;
}

interface MountedOperations {
  readonly on: Mount;
  /** Serves the mounted operations, and calls `next` for all other requests. */
  readonly router: RequestHandler;
  readonly mounted: ReadonlySet<Operation>;
}

const nobody: Guard<'public'> = () => ({ kind: 'nobody' });

/** An operation's path in Express's syntax. */
export const routeOf = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** Id of the thing that a command is about: the booking of a private link, or else the id or the date in the path. */
function subjectOf(caller: Caller, params: unknown): string | undefined {
  if (caller.kind === 'customer') return caller.bookingId;
  const { id, date } = (params ?? {}) as { readonly id?: string; readonly date?: string };
  return id ?? date;
}

/**
 * Makes the router of all operations. Each request goes through the same steps: headers, type of the body, limits, guard, body,
 * input, read models, handler, response. So the body of a caller who is over a limit or has no right to call is never read.
 */
export function createOperations(deps: OperationsDeps): MountedOperations {
  const { listed, runCommand, waitForProjection, momentOf, ownBookings, namesOf, streams, limits } = deps;
  const { keepAnswers, checkAnswers = false } = deps;
  const guards: Guards = { public: nobody, ...deps.guards };
  const all = express.Router();
  /** Routers of paths without parameters. They are faster than `all`, which compares a request with every path before its own. */
  const byPath = new Map<string, Router>();
  const mounted = new Set<Operation>();

  /** The caller of each request that has been let in, which comes before its body is read. */
  const admitted = new WeakMap<Request, Caller>();

  async function requestOf(operation: Operation, req: Request, guard: GuardOfOne) {
    const caller = admitted.get(req) ?? (await guard(req));
    admitted.set(req, caller);
    return {
      caller,
      from: { address: addressOf(req) },
      params: operation.params && parse(operation.params, req.params),
      query: Object.assign({}, ...queriesOf(operation).map((part) => parse(part, req.query))),
      headers: operation.headers && parse(operation.headers, req.headers),
      // A missing body counts as an empty object.
      body: operation.body && parse(operation.body, req.body ?? {}),
      ...(operation.upload && { file: fileOf(req) }),
    };
  }

  const on = (
    operation: Operation,
    handler: AnyHandler,
    reads: readonly NamedModel[] | ((request: object) => readonly NamedModel[]) = [],
    modelsOfThePast: readonly NamedModel[] = [],
  ) => {
    const {
      method,
      caller,
      command,
      isProjected,
      moment,
      waits,
      deadlineMs = COMMAND_DEADLINE_MS,
    } = operation;
    if (!listed.includes(operation))
      throw new Error(`${method} ${operation.path} is not in the list of operations`);
    const streamed = streamedType(operation);
    // A caller who is checked again later is checked by the same strict guard at the beginning.
    const guard = guardOf(operation, streamed || waits ? streams?.guards : guards);
    mounted.add(operation);
    const keep = caller === 'public' && operation.isShared ? keepAnswers : undefined;

    /** The positions of the read models, and the moment that the request asks for, if it may ask for one. */
    async function projectionFor(request: Awaited<ReturnType<typeof requestOf>>) {
      const { query } = request;
      const models = typeof reads === 'function' ? reads(request) : reads;
      const asked = query as z.output<typeof AfterQuery> & z.output<typeof MomentQuery>;
      if (moment === 'always' || asked.at !== undefined || asked.as_of !== undefined)
        return momentOf(asked, [...models, ...modelsOfThePast]);
      return { positions: await waitForProjection(models, asked.after), moment: undefined };
    }

    const handle = async (req: Request, res: Response, signal?: AbortSignal) => {
      const parsed = await requestOf(operation, req, guard);
      if (operation.isDownload) await limits.downloads(takerOf(parsed.caller), res);
      const context = contextOf(res);
      const projection = isProjected && (await projectionFor(parsed));
      await hideOthers(operation, parsed.caller, parsed.params, ownBookings);
      const request = moment && projection ? { ...parsed, moment: projection.moment } : parsed;
      if (projection) {
        const { positions } = projection;
        const position = furthestBehind(positions);
        context.projectedPosition = position;
        res.setHeader('X-Projected-Position', position);
        if (keep) {
          return keep({ path: operation.path, query: request.query, positions }, async () => {
            const answered = await handler(request);
            if (checkAnswers) checkAnswer(operation, answered);
            return answered;
          });
        }
      }
      if (command === undefined) return handler(signal ? { ...request, signal } : request);
      const ifVersion = parseHeader(IfMatch, req, 'If-Match');
      if (operation.needsVersion && ifVersion === undefined) throw refuse('version-required');
      const key = parseHeader(IdempotencyKeyField, req, 'Idempotency-Key') ?? randomUUID();
      return runCommand(
        context,
        {
          command,
          subject: subjectOf(request.caller, request.params),
          actor: actorOf(request.caller),
          body: request.body ?? {},
          key,
          ifVersion,
          deadlineMs,
        },
        async (run) => handler({ ...request, run, key }),
      ).catch(async (error: unknown) => {
        throw error instanceof StaleVersion
          ? await staleRefusal(error, operation, request.caller, namesOf)
          : error;
      });
    };

    const life = {
      draining: streams?.draining ?? AbortSignal.abort(),
      async admit(req: Request) {
        requireSameRole(admitted.get(req), await guard(req));
      },
    };

    const wait = (req: Request, res: Response) =>
      whileNeeded(req, res, life, async (signal) => {
        const answered = await handle(req, res, signal);
        await life.admit(req);
        return answered;
      });

    const stream = (req: Request, res: Response, type: StreamedType) =>
      whileNeeded(req, res, life, async (signal) => {
        const answered = await withinDeadline(deadlineIn(deadlineMs), handle(req, res, signal));
        const body = answered?.body as AsyncIterable<string>;
        await sendStream({ req, res, type }, { ...answered, body }, signal);
      });

    const limit = addressLimitOf(operation);
    const { body, upload } = operation;
    const admit: RequestHandler = async (req, _res, next) => {
      admitted.set(req, await withinDeadline(deadlineIn(deadlineMs), Promise.resolve(guard(req))));
      next();
    };
    const handlers: readonly RequestHandler[] = [
      headersOf(operation),
      // Another site's page can send such a body without asking, so it must not use up what its visitor may send.
      ...(upload ? [fileTypes(upload)] : body ? [jsonOnly] : []),
      ...(limit === undefined ? [] : [limits.perMinute[limit]]),
      // Requests that only wait for an event are no work, and have limits of their own.
      ...(waits || streamed === 'text/event-stream' ? [] : [limits.underWay]),
      ...(upload ? [admit, fileBody(upload)] : body ? [admit, jsonBody] : []),
      async (req: Request, res: Response) => {
        if (streamed) return stream(req, res, streamed);
        const answered = await withinDeadline(deadlineIn(deadlineMs), (waits ? wait : handle)(req, res));
        if (checkAnswers) checkAnswer(operation, answered);
        const { position } = (answered?.body ?? {}) as { readonly position?: unknown };
        if (typeof position === 'string') contextOf(res).position = position;
        sendAnswer(res, operation, answered, seesPrivateLinks(admitted.get(req)));
      },
    ];
    const route = routeOf(operation.path);
    all[method](route, ...handlers);
    if (!operation.params) {
      const own = byPath.get(route) ?? express.Router();
      own[method](route, ...handlers);
      byPath.set(route, own);
    }
  };

  const router: RequestHandler = (req, res, next) => (byPath.get(req.path) ?? all)(req, res, next);
  return { on: on as unknown as Mount, router, mounted };
}

import { isDeepStrictEqual } from 'node:util';
import type { RequestHandler, Response } from 'express';
import type { z } from 'zod';
import { isPrivate, type Operation, type StreamedType } from '../../contracts/operation.ts';

interface AnswerHeaders {
  /** Number of the stream's decisions. Sent as the ETag. */
  readonly version?: number;
  /** The exact ETag, for an answer that isn't about one stream. */
  readonly etag?: string;
  /** If set, the answer is offered as a file with this name. */
  readonly filename?: string;
  /** Headers of this operation alone, which its definition describes. */
  readonly headers?: Readonly<Record<string, string>>;
}

type BodyOf<Body> = Body extends z.ZodType
  ? z.input<Body>
  : Body extends StreamedType
    ? AsyncIterable<string>
    : string;

/** A handler's result. The body has the form in which it is sent. */
export type AnswerOf<Op extends Operation> = Op['answer'] extends { readonly body: infer Body }
  ? Promise<{ readonly body: BodyOf<Body> } & AnswerHeaders>
  : Promise<void>;

/** An answer of any operation. A body of bytes is JSON that was already written and checked. */
export type AnyAnswer = ({ readonly body: unknown } & AnswerHeaders) | undefined;

/** The answer with something that has a version, which becomes the ETag. */
export const versioned = <Body extends { readonly version: number }>(body: Body) => ({
  body,
  version: body.version,
});

/** Says whether caches may keep the answers of an operation. */
export function headersOf(operation: Operation): RequestHandler {
  const hasSecret = isPrivate(operation);
  return (_req, res, next) => {
    res.setHeader('Cache-Control', hasSecret ? 'no-store' : 'no-cache');
    if (hasSecret) res.setHeader('Referrer-Policy', 'no-referrer');
    next();
  };
}

/** @throws Error when parsing the body with its contract would lose or change something */
export function checkAnswer({ answer, method, path }: Operation, answered: AnyAnswer): void {
  if (!('body' in answer) || typeof answer.body === 'string' || Buffer.isBuffer(answered?.body)) return;
  const sent: unknown = JSON.parse(JSON.stringify(answered?.body));
  const parsed = answer.body.safeParse(sent);
  if (!parsed.success || !isDeepStrictEqual(parsed.data, sent))
    throw new Error(`the answer of ${method} ${path} differs from its contract`);
}

/** The private links of bookings in the texts of messages, such as `https://salon.example/b/AbCdEfGhIjKl`. */
const PRIVATE_LINKS = /https?:\/\/[^\s"/]+\/[bm]\/[\w-]{12,}/g;

/**
 * Sends an answer in the way that its operation defines.
 *
 * @param withLinks whether customers' private links stay in it
 */
export function sendAnswer(
  res: Response,
  { answer }: Operation,
  answered: AnyAnswer,
  withLinks: boolean,
): void {
  res.status(answer.status);
  if (answered === undefined) {
    res.end();
    return;
  }
  const { body, version, etag, filename, headers } = answered;
  if (headers) res.set(headers);
  if (version !== undefined || etag !== undefined) res.set('ETag', etag ?? `"${version}"`);
  if (filename !== undefined) res.set('Content-Disposition', `attachment; filename="${filename}"`);
  if ('body' in answer && answer.body === 'text/calendar')
    res.type('text/calendar; charset=utf-8').send(body);
  else if (etag !== undefined) res.json(body);
  // Clients don't make conditional requests for an answer without an ETag, and Express's `json` would cost twice as much.
  else {
    const json = Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const type = ('type' in answer && answer.type) || 'application/json';
    res
      .setHeader('Content-Type', `${type}; charset=utf-8`)
      .end(withLinks ? json : String(json).replaceAll(PRIVATE_LINKS, '(private link)'));
  }
}

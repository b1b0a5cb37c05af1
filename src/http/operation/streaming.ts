import { once } from 'node:events';
import type { Request, Response } from 'express';
import type { Operation, StreamedType } from '../../contracts/operation.ts';

/** A reply whose body is sent piece by piece. */
interface StreamedReply {
  readonly body: AsyncIterable<string>;
  readonly filename?: string;
}

/** The media type of an operation that answers piece by piece; undefined for any other. */
export function streamedType({ answer }: Operation): StreamedType | undefined {
  if (!('body' in answer) || typeof answer.body !== 'string' || answer.body === 'text/calendar')
    return undefined;
  return answer.body;
}

/** How often it is checked whether the caller may still get the rest of a stream. */
const ADMIT_EVERY_MS = 2_000;

interface StreamLife {
  /** Aborts when the client has left, the caller is no longer admitted, the service stops, or the response has ended. */
  readonly signal: AbortSignal;
  /** Call it when the response has ended. */
  end(): void;
}

/** @param admit rejects when the caller may not get more of the stream, or when that can't be found out */
export function streamLife(
  req: Request,
  res: Response,
  { draining, admit }: { readonly draining: AbortSignal; admit(req: Request): unknown },
): StreamLife {
  const over = new AbortController();
  const abort = () => over.abort();
  let isAsking = false;
  const timer = setInterval(async () => {
    if (isAsking) return;
    isAsking = true;
    try {
      await admit(req);
    } catch {
      abort();
    } finally {
      isAsking = false;
    }
  }, ADMIT_EVERY_MS);
  res.once('close', abort);
  draining.addEventListener('abort', abort, { once: true });
  if (draining.aborted) abort();
  return {
    signal: over.signal,
    end() {
      abort();
      clearInterval(timer);
      res.off('close', abort);
      draining.removeEventListener('abort', abort);
    },
  };
}

/** Does what may take long, with a signal that says when it isn't needed any more (`StreamLife`). */
export async function whileNeeded<Result>(
  req: Request,
  res: Response,
  { draining, admit }: { readonly draining: AbortSignal; admit(req: Request): unknown },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const life = streamLife(req, res, { draining, admit });
  try {
    return await work(life.signal);
  } finally {
    life.end();
  }
}

/**
 * Sends a body as fast as the client reads it: the next piece is made once there is room for it. If a file can't be completed, the
 * connection is cut, so that nobody takes a part for the whole. A stream of events just ends.
 */
export async function sendStream(
  { req, res, type }: { readonly req: Request; readonly res: Response; readonly type: StreamedType },
  { body, filename }: StreamedReply,
  signal: AbortSignal,
): Promise<void> {
  res.status(200).set({
    'Content-Type': `${type}; charset=utf-8`,
    // The connection ends together with the stream, so that a service that stops needn't wait for it.
    Connection: 'close',
    // Tells proxies to forward each piece at once.
    'X-Accel-Buffering': 'no',
    ...(filename !== undefined && { 'Content-Disposition': `attachment; filename="${filename}"` }),
  });
  if (req.method === 'HEAD') {
    res.end();
    return;
  }
  res.flushHeaders();
  for await (const piece of body) {
    if (signal.aborted) break;
    if (!res.write(piece)) await once(res, 'drain', { signal }).catch(() => {});
  }
  if (signal.aborted && type === 'text/csv') res.destroy();
  else res.end();
}

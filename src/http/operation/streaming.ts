import { once } from 'node:events';
import type { Request, Response } from 'express';
import type { Operation, StreamedType } from '../../contracts/operation.ts';

/** An answer whose body is sent piece by piece. */
interface StreamedAnswer {
  readonly body: AsyncIterable<string>;
  readonly filename?: string;
}

/** The media type of an operation that answers piece by piece; undefined for any other. */
export function streamedType({ answer }: Operation): StreamedType | undefined {
  if (!('body' in answer) || typeof answer.body !== 'string' || answer.body === 'text/calendar')
    return undefined;
  return answer.body;
}

/** A signal that aborts when the client leaves before it has its response. */
export function goneOf(res: Response): AbortSignal {
  const gone = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) gone.abort();
  });
  return gone.signal;
}

const ADMIT_EVERY_MS = 2_000;

/**
 * Does what may take long.
 *
 * @param admit rejects when the caller may not get the response any more, or when that can't be found out
 * @param work gets a signal that aborts when the client has left, the caller is no longer admitted, the service stops, or the work is over
 */
export async function whileNeeded<Result>(
  req: Request,
  res: Response,
  { draining, admit }: { readonly draining: AbortSignal; admit(req: Request): unknown },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
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
  try {
    return await work(over.signal);
  } finally {
    abort();
    clearInterval(timer);
    res.off('close', abort);
    draining.removeEventListener('abort', abort);
  }
}

/**
 * Sends a body as fast as the client reads it: the next piece is made once there is room for it. If a file can't be completed, the
 * connection is cut, so that nobody takes a part for the whole. A stream of events just ends.
 */
export async function sendStream(
  { req, res, type }: { readonly req: Request; readonly res: Response; readonly type: StreamedType },
  { body, filename }: StreamedAnswer,
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
  if (signal.aborted && type === 'text/csv' && !res.destroyed) res.destroy();
  // If the client has left, nothing more is done for it.
  else res.end();
}

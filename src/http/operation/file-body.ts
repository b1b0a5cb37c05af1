import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import type { Operation } from '../../contracts/operation.ts';
import { Refused, refuse } from '../refusal.ts';
import { allowArrival } from '../server/arrival.ts';

/** A body that has arrived, on disk until the request is answered. */
export interface UploadedFile {
  readonly path: string;
  /** One of the media types that the operation accepts. What is in the file may be something else. */
  readonly type: string;
  /** Aborts when the sender doesn't wait any more. */
  readonly gone: AbortSignal;
}

type Upload = NonNullable<Operation['upload']>;

/** So many bodies may be arriving at once in this process. For one more, the one that has taken longest is given up. */
const MOST_ARRIVING = 8;

const files = new WeakMap<Request, UploadedFile>();

/** The file of a request whose body was received. */
export function fileOf(req: Request): UploadedFile {
  const file = files.get(req);
  if (!file) throw new Error('the body of the request was not received as a file');
  return file;
}

/** Writes a body into a file as it arrives, so that slow senders take no memory. */
async function write(req: Request, path: string, mostBytes: number): Promise<void> {
  await using file = await open(path, 'wx', 0o600);
  let left = mostBytes;
  // If the iterator destroyed the request, its sender would get no answer.
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    left -= chunk.length;
    if (left < 0) throw refuse('payload-too-large');
    await file.write(chunk);
  }
}

/** A signal that aborts when the response's connection closes before it is answered. */
function goneOf(res: Response): AbortSignal {
  const gone = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) gone.abort();
  });
  return gone.signal;
}

/** Makes the handlers that receive bodies as files. They share a limit. */
export function createFileBodies(mostArriving = MOST_ARRIVING) {
  /** How to give up each body that is arriving, the oldest first. */
  const arriving = new Set<() => void>();

  return ({ types, mostBytes, arrivalMs }: Upload): RequestHandler =>
    async (req, res, next) => {
      const [type = ''] = (req.get('Content-Type') ?? '').toLowerCase().split(/\s*;/);
      if (!types.includes(type) || req.get('Content-Encoding') !== undefined)
        return next(refuse('unsupported-media-type', { detail: `Please send one of ${types.join(', ')}.` }));
      if (Number(req.get('Content-Length') ?? 0) > mostBytes) return next(refuse('payload-too-large'));

      const folder = await mkdtemp(join(tmpdir(), 'salon-upload-'));
      res.once('close', () => rm(folder, { recursive: true, force: true }).catch(() => {}));
      const path = join(folder, 'body');
      const tooLate = Promise.withResolvers<never>();
      const giveUp = () => {
        tooLate.reject(refuse('request-timeout'));
        res.once('finish', () => req.destroy());
      };
      if (arriving.size >= mostArriving) for (const oldest of [...arriving].slice(0, 1)) oldest();
      arriving.add(giveUp);
      allowArrival(req, arrivalMs);
      try {
        await Promise.race([write(req, path, mostBytes), tooLate.promise]);
      } catch (error) {
        // A connection that broke must not look like a store that is away.
        return next(error instanceof Refused ? error : refuse('malformed-body'));
      } finally {
        arriving.delete(giveUp);
      }
      files.set(req, { path, type, gone: goneOf(res) });
      next();
    };
}

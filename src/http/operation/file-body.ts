import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import { temporaryFolder } from '../../adapters/temporary-folders.ts';
import type { Operation } from '../../contracts/operation.ts';
import { Refused, refuse } from '../refusal.ts';
import { hasBody } from './json-body.ts';
import { goneOf } from './streaming.ts';

/** A body that has arrived, on disk until the request is answered. */
export interface UploadedFile {
  readonly path: string;
  /** One of the media types that the operation accepts. The file may contain something else. */
  readonly type: string;
  /** Aborts when the sender doesn't wait any more. */
  readonly gone: AbortSignal;
}

type Upload = NonNullable<Operation['upload']>;

const files = new WeakMap<Request, UploadedFile>();

/** The file of a request whose body was received. */
export function fileOf(req: Request): UploadedFile {
  const file = files.get(req);
  if (!file) throw new Error('the body of the request was not received as a file');
  return file;
}

const typeOf = (req: Request): string => (req.get('Content-Type') ?? '').toLowerCase().split(/\s*;/)[0] ?? '';

/** A folder for one body, which is removed with the response, even if the sender is gone before it is there. */
async function folderFor(res: Response): Promise<string> {
  const made = temporaryFolder();
  const remove = async () => rm(await made, { recursive: true, force: true });
  const removed = () => void remove().catch(() => {});
  if (res.destroyed) removed();
  else res.once('close', removed);
  return made;
}

/** Writes a body into a file as it arrives, so that slow senders take no memory. */
async function write(req: Request, path: string, mostBytes: number): Promise<void> {
  await using file = await open(path, 'wx', 0o600);
  let left = mostBytes;
  // If the iterator destroyed the request, its sender would get no answer.
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    left -= chunk.length;
    if (left < 0) throw refuse('payload-too-large');
    // On a disk that is almost full, `write` would leave out the end of the chunk and not say so.
    await file.appendFile(chunk);
  }
}

/** The refusal of a body that isn't of one of the types, or is compressed. */
const wrongType = ({ types }: Upload, req: Request): Refused | undefined =>
  types.includes(typeOf(req)) && req.get('Content-Encoding') === undefined
    ? undefined
    : refuse('unsupported-media-type', { detail: `Please send one of ${types.join(', ')}.` });

/** Refuses a body of a wrong type. A request without a body is refused once it is known who sends it. */
export const fileTypes =
  (upload: Upload): RequestHandler =>
  (req, _res, next) =>
    next(hasBody(req) ? wrongType(upload, req) : undefined);

/** Receives a body as a file. */
export const fileBody =
  (upload: Upload): RequestHandler =>
  async (req, res, next) => {
    const { mostBytes } = upload;
    const refusal = wrongType(upload, req);
    if (refusal) return next(refusal);
    if (Number(req.get('Content-Length') ?? 0) > mostBytes) return next(refuse('payload-too-large'));
    try {
      const path = join(await folderFor(res), 'body');
      await write(req, path, mostBytes);
      files.set(req, { path, type: typeOf(req), gone: goneOf(res) });
    } catch (error) {
      // A connection that broke must not look like a store that is away.
      return next(error instanceof Refused ? error : refuse('malformed-body'));
    }
    next();
  };

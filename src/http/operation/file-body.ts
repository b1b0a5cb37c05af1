import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import { temporaryFolder } from '../../adapters/temporary-folders.ts';
import type { Operation } from '../../contracts/operation.ts';
import { addressOf } from '../limits/rate-limits.ts';
import { Refused, refuse } from '../refusal.ts';
import { allowArrival } from '../server/arrival.ts';
import { goneOf } from './streaming.ts';

/** A body that has arrived, on disk until the request is answered. */
export interface UploadedFile {
  readonly path: string;
  /** One of the media types that the operation accepts. What is in the file may be something else. */
  readonly type: string;
  /** Aborts when the sender doesn't wait any more. */
  readonly gone: AbortSignal;
}

type Upload = NonNullable<Operation['upload']>;

/**
 * So many bodies may be arriving at once in this process, and from one network address. For one more in all, the one that has taken
 * longest is given up; one more from an address is refused before anything else is done for it.
 */
const MOST_ARRIVING = 8;
const MOST_PER_ADDRESS = 4;

const files = new WeakMap<Request, UploadedFile>();

/** The file of a request whose body was received. */
export function fileOf(req: Request): UploadedFile {
  const file = files.get(req);
  if (!file) throw new Error('the body of the request was not received as a file');
  return file;
}

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
    await file.write(chunk);
  }
}

interface Arriving {
  readonly address: string;
  /** Refuses it, however much of it has arrived. */
  giveUp(): void;
}

/** Makes the handlers that receive bodies as files, around those that find out whether the sender may send one. They share a limit. */
export function createFileBodies() {
  /** The oldest first. */
  const arriving = new Set<Arriving>();

  const admit: RequestHandler = (req, _res, next) => {
    const address = addressOf(req);
    const own = [...arriving].filter((one) => one.address === address);
    next(own.length < MOST_PER_ADDRESS ? undefined : refuse('too-many-requests', { retryAfterSeconds: 10 }));
  };

  const receive =
    ({ types, mostBytes, arrivalMs }: Upload): RequestHandler =>
    async (req, res, next) => {
      const [type = ''] = (req.get('Content-Type') ?? '').toLowerCase().split(/\s*;/);
      if (!types.includes(type) || req.get('Content-Encoding') !== undefined)
        return next(refuse('unsupported-media-type', { detail: `Please send one of ${types.join(', ')}.` }));
      if (Number(req.get('Content-Length') ?? 0) > mostBytes) return next(refuse('payload-too-large'));

      const tooLate = Promise.withResolvers<never>();
      // It may be given up before anything waits for it.
      tooLate.promise.catch(() => {});
      const giveUp = () => {
        // At once, so that another one in the same moment gives up the next.
        arriving.delete(own);
        tooLate.reject(refuse('request-timeout'));
        res.once('finish', () => req.destroy());
      };
      const own: Arriving = { address: addressOf(req), giveUp };
      const [oldest] = arriving;
      if (arriving.size >= MOST_ARRIVING) oldest?.giveUp();
      arriving.add(own);
      try {
        const path = join(await folderFor(res), 'body');
        allowArrival(req, arrivalMs);
        await Promise.race([write(req, path, mostBytes), tooLate.promise]);
        files.set(req, { path, type, gone: goneOf(res) });
      } catch (error) {
        // A connection that broke must not look like a store that is away.
        return next(error instanceof Refused ? error : refuse('malformed-body'));
      } finally {
        arriving.delete(own);
      }
      next();
    };

  return (upload: Upload, guard: RequestHandler): readonly RequestHandler[] => [
    admit,
    guard,
    receive(upload),
  ];
}

import express, { type Router } from 'express';
import { LRUCache } from 'lru-cache';
import { pictureAddress } from '../contracts/salon/picture-uses.ts';

/** Memory for pictures that were asked for lately. A page shows at most a few, of some 300 KB each with all their files. */
const MOST_CACHED_BYTES = 16_000_000;

const TYPES: Readonly<Record<string, string>> = { avif: 'image/avif', jpg: 'image/jpeg' };

/** After this time a picture of somebody who was erased is served no more. */
const CACHED_MS = 60_000;

type Files = ReadonlyMap<string, Buffer>;

/**
 * Serves the files of the salon's own pictures. An address contains a hash of what it leads to, so it is cached for good.
 *
 * @param filesOf all files of a picture by their names; undefined for one that isn't there
 */
export function pictureFiles(filesOf: (id: string) => Promise<Files | undefined>): Router {
  const cache = new LRUCache<string, Files>({
    maxSize: MOST_CACHED_BYTES,
    sizeCalculation: (files) => [...files.values()].reduce((sum, { length }) => sum + length, 1),
    ttl: CACHED_MS,
    fetchMethod: filesOf,
  });
  const router = express.Router();
  router.get(pictureAddress(':id', ':file'), async (req, res, next) => {
    const [id, file] = [`${req.params.id}`, `${req.params.file}`];
    const [ending = ''] = /(?<=\.)(?:avif|jpg)$/.exec(file) ?? [];
    const content = ending && (await cache.fetch(id))?.get(file);
    if (!content) return next();
    res.set({ 'Content-Type': TYPES[ending], 'Cache-Control': 'public, max-age=31536000, immutable' });
    res.removeHeader('Permissions-Policy');
    res.send(content);
  });
  return router;
}

import express, { type Router } from 'express';
import { LRUCache } from 'lru-cache';
import { pictureAddress } from '../contracts/salon/picture-uses.ts';

/** Memory for files that were asked for lately. A page shows at most a few, of some 50 KB each. */
const MOST_CACHED_BYTES = 16_000_000;

const TYPES: Readonly<Record<string, string>> = { avif: 'image/avif', jpg: 'image/jpeg' };

/**
 * Serves the files of the salon's own pictures. An address contains a hash of what it leads to, so it is cached for good.
 *
 * @param fileOf one file of a picture; undefined for one that isn't there
 */
export function pictureFiles(fileOf: (id: string, name: string) => Promise<Buffer | undefined>): Router {
  const cache = new LRUCache<string, Buffer>({
    maxSize: MOST_CACHED_BYTES,
    sizeCalculation: ({ length }) => length,
    fetchMethod: async (address) => {
      const [id = '', name = ''] = address.split('/');
      return fileOf(id, name);
    },
  });
  const router = express.Router();
  router.get(pictureAddress(':id', ':file'), async (req, res, next) => {
    const [, name, ending = ''] =
      /^([0-9a-f]{32}\/\d{1,4}\.(avif|jpg))$/.exec(`${req.params.id}/${req.params.file}`) ?? [];
    const content = name && (await cache.fetch(name));
    if (!content) return next();
    res.set({ 'Content-Type': TYPES[ending], 'Cache-Control': 'public, max-age=31536000, immutable' });
    res.removeHeader('Permissions-Policy');
    res.send(content);
  });
  return router;
}

import { readdirSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { RequestHandler } from 'express';
import { encodingFor } from '../http/encoded-text.ts';

/** Endings of the compressed variants that the build writes beside a file. */
const ENDINGS = { br: '.br', gzip: '.gz' } as const;

/** The document from which every page is made. It isn't served itself. */
export const TEMPLATE = 'index.html';

/** Addresses that contain a hash of the file's content. */
const HASHED = /^\/assets\//;
const YEAR = 'public, max-age=31536000, immutable';
const HOUR = 'public, max-age=3600';

/** The addresses of all files in the folder, except the template and files that begin with a dot, which only the build uses. */
function addressesIn(folder: string): ReadonlySet<string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => file !== TEMPLATE && !file.startsWith('.'));
  return new Set(files.map((file) => `/${file}`));
}

/** Serves the files of the built site, compressed if the build made a compressed variant. Files with a hash are cached for a year. */
export function siteFiles(folder: string): RequestHandler {
  const addresses = addressesIn(folder);
  return (req, res, next) => {
    const { path, method } = req;
    if ((method !== 'GET' && method !== 'HEAD') || !addresses.has(path)) return next();
    const variants = (['br', 'gzip'] as const).filter((encoding) => addresses.has(path + ENDINGS[encoding]));
    const encoding = encodingFor(req, variants);
    if (variants.length > 0) res.vary('Accept-Encoding');
    if (encoding) res.set('Content-Encoding', encoding);
    res.set('Cache-Control', HASHED.test(path) ? YEAR : HOUR);
    res.type(extname(path));
    // Browsers use this header only on documents, and each of a page's ten scripts would have it.
    res.removeHeader('Permissions-Policy');
    // No ranges are served, since a part of a compressed file can't be decompressed.
    const options = { root: folder, cacheControl: false, acceptRanges: false };
    res.sendFile(
      path + (encoding ? ENDINGS[encoding] : ''),
      options,
      (error?: Error & { status?: number }) => {
        if (!error || res.headersSent) return;
        res.removeHeader('Content-Encoding');
        res.set('Cache-Control', 'no-store');
        // 404: a later build has removed the file. 412: the browser wants another version of the file.
        if (error.status === 404) next();
        else if (error.status === 412) res.sendStatus(412);
        else next(error);
      },
    );
  };
}

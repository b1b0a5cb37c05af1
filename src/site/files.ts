import { readdirSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { RequestHandler } from 'express';
import { encodingFor } from '../http/encoded-text.ts';

/** How the build names what it has compressed, beside the file itself. */
const ENDINGS = { br: '.br', gzip: '.gz' } as const;

/** Not for browsers as it is: every page is made from it. */
export const TEMPLATE = 'index.html';

/** Addresses that name their own content. */
const HASHED = /^\/assets\//;
const YEAR = 'public, max-age=31536000, immutable';
const HOUR = 'public, max-age=3600';

/** Everything in the folder by its address; what begins with a dot is the build's own business. */
function filesIn(folder: string): ReadonlySet<string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => file !== TEMPLATE && !file.startsWith('.'));
  return new Set(files.map((file) => `/${file}`));
}

/** Serves the files of the built site, compressed as the build left them: hashed ones for ever, others for an hour. */
export function siteFiles(folder: string): RequestHandler {
  const files = filesIn(folder);
  return (req, res, next) => {
    const { path, method } = req;
    if ((method !== 'GET' && method !== 'HEAD') || !files.has(path)) return next();
    const prepared = (['br', 'gzip'] as const).filter((encoding) => files.has(path + ENDINGS[encoding]));
    const encoding = encodingFor(req, prepared);
    if (prepared.length > 0) res.vary('Accept-Encoding');
    if (encoding) res.set('Content-Encoding', encoding);
    res.set('Cache-Control', HASHED.test(path) ? YEAR : HOUR);
    res.type(extname(path));
    // Whole files only: a part of a compressed one is of use to nobody.
    const options = { root: folder, cacheControl: false, acceptRanges: false };
    res.sendFile(
      path + (encoding ? ENDINGS[encoding] : ''),
      options,
      (error?: Error & { status?: number }) => {
        if (!error || res.headersSent) return;
        res.removeHeader('Content-Encoding');
        res.set('Cache-Control', 'no-store');
        // A build has taken it away since, or the browser wants another version of it.
        if (error.status === 404) next();
        else if (error.status === 412) res.sendStatus(412);
        else next(error);
      },
    );
  };
}

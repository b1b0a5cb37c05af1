import { join } from 'node:path';
import compression from 'compression';
import express, { type Router } from 'express';

/** The pages of the front end; every other path is unknown and says so with a 404. */
const PAGES =
  /^\/(?:services|gallery|book|book-now|thank-you|terms-conditions|privacy-policy|b\/[^/]+|m\/[^/]+|booking\/[^/]+\/manage)?\/?$/;

/** Pages whose address is a secret: kept by no cache and told to no other site. */
const PRIVATE_PAGES = /^\/(?:b|m|booking|thank-you)(?:\/|$)/;

/** Serves the built front end: hashed assets for ever, one document for all pages, 404 where there is none. */
export function site(folder: string): Router {
  const router = express.Router();
  router.use(compression());
  router.use(
    '/assets',
    express.static(join(folder, 'assets'), { immutable: true, maxAge: '1y', index: false }),
  );
  router.use(express.static(folder, { index: false, maxAge: '1h' }));
  router.get('/{*path}', (req, res, next) => {
    if (!req.accepts('html')) return next();
    const isPrivate = PRIVATE_PAGES.test(req.path);
    if (isPrivate) res.set('Referrer-Policy', 'no-referrer');
    res.set('Cache-Control', isPrivate ? 'no-store' : 'no-cache');
    res.status(PAGES.test(req.path) ? 200 : 404);
    res.sendFile('index.html', { root: folder, cacheControl: false, etag: !isPrivate });
  });
  return router;
}

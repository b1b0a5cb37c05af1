import express, { type Router } from 'express';
import { type EncodedText, sendEncoded } from '../http/encoded-text.ts';
import { siteFiles } from './files.ts';
import { NOT_FOUND, PRERENDERED, type SitePages } from './rendered-pages.ts';

/** Pages that the browser fills by itself. */
const PRIVATE_PAGES = /^\/(?:thank-you|b\/[^/]+|m\/[^/]+|booking\/[^/]+\/manage)$/;
/** Addresses that may hold a secret, however mistyped: kept by no cache, found by no search, told to no other site. */
const PRIVATE_ADDRESSES = /^\/(?:thank-you|b|m|booking)(?:\/|$)/i;

export interface SiteDeps {
  /** What the build made for browsers. */
  readonly folder: string;
  readonly pages: Pick<SitePages, 'page'>;
  /** The document that the browser fills by itself: for private pages, and for a page that couldn't be rendered. */
  readonly empty: EncodedText;
}

/** Serves the front end: its files, its pages as they were rendered, and 404 where there is none. */
export function site({ folder, pages, empty }: SiteDeps): Router {
  const router = express.Router();
  router.use(siteFiles(folder));
  router.get('/{*path}', (req, res, next) => {
    if (!req.accepts('html')) return next();
    const path = req.path.replace(/(?<=.)\/$/, '');
    const moved = path === '/book-now' ? '/book' : path;
    if (moved !== req.path && PRERENDERED.includes(moved)) {
      return res.redirect(301, moved + req.originalUrl.slice(req.path.length));
    }
    res.type('html').set('Cache-Control', 'no-cache');
    if (PRIVATE_ADDRESSES.test(path)) {
      res.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' });
    }
    if (PRIVATE_PAGES.test(path)) return sendEncoded(req, res, empty);
    if (!PRERENDERED.includes(path)) {
      res.status(404);
      return sendEncoded(req, res, pages.page(NOT_FOUND) ?? empty);
    }
    // A step of the wizard shows what this visitor has chosen, which the server doesn't know.
    const isWizardStep = path === '/book' && req.query.step !== undefined;
    sendEncoded(req, res, (isWizardStep ? undefined : pages.page(path)) ?? empty);
  });
  return router;
}

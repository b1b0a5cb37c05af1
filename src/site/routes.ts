import express, { type Router } from 'express';
import { pageAt } from '../contracts/salon/site-pages.ts';
import { type EncodedText, sendEncoded } from '../http/encoded-text.ts';
import { isPrivateAddress } from './addresses.ts';
import { siteFiles } from './files.ts';
import { NOT_FOUND, type SitePages } from './rendered-pages.ts';

interface SiteDeps {
  /** The build for browsers. */
  readonly folder: string;
  readonly pages: Pick<SitePages, 'page'>;
  /** The document into which the browser renders a page that isn't prerendered, or couldn't be. */
  empty(): EncodedText;
}

/** The query of a request target with its question mark, or an empty text. The target may be an absolute URL. */
const queryOf = (target: string) => /\?.*$/s.exec(target)?.[0] ?? '';

/** Serves the front end: its files, its pages as `SITE_PAGES` lists them, and 404 for all other addresses. */
export function site({ folder, pages, empty }: SiteDeps): Router {
  const router = express.Router();
  router.use(siteFiles(folder));
  router.get('/{*path}', (req, res, next) => {
    if (!req.accepts('html')) return next();
    const page = pageAt(req.path);
    if (page?.kind === 'prerendered' && page.path !== req.path) {
      return res.redirect(301, page.path + queryOf(req.originalUrl));
    }
    res.type('html').set('Cache-Control', 'no-cache');
    if (isPrivateAddress(req.path)) {
      res.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' });
    }
    if (!page) {
      res.status(404);
      return sendEncoded(req, res, pages.page(NOT_FOUND) ?? empty());
    }
    const isVisitors = page.visitorQuery !== undefined && req.query[page.visitorQuery] !== undefined;
    const isRendered = page.kind === 'prerendered' && !isVisitors;
    return sendEncoded(req, res, (isRendered ? pages.page(page.path) : undefined) ?? empty());
  });
  return router;
}

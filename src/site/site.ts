import express, { type Router } from 'express';
import type { Logger } from 'pino';
import { keptFor } from '../adapters/kept-for.ts';
import type { ProfileNow } from '../adapters/salon-profile/live-profile.ts';
import type { Salon } from '../contracts/salon/salon.ts';
import { pageAt } from '../contracts/salon/site-pages.ts';
import { encodeText } from '../http/encoded-text.ts';
import { SITE_FOLDER, type SiteBuild } from './build.ts';
import { emptyDocument, pageDocument } from './document.ts';
import { type ContentChanges, startPrerendering } from './prerender-loop.ts';
import { createSitePages } from './rendered-pages.ts';
import { site } from './routes.ts';
import { structuredData } from './structured-data.ts';
import { siteIndex } from './well-known-files.ts';
import { withoutScript } from './without-script.ts';

interface SiteDeps {
  readonly build: SiteBuild;
  /** URL of the site, without a slash at its end. */
  readonly url: string;
  readonly profile: ProfileNow;
  /** Returns the API's response to a GET of a path, without using HTTP. */
  contentAt(path: string): Promise<unknown>;
  /** Reads the hours in which bookings are offered, and the salon's own pictures. */
  salon(): Promise<Pick<Salon, 'opening_hours' | 'special_hours' | 'pictures'>>;
  readonly changes: ContentChanges;
  readonly logger: Logger;
  /** Ends the rendering. */
  readonly signal: AbortSignal;
}

/** Renders the site's pages, keeps them current, and serves them. `ended` resolves after the signal has aborted. */
export async function createSite(
  deps: SiteDeps,
): Promise<{ readonly router: Router; readonly ended: Promise<void> }> {
  const { build, url, profile, contentAt, salon, changes, logger, signal } = deps;
  const { template, renderPage, sharePictures } = build;
  const pages = createSitePages(async (path) => {
    const rendered = await renderPage(path, contentAt);
    const page = pageAt(path);
    const { opening_hours: week, special_hours: special, pictures } = await salon();
    const shown = profile();
    const share = pictures.find(({ use }) => use === 'share');
    const image = url + (share?.jpeg ?? sharePictures[shown.share_card]);
    const data =
      page?.kind === 'prerendered' ? structuredData(shown, page.name, { url, image, week, special }) : [];
    return pageDocument(template, rendered, data);
  });
  const { ended } = await startPrerendering({ changes, refresh: pages.refresh, logger, signal });

  const empty = keptFor(profile, (now) =>
    encodeText(emptyDocument(template, now.name, withoutScript(now))),
  ).present;
  const router = express.Router();
  router.use(siteIndex(url, profile), site({ folder: SITE_FOLDER, pages, empty }));
  return { router, ended };
}

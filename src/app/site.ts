import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import express, { type Router } from 'express';
import type { ProjectedPositions } from '../../projections/engine/projected-positions.ts';
import { hours } from '../../projections/hours/projection.ts';
import { services } from '../../projections/services/projection.ts';
import type { SalonProfile } from '../adapters/salon-profile/profile.ts';
import { StartupError } from '../adapters/startup-error.ts';
import type { Renderer } from '../contracts/prerendering.ts';
import { pageAt } from '../contracts/site-pages.ts';
import type { Position } from '../eventsourcing/event-store.ts';
import type { FollowedStreams } from '../eventsourcing/live-projection.ts';
import { untilAborted } from '../eventsourcing/until-aborted.ts';
import { encodeText } from '../http/encoded-text.ts';
import { html } from '../http/html.ts';
import { emptyDocument, pageDocument } from '../site/document.ts';
import { TEMPLATE } from '../site/files.ts';
import { createSitePages } from '../site/rendered-pages.ts';
import { site } from '../site/routes.ts';
import { structuredData } from '../site/structured-data.ts';
import { siteIndex } from '../site/well-known-files.ts';
import type { AppContext } from './context.ts';
import { contentAt, type PublicContent } from './public-content.ts';

const BUILD = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** What the build made for browsers. */
export const SITE_FOLDER = join(BUILD, 'client');
/** What it made for the server. */
const RENDERER = pathToFileURL(join(BUILD, 'server', 'prerender.js')).href;

/** The pages show hours and services: they are rendered again when one of these read models has changed. */
const READ_MODELS = [hours, services];

/** Until rows that are late are looked at again; twice as long each time, since there are rendered pages meanwhile. */
const LOOK_AGAIN_MS = { first: 250, longest: 10_000 };

/** The site as it was built, still without answers. */
export interface SiteBuild extends Renderer {
  readonly template: string;
}

/** @throws StartupError when there is none */
export async function loadSiteBuild(): Promise<SiteBuild> {
  const template = await readFile(join(SITE_FOLDER, TEMPLATE), 'utf8').catch(() => {
    throw new StartupError('The site is not built yet: run "npm run build".');
  });
  const renderer: Renderer = await import(RENDERER);
  return { ...renderer, template };
}

type SiteContext = Pick<AppContext, 'logger' | 'publicUrl' | 'ending' | 'closing'>;

/** Renders the site's pages, and again whenever the log tells that something they show is different. */
export async function composeSite(
  { template, renderPage, sharePicture }: SiteBuild,
  hoursAndServices: Pick<FollowedStreams, 'changed' | 'changedAt'>,
  positions: ProjectedPositions,
  { logger, publicUrl: url, ending: signal, closing }: SiteContext,
  profile: SalonProfile,
  answers: PublicContent,
): Promise<Router> {
  const pages = createSitePages(async (path) => {
    const rendered = await renderPage(path, (request) => contentAt(answers, request));
    const page = pageAt(path);
    const { opening_hours: week } = await answers.salon();
    const data =
      page?.kind === 'prerendered'
        ? structuredData(profile, page.name, { url, image: url + sharePicture, week })
        : [];
    return pageDocument(template, rendered, data);
  });
  async function refreshed(): Promise<boolean> {
    try {
      await pages.refresh();
      return true;
    } catch (err) {
      logger.warn({ err }, 'A page could not be rendered; its last version stays.');
      return false;
    }
  }

  let shown: string | undefined;
  /** Shows rows that are late, too: newer than before, if not the newest yet. Answers whether they were in time. */
  async function showAsOf(position: Position): Promise<boolean> {
    // While the database is away nobody knows; failing here would end the process, not the outage.
    const asked = READ_MODELS.map(({ name }) => positions.reached(name, position));
    const reached = await Promise.all(asked).catch(() => undefined);
    if (reached === undefined) return false;
    // A read model may be stopped for days: as long as it stands still there is nothing new to show.
    if (shown !== String(reached)) shown = (await refreshed()) ? String(reached) : undefined;
    return shown !== undefined && reached.every((row) => row >= position);
  }

  async function keepShown(): Promise<void> {
    let pauseMs = LOOK_AGAIN_MS.first;
    while (!signal.aborted) {
      const changed = hoursAndServices.changed();
      if (await showAsOf(hoursAndServices.changedAt())) {
        pauseMs = LOOK_AGAIN_MS.first;
        await untilAborted(changed, signal);
      } else {
        await sleep(pauseMs, undefined, { signal }).catch(() => {});
        pauseMs = Math.min(2 * pauseMs, LOOK_AGAIN_MS.longest);
      }
    }
  }
  await showAsOf(hoursAndServices.changedAt());
  const ended = keepShown();
  closing.defer(() => ended);

  const { name, phone, phone_e164 } = profile;
  const withoutScript = html`<p class="frame">${name}: this page needs JavaScript. You can also call us: <a href="tel:${phone_e164}">${phone}</a></p>`;
  const empty = await encodeText(emptyDocument(template, name, withoutScript));
  const router = express.Router();
  router.use(await siteIndex(url, profile), site({ folder: SITE_FOLDER, pages, empty }));
  return router;
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { StartupError } from '../adapters/startup-error.ts';
import type { Renderer } from '../contracts/salon/prerendering.ts';
import { TEMPLATE } from './files.ts';

const BUILD = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** The build for browsers. */
export const SITE_FOLDER = join(BUILD, 'client');
const RENDERER = pathToFileURL(join(BUILD, 'server', 'prerender.js')).href;

/** The built site: its renderer, and the document from which every page is made. */
export interface SiteBuild extends Renderer {
  readonly template: string;
}

/** @throws StartupError when the site isn't built */
export async function loadSiteBuild(): Promise<SiteBuild> {
  const template = await readFile(join(SITE_FOLDER, TEMPLATE), 'utf8').catch(() => {
    throw new StartupError('The site is not built yet: run "npm run build".');
  });
  const renderer: Renderer = await import(RENDERER);
  return { ...renderer, template };
}

import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { html } from '../../../../src/adapters/html.ts';
import { encodeText } from '../../../../src/http/encoded-text.ts';
import { securityHeaders } from '../../../../src/http/server/security.ts';
import { emptyDocument } from '../../../../src/site/document.ts';
import { site } from '../../../../src/site/routes.ts';
import { axeIsServedAt, serveAxe } from './axe.ts';
import { liveUpdates } from './live-updates.ts';

const DIST = fileURLToPath(new URL('../../../../web/dist/client', import.meta.url));

/** The element in which the page finds the number to call when the API can't be reached. */
const WITHOUT_SCRIPT = html`<a href="tel:+19255550142">(925) 555-0142</a>`;

/**
 * Serves the built site with the real headers, without prerendered pages and without an API, which tests mock; but for the live
 * updates, since a mocked response can't go on.
 */
export async function startSite() {
  if (!existsSync(DIST)) throw new Error('web/dist is missing: run the build first.');
  const app = express();
  const empty = encodeText(
    emptyDocument(readFileSync(join(DIST, 'index.html'), 'utf8'), 'Salon', WITHOUT_SCRIPT),
  );
  const pages = { page: () => undefined };
  const live = liveUpdates();
  app.get('/api/admin/live', live.respond);
  app.use(serveAxe);
  app.use(securityHeaders('http://localhost'), site({ folder: DIST, pages, empty: () => empty }));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  axeIsServedAt(url);
  return {
    url,
    live,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { securityHeaders } from '../../../src/http/security.ts';
import { site } from '../../../src/http/site.ts';

const DIST = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/** Serves the built front end with the real headers, and no API: tests answer its calls in the browser. */
export async function startSite(): Promise<{ url: string; close: () => Promise<void> }> {
  if (!existsSync(DIST)) throw new Error('web/dist is missing: run the build first.');
  const app = express();
  app.use(securityHeaders('http://localhost'), site(DIST));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

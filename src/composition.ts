import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { loadSalonProfile } from './adapters/salon-profile.ts';
import { createApp } from './app.ts';
import { composeApi } from './composition/api.ts';
import { startBackground } from './composition/background.ts';
import type { Foundation } from './composition/foundation.ts';
import { openStores } from './composition/stores.ts';
import { composeWriteSide } from './composition/write-side.ts';
import { healthRoutes } from './http/health.ts';
import { openApi } from './http/openapi.ts';

/** The parts, running. */
export interface Composition {
  readonly app: RequestListener;
  /** Stops what runs in the background and closes every pool; requests have ended by then. */
  close(): Promise<void>;
}

const SITE_FOLDER = fileURLToPath(new URL('../web/dist', import.meta.url));

/** Wires the parts together: adapters at the outside, deciders and folds within. */
export async function compose(foundation: Foundation): Promise<Composition> {
  const { config, publicUrl, logger } = foundation;
  const profile = await loadSalonProfile(config.salonProfile);
  const stores = await openStores(foundation);
  const writeSide = await composeWriteSide(stores, foundation, profile);
  const { positions, readSide, keeperHealth, stop } = await startBackground(stores, writeSide, foundation);
  const { log } = stores;

  const app = createApp({
    logger,
    publicUrl,
    trustProxy: config.trustProxy,
    siteFolder: SITE_FOLDER,
    openApi: openApi(profile.name, publicUrl),
    health: healthRoutes([
      {
        name: 'log',
        check: async () => ({ ready: true, position: await log.head(), ...(await log.feedLag()) }),
      },
      { name: 'read_models', check: async () => ({ ...readSide.health() }) },
      {
        name: 'slot_keeper',
        check: async () => ({ ready: keeperHealth()?.status === 'following', ...keeperHealth() }),
      },
    ]),
    api: await composeApi(stores, writeSide, positions, foundation, profile),
  });

  return {
    app,
    async close() {
      await stop();
      await stores.close();
    },
  };
}

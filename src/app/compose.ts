import type { RequestListener } from 'node:http';
import { openApi } from '../api-docs/openapi.ts';
import { apiDocs } from '../api-docs/routes.ts';
import { composeAccounts } from '../features/accounts/compose.ts';
import { loadSiteBuild, SITE_FOLDER } from '../site/build.ts';
import { composeApi } from './api.ts';
import type { AppContext } from './context.ts';
import { createApp, createOperatorApp } from './http-app.ts';
import { messagesOf } from './messages.ts';
import { composeOperatorRoutes } from './operations/routes.ts';
import { readProfileFiles } from './profile.ts';
import { composeSite, publicContent } from './site.ts';
import { welcomeFirstAdmin } from './start/first-admin.ts';
import { tellOtherBackups } from './start/other-backups.ts';
import { openStores } from './stores.ts';
import { sweepFoldersRegularly } from './worker/housekeeping.ts';
import { startReadSide } from './worker/read-side.ts';
import { composeWriteSide } from './write-side.ts';

/**
 * Connects all parts of the service: the adapters with the deciders and folds. The setting `ROLE` says what runs in this process:
 * the HTTP server, the projector with the process managers, or both.
 */
export async function compose(context: AppContext): Promise<RequestListener> {
  const { publicUrl, logger } = context;
  const { role } = context.config;
  const profileFiles = await readProfileFiles(context);
  const siteBuild = role === 'projector' ? undefined : await loadSiteBuild();
  const stores = await openStores(context);
  const { pool } = stores;
  const writeSide = await composeWriteSide(stores, context, profileFiles);
  const { profile, senders } = writeSide;
  const readSide = await startReadSide(stores, writeSide, context);
  const { positions } = readSide;
  const operatorRoutes = await composeOperatorRoutes(stores, readSide, writeSide.followed, context);
  if (role === 'all') await readSide.catchUp();
  await tellOtherBackups(pool, context);
  if (siteBuild === undefined) return createOperatorApp({ ...context, operatorRoutes });
  void sweepFoldersRegularly(logger, context.ending);
  await welcomeFirstAdmin(pool, context, profile());

  const content = publicContent(pool, profile, context);
  const accounts = composeAccounts({ ...stores, ...context, ...senders, profile });
  const messages = await messagesOf({ ...stores, ...context }, writeSide);
  return createApp({
    ...context,
    operatorRoutes,
    auth: accounts.router,
    webhooks: messages.webhook(),
    site: await composeSite(siteBuild, writeSide, positions, context, content),
    apiDocs: apiDocs(() => openApi(profile().name, publicUrl), SITE_FOLDER),
    api: composeApi({ stores, context, writeSide, accounts, messages, readSide, content }),
  });
}

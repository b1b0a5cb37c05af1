import type { RequestHandler } from 'express';
import { OPERATIONS } from '../contracts/operations.ts';
import { erasureRoutes } from '../erasure/routes.ts';
import { systemRoutes } from '../features/system/routes.ts';
import { proofRoutes } from '../proof/routes.ts';
import { availabilityOperations } from './api/availability.ts';
import { bookingOperations } from './api/bookings.ts';
import { calendarOperations } from './api/calendar.ts';
import { changeFeedOperations } from './api/change-feed.ts';
import { connectionOperations } from './api/connections.ts';
import { type ApiDeps, apiContextOf } from './api/context.ts';
import { customerOperations } from './api/customers.ts';
import { dayOperations } from './api/days.ts';
import { historyOperations } from './api/history.ts';
import { messageOperations } from './api/messages.ts';
import { privateLinkOperations } from './api/private-links.ts';
import { reportOperations } from './api/reports.ts';
import { salonOperations } from './api/salon.ts';
import { sendingKeysOperations } from './api/sending-keys.ts';
import { reviewsOf, settingsOf, settingsOperations } from './api/settings.ts';
import { teamOperations } from './api/team.ts';
import { undoOperations } from './api/undo.ts';
import { createSystemState } from './system/state.ts';

/** Every operation of the API. The features provide the commands, the read models the queries. */
export function composeApi(deps: ApiDeps): RequestHandler {
  const context = apiContextOf(deps);
  const { router, mounted } = context;
  salonOperations(context);
  teamOperations(context);
  const settings = settingsOf(context);
  const reviews = reviewsOf(context);
  settingsOperations({ ...context, settings, reviews });
  sendingKeysOperations(context);
  dayOperations(context);
  availabilityOperations(context);
  privateLinkOperations(context);
  messageOperations(context);
  bookingOperations(context);
  customerOperations(context);
  erasureRoutes({ ...context, isEmbedded: deps.context.config.databaseUrl === undefined });
  calendarOperations(context);
  reportOperations(context);
  const read = historyOperations(context);
  changeFeedOperations(context);
  connectionOperations(context);
  undoOperations({ ...context, settings, reviews }, read);
  proofRoutes(context);
  systemRoutes({
    ...context,
    ...createSystemState(context),
    hasBackupFolder: deps.context.config.backupDir !== undefined,
  });

  const missing = OPERATIONS.find((operation) => !mounted.has(operation));
  if (missing) throw new Error(`nothing answers ${missing.method} ${missing.path}`);
  return router;
}

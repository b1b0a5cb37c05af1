import type { RequestHandler } from 'express';
import { OPERATIONS } from '../contracts/operations.ts';
import { erasureRoutes } from '../erasure/routes.ts';
import { systemRoutes } from '../features/system/routes.ts';
import { availabilityOperations } from './api/availability.ts';
import { bookingOperations } from './api/bookings.ts';
import { calendarOperations } from './api/calendar.ts';
import { changeFeedOperations } from './api/change-feed.ts';
import { connectionOperations } from './api/connections.ts';
import { customerOperations } from './api/customers.ts';
import { dayOperations } from './api/days.ts';
import { historyOperations } from './api/history.ts';
import { messageOperations } from './api/messages.ts';
import { type ApiDeps, apiPartsOf } from './api/parts.ts';
import { privateLinkOperations } from './api/private-links.ts';
import { reportOperations } from './api/reports.ts';
import { salonOperations } from './api/salon.ts';
import { sendingKeysOperations } from './api/sending-keys.ts';
import { reviewsOf, settingsOf, settingsOperations } from './api/settings.ts';
import { undoOperations } from './api/undo.ts';
import { createSystemState } from './system/state.ts';

/** Every operation of the API. The features provide the commands, the read models the queries. */
export function composeApi(deps: ApiDeps): RequestHandler {
  const parts = apiPartsOf(deps);
  const { router, mounted } = parts;
  salonOperations(parts);
  const settings = settingsOf(parts);
  const reviews = reviewsOf(parts);
  settingsOperations({ ...parts, settings, reviews });
  sendingKeysOperations(parts);
  dayOperations(parts);
  availabilityOperations(parts);
  privateLinkOperations(parts);
  messageOperations(parts);
  bookingOperations(parts);
  customerOperations(parts);
  erasureRoutes({ ...parts, isEmbedded: deps.context.config.databaseUrl === undefined });
  calendarOperations(parts);
  reportOperations(parts);
  historyOperations(parts);
  changeFeedOperations(parts);
  connectionOperations(parts);
  undoOperations({ ...parts, settings, reviews });
  systemRoutes({
    ...parts,
    ...createSystemState(parts),
    hasBackupFolder: deps.context.config.backupDir !== undefined,
  });

  const missing = OPERATIONS.find((operation) => !mounted.has(operation));
  if (missing) throw new Error(`nothing answers ${missing.method} ${missing.path}`);
  return router;
}

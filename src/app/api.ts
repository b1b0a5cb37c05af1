import type { RequestHandler } from 'express';
import { allProjections, clock } from '../../projections/all.ts';
import { createOwnBooking } from '../../projections/bookings/own-booking.ts';
import { createBookingById, createLinkEnd } from '../../projections/bookings/queries.ts';
import { createClockReader } from '../../projections/clock/queries.ts';
import { createUnfilled } from '../../projections/engine/read-model-states.ts';
import { toE164 } from '../adapters/phone.ts';
import type { ProfileNow } from '../adapters/salon-profile/live-profile.ts';
import { OPERATIONS } from '../contracts/operations.ts';
import { apiKeyRoutes } from '../features/accounts/api-keys/routes.ts';
import type { Accounts } from '../features/accounts/compose.ts';
import { accountRoutes } from '../features/accounts/routes.ts';
import { namesOfUsers } from '../features/accounts/users/users.ts';
import type { Messages } from '../features/messages/compose.ts';
import { systemRoutes } from '../features/system/routes.ts';
import { createMoments } from '../http/operation/moments.ts';
import { createProjectionWait } from '../http/operation/projected.ts';
import type { PublicContent } from '../site/public-content.ts';
import { availabilityOperations } from './api/availability.ts';
import { bookingOperations } from './api/bookings.ts';
import { calendarOperations } from './api/calendar.ts';
import { changeFeedOperations } from './api/change-feed.ts';
import { customerOperations } from './api/customers.ts';
import { dayOperations } from './api/days.ts';
import { erasureOperations } from './api/erasure.ts';
import { historyOperations } from './api/history.ts';
import { messageOperations } from './api/messages.ts';
import { composeOperations } from './api/operations.ts';
import { privateLinkOperations } from './api/private-links.ts';
import { reportOperations } from './api/reports.ts';
import { salonOperations } from './api/salon.ts';
import { sendingKeysOperations } from './api/sending-keys.ts';
import { reviewsOf, settingsOf, settingsOperations } from './api/settings.ts';
import { undoOperations } from './api/undo.ts';
import { webhookOperations } from './api/webhooks.ts';
import type { AppContext } from './context.ts';
import type { Stores } from './stores.ts';
import { createSystemState } from './system/state.ts';
import type { ReadSide } from './worker/read-side.ts';
import type { WriteSide } from './write-side.ts';

interface ApiDeps {
  readonly stores: Stores;
  readonly context: AppContext;
  readonly profile: ProfileNow;
  readonly writeSide: WriteSide;
  readonly accounts: Accounts;
  readonly messages: Messages;
  readonly readSide: ReadSide;
  readonly content: PublicContent;
}

/** Every operation of the API. The features provide the commands, the read models the queries. */
export function composeApi(deps: ApiDeps): RequestHandler {
  const { stores, context, profile, writeSide, accounts, messages, readSide, content } = deps;
  const { positions } = readSide;
  const { log, pool, reportPool, keys, links } = stores;
  const { config, publicUrl, secretKey, now, metrics, logger, draining, checkAnswers } = context;
  const { booking, hours, catalogue, customers, pictures } = writeSide;
  const { time_zone: timeZone } = profile();
  const linkDays = () => profile().private_link_days;
  const phoneE164 = (phone: string) => toE164(phone, profile().address.country);
  const bookingById = createBookingById(pool);
  const hasEnded = createLinkEnd({ pool, linkDays, timeZone, now });
  const waitForProjection = createProjectionWait({ reached: positions.reached, head: log.head });
  const clockReader = createClockReader(pool);
  const momentOf = createMoments({
    waitForProjection,
    head: log.head,
    clock,
    ...clockReader,
    unfilled: createUnfilled(pool, allProjections(links)),
    now,
  });
  const ownBooking = createOwnBooking({ bookingById, waitForProjection, head: log.head });
  const { on, router, mounted } = composeOperations({
    pool,
    config,
    secretKey,
    accounts,
    links,
    hasEnded,
    waitForProjection,
    momentOf,
    metrics,
    draining,
    checkAnswers,
    now,
  });

  const shared = { on, pool, timeZone, now };
  salonOperations({ ...shared, content, hours, catalogue, booking, pictures });
  const settings = settingsOf({ stores, positions, writeSide, now });
  const reviews = reviewsOf({ stores, positions, now });
  settingsOperations({
    ...shared,
    settings,
    reviews,
    log: stores.log,
    source: writeSide.source,
    areSent: messages.areSent,
    profile,
    links,
    publicUrl,
  });
  sendingKeysOperations({ on, stores, context, profile, writeSide, optOutOf: messages.optOutOf });
  dayOperations({ ...shared, booking });
  availabilityOperations({ ...shared, booking, bookingById, ownBooking });
  privateLinkOperations({ ...shared, links, hasEnded, ownBooking, profile, publicUrl });
  messageOperations({ ...shared, messages, stores });
  const { optOutOf, whyUnsendable, departureOf } = messages;
  bookingOperations({
    ...shared,
    optOutOf,
    whyUnsendable,
    departureOf,
    booking,
    links,
    toE164: phoneE164,
    publicUrl,
  });
  customerOperations({
    ...shared,
    log,
    keys,
    customers,
    link: booking.commands.link,
    secretKey,
    optOutOf,
    toE164: phoneE164,
  });
  erasureOperations({ on, pool, log, isEmbedded: config.databaseUrl === undefined });
  calendarOperations({ ...shared, log, positions, salonName: () => profile().name });
  reportOperations({ ...shared, pool: reportPool, clock: createClockReader(reportPool) });
  historyOperations({ ...shared, log, keys, positions, logger, draining });
  changeFeedOperations({ on, pool, log, positions, publicUrl });
  webhookOperations({ on, stores, context, positions, clockReader });
  undoOperations({
    ...shared,
    log,
    keys,
    positions,
    bookingById,
    writeSide: { ...writeSide, settings, reviews },
    toldOf: messages.toldOf,
  });
  systemRoutes({
    on,
    pool,
    now,
    namesOf: (userIds) => namesOfUsers(pool, userIds),
    ...createSystemState({
      ...stores,
      projections: allProjections(links),
      readSide,
      config,
      ...clockReader,
      now,
    }),
  });
  accountRoutes({ on, pool, publicUrl, now, ...accounts });
  apiKeyRoutes({ on, pool, now });

  const missing = OPERATIONS.find((operation) => !mounted.has(operation));
  if (missing) throw new Error(`nothing answers ${missing.method} ${missing.path}`);
  return router;
}

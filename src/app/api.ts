import type { RequestHandler } from 'express';
import { createNextFree } from '../../projections/availability/next-free.ts';
import { createOutlook } from '../../projections/availability/outlook.ts';
import { createAvailabilityReader } from '../../projections/availability/queries.ts';
import { availabilityRoutes } from '../../projections/availability/routes.ts';
import { createOwnBooking } from '../../projections/bookings/own-booking.ts';
import { bookings } from '../../projections/bookings/projection.ts';
import { createBookingById, createLinkEnd } from '../../projections/bookings/queries.ts';
import { manageRoutes } from '../../projections/bookings/routes.ts';
import type { ProjectedPositions } from '../../projections/engine/positions/projected-positions.ts';
import { salonRoutes } from '../../projections/hours/routes.ts';
import { serviceRoutes } from '../../projections/services/routes.ts';
import { createBookingByCodeHash } from '../../projections/short-links/queries.ts';
import { shortLinkRoutes } from '../../projections/short-links/routes.ts';
import type { Metrics } from '../adapters/metrics.ts';
import { toE164 } from '../adapters/phone.ts';
import type { SalonProfile } from '../adapters/salon-profile/profile.ts';
import { deriveKey } from '../adapters/secrets/derived-keys.ts';
import { OPERATIONS } from '../contracts/operations.ts';
import { accountRoutes } from '../features/accounts/routes.ts';
import { namesOfUsers } from '../features/accounts/users/users.ts';
import { rushRoutes } from '../features/booking/admission/rush/routes.ts';
import { holdRoutes } from '../features/booking/agenda/routes.ts';
import { createdAnswers } from '../features/booking/appointment/created-answer.ts';
import { bookingRoutes } from '../features/booking/appointment/routes.ts';
import type { Messages } from '../features/messages/compose.ts';
import { limitPerMinute } from '../http/limits/rate-limits.ts';
import { linkGuard } from '../http/operation/caller.ts';
import { createCommandRunner } from '../http/operation/command-runner.ts';
import { createKeptAnswers } from '../http/operation/kept-answers.ts';
import { createOperations } from '../http/operation/operation.ts';
import { createProjectionWait } from '../http/operation/projected.ts';
import { addressLine } from '../salon/address.ts';
import { pageRoutes } from '../site/page-routes.ts';
import type { PublicContent } from '../site/public-content.ts';
import type { Accounts } from './accounts.ts';
import { bookingsAdminRoutes } from './bookings-admin.ts';
import type { AppContext } from './context.ts';
import { customersAdminRoutes } from './customers-admin.ts';
import { messagesAdminRoutes } from './messages.ts';
import { salonAdminRoutes } from './salon-admin.ts';
import type { Stores } from './stores.ts';
import type { WriteSide } from './write-side.ts';

/** Every operation of the API: commands from the features, queries from the read models. */
export async function composeApi(
  stores: Stores,
  writeSide: WriteSide,
  positions: ProjectedPositions,
  { config, publicUrl, secretKey, now, checkAnswers, logger, draining }: AppContext,
  profile: SalonProfile,
  { salon, serviceList, pages }: PublicContent,
  accounts: Accounts,
  messages: Messages,
  metrics: Metrics,
): Promise<RequestHandler> {
  const { log, pool, links } = stores;
  const { bookingCommands, holdCommands } = writeSide;
  const { time_zone: timeZone, address } = profile;
  const bookingById = createBookingById(pool);
  const linkDays = profile.private_link_days;
  const hasEnded = createLinkEnd({ pool, linkDays, timeZone, now });
  const waitForProjection = createProjectionWait({ reached: positions.reached, head: log.head });
  const ownBooking = createOwnBooking({ bookingById, waitForProjection, head: log.head });
  const reader = createAvailabilityReader({ pool, timeZone, now });
  const { on, router, mounted } = createOperations({
    listed: OPERATIONS,
    guards: { link: linkGuard({ bookingOf: links.bookingOf, hasEnded }), ...accounts.guards },
    runCommand: createCommandRunner(deriveKey(secretKey, 'request-hash/v1'), metrics.commandRetried),
    namesOf: (userIds) => namesOfUsers(pool, userIds),
    streams: { draining, guards: accounts.freshGuards },
    waitForProjection,
    keepAnswers: { public: createKeptAnswers(now), admin: createKeptAnswers(now) },
    limitPerAddress: {
      'writes and secrets': limitPerMinute(config.rateLimitPerMinute),
      'costly queries': limitPerMinute(config.rateLimitPerMinute),
    },
    checkAnswers,
  });

  salonRoutes({ on, salon });
  pageRoutes({ on, pages });
  serviceRoutes({ on, serviceList });
  const nextFree = createNextFree({ outlook: createOutlook({ pool, timeZone }), now });
  availabilityRoutes({ on, reader, nextFree, ownBooking, bookings });
  holdRoutes({ on, commands: holdCommands });
  const phoneE164 = (phone: string) => toE164(phone, address.country);
  const createdAnswer = createdAnswers(links, publicUrl);
  bookingRoutes({ on, commands: bookingCommands, createdAnswer, toE164: phoneE164 });
  shortLinkRoutes({ on, links, bookingByCodeHash: createBookingByCodeHash(pool), hasEnded });
  manageRoutes({
    on,
    ownBooking,
    links,
    salon: {
      name: profile.name,
      phone: profile.phone,
      address: addressLine(address),
      timeZone,
      selfServiceCutoffHours: profile.self_service_cutoff_hours,
    },
    publicUrl,
    now,
  });

  rushRoutes({ on, rush: writeSide.rush, streams: writeSide.rushStreams });
  salonAdminRoutes({ on, stores, writeSide, positions, logger, draining, timeZone, now });
  messagesAdminRoutes({ on, messages, stores, timeZone, now });
  bookingsAdminRoutes({
    on,
    whyUnsendable: messages.whyUnsendable,
    optOutOf: messages.optOutOf,
    departureOf: messages.departureOf,
    pool,
    positions,
    commands: bookingCommands,
    bookingById,
    createdAnswer,
    links,
    toE164: phoneE164,
    salonName: profile.name,
    publicUrl,
    timeZone,
    now,
  });

  customersAdminRoutes({
    on,
    stores,
    writeSide,
    secretKey,
    timeZone,
    optOutOf: messages.optOutOf,
    toE164: phoneE164,
    now,
  });

  accountRoutes({
    on,
    pool,
    recovery: accounts.recovery,
    emailChanges: accounts.emailChanges,
    sourceHashes: accounts.sourceHashes,
    now,
  });

  const missing = OPERATIONS.find((operation) => !mounted.has(operation));
  if (missing) throw new Error(`nothing answers ${missing.method} ${missing.path}`);
  return router;
}

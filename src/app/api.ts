import type { Router } from 'express';
import { createAvailabilityReader } from '../../projections/availability/queries.ts';
import { availabilityRouter, manageAvailabilityRouter } from '../../projections/availability/routes.ts';
import { bookings } from '../../projections/bookings/projection.ts';
import { createBookingById } from '../../projections/bookings/queries.ts';
import { manageRouter } from '../../projections/bookings/routes.ts';
import { createStandingBookings } from '../../projections/bookings/upcoming.ts';
import type { ProjectedPositions } from '../../projections/engine/projected-positions.ts';
import { salonRouter } from '../../projections/hours/routes.ts';
import { servicesRouter } from '../../projections/services/routes.ts';
import { shortLinksRouter } from '../../projections/short-links/routes.ts';
import type { Metrics } from '../adapters/metrics.ts';
import { toE164 } from '../adapters/phone.ts';
import { createUsageLimit, migrateUsageLimits } from '../adapters/postgres/usage-limit.ts';
import type { SalonProfile } from '../adapters/salon-profile/profile.ts';
import { deriveKey } from '../adapters/secrets/derived-keys.ts';
import { HOLD_MINUTES, HOLDS_PER_ADDRESS } from '../contracts/holds.ts';
import { holdRoutes } from '../features/booking/agenda/routes.ts';
import { bookingRoutes } from '../features/booking/appointment/routes.ts';
import { createCommandRunner } from '../http/command-run.ts';
import { limitPerMinute, limitSubjects } from '../http/rate-limits.ts';
import { addressLine } from '../salon/address.ts';
import { pagesRouter } from '../site/page-routes.ts';
import type { Foundation } from './context.ts';
import type { PublicAnswers } from './public-content.ts';
import type { Stores } from './stores.ts';
import type { WriteSide } from './write-side.ts';

/** Every router of the API: commands from the features, queries from the read models. */
export async function composeApi(
  { pool, links }: Stores,
  { bookingCommands, holdCommands }: WriteSide,
  positions: ProjectedPositions,
  { config, publicUrl, secretKey, now }: Foundation,
  profile: SalonProfile,
  { salon, serviceList, pages }: PublicAnswers,
  metrics: Metrics,
): Promise<readonly Router[]> {
  await migrateUsageLimits(pool);
  const { time_zone: timeZone, address } = profile;
  const perAddress = limitPerMinute(config.rateLimitPerMinute);
  const bookingById = createBookingById(pool);
  const availability = createAvailabilityReader({ pool, timeZone, now });
  const runner = createCommandRunner(deriveKey(secretKey, 'request-hash/v1'), metrics.commandRetried);
  const subjectOf = limitSubjects(deriveKey(secretKey, 'booking-limit/v1'));
  return [
    salonRouter({ salon, positions }),
    pagesRouter(pages),
    servicesRouter({ serviceList, positions }),
    availabilityRouter({ reader: availability, positions }),
    holdRoutes({
      commands: holdCommands,
      runner,
      limit: createUsageLimit(pool, { most: HOLDS_PER_ADDRESS, seconds: HOLD_MINUTES * 60 }),
      subjectOf,
      perAddress,
    }),
    bookingRoutes({
      commands: bookingCommands,
      runner,
      links,
      limit: createUsageLimit(pool, { most: config.bookingLimitPerHour, seconds: 3_600 }),
      subjectOf,
      standingBookings:
        config.bookingLimitPerHour > 0 ? createStandingBookings({ pool, timeZone, now }) : undefined,
      perAddress,
      toE164: (phone) => toE164(phone, address.country),
      publicUrl,
    }),
    shortLinksRouter({ pool, positions, links, perAddress }),
    manageAvailabilityRouter({ reader: availability, positions, links, bookingById, bookings, perAddress }),
    manageRouter({
      bookingById,
      positions,
      links,
      perAddress,
      salon: {
        name: profile.name,
        phone: profile.phone,
        address: addressLine(address),
        timeZone,
        selfServiceCutoffHours: profile.self_service_cutoff_hours,
      },
      publicUrl,
      now,
    }),
  ];
}

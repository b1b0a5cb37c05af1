import type { Router } from 'express';
import { createAvailabilityReader } from '../../projections/availability-reader.ts';
import { availabilityRouter } from '../../projections/availability-routes.ts';
import { createBookingById } from '../../projections/bookings.ts';
import { createStandingBookings } from '../../projections/bookings-standing.ts';
import { manageRouter } from '../../projections/manage-routes.ts';
import type { ProjectedPositions } from '../../projections/projected-positions.ts';
import { salonRouter } from '../../projections/salon-routes.ts';
import { servicesRouter } from '../../projections/services.ts';
import { shortLinksRouter } from '../../projections/short-links.ts';
import type { Metrics } from '../adapters/metrics.ts';
import { toE164 } from '../adapters/phone.ts';
import type { SalonProfile } from '../adapters/salon-profile.ts';
import { deriveKey } from '../adapters/secrets.ts';
import { createUsageLimit, migrateUsageLimits } from '../adapters/usage-limit.ts';
import { addressLine } from '../contracts/address.ts';
import { HOLD_MINUTES, HOLDS_PER_ADDRESS } from '../contracts/holds.ts';
import { holdRoutes } from '../features/agenda/routes.ts';
import { bookingRoutes } from '../features/booking/routes.ts';
import { createCommandRunner } from '../http/command-run.ts';
import { pagesRouter } from '../http/pages.ts';
import { limitPerMinute, limitSubjects } from '../http/rate-limits.ts';
import type { Foundation } from './foundation.ts';
import type { PublicAnswers } from './public-answers.ts';
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
    manageRouter({
      bookingById: createBookingById(pool),
      availability,
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

import { allProjections, clock } from '../../../projections/all.ts';
import { createOwnBookings } from '../../../projections/bookings/of-stylist.ts';
import { createOwnBooking } from '../../../projections/bookings/own-booking.ts';
import { bookings } from '../../../projections/bookings/projection.ts';
import { createBookingById, createLinkEnd, linkRule } from '../../../projections/bookings/queries.ts';
import { createUpcomingBookings } from '../../../projections/bookings/upcoming.ts';
import { createClockReader } from '../../../projections/clock/queries.ts';
import { createUnfilled } from '../../../projections/engine/read-model-states.ts';
import { createStylistNaming } from '../../../projections/team/names.ts';
import { createTeam } from '../../../projections/team/queries.ts';
import { toE164 } from '../../adapters/phone.ts';
import { deriveKey } from '../../adapters/secrets/derived-keys.ts';
import { OPERATIONS } from '../../contracts/operations.ts';
import { openPersonal } from '../../eventsourcing/sealing/open-personal.ts';
import type { Accounts } from '../../features/accounts/compose.ts';
import { namesOfUsers } from '../../features/accounts/users/users.ts';
import { createOutsideCheck, createStylistWeekCheck } from '../../features/hours/outside-check.ts';
import type { Messages } from '../../features/messages/compose.ts';
import { createRequestLimits } from '../../http/limits/request-limits.ts';
import { linkGuard } from '../../http/operation/caller.ts';
import { createCommandRunner } from '../../http/operation/command-runner.ts';
import { createKeptAnswers } from '../../http/operation/kept-answers.ts';
import { createMoments } from '../../http/operation/moments.ts';
import { createOperations } from '../../http/operation/operation.ts';
import { createProjectionWait } from '../../http/operation/projected.ts';
import type { SalonDate } from '../../salon/salon-time.ts';
import type { PublicContent } from '../../site/public-content.ts';
import type { AppContext } from '../context.ts';
import type { Stores } from '../stores.ts';
import type { ReadSide } from '../worker/read-side.ts';
import type { WriteSide } from '../write-side.ts';

export interface ApiDeps {
  readonly stores: Stores;
  readonly context: AppContext;
  readonly writeSide: WriteSide;
  readonly accounts: Accounts;
  readonly messages: Messages;
  readonly readSide: ReadSide;
  readonly content: PublicContent;
}

/** The operations are made from these. Each resource takes only those that it needs. */
export type ApiContext = ReturnType<typeof apiContextOf>;

/** The stores and services that several resources share, with the router of all operations, which has no operations yet. */
export function apiContextOf({ stores, context, writeSide, accounts, messages, readSide, content }: ApiDeps) {
  const { log, pool, keys, links } = stores;
  const { config, secretKey, now, metrics, draining, checkAnswers } = context;
  const { profile, booking, hours, followed } = writeSide;
  const { positions } = readSide;
  const { time_zone: timeZone } = profile();
  const bookingById = createBookingById(pool);
  const isOver = linkRule({ linkDays: () => profile().private_link_days, timeZone, now });
  const hasEnded = createLinkEnd(pool, isOver);
  const waitForProjection = createProjectionWait({ reached: positions.reached, head: log.head });
  const clockReader = createClockReader(pool);
  const namesOf = (userIds: readonly string[]) => namesOfUsers(pool, userIds);
  const ownBookings = createOwnBookings(pool);
  const upcoming = createUpcomingBookings({ pool, timeZone, now });
  const { leftOutside } = booking.dayHoursCommands;
  const operations = createOperations({
    listed: OPERATIONS,
    guards: { link: linkGuard({ bookingOf: links.bookingOf, hasEnded }), ...accounts.guards },
    runCommand: createCommandRunner(deriveKey(secretKey, 'request-hash/v1'), metrics.commandRetried),
    ownBookings,
    namesOf,
    streams: { draining, guards: accounts.freshGuards },
    waitForProjection,
    momentOf: createMoments({
      waitForProjection,
      head: log.head,
      clock,
      ...clockReader,
      unfilled: createUnfilled(pool, allProjections(links)),
      now,
    }),
    keepAnswers: createKeptAnswers(now, followed.changedAt),
    limits: createRequestLimits(config.rateLimitPerMinute),
    checkAnswers,
  });
  return {
    ...stores,
    ...context,
    ...writeSide,
    ...operations,
    accounts,
    messages,
    readSide,
    positions,
    content,
    timeZone,
    clockReader,
    namesOf,
    bookingById,
    ownBookings,
    ownBooking: createOwnBooking({
      bookingById,
      position: () => positions.reached(bookings.name),
      log,
      open: openPersonal(keys),
      hasEnded: isOver,
    }),
    waitForProjection,
    /** Whether a booking's private link has ended. */
    hasEnded,
    upcoming,
    stylistNaming: createStylistNaming(createTeam({ pool, salonName: () => profile().name })),
    /** The bookings because of which a change was refused. */
    bookingsOn: {
      /** Waits until the read model knows of them. */
      async upcoming(dates: readonly SalonDate[]) {
        await positions.reached(bookings.name, await log.head());
        return upcoming.onDates(dates);
      },
      completed: booking.completedSlots,
    },
    /** Refuses a change of the weekly hours that leaves bookings outside. */
    checkOutside: createOutsideCheck({ hours: hours.streams, upcoming, leftOutside }),
    /** Refuses a week that leaves appointments of its stylist outside their hours. */
    checkStylistWeek: createStylistWeekCheck({ upcoming, leftOutside }),
    toE164: (phone: string) => toE164(phone, profile().address.country),
  };
}

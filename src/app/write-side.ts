import { createBookingRecords } from '../../projections/bookings/records.ts';
import { bindDatabaseToLog } from '../adapters/event-log/log-identity.ts';
import type { ProfileNow } from '../adapters/salon-profile/live-profile.ts';
import { createKeyedMutex } from '../eventsourcing/async/keyed-mutex.ts';
import { untilAborted } from '../eventsourcing/async/until-aborted.ts';
import type { UnreadableEvent } from '../eventsourcing/event-types.ts';
import { type LiveProjections, subscribeAll } from '../eventsourcing/streams/live-projection.ts';
import { type Booking, composeBooking } from '../features/booking/compose.ts';
import { type Catalogue, composeCatalogue } from '../features/catalogue/compose.ts';
import { type Customers, composeCustomers, contactHasherOf } from '../features/customers/compose.ts';
import { composeHours, type Hours } from '../features/hours/compose.ts';
import { composePictures, type Pictures } from '../features/pictures/compose.ts';
import { liveReviews } from '../features/reviews/compose.ts';
import { liveSettings } from '../features/settings/compose.ts';
import { composeTeam, type Team } from '../features/team/compose.ts';
import { forgetKnown } from './accepted-log/loss.ts';
import type { AppContext } from './context.ts';
import { type ProfileFiles, profileOf } from './profile.ts';
import { type DirectSenders, directSendersOf } from './senders.ts';
import { type SendingKeys, sendingKeysOf } from './sending-keys.ts';
import { shownBy } from './shown-by.ts';
import { seed } from './start/seed.ts';
import type { Stores } from './stores.ts';

/** The parts of the service that decide commands and append events. */
export interface WriteSide {
  readonly booking: Booking;
  readonly hours: Hours;
  readonly catalogue: Catalogue;
  readonly team: Team;
  readonly customers: Customers;
  readonly pictures: Pictures;
  readonly profileFiles: ProfileFiles;
  readonly sendingKeys: SendingKeys;
  readonly senders: DirectSenders;
  /** The salon's profile as this process has last read it. */
  readonly profile: ProfileNow;
  /**
   * State of what every process keeps in memory, hours, services, stylists, settings, keys for sending, pictures and reviews: how far it has been read, and what can't be read.
   */
  readonly followed: LiveProjections;
}

/** Asks the process to start again once staff have changed the time zone, on which almost everything in it depends. */
async function startAgainWithTimeZone(
  timeZone: string,
  followed: LiveProjections,
  saved: ReturnType<typeof liveSettings>['saved'],
  { startAgain, ending }: AppContext,
): Promise<void> {
  while (!ending.aborted) {
    const changed = followed.changed();
    if ((saved().salon?.time_zone ?? timeZone) !== timeZone) return startAgain?.();
    await untilAborted(changed, ending);
  }
}

/** Makes the features that decide commands, and seeds a new salon from its profile's file. */
export async function composeWriteSide(
  stores: Stores,
  context: AppContext,
  profileFiles: ProfileFiles,
): Promise<WriteSide> {
  const { log, pool, keys } = stores;
  const { now, logger, ending, closing } = context;
  const onUnreadable = (err: UnreadableEvent) =>
    logger.error(
      { err },
      'A stream cannot be read: bookings are decided by what it said before, and commands on it are refused.',
    );
  const mutex = createKeyedMutex();
  const hours = composeHours({ log, mutex, now, onUnreadable });
  const catalogue = composeCatalogue({ log, mutex, now, onUnreadable });
  const team = composeTeam({
    log,
    keys,
    mutex,
    now,
    onUnreadable,
    isOfCatalogue: catalogue.isOffered,
    gapOf: catalogue.gapOf,
    shown: (position) => shownBy(followed)(position),
  });
  const isStylist = (id: string) => team.isKnown(id) && !team.isErased(id);
  const pictures = composePictures({ log, pool, mutex, now, onUnreadable, isStylist });
  const hashContact = contactHasherOf(context.secretKey);
  const customers = composeCustomers({ log, keys, mutex, pool, hashContact, now });
  await bindDatabaseToLog({ pool, log, process: 'start', now });
  await forgetKnown(pool);
  await seed({ services: catalogue.streams, hours: hours.streams }, profileFiles.file);
  const settings = liveSettings(onUnreadable);
  const sendingKeys = sendingKeysOf({ ...stores, ...context }, onUnreadable);

  // Decisions get the hours, services and stylists as arguments, from memory. Reading their streams for each booking would cost a query for
  // each stream, and reading them from a read model would make bookings depend on the projector. In memory they are at most
  // milliseconds late. That can't cause a double booking, since only the agenda's stream decides whether two appointments
  // overlap. If a stream can't be read, its last state stays: a salon would rather be booked by the hours of yesterday than be
  // closed all week.
  const live = [
    hours.live,
    catalogue.live,
    team.live,
    settings.live,
    pictures.live,
    sendingKeys.now.live,
    liveReviews(onUnreadable),
  ];
  const followed = await subscribeAll(log, live, ending);
  closing.defer(() => followed.ended);
  await sendingKeys.now.follow(followed, ending);
  const profile = profileOf(profileFiles, settings.saved, logger);
  const { time_zone: timeZone } = profile();
  const senders = await directSendersOf(stores, context, profile, sendingKeys.now.now);

  const booking = composeBooking({
    ...stores,
    ...context,
    mutex,
    profile,
    records: createBookingRecords({ pool, timeZone, now }),
    windowsOn: hours.windowsOn,
    hoursSince: hours.hoursSince,
    activeServices: catalogue.activeServices,
    gapOf: catalogue.gapOf,
    stylists: team.stylists,
    checkPickedCustomer: customers.commands.checkKnown,
    nameCard: customers.commands.nameFrom,
    codeSenders: senders,
  });
  void startAgainWithTimeZone(timeZone, followed, settings.saved, context);
  const decided = { booking, hours, catalogue, team, customers, pictures };
  return { ...decided, profileFiles, profile, sendingKeys, senders, followed };
}

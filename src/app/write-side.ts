import { createBookingRecords } from '../../projections/bookings/records.ts';
import { bindDatabaseToLog } from '../adapters/event-log/log-identity.ts';
import { postgresSourceSalts } from '../adapters/postgres/source-salts.ts';
import { createUsageCounts } from '../adapters/postgres/usage-counts.ts';
import { createProofOfWork } from '../adapters/proof-of-work.ts';
import type { SalonProfile } from '../adapters/salon-profile/profile.ts';
import { deriveKey } from '../adapters/secrets/derived-keys.ts';
import { limitSubjects } from '../adapters/secrets/limit-subjects.ts';
import { createKeyedMutex } from '../eventsourcing/async/keyed-mutex.ts';
import type { EventStore } from '../eventsourcing/event-store.ts';
import type { UnreadableEvent } from '../eventsourcing/event-types.ts';
import { sealedEventStore } from '../eventsourcing/sealing/sealed-event-store.ts';
import { createEventStreams } from '../eventsourcing/streams/event-streams.ts';
import {
  type LiveProjections,
  liveProjection,
  subscribeAll,
} from '../eventsourcing/streams/live-projection.ts';
import { type Admission, createAdmission } from '../features/booking/admission/admission.ts';
import { rushDecider } from '../features/booking/admission/rush/decider.ts';
import type { RushStreams } from '../features/booking/admission/rush/routes.ts';
import { createRush, type Rush } from '../features/booking/admission/rush/rush.ts';
import { createSources } from '../features/booking/admission/sources.ts';
import {
  type AgendaCommands,
  type AgendaStreams,
  createAgendaCommands,
} from '../features/booking/agenda/commands.ts';
import { agendaDecider } from '../features/booking/agenda/decider.ts';
import { createHoldCommands, type HoldCommands } from '../features/booking/agenda/hold-commands.ts';
import { createSlotTaking } from '../features/booking/agenda/take-slot.ts';
import { createClaimTime } from '../features/booking/appointment/claim-time.ts';
import { type BookingCommands, createBookingCommands } from '../features/booking/appointment/commands.ts';
import { bookingDecider } from '../features/booking/appointment/decider.ts';
import { type CatalogueCommands, createCatalogueCommands } from '../features/catalogue/commands.ts';
import { serviceDecider } from '../features/catalogue/decider.ts';
import { type CustomerCommands, createCustomerCommands } from '../features/customers/commands.ts';
import { customerDecider } from '../features/customers/decider.ts';
import { mergesDecider } from '../features/customers/merges/decider.ts';
import { createHoursCommands, type HoursCommands, type HoursStreams } from '../features/hours/commands.ts';
import { hoursDecider } from '../features/hours/decider.ts';
import { HOURS } from '../features/hours/events.ts';
import { smsConsentText } from '../salon/sms-consent.ts';
import { composeContactCodes } from './booking-codes.ts';
import type { AppContext } from './context.ts';
import { salonInfo } from './salon-info.ts';
import { seed } from './seed.ts';
import type { Stores } from './stores.ts';

/** Everything that decides and appends. */
export interface WriteSide {
  readonly agendas: AgendaStreams;
  readonly hours: HoursStreams;
  readonly bookingCommands: BookingCommands;
  readonly rush: Rush;
  readonly rushStreams: RushStreams;
  readonly holdCommands: HoldCommands;
  readonly agendaCommands: AgendaCommands;
  readonly hoursCommands: HoursCommands;
  readonly catalogueCommands: CatalogueCommands;
  readonly customerCommands: CustomerCommands;
  readonly hoursAndServices: LiveProjections;
}

function composeAdmission(
  stores: Stores,
  context: AppContext,
  profile: SalonProfile,
): { readonly admission: Admission; readonly rush: Rush } {
  const { pool, log } = stores;
  const { config, secretKey, now } = context;
  const { time_zone: timeZone, booking_limits: bookingLimits, hold_limits: holdLimits } = profile;
  const records = createBookingRecords({ pool, timeZone, now });
  const isOff = config.bookingLimitPerHour === 0;
  const rush = createRush({ log, records, limits: bookingLimits, isOff });
  const admission = createAdmission({
    counts: createUsageCounts(pool),
    subjectOf: limitSubjects(deriveKey(secretKey, 'booking-limit/v1')),
    sourcesOf: createSources(deriveKey(secretKey, 'booking-source/v1'), postgresSourceSalts(pool), now),
    records,
    rush,
    proofOfWork: createProofOfWork(deriveKey(secretKey, 'proof-of-work/v1')),
    codes: composeContactCodes(stores, context, profile),
    bookingLimits,
    holdLimits,
    contactPerHour: config.bookingLimitPerHour,
    now,
  });
  return { admission, rush };
}

/** Wires deciders to the log, and seeds a new salon from its profile. */
export async function composeWriteSide(
  stores: Stores,
  context: AppContext,
  profile: SalonProfile,
): Promise<WriteSide> {
  const { log, pool, keys } = stores;
  const { now, logger, ending, closing } = context;
  // Deciders use no personal data but a customer's card, so the write side seals it and opens nothing else.
  const sealed = sealedEventStore(log, keys);
  const { append, prepare: prepareSealing } = sealed;
  const store: EventStore = { ...log, append };
  const machinery = { mutex: createKeyedMutex(), now };
  const bookings = createEventStreams(store, bookingDecider, machinery);
  const agendas = createEventStreams(store, agendaDecider, machinery);
  const hours = createEventStreams(store, hoursDecider, machinery);
  const services = createEventStreams(store, serviceDecider, machinery);
  await bindDatabaseToLog({ pool, log, firstStream: HOURS, process: 'start', now });
  await seed({ services, hours }, profile);

  const onProblem = (err: UnreadableEvent) =>
    logger.error(
      { err },
      'A stream cannot be read: bookings are decided by what it said before, and commands on it are refused.',
    );
  // Decisions get the hours and services as arguments. Reading their streams for each booking would cost a query for each,
  // and reading them from a read model would make bookings depend on the projector. In memory they are milliseconds late at
  // most, which guards nothing: overlap is decided by the agenda's stream alone. Where a stream can't be read, its last state
  // stays: a salon would rather be booked by the hours of yesterday than be closed all week.
  const week = liveProjection(hoursDecider, onProblem);
  const catalogue = liveProjection(serviceDecider, onProblem);
  const hoursAndServices = await subscribeAll(log, [week, catalogue], ending);
  closing.defer(() => hoursAndServices.ended);
  const { windowsOn, activeServices } = salonInfo(week, catalogue);

  const timeZone = profile.time_zone;
  const time = { agendas, windowsOn, timeZone, now };
  const { max_booking_minutes: maxBookingMinutes } = profile;
  const { admission, rush } = composeAdmission(stores, context, profile);
  const customerCommands = createCustomerCommands({
    customers: createEventStreams(sealed, customerDecider, machinery),
    merges: createEventStreams(log, mergesDecider, machinery),
  });
  const bookingCommands = createBookingCommands({
    bookings,
    claimTime: createClaimTime({ bookings, admission, ...createSlotTaking(time), prepareSealing }),
    admission,
    checkPickedCustomer: customerCommands.checkKnown,
    activeServices,
    consentText: smsConsentText(profile.name),
    maxBookingMinutes,
    timeZone,
    selfServiceCutoffHours: profile.self_service_cutoff_hours,
    now,
  });
  return {
    agendas,
    hours,
    bookingCommands,
    rush,
    rushStreams: createEventStreams(log, rushDecider, machinery),
    holdCommands: createHoldCommands({ ...time, activeServices, maxBookingMinutes, admission }),
    agendaCommands: createAgendaCommands({ agendas, timeZone, now }),
    hoursCommands: createHoursCommands({ hours }),
    catalogueCommands: createCatalogueCommands({ services }),
    customerCommands,
    hoursAndServices,
  };
}

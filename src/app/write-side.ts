import { createUpcomingBookings } from '../../projections/bookings/upcoming.ts';
import { openLog } from '../../projections/engine/log-identity.ts';
import { createUsageLimit } from '../adapters/postgres/usage-limit.ts';
import type { SalonProfile } from '../adapters/salon-profile/profile.ts';
import { deriveKey } from '../adapters/secrets/derived-keys.ts';
import { HOLD_MINUTES, HOLDS_PER_ADDRESS } from '../contracts/holds.ts';
import type { EventStore } from '../eventsourcing/event-store.ts';
import { createEventStreams } from '../eventsourcing/event-streams.ts';
import type { UnreadableEvent } from '../eventsourcing/event-types.ts';
import { createKeyedMutex } from '../eventsourcing/keyed-mutex.ts';
import { type LiveProjections, liveProjection, subscribeAll } from '../eventsourcing/live-projection.ts';
import { sealedEventStore } from '../eventsourcing/sealing/sealed-event-store.ts';
import { type Admission, createAdmission } from '../features/booking/admission/admission.ts';
import { limitSubjects } from '../features/booking/admission/limit-subject.ts';
import { agendaDecider } from '../features/booking/agenda/decider.ts';
import { createHoldCommands, type HoldCommands } from '../features/booking/agenda/hold-commands.ts';
import { type AgendaStreams, createTakeSlot } from '../features/booking/agenda/take-slot.ts';
import { type BookingCommands, createBookingCommands } from '../features/booking/appointment/commands.ts';
import { bookingDecider } from '../features/booking/appointment/decider.ts';
import { serviceDecider } from '../features/catalogue/decider.ts';
import { hoursDecider } from '../features/hours/decider.ts';
import { HOURS } from '../features/hours/events.ts';
import type { AppContext } from './context.ts';
import { salonInfo } from './salon-info.ts';
import { seed } from './seed.ts';
import type { Stores } from './stores.ts';

/** Everything that decides and appends. */
export interface WriteSide {
  readonly agendas: AgendaStreams;
  readonly bookingCommands: BookingCommands;
  readonly holdCommands: HoldCommands;
  readonly hoursAndServices: LiveProjections;
}

/** `BOOKING_LIMIT_PER_HOUR=0` switches all of it off but the limit of holds. */
function composeAdmission(
  { pool }: Stores,
  { config, secretKey, now }: AppContext,
  { time_zone: timeZone }: SalonProfile,
): Admission {
  const most = config.bookingLimitPerHour;
  return createAdmission({
    bookingLimit: createUsageLimit(pool, { most, seconds: 3_600 }),
    holdLimit: createUsageLimit(pool, { most: HOLDS_PER_ADDRESS, seconds: HOLD_MINUTES * 60 }),
    subjectOf: limitSubjects(deriveKey(secretKey, 'booking-limit/v1')),
    upcomingBookings: most > 0 ? createUpcomingBookings({ pool, timeZone, now }) : undefined,
  });
}

/** Wires deciders to the log; a new salon gets the services and hours of its profile. */
export async function composeWriteSide(
  stores: Stores,
  context: AppContext,
  profile: SalonProfile,
): Promise<WriteSide> {
  const { log, pool, keys } = stores;
  const { now, logger, ending, closing } = context;
  // Deciders look at no personal part, so the write side seals and never opens.
  const { append, prepare: prepareSealing } = sealedEventStore(log, keys);
  const store: EventStore = { ...log, append };
  const machinery = { mutex: createKeyedMutex(), now };
  const bookings = createEventStreams(store, bookingDecider, machinery);
  const agendas = createEventStreams(store, agendaDecider, machinery);
  const hours = createEventStreams(store, hoursDecider, machinery);
  const services = createEventStreams(store, serviceDecider, machinery);
  await openLog({ pool, log, firstStream: HOURS, now });
  await seed({ services, hours }, profile);

  const onProblem = (err: UnreadableEvent) =>
    logger.error({ err }, 'A stream is left out: it holds an event that cannot be read here.');
  const week = liveProjection(hoursDecider, onProblem);
  const catalogue = liveProjection(serviceDecider, onProblem);
  const hoursAndServices = await subscribeAll(log, [week, catalogue], ending);
  closing.defer(() => hoursAndServices.ended);
  const { windowsOn, activeServices } = salonInfo(week, catalogue);

  const timeZone = profile.time_zone;
  const time = { agendas, windowsOn, timeZone, now };
  const admission = composeAdmission(stores, context, profile);
  const bookingCommands = createBookingCommands({
    bookings,
    takeSlot: createTakeSlot(time),
    prepareSealing,
    admission,
    activeServices,
    timeZone,
    selfServiceCutoffHours: profile.self_service_cutoff_hours,
    now,
  });
  return {
    agendas,
    bookingCommands,
    holdCommands: createHoldCommands({ ...time, activeServices, admission }),
    hoursAndServices,
  };
}

import { openLog } from '../../projections/engine/log-identity.ts';
import type { SalonProfile } from '../adapters/salon-profile/profile.ts';
import type { EventStore } from '../eventsourcing/event-store.ts';
import { createEventStreams } from '../eventsourcing/event-streams.ts';
import type { UnknownEvent } from '../eventsourcing/event-types.ts';
import { createTurns } from '../eventsourcing/keyed-mutex.ts';
import { type FollowedStreams, followStreams, liveStreams } from '../eventsourcing/live-projection.ts';
import { sealedEventStore } from '../eventsourcing/sealing/sealed-event-store.ts';
import { agendaDecider } from '../features/booking/agenda/decider.ts';
import { createHoldCommands, type HoldCommands } from '../features/booking/agenda/hold-commands.ts';
import { type AgendaStreams, createTakeSlot } from '../features/booking/agenda/take-slot.ts';
import { type BookingCommands, createBookingCommands } from '../features/booking/appointment/commands.ts';
import { bookingDecider } from '../features/booking/appointment/decider.ts';
import { serviceDecider } from '../features/catalogue/decider.ts';
import { hoursDecider } from '../features/hours/decider.ts';
import { HOURS } from '../features/hours/events.ts';
import type { AppContext } from './context.ts';
import { salonFacts } from './salon-info.ts';
import { seed } from './seed.ts';
import type { Stores } from './stores.ts';

/** Everything that decides and appends. */
export interface WriteSide {
  readonly agendas: AgendaStreams;
  readonly bookingCommands: BookingCommands;
  readonly holdCommands: HoldCommands;
  readonly hoursAndServices: FollowedStreams;
}

/** Wires deciders to the log; a new salon gets the services and hours of its profile. */
export async function composeWriteSide(
  { log, pool, keys }: Stores,
  { now, logger, ending, closing }: AppContext,
  profile: SalonProfile,
): Promise<WriteSide> {
  // Deciders look at no personal part, so the write side seals and never opens.
  const store: EventStore = { ...log, append: sealedEventStore(log, keys).append };
  const machinery = { turns: createTurns(), now };
  const bookings = createEventStreams(store, bookingDecider, machinery);
  const agendas = createEventStreams(store, agendaDecider, machinery);
  const hours = createEventStreams(store, hoursDecider, machinery);
  const services = createEventStreams(store, serviceDecider, machinery);
  await openLog({ pool, log, firstStream: HOURS, now });
  await seed({ services, hours }, profile);

  const onUnknown = (err: UnknownEvent) =>
    logger.error({ err }, 'A stream is left out: it holds an event that is not known here.');
  const week = liveStreams(hoursDecider, onUnknown);
  const catalogue = liveStreams(serviceDecider, onUnknown);
  const hoursAndServices = await followStreams(log, [week, catalogue], ending);
  closing.defer(() => hoursAndServices.ended);
  const { windowsOn, activeServices } = salonFacts(week, catalogue);

  const timeZone = profile.time_zone;
  const time = { agendas, windowsOn, timeZone, now };
  const bookingCommands = createBookingCommands({
    bookings,
    takeSlot: createTakeSlot(time),
    activeServices,
    timeZone,
    selfServiceCutoffHours: profile.self_service_cutoff_hours,
    now,
  });
  return {
    agendas,
    bookingCommands,
    holdCommands: createHoldCommands({ ...time, activeServices }),
    hoursAndServices,
  };
}

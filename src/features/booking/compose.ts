import { postgresItemTable, type Transaction } from '../../adapters/postgres/process-store.ts';
import type { ProfileNow } from '../../adapters/salon-profile/live-profile.ts';
import { createKeyedMutex, type KeyedMutex } from '../../eventsourcing/async/keyed-mutex.ts';
import type { EventStore } from '../../eventsourcing/event-store.ts';
import { sealedEventStore } from '../../eventsourcing/sealing/sealed-event-store.ts';
import type { SealingKeys } from '../../eventsourcing/sealing/sealing-keys.ts';
import { createEventStreams } from '../../eventsourcing/streams/event-streams.ts';
import { type AdmissionComposeDeps, composeAdmission } from './admission/compose.ts';
import { createBlockedDateCommands } from './agenda/blocked-date-commands.ts';
import { createBlockedTimeCommands } from './agenda/blocked-time-commands.ts';
import { createCompletedSlots } from './agenda/completed-slots.ts';
import { createDayHoursCommands } from './agenda/day-hours-commands.ts';
import { agendaDecider } from './agenda/decider.ts';
import { createHoldCommands } from './agenda/hold-commands.ts';
import { createSlotTaking } from './agenda/take-slot.ts';
import { type BookingCommandDeps, createBookingCommands } from './appointment/commands.ts';
import { bookingDecider } from './appointment/decider.ts';
import { createdAnswers } from './appointment/routes.ts';
import type { SecretLinks } from './appointment/secret-links.ts';
import { createSlotKeeper, type SlotKeeperDeps } from './slot-keeper/keeper.ts';
import { createWhyNot, type WhyNotDeps } from './why-not/why-not.ts';

interface BookingDeps
  extends AdmissionComposeDeps,
    Pick<WhyNotDeps, 'windowsOn' | 'hoursSince'>,
    Pick<BookingCommandDeps, 'nameCard' | 'activeServices' | 'gapOf' | 'stylists'> {
  readonly log: EventStore;
  readonly keys: SealingKeys;
  readonly mutex: KeyedMutex;
  readonly profile: ProfileNow;
  readonly links: SecretLinks;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** @throws RuleBroken `customer-not-found` for a customer who was never registered, or was erased, or is about to be */
  checkPickedCustomer(customerId: string): Promise<void>;
}

export type Booking = ReturnType<typeof composeBooking>;

/** Makes the feature `booking`: appointments, the salon's days, holds, and the admission of visitors. */
export function composeBooking(deps: BookingDeps) {
  const { log, keys, mutex, profile, links, publicUrl, windowsOn, activeServices, stylists, now } = deps;
  const { time_zone: timeZone } = profile();
  // Decisions use no personal data. It is sealed when it is appended, and never opened here.
  const store: EventStore = { ...log, append: sealedEventStore(log, keys).append };
  const bookings = createEventStreams(store, bookingDecider, { mutex, now });
  const agendas = createEventStreams(store, agendaDecider, { mutex, now });
  const admission = composeAdmission(deps);
  const stylistChoice = () => profile().choose_stylist;
  const days = { agendas, windowsOn, startRules: profile, stylists, stylistChoice, timeZone, now };
  const maxBookingMinutes = () => profile().max_booking_minutes;
  return {
    commands: createBookingCommands({
      bookings,
      agendas,
      ...createSlotTaking(days),
      admission,
      checkPickedCustomer: deps.checkPickedCustomer,
      nameCard: deps.nameCard,
      activeServices,
      gapOf: deps.gapOf,
      stylists,
      profile,
      timeZone,
      now,
    }),
    createdAnswer: createdAnswers(links, publicUrl),
    holdCommands: createHoldCommands({ ...days, activeServices, maxBookingMinutes, admission }),
    blockedDateCommands: createBlockedDateCommands(days),
    blockedTimeCommands: createBlockedTimeCommands(days),
    dayHoursCommands: createDayHoursCommands(days),
    completedSlots: createCompletedSlots({ agendas, bookings }),
    whyNot: createWhyNot({
      ...days,
      log,
      bookings,
      hoursSince: deps.hoursSince,
      activeServices,
      maxBookingMinutes,
    }),
  };
}

/** Makes the process manager that releases slots that no booking occupies. */
export const composeSlotKeeper = (deps: Omit<SlotKeeperDeps<Transaction>, 'agendas' | 'table'>) =>
  createSlotKeeper({
    ...deps,
    agendas: createEventStreams(deps.store, agendaDecider, { mutex: createKeyedMutex(), now: deps.now }),
    table: postgresItemTable('slot_keeper_slots'),
  });

import { postgresItemTable } from '../../adapters/postgres/process-store.ts';
import type { ProfileNow } from '../../adapters/salon-profile/live-profile.ts';
import { createKeyedMutex, type KeyedMutex } from '../../eventsourcing/async/keyed-mutex.ts';
import type { EventStore } from '../../eventsourcing/event-store.ts';
import { sealedEventStore } from '../../eventsourcing/sealing/sealed-event-store.ts';
import type { SealingKeys } from '../../eventsourcing/sealing/sealing-keys.ts';
import { createEventStreams } from '../../eventsourcing/streams/event-streams.ts';
import { smsConsentText } from '../../salon/sms-consent.ts';
import { type AdmissionParts, composeAdmission } from './admission/compose.ts';
import { rushDecider } from './admission/rush/decider.ts';
import { createBlockedDateCommands } from './agenda/blocked-date-commands.ts';
import { createBlockedTimeCommands } from './agenda/blocked-time-commands.ts';
import { createDayHoursCommands } from './agenda/day-hours-commands.ts';
import { agendaDecider } from './agenda/decider.ts';
import { createHoldCommands } from './agenda/hold-commands.ts';
import { createSlotTaking } from './agenda/take-slot.ts';
import { createBookingCommands } from './appointment/commands.ts';
import { createdAnswers } from './appointment/created-answer.ts';
import { bookingDecider } from './appointment/decider.ts';
import type { BookedService } from './appointment/events.ts';
import type { SecretLinks } from './appointment/secret-links.ts';
import { createTakeAndClaim } from './appointment/take-and-claim.ts';
import {
  createShredder,
  type ErasedBy,
  type Erasure,
  type SavedMatching,
  type ShredderItem,
} from './shredder/shredder.ts';
import { createSlotKeeper } from './slot-keeper/keeper.ts';
import { createWhyNot, type WhyNotDeps } from './why-not/why-not.ts';

interface BookingDeps
  extends Omit<AdmissionParts, 'profile'>,
    Pick<WhyNotDeps, 'windowsOn' | 'hoursSince'> {
  readonly keys: SealingKeys;
  readonly mutex: KeyedMutex;
  readonly profile: ProfileNow;
  readonly links: SecretLinks;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** The active services among these ids. */
  activeServices(ids: readonly string[]): readonly BookedService[];
  /** @throws RuleBroken `customer-not-found` for a customer who was never registered, or was erased, or is about to be */
  checkPickedCustomer(customerId: string): Promise<void>;
}

export type Booking = ReturnType<typeof composeBooking>;

/** Makes the feature `booking`: appointments, the salon's days, holds, and the admission of visitors. */
export function composeBooking(deps: BookingDeps) {
  const { log, keys, mutex, profile, links, publicUrl, windowsOn, activeServices, now } = deps;
  const { time_zone: timeZone } = profile();
  // Decisions use no personal data. It is sealed when it is appended, and never opened here.
  const { append, prepare: prepareSealing } = sealedEventStore(log, keys);
  const store: EventStore = { ...log, append };
  const bookings = createEventStreams(store, bookingDecider, { mutex, now });
  const agendas = createEventStreams(store, agendaDecider, { mutex, now });
  const { admission, rush } = composeAdmission({ ...deps, profile: profile() });
  const days = { agendas, windowsOn, timeZone, now };
  return {
    commands: createBookingCommands({
      bookings,
      takeAndClaim: createTakeAndClaim({ bookings, admission, ...createSlotTaking(days), prepareSealing }),
      admission,
      checkPickedCustomer: deps.checkPickedCustomer,
      activeServices,
      get consentText() {
        return smsConsentText(profile().name);
      },
      get maxBookingMinutes() {
        return profile().max_booking_minutes;
      },
      timeZone,
      get selfServiceCutoffHours() {
        return profile().self_service_cutoff_hours;
      },
      now,
    }),
    createdAnswer: createdAnswers(links, publicUrl),
    holdCommands: createHoldCommands({
      ...days,
      activeServices,
      get maxBookingMinutes() {
        return profile().max_booking_minutes;
      },
      admission,
    }),
    blockedDateCommands: createBlockedDateCommands(days),
    blockedTimeCommands: createBlockedTimeCommands(days),
    dayHoursCommands: createDayHoursCommands(days),
    whyNot: createWhyNot({
      log,
      bookings,
      windowsOn,
      hoursSince: deps.hoursSince,
      activeServices,
      get maxBookingMinutes() {
        return profile().max_booking_minutes;
      },
      timeZone,
      now,
    }),
    rush,
    rushStreams: createEventStreams(log, rushDecider, { mutex, now }),
  };
}

interface SlotKeeperDeps {
  /** The log, with personal parts sealed, as they are stored. */
  readonly log: EventStore;
  now(): Date;
  /** How long a taken slot may stay unclaimed, in milliseconds; a minute when left out. */
  readonly patienceMs?: number | undefined;
  /** Called for each claim that is fenced off and each slot that is released. */
  settled(outcome: 'fenced' | 'released'): void;
}

/** Makes the process manager that releases slots that no booking occupies. */
export const composeSlotKeeper = ({ log, now, patienceMs, settled }: SlotKeeperDeps) =>
  createSlotKeeper({
    store: log,
    agendas: createEventStreams(log, agendaDecider, { mutex: createKeyedMutex(), now }),
    table: postgresItemTable('slot_keeper_slots'),
    now,
    ...(patienceMs !== undefined && { patienceMs }),
    settled,
  });

interface ShredderDeps {
  /** The log, with personal parts sealed, as they are stored. */
  readonly log: EventStore;
  readonly keys: SealingKeys;
  savedMatching(): Promise<SavedMatching>;
  /** Removes the data about a booking's messages that is not in the log. */
  forgetMessages(bookingId: string): Promise<void>;
  /** Notes the erasure for those who restore an older backup. */
  readonly noteErasure?: ((erasure: Erasure) => Promise<void>) | undefined;
  now(): Date;
}

/** Makes the process manager that destroys the keys of erased streams. */
export const composeShredder = (deps: ShredderDeps) =>
  createShredder({
    ...deps,
    tables: {
      erasures: postgresItemTable<ShredderItem>('shredder_erasures'),
      erased: postgresItemTable<ErasedBy>('shredder_erased'),
    },
  });

import { createHash } from 'node:crypto';
import type { Actor } from '../../../src/contracts/history/actor.ts';
import { deadlineIn } from '../../../src/eventsourcing/async/deadline.ts';
import { createKeyedMutex } from '../../../src/eventsourcing/async/keyed-mutex.ts';
import { type EventStore, StoreUnavailable } from '../../../src/eventsourcing/event-store.ts';
import { commandIdOf } from '../../../src/eventsourcing/identity.ts';
import { memoryItemTable } from '../../../src/eventsourcing/processes/memory-item-table.ts';
import { processSteps } from '../../../src/eventsourcing/processes/process-manager.ts';
import { type CommandRun, createEventStreams } from '../../../src/eventsourcing/streams/event-streams.ts';
import type { Admission } from '../../../src/features/booking/admission/admission.ts';
import { createBlockedDateCommands } from '../../../src/features/booking/agenda/blocked-date-commands.ts';
import { createBlockedTimeCommands } from '../../../src/features/booking/agenda/blocked-time-commands.ts';
import { createDayHoursCommands } from '../../../src/features/booking/agenda/day-hours-commands.ts';
import { agendaDecider } from '../../../src/features/booking/agenda/decider.ts';
import { createHoldCommands } from '../../../src/features/booking/agenda/hold-commands.ts';
import { createSlotTaking, type SlotTaking } from '../../../src/features/booking/agenda/take-slot.ts';
import {
  bookingIdOf,
  createBookingCommands,
  type NewBooking,
} from '../../../src/features/booking/appointment/commands.ts';
import { bookingDecider } from '../../../src/features/booking/appointment/decider.ts';
import type { OfferedService } from '../../../src/features/booking/appointment/events.ts';
import { createSlotKeeper, type OpenSlot } from '../../../src/features/booking/slot-keeper/keeper.ts';
import { createCatalogueCommands } from '../../../src/features/catalogue/commands.ts';
import { serviceDecider } from '../../../src/features/catalogue/decider.ts';
import { createHoursCommands } from '../../../src/features/hours/commands.ts';
import { hoursDecider } from '../../../src/features/hours/decider.ts';
import { smsConsentText } from '../../../src/salon/sms-consent.ts';
import type { StartRules } from '../../../src/salon/starts.ts';
import { FIRST_STYLIST, type Stylist, type StylistChoice } from '../../../src/salon/team.ts';
import { memoryProcessStore } from '../log/memory-process-store.ts';
import { USUAL_STARTS } from './usual-starts.ts';

export const TIME_ZONE = 'America/Los_Angeles';
/** A Tuesday, four days after `FRIDAY_MORNING`. */
export const TUESDAY = '2026-11-24';
export const STAFF = { kind: 'admin', userId: 'user-1' } as const;
/** 10:00 in the salon. */
export const FRIDAY_MORNING = new Date('2026-11-20T18:00:00Z');

export const service = (id: string, duration: number, priceCents = 0): OfferedService => ({
  id,
  name: id,
  price: 'Price Varies',
  priceCents,
  duration,
});

/** The slot keeper's stores, which several keepers can share. */
export const newKeeperMemory = () => ({
  table: memoryItemTable<OpenSlot>(),
  checkpoints: memoryProcessStore(),
});
type KeeperMemory = ReturnType<typeof newKeeperMemory>;

interface TestSalonOptions {
  readonly now?: () => Date;
  readonly services?: readonly OfferedService[];
  readonly windows?: readonly { readonly start: number; readonly end: number }[];
  readonly startRules?: () => StartRules;
  readonly keeperMemory?: KeeperMemory;
  /** The slot keeper's own when left out. */
  readonly patienceMs?: number | undefined;
  readonly settled?: (outcome: 'fenced' | 'released') => void;
  readonly admission?: Admission;
  /** The agenda's own when left out. */
  readonly takeSlot?: SlotTaking['takeSlot'];
  /** The first one alone when left out. */
  readonly stylists?: () => readonly Stylist[];
  readonly choice?: StylistChoice | undefined;
}

export const MAX_BOOKING_MINUTES = 480;
export const PROFILE = {
  name: 'Salon',
  max_booking_minutes: MAX_BOOKING_MINUTES,
  self_service_cutoff_hours: 4,
};
export const CONSENT_TEXT = smsConsentText(PROFILE.name);

/** Lets everybody in. */
export const openAdmission: Admission = {
  admitBooking: async () => ({ provenContacts: [], takeBack: async () => {} }),
  admitHold: async () => ({ takeBack: async () => {} }),
  releaseHold: async () => {},
};

/** The salon's commands in one process on a log, and the slot keeper of that process. */
export function createTestSalon(
  store: EventStore,
  {
    now = () => FRIDAY_MORNING,
    services = [service('cut', 30, 4500), service('color', 60, 11000)],
    windows = [{ start: 540, end: 1260 }],
    startRules = () => USUAL_STARTS,
    keeperMemory = newKeeperMemory(),
    patienceMs,
    settled,
    admission = openAdmission,
    takeSlot,
    stylists = () => [FIRST_STYLIST],
    choice = 'in_order',
  }: TestSalonOptions = {},
) {
  const machinery = { mutex: createKeyedMutex(), now };
  const agendas = createEventStreams(store, agendaDecider, machinery);
  const bookingStreams = createEventStreams(store, bookingDecider, machinery);
  const hours = createEventStreams(store, hoursDecider, machinery);
  const catalogue = createEventStreams(store, serviceDecider, machinery);
  const stylistChoice = () => choice;
  const time = {
    agendas,
    windowsOn: () => windows,
    startRules,
    stylists,
    stylistChoice,
    timeZone: TIME_ZONE,
    now,
  };
  const activeServices = (ids: readonly string[]) => services.filter(({ id }) => ids.includes(id));
  const gapOf = (id: string) => services.find((one) => one.id === id)?.gap ?? undefined;
  const maxBookingMinutes = () => MAX_BOOKING_MINUTES;
  const { table, checkpoints } = keeperMemory;
  const keeper = createSlotKeeper({
    store,
    agendas,
    table,
    now,
    patienceMs,
    ...(settled && { settled }),
  });
  return {
    agendas,
    bookingStreams,
    bookings: createBookingCommands({
      bookings: bookingStreams,
      agendas,
      ...createSlotTaking(time),
      ...(takeSlot && { takeSlot }),
      admission,
      checkPickedCustomer: async () => {},
      nameCard: async () => null,
      activeServices,
      gapOf,
      stylists,
      timeZone: TIME_ZONE,
      profile: () => PROFILE,
      now,
    }),
    agenda: createBlockedDateCommands({ agendas, timeZone: TIME_ZONE, now }),
    blockedTimes: createBlockedTimeCommands(time),
    dayHours: createDayHoursCommands(time),
    holds: createHoldCommands({ ...time, activeServices, maxBookingMinutes, admission }),
    hours: createHoursCommands({ hours }),
    catalogue: createCatalogueCommands({ services: catalogue }),
    streams: { hours, services: catalogue },
    keeper,
    keeperSteps: processSteps(keeper, checkpoints, store),
  };
}

export type TestSalon = ReturnType<typeof createTestSalon>;

export interface TestRequest {
  readonly key: string;
  readonly command: string;
  /** Left out for a create. */
  readonly subject?: string;
  readonly body?: unknown;
  readonly ifVersion?: number;
  readonly deadlineMs?: number;
  readonly actor?: Actor;
}

/** One run of a request, with the identities that the routes would give it. */
export function runOf({
  key,
  command,
  subject,
  body,
  ifVersion,
  deadlineMs = 60_000,
  actor = { kind: 'customer' },
}: TestRequest): CommandRun<Actor> {
  const commandId = commandIdOf(key, command, subject);
  const requestHash = createHash('sha256')
    .update(JSON.stringify([command, subject, body]))
    .digest('hex');
  return {
    context: { commandId, requestHash, correlationId: commandId, causationId: commandId, actor },
    deadline: deadlineIn(deadlineMs),
    ifVersion,
  };
}

export const newBooking = (different: Partial<NewBooking> = {}): NewBooking => ({
  customer: { name: 'Ann Lee', email: null, phone: '925-555-0100', phoneE164: '+19255550100' },
  date: TUESDAY,
  start: 600,
  serviceIds: ['cut'],
  notes: null,
  smsConsent: true,
  from: { address: '192.0.2.1' },
  ...different,
});

/** Books as the public route does. */
export function book(
  salon: TestSalon,
  key: string,
  different: Partial<NewBooking> = {},
  run: Partial<TestRequest> = {},
) {
  const request = newBooking(different);
  const { from: _, ...body } = request;
  return salon.bookings.create(
    bookingIdOf(key),
    request,
    runOf({ key, command: 'create-booking', body, ...run }),
  );
}

/** A booking whose request is lost after its slot was taken. */
export async function takeWithoutClaim(log: EventStore, key: string): Promise<void> {
  const cut: EventStore = {
    ...log,
    async append(stream, expected, events) {
      if (events[0].type === 'BookingRequested') throw new StoreUnavailable('lost');
      return log.append(stream, expected, events);
    },
  };
  await book(createTestSalon(cut), key).then(
    () => Promise.reject(new Error('the request was to be lost')),
    () => {},
  );
}

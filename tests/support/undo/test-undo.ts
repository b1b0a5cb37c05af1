import { createKeyedMutex } from '../../../src/eventsourcing/async/keyed-mutex.ts';
import { type EventStore, LOG_START } from '../../../src/eventsourcing/event-store.ts';
import { createEventStreams } from '../../../src/eventsourcing/streams/event-streams.ts';
import { createCustomerCommands } from '../../../src/features/customers/commands.ts';
import { customerDecider } from '../../../src/features/customers/decider.ts';
import { mergesDecider } from '../../../src/features/customers/merges/decider.ts';
import { createPictureCommands } from '../../../src/features/pictures/commands.ts';
import { pictureDecider } from '../../../src/features/pictures/decider.ts';
import { createReviewCommands } from '../../../src/features/reviews/commands.ts';
import { reviewDecider } from '../../../src/features/reviews/decider.ts';
import { createSettingsCommands } from '../../../src/features/settings/commands.ts';
import { settingsDecider } from '../../../src/features/settings/decider.ts';
import { createTeamCommands } from '../../../src/features/team/commands.ts';
import { stylistDecider } from '../../../src/features/team/decider.ts';
import { createUndoReasons } from '../../../src/features/undo/reasons.ts';
import { createUndo, type UndoCommand } from '../../../src/features/undo/undo.ts';
import { FIRST_STYLIST } from '../../../src/salon/team.ts';
import { nextBatch } from '../log/next-batch.ts';
import { SECTIONS_OF_FILE } from '../salon/sections-of-file.ts';
import { FRIDAY_MORNING, type TestSalon, TIME_ZONE } from '../salon/test-salon.ts';

export type AskedUndo = (eventId: string, run: Parameters<UndoCommand>[1]) => ReturnType<UndoCommand>;

/** The undo of one process, for a log whose personal parts aren't sealed. */
export function createTestUndo(store: EventStore, salon: TestSalon, now = () => FRIDAY_MORNING) {
  const machinery = { mutex: createKeyedMutex(), now };
  const customers = createCustomerCommands({
    customers: createEventStreams(store, customerDecider, machinery),
    merges: createEventStreams(store, mergesDecider, machinery),
    holdersOf: async () => [],
    mayHold: async () => false,
  });
  const pictures = createPictureCommands({
    streams: createEventStreams(store, pictureDecider, machinery),
    shapeOf: async () => 'share',
    isStylist: () => true,
  });
  const reviews = createReviewCommands({
    streams: createEventStreams(store, reviewDecider, machinery),
    count: async () => 0,
  });
  const settings = createSettingsCommands({
    streams: createEventStreams(store, settingsDecider, machinery),
    ofFile: SECTIONS_OF_FILE,
    ownOf: (salon) => salon,
    hasBookings: async () => false,
    shown: async () => {},
    toE164: () => '+19255550142',
  });
  const team = createTeamCommands({
    streams: createEventStreams(store, stylistDecider, machinery),
    stylists: () => [FIRST_STYLIST, { ...FIRST_STYLIST, id: 'another', order: 1 }],
    isOfCatalogue: () => true,
    nameOf: async () => undefined,
    gapOf: () => undefined,
    shown: async () => {},
  });
  const undoAs = createUndo({
    store,
    async entryOf(eventId) {
      const { events } = await nextBatch(store, LOG_START, 100_000);
      const event = events.find(({ id }) => id === eventId);
      return event && { stream: event.stream, thing: { kind: 'booking', id: event.stream } };
    },
    commands: {
      bookings: salon.bookings,
      days: {
        dates: salon.agenda,
        times: salon.blockedTimes,
        hours: {
          set: (hours, run) => salon.dayHours.set(hours, { acknowledged: false }, run),
          clear: (date, run) => salon.dayHours.clear(date, { acknowledged: false }, run),
        },
      },
      hours: salon.hours,
      services: salon.catalogue,
      customers,
      pictures,
      reviews,
      settings,
      team,
    },
    toldOf: async () => [],
    ownBookings: async () => new Set(),
    reasons: createUndoReasons({
      log: store,
      customerOf: async () => 'Ann Lee',
      namesOf: async (userIds) => new Map(userIds.map((id) => [id, 'Ada Moreau'])),
      withStylist: async () => undefined,
      timeZone: TIME_ZONE,
      now,
    }),
  });
  /** As an owner asks, who may undo all. */
  const undo: AskedUndo = (eventId, run) => undoAs(eventId, run, { role: 'owner', stylistId: null });
  return { undo, customers, pictures, reviews, settings, team };
}

import { isDeepStrictEqual } from 'node:util';
import { type Callable, mayCall, type Role } from '../../contracts/accounts/roles.ts';
import { adminCancelBooking } from '../../contracts/bookings/admin-bookings.ts';
import { completeBooking } from '../../contracts/bookings/complete-booking.ts';
import { noteVisit } from '../../contracts/bookings/visit-note.ts';
import { changeCustomer, mergeCustomer } from '../../contracts/customers/customers.ts';
import { unblockDate } from '../../contracts/salon/admin-blocked-dates.ts';
import { changeBlockedTime, unblockTime } from '../../contracts/salon/admin-blocked-times.ts';
import { changeHours } from '../../contracts/salon/admin-hours.ts';
import { changeService } from '../../contracts/salon/admin-services.ts';
import { changeStylist } from '../../contracts/salon/admin-stylists.ts';
import { changeReview } from '../../contracts/settings/reviews.ts';
import { changeSettings } from '../../contracts/settings/settings.ts';
import type { RecordedEvent } from '../../eventsourcing/event-store.ts';
import { ERASED, upcast } from '../../eventsourcing/event-types.ts';
import { ownsStream } from '../../eventsourcing/streams/decider.ts';
import { AGENDA, type AgendaEvent, isDayDecision } from '../booking/agenda/events.ts';
import { BOOKING, type BookingEvent, UNCOUNTED_EVENTS } from '../booking/appointment/events.ts';
import { SERVICE, type ServiceEvent, serviceEventTypes } from '../catalogue/events.ts';
import {
  CUSTOMER,
  type CustomerEvent,
  MERGES,
  type MergesEvent,
  mergesEventTypes,
} from '../customers/events.ts';
import { HOURS, type HoursEvent, hoursEventTypes } from '../hours/events.ts';
import { REVIEW, type ReviewEvent } from '../reviews/events.ts';
import { SALON, type SalonEvent, salonEventTypes, thingOfSalon } from '../settings/events.ts';
import {
  FIRST_CARD,
  type RecordedCard,
  STYLIST,
  type StylistEvent,
  stylistEventTypes,
} from '../team/events.ts';

/** The subject of an event: a thing in its stream, and some of its fields; all of them if none are named. */
export interface Decided {
  readonly thing: string;
  readonly fields?: readonly string[];
  /** False for a thing whose decisions don't count in the stream's version. */
  readonly isCounted?: false;
}

/** Whether an event counts in its stream's version. */
export const isCounted = (decided: readonly Decided[] | null): boolean =>
  decided !== null && !decided.some((one) => one.isCounted === false);

/** The streams whose decisions staff can undo. */
export interface DecidedStream {
  /** Prefix of their names with its dash, or the only one's name. */
  readonly streams: string;
  /** The people who may undo them: those who may call the operation by which such a thing is changed back. */
  readonly roles: Callable;
  /** The same for types of events that another operation changes back. */
  readonly rolesOf?: Readonly<Partial<Record<string, Callable>>>;
  /** Types of events that can be undone. */
  readonly undoable: ReadonlySet<string>;
  /** The decisions of each event of a whole stream; null for an event that is no decision, and doesn't count in the stream's version. */
  decided(events: readonly RecordedEvent[]): readonly (readonly Decided[] | null)[];
}

const typesOf = <Event extends { readonly type: string }>(...types: readonly Event['type'][]) =>
  new Set<string>(types);

/** The fields that differ. */
const changedFields = (before: object | undefined, after: object): readonly string[] =>
  Object.entries(after).flatMap(([field, value]) =>
    isDeepStrictEqual(value, before?.[field as keyof typeof before]) ? [] : [field],
  );

const bookings: DecidedStream = {
  streams: `${BOOKING}-`,
  roles: adminCancelBooking.roles,
  rolesOf: { BookingCompleted: completeBooking.roles, VisitNoted: noteVisit.roles },
  undoable: typesOf<BookingEvent>(
    'BookingConfirmed',
    'BookingRescheduled',
    'BookingLengthChanged',
    'BookingServicesChanged',
    'BookingCancelled',
    'BookingCompleted',
    'CustomerArrived',
    'VisitNoted',
  ),
  decided: (events) =>
    events.map(({ type }) => {
      if (type === 'VisitNoted') return [{ thing: 'note', isCounted: false }];
      if (type === 'BookingContactCorrected') return [{ thing: 'contact' }];
      if (type === 'CustomerArrived' || type === 'ArrivalTakenBack')
        return [{ thing: 'arrival', isCounted: false }];
      return UNCOUNTED_EVENTS.includes(type as BookingEvent['type']) ? null : [{ thing: 'appointment' }];
    }),
};

/** A day: the block of the whole date, its own hours, those of each stylist, and each blocked part of it. */
const days: DecidedStream = {
  streams: `${AGENDA}-`,
  roles: unblockDate.roles,
  rolesOf: {
    TimeBlocked: unblockTime.roles,
    BlockedTimeMoved: changeBlockedTime.roles,
    BlockReasonChanged: changeBlockedTime.roles,
    TimeUnblocked: unblockTime.roles,
  },
  undoable: typesOf<AgendaEvent>(
    'DateBlocked',
    'DateUnblocked',
    'BlockReasonChanged',
    'TimeBlocked',
    'BlockedTimeMoved',
    'TimeUnblocked',
    'DayHoursSet',
    'DayHoursCleared',
  ),
  decided(events) {
    const times = new Set<unknown>();
    return events.map(({ type, data: { blockId, resource = '' } }) => {
      if (!isDayDecision(type)) return null;
      if (type === 'TimeBlocked') times.add(blockId);
      if (type === 'DayHoursSet' || type === 'DayHoursCleared') return [{ thing: `hours ${resource}` }];
      return [{ thing: times.has(blockId) ? String(blockId) : 'block' }];
    });
  },
};

const hours: DecidedStream = {
  streams: HOURS,
  roles: changeHours.roles,
  undoable: typesOf<HoursEvent>('HoursAdded', 'HoursChanged', 'HoursSwitched', 'HoursRemoved'),
  decided(events) {
    const times = new Map<string, object>();
    return events.map((recorded) => {
      const { type, data } = upcast(recorded, hoursEventTypes);
      const { hoursId: thing } = data;
      const before = times.get(thing);
      if ('start' in data) times.set(thing, { start: data.start, end: data.end });
      switch (type) {
        case 'HoursChanged':
          return [{ thing, fields: changedFields(before, { start: data.start, end: data.end }) }];
        case 'HoursSwitched':
          return [{ thing, fields: ['isAvailable'] }];
        default:
          return [{ thing }];
      }
    });
  },
};

const services: DecidedStream = {
  streams: `${SERVICE}-`,
  roles: changeService.roles,
  undoable: typesOf<ServiceEvent>(
    'ServiceChanged',
    'ServiceActivated',
    'ServiceDeactivated',
    'ServiceRemoved',
  ),
  decided(events) {
    const thing = 'service';
    let offer: object | undefined;
    return events.map((recorded) => {
      const { type, data } = upcast(recorded, serviceEventTypes);
      const before = offer;
      if ('name' in data) offer = data;
      switch (type) {
        case 'ServiceChanged':
          return [{ thing, fields: changedFields(before, data) }];
        case 'ServiceActivated':
        case 'ServiceDeactivated':
          return [{ thing, fields: ['active'] }];
        default:
          return [{ thing }];
      }
    });
  },
};

const customers: DecidedStream = {
  streams: `${CUSTOMER}-`,
  roles: changeCustomer.roles,
  undoable: typesOf<CustomerEvent>('CustomerChanged'),
  decided: (events) => events.map(() => [{ thing: 'card' }]),
};

const merges: DecidedStream = {
  streams: MERGES,
  roles: mergeCustomer.roles,
  undoable: typesOf<MergesEvent>('CustomersMerged', 'CustomersSplit'),
  decided(events) {
    const fromOf = new Map<string, string>();
    return events.map((recorded) => {
      const { type, data } = upcast(recorded, mergesEventTypes);
      if (type === 'CustomersErased') return data.customerIds.map((thing) => ({ thing }));
      if (type === 'CustomersMerged') fromOf.set(data.mergeId, data.from);
      if (type === 'CustomersMerged' || type === 'CustomersSplit')
        return [{ thing: fromOf.get(data.mergeId) ?? data.mergeId }];
      return [{ thing: data.importId }];
    });
  },
};

/** Each section of the settings, and the picture chosen for each use. */
const salon: DecidedStream = {
  streams: SALON,
  roles: changeSettings.policies.roles,
  undoable: typesOf<SalonEvent>('SettingsChanged', 'PictureChosen', 'DrawnPictureChosen'),
  decided(events) {
    const sections = new Map<string, object>();
    return events.map((recorded) => {
      const event = upcast(recorded, salonEventTypes);
      const thing = thingOfSalon(event);
      if (event.type !== 'SettingsChanged') return [{ thing }];
      const { settings: now, before } = event.data;
      const fields = changedFields(before ?? sections.get(thing), now);
      sections.set(thing, now);
      return [{ thing, fields }];
    });
  },
};

const reviews: DecidedStream = {
  streams: `${REVIEW}-`,
  roles: changeReview.roles,
  undoable: typesOf<ReviewEvent>('ReviewChanged', 'ReviewRemoved'),
  decided: (events) => events.map(() => [{ thing: 'review' }]),
};

const fieldsOf = ({ personal, ...card }: RecordedCard): object => ({
  ...(personal !== ERASED && personal),
  ...card,
});

const stylists: DecidedStream = {
  streams: `${STYLIST}-`,
  roles: changeStylist.roles,
  undoable: typesOf<StylistEvent>(
    'StylistChanged',
    'StylistHoursSet',
    'StylistActivated',
    'StylistDeactivated',
  ),
  decided(events) {
    const thing = 'stylist';
    let card = fieldsOf(FIRST_CARD);
    return events.map((recorded) => {
      const { type, data } = upcast(recorded, stylistEventTypes);
      const before = card;
      if (type === 'StylistAdded' || type === 'StylistChanged') card = fieldsOf(data);
      switch (type) {
        case 'StylistChanged':
          return [{ thing, fields: changedFields(before, card) }];
        case 'StylistHoursSet':
          return [{ thing, fields: ['week'] }];
        case 'StylistActivated':
        case 'StylistDeactivated':
          return [{ thing, fields: ['active'] }];
        default:
          return [{ thing }];
      }
    });
  },
};

const DECIDED_STREAMS: readonly DecidedStream[] = [
  bookings,
  days,
  hours,
  services,
  customers,
  merges,
  salon,
  reviews,
  stylists,
];

/** Whether somebody with this role may undo a command. The right to one of its events suffices: completing a visit early also shortens it. */
export const mayUndo = (
  role: Role,
  { roles, rolesOf = {} }: DecidedStream,
  command: readonly Pick<RecordedEvent, 'type'>[],
): boolean => command.some(({ type }) => mayCall(role, { roles: rolesOf[type] ?? roles }));

/** The decisions in a stream; undefined for one in which nothing can be undone. */
export const decisionsIn = (stream: string): DecidedStream | undefined =>
  DECIDED_STREAMS.find((one) => ownsStream(one, stream));

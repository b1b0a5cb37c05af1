import type { RecordedEvent } from '../../../src/eventsourcing/event-store.ts';

/**
 * The salon after some events, told from the events one by one. Reports are compared with counts over it, so it shares no code with
 * the read models: not their folds, not their SQL, and not the conversions of times.
 */

export interface RecountedService {
  readonly id: string;
  readonly minutes: number;
  /** The price when it was booked; 0 if the service has no fixed price. */
  readonly priceCents: number;
}

export interface RecountedAppointment {
  readonly id: string;
  services: readonly RecountedService[];
  status: string;
  date: string;
  start: number;
  end: number;
  /** The times that it occupies. */
  parts: readonly RecountedPart[];
  quoted: string;
  recordedCents: number | null;
  /** The recorded cents of its services, by their ids, and of everything else, by null; null if only their sum is recorded. */
  items: ReadonlyMap<string | null, number> | null;
  tipCents: number;
  /** The first completion since it was last open. */
  completedAt: number | null;
  /** The recorded amount by payment. */
  payments: readonly { readonly method: string; readonly cents: number; readonly tip: number }[];
  readonly requestedAt: number;
  readonly requestedBy: string;
  /** Nobody has said who came. */
  isAnonymous: boolean;
  readonly firstDate: string;
  isMoved: boolean;
  reason: string | null;
  cancelledAt: number | null;
  cancelledBy: string | null;
  /** Index of the event that took its time, and of the one that cancelled it. */
  takenBy: number;
  cancelledIn: number | null;
  /** The customer of its last link. */
  customer: string | null;
}

interface RecountedTime {
  readonly start: number;
  readonly end: number;
}

/** Whose day something is about. */
interface Of {
  readonly date: string;
  /** The stylist; undefined for the salon. */
  readonly resource: string | undefined;
}

interface RecountedPart extends RecountedTime {
  /** The stylist. */
  readonly resource: string;
}

interface RecountedStylist {
  isActive: boolean;
  /** Null where the salon's hours count. */
  week: readonly { readonly dayOfWeek: number; readonly windows: readonly RecountedTime[] }[] | null;
}

export interface Recounted {
  /** All but deleted ones. */
  readonly appointments: readonly RecountedAppointment[];
  /** The last words of the catalogue for each service, removed or not. */
  readonly catalogue: ReadonlyMap<string, { readonly name: string; readonly category: string }>;
  readonly hours: readonly {
    readonly day: number;
    readonly start: number;
    readonly end: number;
    readonly isOpen: boolean;
  }[];
  readonly blocked: ReadonlySet<string>;
  /** Blocked parts of days, by their blocks' ids. */
  readonly blockedTimes: ReadonlyMap<string, RecountedTime & Of>;
  readonly ownHours: readonly (Of & { readonly windows: readonly RecountedTime[] })[];
  readonly stylists: ReadonlyMap<string, RecountedStylist>;
  /** Merged customers, each with the one they were merged into. */
  readonly mergedInto: ReadonlyMap<string, string>;
  /** The latest instant of an event, in milliseconds. */
  readonly now: number;
}

/** The fields of the events that are told. */
interface Data {
  readonly status?: string;
  readonly date?: string;
  readonly start?: number;
  readonly end?: number;
  readonly parts?: readonly RecountedPart[];
  readonly services?: readonly {
    readonly id: string;
    readonly duration: number;
    readonly priceCents: number;
  }[];
  readonly totalAmount?: string;
  readonly reason?: string;
  readonly amountCents?: number | null;
  readonly tipCents?: number;
  readonly method?: string;
  readonly payments?: readonly { readonly method: string; readonly cents: number }[];
  readonly lines?: readonly { readonly serviceId?: string; readonly cents: number }[];
  readonly customerId?: string;
  readonly anonymous?: boolean;
  readonly serviceId?: string;
  readonly name?: string;
  readonly category?: string;
  readonly hoursId?: string;
  readonly dayOfWeek?: number;
  readonly isAvailable?: boolean;
  readonly mergeId?: string;
  readonly from?: string;
  readonly into?: string;
  readonly blockId?: string;
  readonly resource?: string;
  readonly windows?: readonly RecountedTime[];
  readonly week?: RecountedStylist['week'];
}
const PARTIES: Readonly<Record<string, string>> = { admin: 'staff', customer: 'customer' };

const NOTHING_RECORDED = { recordedCents: null, items: null, tipCents: 0, payments: [] };

/** The times that a claim occupies. */
const occupied = ({
  start = 0,
  end = 0,
  parts = [{ resource: 'first', start, end }],
}: Data): readonly RecountedPart[] => parts;

/** The stylist who does an appointment. */
export const stylistOf = ({ parts }: Pick<RecountedAppointment, 'parts'>): string => parts[0]?.resource ?? '';

const servicesIn = ({ services = [] }: Data): readonly RecountedService[] =>
  services.map(({ id, duration: minutes, priceCents }) => ({ id, minutes, priceCents }));

/** What a completion records: all that was paid. */
function recordedIn({ amountCents = null, tipCents = 0, method = 'not_said', payments, lines }: Data) {
  if (amountCents === null) return NOTHING_RECORDED;
  const items = new Map<string | null, number>();
  for (const { serviceId = null, cents } of lines ?? [])
    items.set(serviceId, (items.get(serviceId) ?? 0) + cents);
  const [first, ...more] = payments ?? [{ method, cents: amountCents }];
  return {
    recordedCents: amountCents,
    items: lines ? items : null,
    tipCents,
    payments: first ? [{ ...first, tip: tipCents }, ...more.map((other) => ({ ...other, tip: 0 }))] : [],
  };
}

export function recount(events: readonly RecordedEvent[]): Recounted {
  const appointments = new Map<string, RecountedAppointment>();
  const catalogue = new Map<string, { name: string; category: string }>();
  const hours = new Map<string, { day: number; start: number; end: number; isOpen: boolean }>();
  const blocked = new Set<string>();
  const blockedTimes = new Map<string, RecountedTime & Of>();
  const ownHours = new Map<string, Of & { readonly windows: readonly RecountedTime[] }>();
  const stylists = new Map<string, RecountedStylist>([['first', { isActive: true, week: null }]]);
  const merges = new Map<string, { readonly from: string; readonly into: string }>();
  let now = 0;

  function tellAppointment(id: string, event: RecordedEvent, index: number) {
    const data: Data = event.data;
    const at = Date.parse(event.metadata.at);
    const by = PARTIES[event.metadata.actor.kind] ?? 'system';
    if (event.type === 'BookingRequested') {
      appointments.set(id, {
        id,
        services: servicesIn(data),
        status: data.status ?? '',
        date: data.date ?? '',
        start: data.start ?? 0,
        end: data.end ?? 0,
        parts: occupied(data),
        quoted: data.totalAmount ?? '',
        ...NOTHING_RECORDED,
        completedAt: null,
        requestedAt: at,
        requestedBy: by,
        isAnonymous: data.anonymous === true,
        firstDate: data.date ?? '',
        isMoved: false,
        reason: null,
        cancelledAt: null,
        cancelledBy: null,
        takenBy: index,
        cancelledIn: null,
        customer: null,
      });
      return;
    }
    const told = appointments.get(id);
    if (!told) return;
    const place = () =>
      Object.assign(told, {
        date: data.date,
        start: data.start,
        end: data.end,
        parts: occupied(data),
        takenBy: index,
      });
    const kept = { reason: null, cancelledAt: null, cancelledBy: null, cancelledIn: null };
    if (event.type === 'BookingConfirmed') told.status = 'confirmed';
    if (event.type === 'BookingRescheduled') {
      const isMoved = told.isMoved || data.date !== told.date || data.start !== told.start;
      Object.assign(place(), { isMoved });
    }
    if (event.type === 'BookingLengthChanged') Object.assign(told, { end: data.end, parts: occupied(data) });
    if (event.type === 'BookingServicesChanged') {
      told.services = servicesIn(data);
      told.quoted = data.totalAmount ?? '';
    }
    if (event.type === 'BookingReinstated') Object.assign(place(), { ...kept, status: data.status });
    if (event.type === 'BookingCancelled') {
      const cancelled = { reason: data.reason, cancelledAt: at, cancelledBy: by, cancelledIn: index };
      Object.assign(told, { ...cancelled, status: 'cancelled' });
    }
    if (event.type === 'BookingCompleted') {
      told.status = 'completed';
      Object.assign(told, recordedIn(data));
      told.completedAt ??= at;
    }
    if (event.type === 'BookingReopened') {
      Object.assign(told, { ...NOTHING_RECORDED, status: data.status });
      if (data.status !== 'completed') told.completedAt = null;
    }
    if (event.type === 'BookingLinked') told.customer = data.customerId ?? null;
    const isSaid =
      event.type === 'BookingLinked' ? by !== 'system' : event.type === 'BookingContactCorrected';
    if (isSaid) told.isAnonymous = false;
    if (event.type === 'BookingDeleted') appointments.delete(id);
  }

  function tellSalon({ type, stream, ...event }: RecordedEvent) {
    const data: Data = event.data;
    const id = data.serviceId ?? data.hoursId ?? '';
    const told = hours.get(id);
    if (type === 'ServiceAdded' || type === 'ServiceChanged')
      catalogue.set(id, { name: data.name ?? '', category: data.category ?? '' });
    if (type === 'HoursAdded')
      hours.set(id, { day: data.dayOfWeek ?? 0, start: data.start ?? 0, end: data.end ?? 0, isOpen: true });
    if (type === 'HoursChanged' && told) Object.assign(told, { start: data.start, end: data.end });
    if (type === 'HoursSwitched' && told) told.isOpen = data.isAvailable ?? false;
    if (type === 'HoursRemoved') hours.delete(id);
    const date = stream.slice('agenda-'.length);
    const { blockId = '', resource, start = 0, end = 0, windows = [] } = data;
    const block = blockedTimes.get(blockId);
    if (type === 'DateBlocked') blocked.add(date);
    if (type === 'DateUnblocked') blocked.delete(date);
    if (type === 'TimeBlocked') blockedTimes.set(blockId, { date, resource, start, end });
    if (type === 'BlockedTimeMoved' && block) blockedTimes.set(blockId, { ...block, start, end });
    if (type === 'TimeUnblocked') blockedTimes.delete(blockId);
    if (type === 'DayHoursSet') ownHours.set(`${date} ${resource}`, { date, resource, windows });
    if (type === 'DayHoursCleared') ownHours.delete(`${date} ${resource}`);
    const stylistId = stream.slice('stylist-'.length);
    if (type === 'StylistAdded') stylists.set(stylistId, { isActive: true, week: null });
    const stylist = stylists.get(stylistId);
    if (type === 'StylistHoursSet' && stylist) stylist.week = data.week ?? null;
    if (type === 'StylistActivated' && stylist) stylist.isActive = true;
    if (type === 'StylistDeactivated' && stylist) stylist.isActive = false;
    const { mergeId = '', from = '', into = '' } = data;
    if (type === 'CustomersMerged') merges.set(mergeId, { from, into });
    if (type === 'CustomersSplit') merges.delete(mergeId);
  }

  for (const [index, event] of events.entries()) {
    now = Math.max(now, Date.parse(event.metadata.at));
    const { stream } = event;
    if (stream.startsWith('booking-')) tellAppointment(stream.slice('booking-'.length), event, index);
    else tellSalon(event);
  }
  return {
    appointments: [...appointments.values()],
    catalogue,
    hours: [...hours.values()],
    blocked,
    blockedTimes,
    ownHours: [...ownHours.values()],
    stylists,
    mergedInto: new Map([...merges.values()].map(({ from, into }) => [from, into])),
    now,
  };
}

/** The events before the first one that is recorded as later than an instant. @param instant in milliseconds */
export function upTo(events: readonly RecordedEvent[], instant: number): readonly RecordedEvent[] {
  const end = events.findIndex(({ metadata }) => Date.parse(metadata.at) > instant);
  return end === -1 ? events : events.slice(0, end);
}

/** An appointment's amount in cents; null if it has none, recorded or quoted. */
export function amountOf({ recordedCents, quoted, services }: RecountedAppointment): number | null {
  if (recordedCents !== null) return recordedCents;
  if (quoted.startsWith('$')) return Math.round(Number(quoted.slice(1)) * 100);
  const prices = services.map(({ priceCents }) => priceCents);
  return prices.includes(0) ? null : prices.reduce((sum, price) => sum + price, 0);
}

/** An appointment's customer, merges followed. A booking that was never linked has a customer of its own. */
export function ownerOf({ id, customer }: RecountedAppointment, { mergedInto }: Recounted): string {
  let owner = customer ?? id;
  for (let into = mergedInto.get(owner); into !== undefined; into = mergedInto.get(owner)) owner = into;
  return owner;
}

const HOUR_MS = 3_600_000;
/** The salon is on the coast of the Pacific: eight hours behind UTC in winter, seven in summer. */
const SUMMERS = [
  [Date.UTC(2026, 2, 8, 10), Date.UTC(2026, 10, 1, 9)],
  [Date.UTC(2027, 2, 14, 10), Date.UTC(2027, 10, 7, 9)],
] as const;
const behind = (instant: number) =>
  (SUMMERS.some(([begins, ends]) => begins <= instant && instant < ends) ? 7 : 8) * HOUR_MS;

export function shownAt(instant: number): { readonly date: string; readonly minute: number } {
  const shown = new Date(instant - behind(instant));
  return { date: shown.toISOString().slice(0, 10), minute: shown.getUTCHours() * 60 + shown.getUTCMinutes() };
}

/**
 * The instant of a time on the salon's clock: the first one if the clock shows it twice. A time that the clock skips
 * is read as if the clock had not been put forward yet.
 */
export function instantOf(date: string, minute: number): number {
  const shown = Date.parse(`${date}T00:00:00Z`) + minute * 60_000;
  const early = shown + 7 * HOUR_MS;
  return behind(early) === 7 * HOUR_MS ? early : shown + 8 * HOUR_MS;
}

/** Whether somebody came, as far as is known: a confirmed one that is over counts. */
export function isVisit({ status, date, end }: RecountedAppointment, { now }: Recounted): boolean {
  const clock = shownAt(now);
  const isOver = date < clock.date || (date === clock.date && end <= clock.minute);
  return status === 'completed' || (status === 'confirmed' && isOver);
}

export const isCancelled = ({ status }: RecountedAppointment): boolean => status === 'cancelled';

/** The days from one to another, both included. */
export function daysFrom(from: string, to: string): readonly string[] {
  const [first, last] = [from, to].map((date) => Date.parse(date)) as [number, number];
  const count = Math.round((last - first) / (24 * HOUR_MS)) + 1;
  return Array.from({ length: count }, (_, n) =>
    new Date(first + n * 24 * HOUR_MS).toISOString().slice(0, 10),
  );
}

export function calendarKey(by: string, date: string, minute: number): string {
  const day = new Date(`${date}T00:00:00Z`);
  const hour = Math.floor(minute / 60);
  const keys: Readonly<Record<string, () => string>> = {
    day: () => date,
    week: () => new Date(day.getTime() - day.getUTCDay() * 24 * HOUR_MS).toISOString().slice(0, 10),
    month: () => date.slice(0, 7),
    year: () => date.slice(0, 4),
    weekday: () => String(day.getUTCDay()),
    hour: () => String(hour),
    'weekday-hour': () => `${day.getUTCDay()}-${hour}`,
  };
  const key = keys[by];
  if (!key) throw new Error(`${by} is no part of the calendar`);
  return key();
}

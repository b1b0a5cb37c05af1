import type { RecordedEvent } from '../../../src/eventsourcing/event-store.ts';
import {
  amountOf,
  calendarKey,
  daysFrom,
  instantOf,
  isCancelled,
  isVisit,
  ownerOf,
  type Recounted,
  type RecountedAppointment,
  recount,
  shownAt,
  stylistOf,
  upTo,
} from './recount.ts';
import type { Asked } from './reported.ts';

/** The expected figures of the reports, counted appointment by appointment and minute by minute. */

type Figures = Readonly<Record<string, number | null>>;
type Sums = Record<string, number>;
type CountedReport = (
  asked: Asked,
  events: readonly RecordedEvent[],
) => { readonly rows: ReadonlyMap<string, Figures>; readonly totals: Figures };

const CALENDAR = ['day', 'week', 'month', 'year', 'weekday', 'hour', 'weekday-hour'];
export const isCalendar = (by: string): boolean => CALENDAR.includes(by);

/** Every key of a part of the calendar, in order. */
export function calendarKeys({ from, to, by }: Asked): readonly string[] {
  const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);
  if (by === 'weekday' || by === 'hour') return upTo(by === 'hour' ? 24 : 7).map(String);
  if (by === 'weekday-hour') return upTo(7).flatMap((day) => upTo(24).map((hour) => `${day}-${hour}`));
  return [...new Set(daysFrom(from, to).map((date) => calendarKey(by, date, 0)))];
}

const part = (some: number | undefined, all: number | undefined) => (all ? (some ?? 0) / all : null);

function createRows(asked: Asked, figuresOf: (sums: Sums, all: Sums) => Figures) {
  const rows = new Map<string, Sums>(isCalendar(asked.by) ? calendarKeys(asked).map((key) => [key, {}]) : []);
  const all: Sums = {};
  return {
    add(key: string, column: string, count: number) {
      const row = rows.get(key) ?? {};
      rows.set(key, row);
      for (const sums of [row, all]) sums[column] = (sums[column] ?? 0) + count;
    },
    addToRow(key: string, column: string, count: number) {
      this.add(key, column, count);
      this.addToAll(column, -count);
    },
    /** Counts towards the totals alone. */
    addToAll(column: string, count: number) {
      all[column] = (all[column] ?? 0) + count;
    },
    figures() {
      const figures = [...rows].map(([key, sums]) => [key, figuresOf(sums, all)] as const);
      const shown = isCalendar(asked.by)
        ? figures
        : figures.filter(([, row]) => Object.values(row).some((count) => count !== 0 && count !== null));
      return { rows: new Map(shown), totals: figuresOf(all, all) };
    },
  };
}

const inPeriod = ({ appointments }: Recounted, { from, to }: Asked) =>
  appointments.filter(({ date }) => from <= date && date <= to);

/** The key of an appointment in a grouping that divides all of them; undefined in another. */
function keyOf(by: string, appointment: RecountedAppointment): string | undefined {
  if (by === 'stylist') return stylistOf(appointment);
  return isCalendar(by) ? calendarKey(by, appointment.date, appointment.start) : undefined;
}

const minutesOf = ({ start, end }: RecountedAppointment) => end - start;

const countAppointments: CountedReport = (asked, events) => {
  const rows = createRows(asked, (sums) => ({
    booked: sums.booked ?? 0,
    pending: sums.pending ?? 0,
    confirmed: sums.confirmed ?? 0,
    completed: sums.completed ?? 0,
    cancelled: sums.cancelled ?? 0,
    no_show: sums.no_show ?? 0,
    online: sums.customer ?? 0,
    by_staff: sums.staff ?? 0,
    moved: sums.moved ?? 0,
    minutes: sums.minutes ?? 0,
  }));
  for (const appointment of inPeriod(recount(events), asked)) {
    const key = keyOf(asked.by, appointment) ?? '';
    rows.add(key, 'booked', 1);
    rows.add(key, appointment.status, 1);
    rows.add(key, appointment.requestedBy, 1);
    if (appointment.reason === 'no_show') rows.add(key, 'no_show', 1);
    if (appointment.isMoved) rows.add(key, 'moved', 1);
    if (!isCancelled(appointment)) rows.add(key, 'minutes', minutesOf(appointment));
  }
  return rows.figures();
};

interface Part {
  readonly key: string;
  readonly minutes: number;
  readonly cents: number | null;
  readonly tip: number;
  /** The services of this part; none for what else was paid for. */
  readonly ofServices: boolean;
}

/** Divides cents by weights; those that are left go to the first ones. */
function divided(cents: number, weights: readonly number[]): readonly number[] {
  const weight = weights.reduce((sum, one) => sum + one, 0);
  const shares = weights.map((one) => Math.floor((cents * one) / weight));
  const left = cents - shares.reduce((sum, one) => sum + one, 0);
  return shares.map((share, n) => (n < left ? share + 1 : share));
}

/** The parts of an appointment: by services or categories, or a single one by the calendar or the stylist. */
function partsOf(appointment: RecountedAppointment, by: string, { catalogue }: Recounted): readonly Part[] {
  const { services, tipCents: tip, items } = appointment;
  const cents = amountOf(appointment);
  const only = keyOf(by, appointment);
  if (only !== undefined)
    return [{ key: only, minutes: minutesOf(appointment), cents, tip, ofServices: true }];
  const isPriced = services.every(({ priceCents }) => priceCents > 0);
  const weights = services.map(({ priceCents, minutes }) => (isPriced ? priceCents : minutes));
  const shares = items ? services.map(({ id }) => items.get(id) ?? 0) : divided(cents ?? 0, weights);
  const tips = divided(tip, weights);
  const times = divided(
    minutesOf(appointment),
    services.map(({ minutes }) => minutes),
  );
  const parts = new Map<string, Part>();
  for (const [n, { id }] of services.entries()) {
    const key = by === 'service' ? id : (catalogue.get(id)?.category ?? '');
    const before = parts.get(key) ?? { minutes: 0, cents: 0, tip: 0 };
    const sum = cents === null ? null : (before.cents ?? 0) + (shares[n] ?? 0);
    parts.set(key, {
      key,
      minutes: before.minutes + (times[n] ?? 0),
      cents: sum,
      tip: before.tip + (tips[n] ?? 0),
      ofServices: true,
    });
  }
  const others = items?.get(null) ?? 0;
  if (others !== 0)
    parts.set('Other items', { key: 'Other items', minutes: 0, cents: others, tip: 0, ofServices: false });
  return [...parts.values()];
}

/** Whether a completed appointment has brought an amount: recorded, or quoted as a number. */
const isPaid = ({ status, recordedCents, quoted }: RecountedAppointment) =>
  status === 'completed' && (recordedCents !== null || quoted.startsWith('$'));

const countRevenue: CountedReport = (asked, events) => {
  const rows = createRows(asked, (sums) => ({
    earned_cents: sums.earned ?? 0,
    tips_cents: sums.tips ?? 0,
    expected_cents: sums.expected ?? 0,
    unpriced: sums.unpriced ?? 0,
    lost_cents: sums.lost ?? 0,
    average_cents: sums.paid ? Math.round((sums.earned ?? 0) / sums.paid) : null,
  }));
  const salon = recount(events);
  for (const appointment of inPeriod(salon, asked)) {
    const { status } = appointment;
    for (const { key, cents, tip } of partsOf(appointment, asked.by, salon)) {
      if (status === 'completed') rows.add(key, 'tips', tip);
      if (isCancelled(appointment)) rows.add(key, 'lost', cents ?? 0);
      else if (status !== 'completed' && cents === null) rows.add(key, 'unpriced', 1);
      else if (status !== 'completed') rows.add(key, 'expected', cents ?? 0);
      else if (!isPaid(appointment)) rows.add(key, 'unpriced', 1);
      else {
        rows.addToRow(key, 'paid', 1);
        rows.add(key, 'earned', cents ?? 0);
      }
    }
    if (isPaid(appointment)) rows.addToAll('paid', 1);
  }
  return rows.figures();
};

/** The first visit of each customer, by the time that appointments have. */
function firstVisits(salon: Recounted): ReadonlySet<string> {
  const first = new Map<string, RecountedAppointment>();
  const order = ({ date, start, id }: RecountedAppointment) =>
    `${date} ${String(start).padStart(4, '0')} ${id}`;
  for (const visit of salon.appointments.filter((one) => isVisit(one, salon) && !one.isAnonymous)) {
    const owner = ownerOf(visit, salon);
    const known = first.get(owner);
    if (!known || order(visit) < order(known)) first.set(owner, visit);
  }
  return new Set([...first.values()].map(({ id }) => id));
}

const countServices: CountedReport = (asked, events) => {
  const rows = createRows(asked, (sums, all) => ({
    appointments: sums.appointments ?? 0,
    minutes: sums.minutes ?? 0,
    earned_cents: sums.earned ?? 0,
    new_customers: sums.first ?? 0,
    share: part(sums.earned, all.earned),
  }));
  const salon = recount(events);
  const first = firstVisits(salon);
  for (const appointment of inPeriod(salon, asked)) {
    for (const { key, minutes, cents, ofServices } of partsOf(appointment, asked.by, salon)) {
      if (first.has(appointment.id) && ofServices) rows.add(key, 'first', 1);
      if (isPaid(appointment)) rows.add(key, 'earned', cents ?? 0);
      if (isCancelled(appointment) || !ofServices) continue;
      rows.add(key, 'appointments', 1);
      rows.add(key, 'minutes', minutes);
    }
  }
  return rows.figures();
};

function noticeOf({ date, start, cancelledAt }: RecountedAppointment): string {
  const hours = (instantOf(date, start) - (cancelledAt ?? 0)) / 3_600_000;
  if (hours < 0) return 'after-start';
  if (hours < 4) return 'under-4h';
  if (hours < 24) return '4-24h';
  return hours <= 168 ? '1-7d' : 'over-7d';
}

/** For each minute of a stylist's day that was given back and taken again: the appointment whose cancellation gave it back. */
function* refilledOn(ofDay: readonly RecountedAppointment[]): Generator<RecountedAppointment> {
  for (let minute = 0; minute < 1_440; minute += 1) {
    const covering = ofDay.filter(({ start, end }) => start <= minute && minute < end);
    const taken = Math.max(-1, ...covering.filter((one) => !isCancelled(one)).map(({ takenBy }) => takenBy));
    const [last] = covering
      .filter(({ cancelledIn }) => cancelledIn !== null && cancelledIn < taken)
      .toSorted((one, other) => (other.cancelledIn ?? 0) - (one.cancelledIn ?? 0));
    if (last) yield last;
  }
}

const countCancellations: CountedReport = (asked, events) => {
  const dividesAll = isCalendar(asked.by) || asked.by === 'stylist';
  const rows = createRows(asked, (sums, all) => ({
    cancelled: sums.cancelled ?? 0,
    share: part(sums.cancelled, dividesAll ? sums.booked : all.booked),
    minutes: sums.minutes ?? 0,
    minutes_refilled: sums.refilled ?? 0,
    lost_cents: sums.lost ?? 0,
  }));
  const reported = inPeriod(recount(events), asked);
  const keyIn = (appointment: RecountedAppointment) => {
    if (asked.by === 'reason') return appointment.reason ?? '';
    if (asked.by === 'by_whom') return appointment.cancelledBy ?? '';
    if (asked.by === 'notice') return noticeOf(appointment);
    return keyOf(asked.by, appointment) ?? '';
  };
  for (const appointment of reported) {
    if (dividesAll) rows.add(keyIn(appointment), 'booked', 1);
    else rows.addToAll('booked', 1);
    if (!isCancelled(appointment)) continue;
    const key = keyIn(appointment);
    rows.add(key, 'cancelled', 1);
    rows.add(key, 'minutes', minutesOf(appointment));
    rows.add(key, 'lost', amountOf(appointment) ?? 0);
  }
  const days = Map.groupBy(reported, (one) => `${one.date} ${stylistOf(one)}`);
  for (const ofDay of days.values())
    for (const given of refilledOn(ofDay)) rows.add(keyIn(given), 'refilled', 1);
  return rows.figures();
};

const DAY_MS = 86_400_000;

/** Whether each stylist was there in each minute of a day, as it was arranged when the day ended. */
function openOn(date: string, events: readonly RecordedEvent[]): ReadonlyMap<string, readonly boolean[]> {
  const next = new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10);
  const then = recount(upTo(events, instantOf(next, 0) - 1));
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  const weekly = then.hours.filter(({ day, isOpen }) => isOpen && day === weekday);
  const ownHours = (resource?: string) =>
    then.ownHours.find((hours) => hours.date === date && hours.resource === resource)?.windows;
  const open = then.blocked.has(date) ? [] : (ownHours() ?? weekly);
  const active = [...then.stylists].filter(([, { isActive }]) => isActive);
  return new Map(
    active.map(([id, { week }]) => {
      const own =
        ownHours(id) ?? (week && (week.find(({ dayOfWeek }) => dayOfWeek === weekday)?.windows ?? []));
      const blocks = [...then.blockedTimes.values()].filter(
        (block) => block.date === date && (block.resource === undefined || block.resource === id),
      );
      const minutes = Array.from({ length: 1_440 }, (_, minute) => {
        const isIn = ({ start, end }: { readonly start: number; readonly end: number }) =>
          start <= minute && minute < end;
        return open.some(isIn) && (own === null || own.some(isIn)) && !blocks.some(isIn);
      });
      return [id, minutes];
    }),
  );
}

const countUtilisation: CountedReport = (asked, events) => {
  const rows = createRows(asked, (sums) => ({
    open_minutes: sums.open ?? 0,
    booked_minutes: sums.booked ?? 0,
    share: part(sums.booked, sums.open),
    outside_hours_minutes: sums.outside ?? 0,
  }));
  const reported = inPeriod(recount(events), asked).filter((appointment) => !isCancelled(appointment));
  for (const date of daysFrom(asked.from, asked.to)) {
    const open = openOn(date, events);
    const ofDay = reported.filter((appointment) => appointment.date === date);
    for (const id of new Set([...open.keys(), ...ofDay.map(stylistOf)]))
      for (let hour = 0; hour < 24; hour += 1) {
        const key = asked.by === 'stylist' ? id : calendarKey(asked.by, date, hour * 60);
        for (let minute = hour * 60; minute < hour * 60 + 60; minute += 1) {
          const booked = ofDay.filter(({ parts }) =>
            parts.some((one) => one.resource === id && one.start <= minute && minute < one.end),
          ).length;
          const isOpen = open.get(id)?.[minute];
          if (isOpen) rows.add(key, 'open', 1);
          if (booked > 0) rows.add(key, isOpen ? 'booked' : 'outside', booked);
        }
      }
  }
  return rows.figures();
};

const countTakings: CountedReport = (asked, events) => {
  const rows = createRows(asked, (sums) => ({
    taken_cents: sums.taken ?? 0,
    cash_cents: sums.cash ?? 0,
    card_cents: sums.card ?? 0,
    other_cents: sums.other ?? 0,
    not_said_cents: sums.not_said ?? 0,
    cash_tips_cents: sums.cash_tips ?? 0,
    card_tips_cents: sums.card_tips ?? 0,
    other_tips_cents: sums.other_tips ?? 0,
    not_said_tips_cents: sums.not_said_tips ?? 0,
    visits: sums.visits ?? 0,
    average_cents: sums.visits ? Math.round((sums.taken ?? 0) / sums.visits) : null,
    without_amount: sums.unknown ?? 0,
  }));
  for (const { completedAt, payments, ...visit } of recount(events).appointments) {
    if (completedAt === null) continue;
    const { date } = shownAt(completedAt);
    if (date < asked.from || date > asked.to) continue;
    const key = asked.by === 'stylist' ? stylistOf(visit) : calendarKey(asked.by, date, 0);
    rows.add(key, payments.length > 0 ? 'visits' : 'unknown', 1);
    for (const { method, cents, tip } of payments) {
      rows.add(key, 'taken', cents);
      rows.add(key, method, cents);
      rows.add(key, `${method}_tips`, tip);
    }
  }
  return rows.figures();
};

export const COUNTED: Readonly<Record<string, CountedReport>> = {
  appointments: countAppointments,
  revenue: countRevenue,
  services: countServices,
  cancellations: countCancellations,
  utilisation: countUtilisation,
  takings: countTakings,
};

import type { Figures, Question } from '../../../projections/reports/report.ts';
import type { RecordedEvent } from '../../../src/eventsourcing/event-store.ts';
import { addSalonDays, salonDate, salonDays } from '../../../src/salon/salon-time.ts';
import { clockAfter, SALON } from './asked.ts';

interface Appointment {
  readonly id: string;
  date: string;
  start: number;
  end: number;
  stylist: string;
  status: string;
  readonly firstDate: string;
  readonly requestedOn: string;
  readonly services: readonly string[];
  /** Nobody has said who it was. */
  anonymous: boolean;
  reason?: string;
  customer?: string;
  /** Recorded at its completion. */
  cents?: number;
}

/** Everything as it stands after these events, in the order of the appointments' times. */
export function recount(events: readonly RecordedEvent[]) {
  const all = new Map<string, Appointment>();
  const merges = new Map<string, { readonly from: string; readonly into: string }>();
  for (const { stream, type, data, metadata } of events) {
    const {
      date,
      start,
      end,
      status,
      services,
      reason,
      customerId,
      mergeId,
      from,
      into,
      amountCents,
      anonymous,
      parts,
    } =
      // biome-ignore lint/suspicious/noExplicitAny: a recount trusts what its world wrote
      data as any;
    const id = stream.slice('booking-'.length);
    const stylist = parts?.[0].resource ?? 'first';
    const one = all.get(id);
    if (type === 'BookingRequested') {
      const requestedOn = salonDate(new Date(metadata.at), SALON);
      const ids = services.map((service: { readonly id: string }) => service.id);
      const time = { date, start, end, stylist };
      all.set(id, { id, ...time, status, firstDate: date, requestedOn, services: ids, anonymous });
    } else if (type === 'CustomersMerged') merges.set(mergeId, { from, into });
    else if (type === 'CustomersSplit') merges.delete(mergeId);
    else if (!one) continue;
    else if (type === 'BookingDeleted') all.delete(id);
    else if (type === 'BookingLinked')
      Object.assign(one, {
        customer: customerId,
        ...(metadata.actor.kind === 'admin' && { anonymous: false }),
      });
    else if (type === 'BookingConfirmed') one.status = 'confirmed';
    else if (type === 'BookingCompleted')
      Object.assign(one, { status: 'completed', cents: amountCents ?? 0 });
    else if (type === 'BookingCancelled') Object.assign(one, { status: 'cancelled', reason });
    else if (type === 'BookingRescheduled') Object.assign(one, { date, start, end, stylist });
    else if (type === 'BookingReinstated') Object.assign(one, { date, start, end, stylist, status });
  }
  const rootOf = (id: string): string => {
    const merge = [...merges.values()].find(({ from }) => from === id);
    return merge ? rootOf(merge.into) : id;
  };
  const { today, minute } = clockAfter(events);
  const timeOf = ({ date, start, id }: Appointment) => `${date} ${String(start).padStart(4, '0')} ${id}`;
  const isVisit = ({ status, date, end }: Appointment) =>
    status === 'completed' || (status === 'confirmed' && (date < today || (date === today && end <= minute)));
  const appointments = [...all.values()].toSorted((a, b) => (timeOf(a) < timeOf(b) ? -1 : 1));
  const ownerOf = ({ customer, id }: Appointment) => (customer === undefined ? id : rootOf(customer));
  return { appointments, visits: appointments.filter(isVisit), ownerOf, rootOf, timeOf, today, minute };
}

type Recount = ReturnType<typeof recount>;
/** Rows by their keys; `all` are the totals. */
export type Rows = Readonly<Record<string, Figures>>;
type Asked = Pick<Question, 'from' | 'to' | 'by'>;

const unitOf = (by: string) => (date: string) => date.slice(0, by === 'year' ? 4 : 7);
const keysOf = ({ from, to, by }: Asked) => [...new Set(salonDays(from, to).map(unitOf(by)))];
const count = <T>(of: readonly T[], is: (one: T) => unknown): number => of.filter(is).length;
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

function summed(rows: readonly Figures[], columns: readonly string[]): Figures {
  const sums = columns.map((column) => {
    const numbers = rows.map((row) => row[column]);
    return [
      column,
      numbers.includes(null) ? null : numbers.reduce<number>((sum, one) => sum + (one ?? 0), 0),
    ];
  });
  return Object.fromEntries(sums);
}

export function customersOf({ visits: all, ownerOf, today }: Recount, question: Asked): Rows {
  const { from, to, by } = question;
  const visits = all.filter(({ anonymous }) => !anonymous);
  const inPeriod = visits.filter(({ date }) => date >= from && date <= to);
  const perCustomer = (of: readonly Appointment[]) =>
    of.length ? of.length / new Set(of.map(ownerOf)).size : null;
  const rows = keysOf(question).map((key) => {
    const there = inPeriod.filter(({ date }) => unitOf(by)(date) === key);
    const visitors = [...new Set(there.map(ownerOf))];
    const historyOf = (owner: string) => visits.filter((visit) => ownerOf(visit) === owner);
    const added = visitors.filter((owner) => there.some((visit) => visit === historyOf(owner)[0]));
    const isKnown = salonDays(from, to).every(
      (day) => unitOf(by)(day) !== key || addSalonDays(day, 90) < today,
    );
    const isBack = (owner: string) => {
      const [first, second] = historyOf(owner);
      return first && second && daysBetween(first.date, second.date) <= 90;
    };
    return {
      key,
      visitors: visitors.length,
      new: added.length,
      returning: visitors.length - added.length,
      returned_within_90_days: isKnown ? count(added, isBack) : null,
      visits_per_customer: perCustomer(there),
    };
  });
  const totals = summed(
    rows.map(({ key: _, ...row }) => row),
    ['visitors', 'new', 'returning', 'returned_within_90_days'],
  );
  return {
    ...Object.fromEntries(rows.map(({ key, ...row }) => [key, row])),
    all: { ...totals, visits_per_customer: perCustomer(inPeriod) },
  };
}

const CLASSES = [
  ['same-day', 0],
  ['1', 1],
  ['2-3', 3],
  ['4-7', 7],
  ['8-14', 14],
  ['15-30', 30],
] as const;

export function leadTimeOf({ appointments }: Recount, { from, to, by }: Asked): Rows {
  const inPeriod = appointments.filter(({ date }) => date >= from && date <= to);
  const daysOf = ({ requestedOn, firstDate }: Appointment) =>
    Math.max(0, daysBetween(requestedOn, firstDate));
  const median = (of: readonly Appointment[]) => {
    const days = of.map(daysOf).toSorted((a, b) => a - b);
    const middle = (days.length - 1) / 2;
    return days.length ? ((days[Math.floor(middle)] ?? 0) + (days[Math.ceil(middle)] ?? 0)) / 2 : null;
  };
  const rowOf = (of: readonly Appointment[]): Figures => ({
    booked: of.length,
    cancelled: count(of, ({ status }) => status === 'cancelled'),
    no_show: count(of, ({ status, reason }) => status === 'cancelled' && reason === 'no_show'),
    median_days: median(of),
  });
  const keyOf = (one: Appointment) =>
    by === 'month'
      ? unitOf(by)(one.date)
      : (CLASSES.find(([, last]) => daysOf(one) <= last)?.[0] ?? 'over-30');
  const keys = by === 'month' ? keysOf({ from, to, by }) : new Set(inPeriod.map(keyOf));
  const rows = [...keys].map((key) => [key, rowOf(inPeriod.filter((one) => keyOf(one) === key))]);
  return { ...Object.fromEntries(rows), all: rowOf(inPeriod) };
}

export function rebookingOf(
  { appointments, visits, ownerOf, timeOf }: Recount,
  { from, to, by }: Asked,
): Rows {
  const inPeriod = visits.filter(({ date }) => date >= from && date <= to);
  const laterThan = (visit: Appointment) =>
    appointments.filter(
      (other) =>
        other.status !== 'cancelled' && ownerOf(other) === ownerOf(visit) && timeOf(other) > timeOf(visit),
    );
  const within = (days: number) => (visit: Appointment) =>
    laterThan(visit).some(({ date }) => daysBetween(visit.date, date) <= days);
  const rowOf = (of: readonly Appointment[]): Figures => ({
    visits: of.length,
    requested_same_day: count(of, (visit) =>
      laterThan(visit).some(({ requestedOn }) => requestedOn === visit.date),
    ),
    next_within_14: count(of, within(14)),
    next_within_60: count(of, within(60)),
    none: count(of, (visit) => laterThan(visit).length === 0),
  });
  const keysOfVisit = ({ date, services, stylist }: Appointment) => {
    if (by === 'stylist') return [stylist];
    return by === 'month' ? [unitOf(by)(date)] : services;
  };
  const keys = by === 'month' ? keysOf({ from, to, by }) : new Set(inPeriod.flatMap(keysOfVisit));
  const rows = [...keys].map((key): [string, Figures] => [
    key,
    rowOf(inPeriod.filter((visit) => keysOfVisit(visit).includes(key))),
  ]);
  const columns = ['visits', 'requested_same_day', 'next_within_14', 'next_within_60', 'none'];
  return {
    ...Object.fromEntries(rows),
    all: summed(
      rows.map(([, row]) => row),
      columns,
    ),
  };
}

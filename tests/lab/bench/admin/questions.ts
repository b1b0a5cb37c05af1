import type { Pool } from 'pg';
import { APPOINTMENTS, appointments } from '../../../../projections/appointments/projection.ts';
import { sqlName } from '../../../../projections/engine/projection.ts';
import { REPORTS } from '../../../../projections/reports/all.ts';
import { OPERATIONS } from '../../../../src/contracts/operations.ts';
import { SECTIONS } from '../../../../src/contracts/settings/sections.ts';
import type { Position } from '../../../../src/eventsourcing/event-store.ts';
import { addSalonDays, type SalonDate, salonDate } from '../../../../src/salon/salon-time.ts';
import { TYPED } from './salon.ts';

/** What screens of the admin area ask the server for: at least once each query that there is. */

interface Question {
  readonly name: string;
  readonly paths: readonly string[];
  /** How many times as long as for one row it may take; 5 when left out, null where nothing is required. */
  readonly mostTimes?: number | null;
  /** How many milliseconds it may take, where that is required, too. */
  readonly mostMs?: number;
}

/** What is read by an id of which there is none in this salon. */
const NONE_HERE =
  /\/(?:blocked-dates|blocked-times|imports|webhooks)\/\{id\}$|\/\{id\}\/(?:answer|deliveries|erasure)$/;

/** They don't answer a screen: a stream without an end, and files of the whole salon. */
const NO_SCREENS = [
  '/api/admin/live',
  '/api/admin/bookings.csv',
  '/api/admin/customers.csv',
  '/api/admin/reports/{name}.csv',
];
/** A question without parameters. */
const plain = (name: string, operation: string) => ({ name, operation, paths: [operation] });
/** Of an answer that is named as in its path. */
const short = (name: string) => plain(name, `/api/admin/${name}`);

const SAMPLES = 50;
/** For a report that nobody has asked for at that position. */
const REPORT_MS = 150;
/** Far enough from each other in the log. */
const ONE_OF = 97;

async function sampleOf(
  pool: Pool,
  column: string,
  kind: 'booking' | 'customer',
  { samples, oneOf }: { readonly samples: number; readonly oneOf: number } = {
    samples: SAMPLES,
    oneOf: ONE_OF,
  },
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select ${column} as id from log.events where stream like $1 and revision = 0
      and global_position % ${oneOf} = 0 limit ${samples}`,
    [`${kind}-%`],
  );
  return rows.map(({ id }) => id);
}

/** Positions all over the log, each with the last day that was filled by then. */
async function sampleOfMoments(pool: Pool, samples: number) {
  const { rows } = await pool.query<{ position: Position; day: SalonDate }>(
    `select taken_position as position, appointment_date as day
    from ${sqlName(appointments, APPOINTMENTS)} order by md5(id::text) limit ${samples}`,
  );
  return rows;
}

/** A page further on, by the cursor of the one before. */
async function furtherPage(url: string, token: string, path: string): Promise<string> {
  const answer = await fetch(url + path, { headers: { Authorization: `Bearer ${token}` } });
  const { next_cursor: cursor } = (await answer.json()) as { next_cursor: string };
  return `${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;
}

/** Questions of which each is asked once, so that no kept answer serves it: what it costs after each event. */
function askedAnew(count: number, customers: readonly string[]): readonly Question[] {
  const today = salonDate(new Date(), 'America/Los_Angeles');
  const each = (path: (number: number) => string) =>
    Array.from({ length: count }, (_, number) => path(number));
  const since = (number: number) => addSalonDays(today, -4_000 + number);
  const range = (number: number, days: number) =>
    `from=${since(number)}&to=${addSalonDays(since(number), days)}`;
  const typed = (number: number) => encodeURIComponent(TYPED[number % TYPED.length] ?? '');
  const asked: readonly Question[] = [
    { name: 'appointments', paths: each((n) => `/api/admin/bookings?from=${since(n)}`) },
    {
      name: 'appointments, search',
      paths: each((n) => `/api/admin/bookings?search=${typed(n)}&from=${since(n)}`),
    },
    { name: 'calendar, week', paths: each((n) => `/api/admin/calendar?${range(n, 6)}`) },
    { name: 'calendar, month', paths: each((n) => `/api/admin/calendar?${range(n, 41)}&per_day=2`) },
    ...REPORTS.map(({ name }) => ({
      name: `report on ${name}, a year`,
      paths: each((n) => `/api/admin/reports/${name}?${range(n, 364)}`),
      mostMs: REPORT_MS,
    })),
    { name: 'customers, search', paths: each((n) => `/api/admin/customers?search=person${n}%40`) },
    { name: 'customer', paths: customers.map((id) => `/api/admin/customers/${id}`) },
  ];
  return asked.map((question) => ({
    ...question,
    name: `${question.name}, never asked before`,
    mostTimes: null,
  }));
}

/**
 * @param once how often the bench asks, for questions that are to be new each time
 * @throws Error when a query of the contracts is missing here
 */
export async function questions(
  pool: Pool,
  url: string,
  token: string,
  once: number,
): Promise<readonly Question[]> {
  const id = "substr(stream, strpos(stream, '-') + 1)";
  const bookings = await sampleOf(pool, id, 'booking');
  const customers = await sampleOf(pool, id, 'customer');
  const moments = await sampleOfMoments(pool, once);
  const today = salonDate(new Date(), 'America/Los_Angeles');
  const day = (days: number) => addSalonDays(today, days);
  const all = (ids: readonly string[], path: (id: string) => string) => ids.map(path);
  const list = '/api/admin/bookings';
  const people = '/api/admin/customers';
  const { rows } = await pool.query<{ id: string }>(
    "select data->>'hoursId' as id from log.events where type = 'HoursAdded' limit 1",
  );

  const asked: readonly (Question & { readonly operation: string })[] = [
    plain('dashboard', '/api/admin/dashboard'),
    { name: 'appointments', operation: list, paths: [list] },
    { name: 'appointments, second page', operation: list, paths: [await furtherPage(url, token, list)] },
    {
      name: 'appointments, search',
      operation: list,
      paths: TYPED.map((typed) => `${list}?search=${encodeURIComponent(typed)}`),
    },
    { name: 'appointments, none found', operation: list, paths: [`${list}?search=nobody-at-all`] },
    { name: 'appointments, pending', operation: list, paths: [`${list}?status=pending`] },
    { name: 'appointments, a month', operation: list, paths: [`${list}?from=${day(-30)}&to=${day(0)}`] },
    { name: 'appointment', operation: `${list}/{id}`, paths: all(bookings, (of) => `${list}/${of}`) },
    {
      name: 'text about a cancellation',
      operation: `${list}/{id}/change-text`,
      paths: all(bookings, (of) => `${list}/${of}/change-text?kind=cancelled`),
    },
    {
      name: 'history of an appointment',
      operation: `${list}/{id}/history`,
      paths: all(bookings, (of) => `${list}/${of}/history`),
    },
    {
      name: 'same source',
      operation: `${list}/{id}/same-source`,
      paths: all(
        bookings,
        (of) => `${list}/${of}/same-source?from=${day(-30)}T00:00:00Z&to=${day(1)}T00:00:00Z`,
      ),
    },
    {
      name: 'times to move to',
      operation: `${list}/{id}/availability`,
      paths: all(bookings, (of) => `${list}/${of}/availability?date=${day(3)}`),
    },
    {
      name: 'times for a booking',
      operation: '/api/admin/availability',
      paths: [`/api/admin/availability?date=${day(3)}&services=scalp-treatment`],
    },
    {
      name: 'why a time is not free',
      operation: '/api/admin/availability/why',
      paths: [`/api/admin/availability/why?date=${day(3)}&time=9:00+AM&services=scalp-treatment`],
    },
    {
      name: 'calendar, day',
      operation: '/api/admin/calendar',
      paths: [`/api/admin/calendar?from=${day(0)}&to=${day(0)}`],
    },
    {
      name: 'calendar, week',
      operation: '/api/admin/calendar',
      paths: [`/api/admin/calendar?from=${day(0)}&to=${day(6)}`],
    },
    {
      name: 'calendar, month',
      operation: '/api/admin/calendar',
      paths: [`/api/admin/calendar?from=${day(-20)}&to=${day(21)}&per_day=2`],
    },
    {
      name: 'calendar, week, at a random moment',
      operation: '/api/admin/calendar',
      paths: moments.map(
        ({ position, day: last }) =>
          `/api/admin/calendar?from=${addSalonDays(last, -6)}&to=${last}&at=${position}`,
      ),
      mostTimes: 12,
      mostMs: 60,
    },
    {
      name: 'changes of a week',
      operation: '/api/admin/calendar/moments',
      paths: [`/api/admin/calendar/moments?from=${day(0)}&to=${day(6)}`],
    },
    { name: 'hours of a date', operation: '/api/admin/days/{date}', paths: [`/api/admin/days/${day(3)}`] },
    {
      name: 'history of a day',
      operation: '/api/admin/days/{date}/history',
      paths: [`/api/admin/days/${day(0)}/history`],
    },
    plain('activity', '/api/admin/activity'),
    plain('change feed, from its start', '/api/admin/events'),
    { name: 'customers', operation: people, paths: [people] },
    { name: 'customers, newest', operation: people, paths: [`${people}?sort=-created_at`] },
    { name: 'customers, second page', operation: people, paths: [await furtherPage(url, token, people)] },
    {
      name: 'customers, search',
      operation: people,
      paths: TYPED.map((typed) => `${people}?search=${encodeURIComponent(typed)}`),
    },
    { name: 'customers, none found', operation: people, paths: [`${people}?search=nobody-at-all`] },
    { name: 'customer', operation: `${people}/{id}`, paths: all(customers, (of) => `${people}/${of}`) },
    {
      name: 'history of a customer',
      operation: `${people}/{id}/history`,
      paths: all(customers, (of) => `${people}/${of}/history`),
    },
    {
      name: 'export of a customer',
      operation: `${people}/{id}/export`,
      paths: all(customers, (of) => `${people}/${of}/export`),
    },
    {
      name: 'customer to book for',
      operation: `${people}/{id}/for-booking`,
      paths: all(customers, (of) => `${people}/${of}/for-booking`),
    },
    plain('services', '/api/admin/services'),
    { name: 'service', operation: '/api/admin/services/{id}', paths: ['/api/admin/services/perm'] },
    {
      name: 'history of a service',
      operation: '/api/admin/services/{id}/history',
      paths: ['/api/admin/services/perm/history'],
    },
    plain('hours', '/api/admin/hours'),
    {
      name: 'hours of a day',
      operation: '/api/admin/hours/{id}',
      paths: [`/api/admin/hours/${rows[0]?.id}`],
    },
    plain('history of the hours', '/api/admin/hours/history'),
    plain('blocked dates', '/api/admin/blocked-dates'),
    plain('messages', '/api/admin/messages'),
    {
      name: 'messages of an appointment',
      operation: `${list}/{id}/messages`,
      paths: all(bookings, (of) => `${list}/${of}/messages`),
    },
    plain('messages that need attention', '/api/admin/messages/attention'),
    ...REPORTS.map(({ name }) => ({
      name: `report on ${name}, a year`,
      operation: '/api/admin/reports/{name}',
      paths: [`/api/admin/reports/${name}?from=${day(-364)}&to=${day(0)}`],
    })),
    {
      name: 'appointments behind a number',
      operation: '/api/admin/reports/{name}/appointments',
      paths: [`/api/admin/reports/appointments/appointments?from=${day(-364)}&to=${day(0)}&column=moved`],
    },
    {
      name: 'blocked times',
      operation: '/api/admin/blocked-times',
      paths: [`/api/admin/blocked-times?from=${day(0)}&to=${day(30)}`],
    },
    plain('usual texts', '/api/admin/usual-texts'),
    ...[...SECTIONS, 'sending', 'history', 'former-texts'].map((name) =>
      plain(`settings, ${name}`, `/api/admin/settings/${name}`),
    ),
    ...['reports', 'sending', 'first-steps', 'imports', 'reviews'].map(short),
    ...['proof', 'proof/warning', 'projections', 'api-keys', 'webhooks'].map(short),
  ];
  const known = new Set([...NO_SCREENS, ...asked.map(({ operation }) => operation)]);
  const missing = OPERATIONS.filter(
    ({ method, path, caller }) => method === 'get' && caller === 'admin' && !known.has(path),
  ).map(({ path }) => path);
  const unasked = missing.filter((path) => !NONE_HERE.test(path));
  if (unasked.length > 0) throw new Error(`the bench doesn't ask for ${unasked.join(', ')}`);
  const many = await sampleOf(pool, id, 'customer', { samples: once, oneOf: 1 });
  return [...asked, ...askedAnew(once, many)];
}

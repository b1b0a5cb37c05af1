import type { Pool } from 'pg';
import { REPORTS } from '../../../projections/reports/all.ts';
import { OPERATIONS } from '../../../src/contracts/operations.ts';
import { addSalonDays, salonDate } from '../../../src/salon/salon-time.ts';
import { days } from './calendar.ts';

/** The paths that are measured under one name. They are asked for in turn. */
type Asked = readonly [name: string, ...paths: readonly string[]];

const SAMPLES = 50;

/** The paths that visitors ask for. */
export const publicPaths = (): readonly Asked[] => [
  ['the front page', '/'],
  ['the page of the booking', '/book'],
  ['the salon', '/api/salon'],
  ['the services', '/api/services'],
  ['times of a day', ...days.map((date) => `/api/availability?services=scalp-treatment&date=${date}`)],
  [
    'days with times',
    ...days.map((day) => `/api/availability/days?services=perm&from=${day}&to=${addSalonDays(day, 41)}`),
  ],
];

/** Streams without an end, and files of the whole salon or of a customer. */
const NO_SCREENS = /\/live$|\.csv$|\/export$|^\/api\/admin\/events$/;
/** The paths of things that this salon has none of. */
const NONE_HERE = /\/(?:blocked-dates|blocked-times|imports|webhooks)\/\{id\}|\/(?:answer|erasure)$/;

/** Finds the paths that screens of staff ask for. @throws Error when the bench knows no example of a read */
export async function adminPaths(pool: Pool): Promise<readonly Asked[]> {
  const today = salonDate(new Date(), 'America/Los_Angeles');
  const day = (number: number) => addSalonDays(today, number);
  const range = (from: number, to: number) => `from=${day(from)}&to=${day(to)}`;
  const idsOf = async (prefix: string) =>
    (
      await pool.query<{ id: string }>(
        `select substr(stream, length($1) + 1) as id from log.events
         where starts_with(stream, $1) and revision = 0 and global_position % 97 = 0 limit ${SAMPLES}`,
        [prefix],
      )
    ).rows.map(({ id }) => id);
  const { rows: hours } = await pool.query<{ id: string }>(
    "select data->>'hoursId' as id from log.events where type = 'HoursAdded' limit 1",
  );
  const ids: Readonly<Record<string, readonly string[]>> = {
    bookings: await idsOf('booking-'),
    customers: await idsOf('customer-'),
    services: ['perm'],
    hours: hours.map(({ id }) => id),
  };
  /** The questions that a path needs; each is a row of its own. */
  const QUERIES: Readonly<Record<string, readonly string[]>> = {
    '/api/admin/bookings': [
      '',
      'status=pending',
      range(-30, 0),
      'search=marta%20lindq',
      'search=nobody-at-all',
      'sort=-date',
    ],
    '/api/admin/customers': ['', 'search=510%20555%2001', 'sort=-created_at'],
    '/api/admin/calendar': [range(0, 0), range(0, 6), `${range(-20, 21)}&per_day=2`],
    '/api/admin/calendar/moments': [range(0, 6)],
    '/api/admin/availability': [`date=${day(3)}&services=scalp-treatment`],
    '/api/admin/availability/days': [`services=perm&${range(0, 41)}`],
    '/api/admin/availability/why': [`date=${day(3)}&time=9:00+AM&services=scalp-treatment`],
    '/api/admin/bookings/{id}/availability': [`date=${day(3)}`],
    '/api/admin/bookings/{id}/change-text': ['kind=cancelled'],
    '/api/admin/bookings/{id}/same-source': [`from=${day(-30)}T00:00:00Z&to=${day(1)}T00:00:00Z`],
    '/api/admin/blocked-times': [range(0, 30)],
    '/api/admin/reports/{name}': [range(-364, 0)],
    '/api/admin/reports/{name}/appointments': [`${range(-364, 0)}&column=moved`],
    '/api/admin/activity': ['', range(-30, -20), 'actor=customer'],
  };
  return OPERATIONS.filter(
    ({ method, caller, path }) =>
      method === 'get' && caller === 'admin' && !NO_SCREENS.test(path) && !NONE_HERE.test(path),
  ).flatMap(({ path }): readonly Asked[] =>
    (QUERIES[path] ?? ['']).flatMap((query): readonly Asked[] => {
      const suffix = query && `?${query}`;
      if (path.endsWith('/{name}'))
        return REPORTS.map(({ name }) => [`${path} ${name}`, path.replace('{name}', name) + suffix]);
      const of = ids[path.split('/')[3] ?? ''] ?? [];
      const filled = path.replace('{date}', day(3)).replace('{name}', 'appointments');
      const paths = filled.includes('{id}')
        ? of.map((id) => filled.replace('{id}', id) + suffix)
        : [filled + suffix];
      if (paths.length === 0) throw new Error(`the bench has no example of ${path}`);
      return [[`${path}${suffix}`, ...paths]];
    }),
  );
}

import type { BlockedDate } from '../../../src/contracts/admin-blocked-dates.ts';
import type { Schedule } from '../../../src/contracts/admin-hours.ts';
import type { BookingStatus } from '../../../src/contracts/bookings.ts';
import {
  type Calendar,
  type CalendarBooking,
  type CalendarDay,
  countByKind,
  firstOfDay,
} from '../../../src/contracts/calendar.ts';
import {
  dayOfWeek,
  formatClock,
  minutesOf,
  type SalonDate,
  salonDays,
} from '../../../src/salon/salon-time.ts';
import { type Target, withMoved } from '../../../web/features/admin/calendar/plan/changed.ts';
import { AUTH_SUCCESS } from './auth-fixtures.ts';
import { json, type MockResponse, silence } from './mock-api.ts';

/** Where the log is after a change. */
export const POSITION = 'f'.repeat(32);

const id = (number: number) => `7a1c9d0e-6a3f-4a44-9c1b-${String(number).padStart(12, '0')}`;

/** Of each weekday, as the salon that comes with the program has them; Saturday has a break. */
const WINDOWS: readonly [day: number, start: number, end: number, isAvailable?: boolean][] = [
  [2, 540, 1260],
  [3, 540, 1260],
  [4, 540, 1260],
  [5, 540, 1140],
  [6, 540, 780],
  [6, 840, 1140],
  [1, 600, 900, false],
];
const hoursId = (index: number) => id(900 + index);

export const SCHEDULE: Schedule = {
  version: 7,
  hours: WINDOWS.map(([day_of_week, start, end, is_available = true], index) => ({
    id: hoursId(index),
    day_of_week,
    start_time: formatClock(start),
    end_time: formatClock(end),
    is_available,
  })),
};

type Made = [
  number: number,
  date: SalonDate,
  start: number,
  minutes: number,
  name: string,
  service: string,
  status?: BookingStatus,
  more?: Partial<CalendarBooking>,
];

/** The week of the fixed Friday, and some days around it. */
const MADE: readonly Made[] = [
  [1, '2026-11-17', 540, 60, 'Marta Keller', "Women's Haircut", 'completed'],
  [2, '2026-11-17', 615, 150, 'Ines Duarte', 'Full Color', 'completed'],
  [3, '2026-11-18', 570, 90, 'Rosalind Achterberg-Montgomery', 'Root Touch up with Style', 'completed'],
  [4, '2026-11-18', 720, 45, 'Tom Okafor', "Men's Haircut", 'completed'],
  [5, '2026-11-18', 780, 120, 'Yuki Tanabe', 'Perm', 'cancelled', { parts: [] }],
  [6, '2026-11-18', 810, 60, 'Clara Weiss', 'Wash Cut Style', 'completed'],
  [7, '2026-11-19', 600, 180, 'Beatriz Lima', 'Brazilian Treatment', 'completed'],
  [8, '2026-11-19', 900, 30, 'Jon Bell', 'Scalp Treatment', 'completed'],
  [9, '2026-11-20', 540, 45, 'Sam Whitfield', "Men's Haircut", 'completed'],
  [10, '2026-11-20', 585, 60, 'Ada Moreau', "Women's Haircut", 'confirmed', { notes: 'Sensitive scalp.' }],
  [11, '2026-11-20', 660, 150, 'Hannah Ruiz', 'Full Highlights', 'confirmed'],
  [12, '2026-11-20', 840, 30, 'Leo Marsh', 'Scalp Treatment', 'pending', { sms_consent: false }],
  [13, '2026-11-20', 900, 90, 'Priya Nair', 'Color Treatment', 'pending', { notes: 'Wants copper.' }],
  [14, '2026-11-20', 1110, 60, 'Grace Holm', "Up do's", 'confirmed', { outside_hours: true }],
  [15, '2026-11-21', 540, 120, 'Nora Lindqvist', 'Eyebrow Microblading', 'confirmed'],
  [16, '2026-11-21', 690, 45, 'Theo Grant', "Men's Haircut", 'pending'],
  [17, '2026-11-21', 840, 90, 'Amelie Fournier', 'Make up', 'confirmed', { sms_consent: false }],
  [18, '2026-11-24', 570, 60, 'Owen Price', 'Wash Cut Style', 'confirmed'],
  [19, '2026-11-24', 660, 60, 'Zoe Adler', "Women's Haircut", 'pending'],
  [20, '2026-11-24', 780, 90, 'Mila Novak', 'Color Treatment', 'confirmed'],
];

const bookingOf = ([number, , start, minutes, name, service, status = 'confirmed', more]: Made) =>
  ({
    id: id(number),
    version: 2,
    status,
    start,
    end: start + minutes,
    outside_hours: false,
    customer_name: name,
    customer_phone: '(925) 555-0199',
    services: [{ id: 'service', name: service, duration: minutes }],
    total_amount: '$65.00',
    notes: null,
    sms_consent: true,
    parts: [{ resource_id: 'first', kind: 'stylist', start, end: start + minutes }],
    ...more,
  }) satisfies CalendarBooking;

export const BLOCKED: BlockedDate[] = [
  { id: id(800), blocked_date: '2026-11-26', reason: 'Thanksgiving', version: 1 },
  { id: id(801), blocked_date: '2026-12-25', reason: 'Christmas Day', version: 1 },
  { id: id(802), blocked_date: '2027-01-01', reason: null, version: 3 },
];

const dayOf = (date: SalonDate, room: number): CalendarDay => {
  const all = MADE.filter(([, on]) => on === date).map(bookingOf);
  const bookings = room < all.length ? firstOfDay(all, room) : all;
  const block = BLOCKED.find(({ blocked_date }) => blocked_date === date);
  return {
    date,
    blocked: block !== undefined,
    hours: WINDOWS.flatMap(([day, start, end, is_available = true], index) =>
      day === dayOfWeek(date) ? [{ id: hoursId(index), resource_id: null, start, end, is_available }] : [],
    ),
    blocks: block ? [{ id: block.id, resource_id: null, start: 0, end: 1440, reason: block.reason }] : [],
    bookings,
    left_out: countByKind(all.filter((booking) => !bookings.includes(booking))),
  };
};

/** @param room how many appointments of each day it tells; all when left out */
export const calendarOf = (from: SalonDate, to: SalonDate, room = Number.POSITIVE_INFINITY): Calendar => ({
  resources: [{ id: 'first', kind: 'stylist', name: 'Salon', order: 0 }],
  days: salonDays(from, to).map((date) => dayOf(date, room)),
});

/** The id of a fixture's appointment, by the customer's name. */
export function appointmentOf(name: string): string {
  const made = MADE.find(([, , , , customer]) => customer === name);
  if (!made) throw new Error(`Nobody is called ${name}.`);
  return id(made[0]);
}

/** Responses of the calendar when all goes well, for an administrator. */
export const CALENDAR_SUCCESS: Record<string, MockResponse> = {
  ...AUTH_SUCCESS,
  'GET /api/admin/live': silence,
  'GET /api/admin/hours': json(SCHEDULE),
  'GET /api/admin/blocked-dates': json(BLOCKED),
  'GET /api/admin/calendar': (route, url) => {
    const { from = '', to = '', per_day } = Object.fromEntries(url.searchParams);
    return json(calendarOf(from, to, per_day === undefined ? undefined : Number(per_day)))(route, url);
  },
};

/** A server that moves appointments when it is told to. Responses that a test gives itself come first. */
export function movingServer(notified: boolean): Record<string, MockResponse> {
  const moves: { id: string; to: Target }[] = [];
  const move: MockResponse = (route) => {
    const { new_date, new_time } = route.request().postDataJSON();
    const [, id = ''] = /bookings\/([^/]+)\//.exec(route.request().url()) ?? [];
    moves.push({ id, to: { date: new_date, start: minutesOf(new_time) } });
    const version = 2 + moves.length;
    return json({ id, status: 'pending', version, position: POSITION, notified })(
      route,
      new URL(route.request().url()),
    );
  };
  return {
    'GET /api/admin/calendar': (route, url) => {
      const calendar = calendarOf(url.searchParams.get('from') ?? '', url.searchParams.get('to') ?? '');
      return json(moves.reduce((before, { id, to }) => withMoved(before, id, to), calendar))(route, url);
    },
    ...Object.fromEntries(
      MADE.map(([number]) => [`POST /api/admin/bookings/${id(number)}/reschedule`, move]),
    ),
  };
}

/** A week of 300 appointments, six at once. */
export function fullWeek() {
  const week = calendarOf('2026-11-22', '2026-11-28');
  const [model] = calendarOf('2026-11-24', '2026-11-24').days[0]?.bookings ?? [];
  if (!model) throw new Error('no appointment to copy');
  let number = 0;
  const days = week.days.map((day, at) => {
    const bookings = Array.from({ length: at === 0 ? 48 : 42 }, (_, index): CalendarBooking => {
      number += 1;
      const start = 540 + Math.floor(index / 6) * 75;
      const time = { start, end: start + 60 };
      return {
        ...model,
        ...time,
        id: `7a1c9d0e-6a3f-4a44-9c1b-${String(100_000 + number)}000000`,
        customer_name: `Customer ${number}`,
        parts: [{ resource_id: 'first', kind: 'stylist', ...time }],
      };
    });
    return { ...day, blocked: false, blocks: [], bookings };
  });
  return { ...week, days };
}

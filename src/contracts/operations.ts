import { z } from 'zod';
import { Availability, AvailabilityDays, AvailabilityDaysQuery, AvailabilityQuery } from './availability.ts';
import { CreateBooking, CreatedBooking, ShortLink, ShortLinkQuery } from './bookings.ts';
import { PositionField } from './fields.ts';
import { CreatedHold, CreateHold, HoldPath } from './holds.ts';
import {
  ManageAnswer,
  ManageAvailabilityQuery,
  ManagedBooking,
  ManageQuery,
  ManageReschedule,
} from './manage.ts';
import { PAGE_ANSWERS } from './pages.ts';
import type { ProblemCode } from './problem.ts';
import { Salon } from './salon.ts';
import { ServiceList } from './services.ts';

/** One HTTP operation: what it takes, answers and refuses. OpenAPI and the 405 answers come from this list. */
export interface Operation {
  readonly method: 'get' | 'post' | 'delete';
  /** Its variable parts in braces, `/api/holds/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly answer:
    | { readonly status: 200 | 201; readonly body: z.ZodType | 'text/calendar' }
    | { readonly status: 204 };
  /** `token`: the management token as a bearer. */
  readonly auth?: 'token';
  /** Takes `Idempotency-Key` (and `If-Match` on something that exists). */
  readonly isCommand?: true;
  readonly problems: readonly ProblemCode[];
}

/** Any read model can be asked to have seen a command's position first. */
const after = { after: PositionField.optional() };
const AfterQuery = z.object(after);

const TIME_PROBLEMS = [
  'slot-taken',
  'date-blocked',
  'not-offered',
  'time-skipped',
  'in-the-past',
  'too-far-ahead',
] as const;
const COMMAND_PROBLEMS = ['idempotency-key-reused', 'too-many-requests', 'unavailable'] as const;
const MANAGE_PROBLEMS = ['unauthorized', 'booking-not-found', 'too-many-requests', 'unavailable'] as const;

const pages: readonly Operation[] = Object.entries(PAGE_ANSWERS).map(([name, body]) => ({
  method: 'get',
  path: `/api/pages/${name}`,
  summary: `What the ${name} page says`,
  answer: { status: 200, body },
  problems: [],
}));

export const OPERATIONS: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/salon',
    summary: 'The salon and its opening hours',
    query: AfterQuery,
    answer: { status: 200, body: Salon },
    problems: ['unavailable'],
  },
  ...pages,
  {
    method: 'get',
    path: '/api/services',
    summary: 'Active services, by category, then name',
    query: AfterQuery,
    answer: { status: 200, body: ServiceList },
    problems: ['unavailable'],
  },
  {
    method: 'get',
    path: '/api/availability',
    summary: 'Free times of one day',
    query: AvailabilityQuery.extend(after),
    answer: { status: 200, body: Availability },
    problems: ['validation-failed', 'unknown-service', 'unavailable'],
  },
  {
    method: 'get',
    path: '/api/availability/days',
    summary: 'Which days of a range are open, closed, blocked or full',
    query: AvailabilityDaysQuery,
    answer: { status: 200, body: AvailabilityDays },
    problems: ['validation-failed', 'unknown-service', 'unavailable'],
  },
  {
    method: 'post',
    path: '/api/bookings',
    summary: 'Book an appointment',
    body: CreateBooking,
    answer: { status: 201, body: CreatedBooking },
    isCommand: true,
    problems: [
      'validation-failed',
      'invalid-name',
      'invalid-email',
      'invalid-phone',
      'sms-consent-required',
      'unknown-service',
      'suspicious-booking',
      ...TIME_PROBLEMS,
      'rate-limit-exceeded',
      ...COMMAND_PROBLEMS,
    ],
  },
  {
    method: 'post',
    path: '/api/holds',
    summary: 'Hold a time for 10 minutes',
    body: CreateHold,
    answer: { status: 201, body: CreatedHold },
    isCommand: true,
    problems: ['validation-failed', 'unknown-service', ...TIME_PROBLEMS, ...COMMAND_PROBLEMS],
  },
  {
    method: 'delete',
    path: '/api/holds/{id}',
    summary: 'Give a held time back',
    params: HoldPath,
    answer: { status: 204 },
    isCommand: true,
    problems: ['validation-failed', ...COMMAND_PROBLEMS],
  },
  {
    method: 'get',
    path: '/api/short-links',
    summary: 'The booking behind a short link',
    query: ShortLinkQuery.extend(after),
    answer: { status: 200, body: ShortLink },
    problems: ['validation-failed', 'short-link-not-found', 'too-many-requests', 'unavailable'],
  },
  {
    method: 'get',
    path: '/api/manage',
    summary: "The customer's own booking",
    auth: 'token',
    query: ManageQuery.extend(after),
    answer: { status: 200, body: ManagedBooking },
    problems: MANAGE_PROBLEMS,
  },
  {
    method: 'post',
    path: '/api/manage/cancel',
    summary: 'Cancel it',
    auth: 'token',
    query: ManageQuery,
    answer: { status: 200, body: ManageAnswer },
    isCommand: true,
    problems: [
      ...MANAGE_PROBLEMS,
      'already-cancelled',
      'already-completed',
      'self-service-closed',
      'stale',
      'idempotency-key-reused',
    ],
  },
  {
    method: 'post',
    path: '/api/manage/reschedule',
    summary: 'Move it to another time',
    auth: 'token',
    query: ManageQuery,
    body: ManageReschedule,
    answer: { status: 200, body: ManageAnswer },
    isCommand: true,
    problems: [
      'validation-failed',
      ...MANAGE_PROBLEMS,
      ...TIME_PROBLEMS,
      'already-cancelled',
      'already-completed',
      'self-service-closed',
      'stale',
      'idempotency-key-reused',
    ],
  },
  {
    method: 'get',
    path: '/api/manage/availability',
    summary: 'Free times it could be moved to',
    auth: 'token',
    query: ManageAvailabilityQuery.extend(after),
    answer: { status: 200, body: Availability },
    problems: ['validation-failed', ...MANAGE_PROBLEMS],
  },
  {
    method: 'get',
    path: '/api/manage/calendar.ics',
    summary: 'It as a calendar file',
    auth: 'token',
    query: AfterQuery,
    answer: { status: 200, body: 'text/calendar' },
    problems: MANAGE_PROBLEMS,
  },
];

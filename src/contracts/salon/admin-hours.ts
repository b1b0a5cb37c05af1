import { z } from 'zod';
import { type Interval, MOST_WINDOWS, overlaps } from '../../salon/slots.ts';
import { TYPED_EVERY_MINUTES } from '../../salon/starts.ts';
import { intervalOf } from '../../salon/time-text.ts';
import { AcknowledgedQuery } from '../bookings/affected-bookings.ts';
import { ClockField, EndClockField, IdPath, NEW_VERSION, UuidField } from '../fields.ts';
import { defineOperation } from '../operation.ts';

/** Hours of one weekday. Bookings are offered in them if `is_available` is true. */
export const ScheduleSlot = z.object({
  id: UuidField,
  /** 0 for Sunday to 6 for Saturday. */
  day_of_week: z.int().min(0).max(6),
  start_time: ClockField,
  end_time: EndClockField,
  is_available: z.boolean(),
});
export type ScheduleSlot = z.infer<typeof ScheduleSlot>;

/** The weekly schedule. It has one version, which a change of any hours changes. */
export const Schedule = z.object({
  /** Sent in quotation marks as the ETag and as the value for `If-Match`. */
  version: z.int(),
  /** Sorted by day, then by start. */
  hours: z.array(ScheduleSlot),
});
export type Schedule = z.infer<typeof Schedule>;

const FILL_IN = 'Please fill in all time fields';
const Filled = z.string(FILL_IN).min(1, { error: FILL_IN, abort: true });
const RequiredStart = Filled.pipe(ClockField);
const RequiredEnd = Filled.pipe(EndClockField);

const DAY = 'Must be a day from 0 for Sunday to 6 for Saturday.';
const AddHours = z.object({
  day_of_week: z.int(DAY).min(0, DAY).max(6, DAY),
  start_time: RequiredStart,
  end_time: RequiredEnd,
});

/** Either both times, or `is_available`. */
const ChangeHours = z
  .object({
    start_time: RequiredStart.optional(),
    end_time: RequiredEnd.optional(),
    is_available: z.boolean('Must be true or false.').optional(),
  })
  .superRefine(({ start_time, end_time, is_available }, { addIssue }) => {
    if (is_available !== undefined) {
      if (start_time !== undefined || end_time !== undefined)
        addIssue({
          code: 'custom',
          path: ['is_available'],
          message: 'Can’t be changed together with the times.',
        });
      return;
    }
    if (start_time === undefined) addIssue({ code: 'custom', path: ['start_time'], message: FILL_IN });
    if (end_time === undefined) addIssue({ code: 'custom', path: ['end_time'], message: FILL_IN });
  });

const WINDOWS = `Must be a list of at most ${MOST_WINDOWS} times.`;

/** The mistake in the hours of one weekday; undefined if there is none. They begin and end at full five minutes, like appointments. */
function mistakeIn(windows: readonly Interval[]): string | undefined {
  if (windows.some(({ start, end }) => end <= start))
    return 'The end must come after the start. Hours after midnight belong to the next day.';
  if (windows.some(({ start, end }) => start % TYPED_EVERY_MINUTES !== 0 || end % TYPED_EVERY_MINUTES !== 0))
    return 'Please use full five minutes, such as 9:05.';
  const overlap = windows.some((one, at) => windows.slice(at + 1).some((other) => overlaps(one, other)));
  return overlap ? 'These times overlap.' : undefined;
}

const WeekdayHours = z.object({
  day_of_week: AddHours.shape.day_of_week,
  /** The times in which it is open, at no others; none close it. */
  windows: z
    .array(z.object({ start_time: RequiredStart, end_time: RequiredEnd }), WINDOWS)
    .max(MOST_WINDOWS, { error: WINDOWS, abort: true })
    .superRefine((windows, { addIssue }) => {
      const message = mistakeIn(windows.map(intervalOf));
      if (message) addIssue({ code: 'custom', message });
    }),
});

const DAYS = 'Must be a list of 1 to 7 weekdays, each once.';

/** The hours of some weekdays, each once. */
export const WeekdaysField = z
  .array(WeekdayHours, DAYS)
  .max(7, DAYS)
  .refine((days) => new Set(days.map(({ day_of_week }) => day_of_week)).size === days.length, DAYS);

export const ChangeWeek = z.object({ days: WeekdaysField.min(1, DAYS) });

const ONE = { caller: 'admin', roles: 'owners', area: 'hours', params: IdPath } as const;

/** The result of a command on hours; the version is the schedule's. */
const HoursAnswer = z.object({ id: UuidField, ...NEW_VERSION });

const TIMES_PROBLEMS = ['hours-inverted', 'hours-overlap'] as const;

export const getSchedule = defineOperation({
  method: 'get',
  path: '/api/admin/hours',
  summary: 'The weekly schedule, hours that are switched off included',
  caller: 'admin',
  roles: 'desk',
  area: 'hours',
  answer: { status: 200, body: Schedule },
  isProjected: true,
});

export const getHours = defineOperation({
  ...ONE,
  roles: 'desk',
  method: 'get',
  path: '/api/admin/hours/{id}',
  summary: 'Hours of one weekday',
  answer: { status: 200, body: ScheduleSlot },
  isProjected: true,
  problems: ['hours-not-found'],
});

export const addHours = defineOperation({
  method: 'post',
  path: '/api/admin/hours',
  summary: 'Add hours to a weekday',
  caller: 'admin',
  roles: 'owners',
  area: 'hours',
  body: AddHours,
  answer: { status: 201, body: HoursAnswer },
  command: 'add-hours',
  problems: TIMES_PROBLEMS,
});

export const changeWeek = defineOperation({
  method: 'patch',
  path: '/api/admin/hours',
  summary:
    'Set the hours of several weekdays at once. Hours that are switched off stay so where they are in no other’s way',
  caller: 'admin',
  roles: 'owners',
  area: 'hours',
  query: AcknowledgedQuery,
  body: ChangeWeek,
  answer: { status: 200, body: z.object(NEW_VERSION) },
  command: 'change-week',
  needsVersion: true,
  problems: ['hours-not-found', 'appointments-outside-hours'],
});

export const changeHours = defineOperation({
  ...ONE,
  method: 'patch',
  path: '/api/admin/hours/{id}',
  summary: 'Change their times, or switch them on or off',
  query: AcknowledgedQuery,
  body: ChangeHours,
  answer: { status: 200, body: HoursAnswer },
  command: 'change-hours',
  problems: ['hours-not-found', ...TIMES_PROBLEMS, 'appointments-outside-hours'],
});

export const removeHours = defineOperation({
  ...ONE,
  method: 'delete',
  path: '/api/admin/hours/{id}',
  summary: 'Remove them',
  query: AcknowledgedQuery,
  answer: { status: 200, body: HoursAnswer },
  command: 'remove-hours',
  problems: ['hours-not-found', 'appointments-outside-hours'],
});

import type { CalendarMoment } from '../../src/contracts/bookings/calendar-moments.ts';
import { eventWords } from '../../src/contracts/history/history-words.ts';
import type { Position } from '../../src/eventsourcing/event-store.ts';
import { dayAs, weekdayName } from '../../src/salon/date-text.ts';
import {
  dayOfWeek,
  formatTime,
  type Minutes,
  type SalonDate,
  salonDays,
} from '../../src/salon/salon-time.ts';

interface Part {
  /** Changes before this position only. */
  readonly cursor: Position | undefined;
  readonly limit: number;
}

interface MomentsDeps {
  /** What has changed the appointments, the blocked dates and the weekly hours, each the newest first. */
  appointments(from: SalonDate, to: SalonDate, part: Part): Promise<readonly ChangedAppointment[]>;
  blocks(from: SalonDate, to: SalonDate, part: Part): Promise<readonly ChangedBlock[]>;
  hours(weekdays: readonly number[], part: Part): Promise<readonly ChangedHours[]>;
  /** The same of blocked parts of days, and of dates' own hours. */
  blockedTimes(from: SalonDate, to: SalonDate, part: Part): Promise<readonly ChangedTime[]>;
  ownHours(from: SalonDate, to: SalonDate, part: Part): Promise<readonly ChangedDay[]>;
  /** From where to where in the log dates have had hours of their own. */
  ownHoursSpans(from: SalonDate, to: SalonDate): Promise<readonly OwnHoursSpan[]>;
  /** The events at some positions, by position, from the histories' read model. */
  eventsAt(
    positions: readonly Position[],
  ): Promise<ReadonlyMap<Position, { readonly id: string; readonly type: string; readonly at: string }>>;
}

interface ChangedAppointment {
  readonly position: Position;
  readonly appointment_date: SalonDate;
  readonly start_minute: Minutes;
  readonly services: readonly { readonly name: string }[];
}

interface ChangedBlock {
  readonly position: Position;
  readonly blocked_date: SalonDate;
}

interface ChangedDay {
  readonly position: Position;
  readonly date: SalonDate;
}

interface ChangedTime extends ChangedDay {
  readonly start_minute: Minutes;
  readonly end_minute: Minutes;
}

interface OwnHoursSpan {
  readonly date: SalonDate;
  readonly since: Position;
  /** Null if it still has them. */
  readonly until: Position | null;
}

interface ChangedHours {
  readonly position: Position;
  readonly day_of_week: number;
  readonly start_minute: Minutes;
  readonly end_minute: Minutes;
}

const A_PAGE = 200;

/** Events that change nothing of what the calendar shows. */
const UNSEEN: ReadonlySet<string> = new Set(['BookingLinked', 'BookingContactCorrected']);

const dayText = (date: SalonDate) => dayAs(date, 'EEE, MMM d, yyyy');

const appointmentText = ({ appointment_date, start_minute, services }: ChangedAppointment) =>
  [dayText(appointment_date), formatTime(start_minute), services.map(({ name }) => name).join(', ')].join(
    ' · ',
  );

const timeText = ({ date, start_minute, end_minute }: ChangedTime) =>
  `${dayText(date)} · ${formatTime(start_minute)} – ${formatTime(end_minute)}`;

const hoursText = ({ day_of_week, start_minute, end_minute }: ChangedHours) =>
  `${weekdayName(day_of_week)}, ${formatTime(start_minute)} – ${formatTime(end_minute)}`;

/** Whether some day of the range had the weekly hours when they were changed, so that the change is seen there. */
function isSeen(
  { position, day_of_week }: ChangedHours,
  dates: readonly SalonDate[],
  spans: readonly OwnHoursSpan[],
): boolean {
  const hadOwn = (date: SalonDate) =>
    spans.some(
      (span) =>
        span.date === date && span.since <= position && (span.until === null || span.until > position),
    );
  return dates.some((date) => dayOfWeek(date) === day_of_week && !hadOwn(date));
}

const weekdaysOf = (from: SalonDate, to: SalonDate) => [...new Set(salonDays(from, to).map(dayOfWeek))];

interface AskedMoments {
  readonly from: SalonDate;
  readonly to: SalonDate;
  readonly cursor?: Position | undefined;
}

/**
 * The changes of a range of days. The versioned tables know at which positions these days changed, and the histories what happened
 * there.
 */
export function createMomentsReader(deps: MomentsDeps) {
  const { appointments, blocks, hours, blockedTimes, ownHours, ownHoursSpans, eventsAt } = deps;
  return async ({ from, to, cursor }: AskedMoments) => {
    const part = { cursor, limit: A_PAGE + 1 };
    const [booked, blocked, opened, times, days, spans] = await Promise.all([
      appointments(from, to, part),
      blocks(from, to, part),
      hours(weekdaysOf(from, to), part),
      blockedTimes(from, to, part),
      ownHours(from, to, part),
      ownHoursSpans(from, to),
    ]);
    const dates = salonDays(from, to);
    const changes = [
      ...booked.map((change) => ({ position: change.position, about: appointmentText(change) })),
      ...blocked.map(({ position, blocked_date }) => ({ position, about: dayText(blocked_date) })),
      ...opened.map((change) => ({
        position: change.position,
        about: isSeen(change, dates, spans) ? hoursText(change) : null,
      })),
      ...times.map((change) => ({ position: change.position, about: timeText(change) })),
      ...days.map(({ position, date }) => ({ position, about: dayText(date) })),
    ].sort((one, other) => (one.position < other.position ? 1 : -1));
    const page = changes.slice(0, A_PAGE);
    const events = await eventsAt(page.map(({ position }) => position));
    const moments = page.flatMap(({ position, about }): CalendarMoment[] => {
      const event = events.get(position);
      if (!event || about === null || UNSEEN.has(event.type)) return [];
      const at = new Date(event.at).toISOString();
      return [{ position, at, event_id: event.id, what: `${eventWords(event.type)}: ${about}` }];
    });
    const next_cursor = changes.length > A_PAGE ? (page.at(-1)?.position ?? null) : null;
    return { moments, next_cursor };
  };
}

export type ReadMoments = ReturnType<typeof createMomentsReader>;

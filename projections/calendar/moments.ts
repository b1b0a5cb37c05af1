import type { CalendarMoment } from '../../src/contracts/bookings/calendar-moments.ts';
import { eventWords } from '../../src/contracts/history/history-words.ts';
import type { Position } from '../../src/eventsourcing/event-store.ts';
import { refuse } from '../../src/http/refusal.ts';
import { dayAs, weekdayName } from '../../src/salon/date-text.ts';
import {
  dayOfWeek,
  formatTime,
  type Minutes,
  type SalonDate,
  salonDays,
} from '../../src/salon/salon-time.ts';
import { beyond } from '../engine/positions/projected-positions.ts';

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
  /** The events at some positions, by position, from the histories' read model. */
  eventsAt(
    positions: readonly Position[],
  ): Promise<ReadonlyMap<Position, { readonly id: string; readonly type: string; readonly at: string }>>;
  /** How far each read model is that these read, once all have reached `after` or the longest wait is over. */
  reached(after?: Position): Promise<readonly Position[]>;
  /** The end of the log. */
  head(): Promise<Position>;
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

const hoursText = ({ day_of_week, start_minute, end_minute }: ChangedHours) =>
  `${weekdayName(day_of_week)}, ${formatTime(start_minute)} – ${formatTime(end_minute)}`;

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
  const { appointments, blocks, hours, eventsAt, reached, head } = deps;

  /**
   * Waits until every read model has come as far as the furthest one, or to the cursor: one that lags behind would leave out changes in
   * the midst of the others'.
   */
  async function endOf(cursor: Position | undefined): Promise<Position> {
    const furthest = (await reached()).toSorted().at(-1) || (await head());
    const end = cursor !== undefined && cursor < furthest ? cursor : furthest;
    if ((await reached(end)).some((position) => position < end))
      throw refuse('unavailable', { retryAfterSeconds: 1 });
    return end;
  }

  return async ({ from, to, cursor }: AskedMoments) => {
    const end = await endOf(cursor);
    const part = { cursor: cursor === end ? cursor : beyond(end), limit: A_PAGE + 1 };
    const [booked, blocked, opened] = await Promise.all([
      appointments(from, to, part),
      blocks(from, to, part),
      hours(weekdaysOf(from, to), part),
    ]);
    const changes = [
      ...booked.map((change) => ({ position: change.position, about: appointmentText(change) })),
      ...blocked.map(({ position, blocked_date }) => ({ position, about: dayText(blocked_date) })),
      ...opened.map((change) => ({ position: change.position, about: hoursText(change) })),
    ].sort((one, other) => (one.position < other.position ? 1 : -1));
    const page = changes.slice(0, A_PAGE);
    const events = await eventsAt(page.map(({ position }) => position));
    const moments = page.flatMap(({ position, about }): CalendarMoment[] => {
      const event = events.get(position);
      if (!event) throw new Error(`no history has the event at ${position}`);
      if (UNSEEN.has(event.type)) return [];
      const at = new Date(event.at).toISOString();
      return [{ position, at, event_id: event.id, what: `${eventWords(event.type)}: ${about}` }];
    });
    const next_cursor = changes.length > A_PAGE ? (page.at(-1)?.position ?? null) : null;
    return { moments, next_cursor };
  };
}

export type ReadMoments = ReturnType<typeof createMomentsReader>;

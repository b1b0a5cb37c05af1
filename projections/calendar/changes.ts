import { type CalendarChange, NOT_IN_CALENDAR } from '../../src/contracts/bookings/calendar-changes.ts';
import type { Position } from '../../src/eventsourcing/event-store.ts';
import { stylistStream } from '../../src/features/team/events.ts';
import { refuse } from '../../src/http/refusal.ts';
import { FIRST } from '../../src/salon/parts.ts';
import { dayOfWeek, type SalonDate, salonDays } from '../../src/salon/salon-time.ts';
import { ownWindowsOn } from '../../src/salon/team.ts';
import type { OwnHoursSpan } from '../days/changes.ts';
import { beyond } from '../engine/positions/projected-positions.ts';
import type { Changed, WantedChanges } from '../engine/stored-tables.ts';
import { type StylistRow, unrecorded } from '../team/projection.ts';
import {
  type AppointmentColumns,
  appointmentText,
  type BlockColumns,
  blockText,
  type DayHoursColumns,
  dayHoursText,
  type HoursColumns,
  hoursText,
  type NameOf,
  stylistText,
  type TimeBlockColumns,
  timeBlockText,
} from './change-text.ts';

type ChangesOfDays<Row> = (
  wanted: WantedChanges,
  from: SalonDate,
  to: SalonDate,
) => Promise<readonly Changed<Row>[]>;

interface CalendarChangesDeps {
  readonly appointments: ChangesOfDays<AppointmentColumns>;
  readonly blocks: ChangesOfDays<BlockColumns>;
  hours(wanted: WantedChanges, weekdays: readonly number[]): Promise<readonly Changed<HoursColumns>[]>;
  readonly blockedTimes: ChangesOfDays<TimeBlockColumns>;
  readonly ownHours: ChangesOfDays<DayHoursColumns>;
  /** Spans of the log in which dates had hours of their own. */
  ownHoursSpans(from: SalonDate, to: SalonDate): Promise<readonly OwnHoursSpan[]>;
  /** The customers' names today, by the bookings' ids; null for an erased one. A deleted booking is missing. */
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string | null>>;
  ofStylists(wanted: WantedChanges): Promise<readonly Changed<StylistRow>[]>;
  /** The names of stylists today. */
  stylists(): Promise<NameOf>;
  /** The events at some positions, by position, from the histories' read model. */
  eventsAt(
    positions: readonly Position[],
  ): Promise<ReadonlyMap<Position, { readonly id: string; readonly type: string; readonly at: string }>>;
  /** The positions of the read models behind these readers, once all have reached `after` or the longest wait is over. */
  reached(after?: Position): Promise<readonly Position[]>;
  /** The end of the log. */
  head(): Promise<Position>;
}

const A_PAGE = 200;

/** Whether some day of the range had the weekly hours when they were changed, so that the change is seen there. */
function isSeen(
  { position, before, after }: Changed<HoursColumns>,
  dates: readonly SalonDate[],
  spans: readonly OwnHoursSpan[],
): boolean {
  const weekday = (after ?? before)?.day_of_week;
  const hadOwn = (date: SalonDate) =>
    spans.some(
      (span) =>
        span.date === date && span.since <= position && (span.until === null || span.until > position),
    );
  return dates.some((date) => dayOfWeek(date) === weekday && !hadOwn(date));
}

/** Whether a stylist's column, its place or its hours on some weekdays became others. */
function isDrawn({ before, after }: Changed<StylistRow>, weekdays: readonly number[]): boolean {
  if (!before && after?.id !== FIRST) return true;
  const [was, is] = [before, after].map((row) => {
    const { active, place, week } = row ?? unrecorded(stylistStream(FIRST));
    return JSON.stringify([active, place, weekdays.map((day) => ownWindowsOn({ week }, day))]);
  });
  return was !== is;
}

const weekdaysOf = (from: SalonDate, to: SalonDate) => [...new Set(salonDays(from, to).map(dayOfWeek))];

const idOf = ({ before, after }: Changed<AppointmentColumns>): string => (after ?? before)?.id ?? '';

/** The changes, each with what is said of it once the type of its event is known; null for nothing. */
const withText = <Row>(
  changes: readonly Changed<Row>[],
  textOf: (type: string, change: Changed<Row>) => string | null,
) =>
  changes.map((change) => ({
    position: change.position,
    text: (type: string) => textOf(type, change),
  }));

interface AskedChanges {
  readonly from: SalonDate;
  readonly to: SalonDate;
  readonly cursor?: Position | undefined;
}

/**
 * The changes of a range of days. The versioned tables know at which positions these days changed, and the histories what happened
 * there. Customers have the names of today, so that an erasure reaches every change.
 */
export function createCalendarChangesReader(deps: CalendarChangesDeps) {
  const {
    appointments,
    blocks,
    hours,
    blockedTimes,
    ownHours,
    ownHoursSpans,
    namesOf,
    ofStylists,
    stylists,
    eventsAt,
    reached,
    head,
  } = deps;

  /**
   * Waits until every read model has come as far as the furthest one, or to the cursor: if one lags behind, its changes would be missing
   * from the middle of the list.
   */
  async function endOf(cursor: Position | undefined): Promise<Position> {
    const furthest = (await reached()).toSorted().at(-1) || (await head());
    const end = cursor !== undefined && cursor < furthest ? cursor : furthest;
    if ((await reached(end)).some((position) => position < end)) throw refuse('unavailable');
    return end;
  }

  return async ({ from, to, cursor }: AskedChanges) => {
    const end = await endOf(cursor);
    const weekdays = weekdaysOf(from, to);
    const wanted = { until: cursor === end ? cursor : beyond(end), limit: A_PAGE + 1 };
    const [booked, blocked, opened, times, days, spans, team] = await Promise.all([
      appointments(wanted, from, to),
      blocks(wanted, from, to),
      hours(wanted, weekdays),
      blockedTimes(wanted, from, to),
      ownHours(wanted, from, to),
      ownHoursSpans(from, to),
      ofStylists(wanted),
    ]);
    const [names, stylistName] = await Promise.all([namesOf([...new Set(booked.map(idOf))]), stylists()]);
    const nameOf = (change: Changed<AppointmentColumns>) => {
      const name = names.get(idOf(change));
      return name === undefined ? 'Deleted appointment' : (name ?? 'Erased customer');
    };
    const dates = salonDays(from, to);
    const changes = [
      ...withText(booked, (type, change) => appointmentText(type, change, nameOf(change), stylistName)),
      ...withText(blocked, blockText),
      ...withText(opened, (type, change) => (isSeen(change, dates, spans) ? hoursText(type, change) : null)),
      ...withText(times, (type, change) => timeBlockText(type, change, stylistName)),
      ...withText(days, (type, change) => dayHoursText(type, change, stylistName)),
      ...withText(team, (type, change) => {
        const name = stylistName((change.after ?? change.before)?.id ?? FIRST);
        return name !== undefined && isDrawn(change, weekdays) ? stylistText(type, name) : null;
      }),
    ].sort((one, other) => (one.position < other.position ? 1 : -1));
    const page = changes.slice(0, A_PAGE);
    const events = await eventsAt(page.map(({ position }) => position));
    const listed = page.flatMap(({ position, text }): CalendarChange[] => {
      const event = events.get(position);
      if (!event) throw new Error(`no history has the event at ${position}`);
      const what = text(event.type);
      if (what === null || NOT_IN_CALENDAR.has(event.type)) return [];
      const at = new Date(event.at).toISOString();
      return [{ position, at, event_id: event.id, what }];
    });
    const next_cursor = changes.length > A_PAGE ? (page.at(-1)?.position ?? null) : null;
    return { moments: listed, next_cursor };
  };
}

export type ReadCalendarChanges = ReturnType<typeof createCalendarChangesReader>;

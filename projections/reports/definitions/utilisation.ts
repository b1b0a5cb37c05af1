import { FIRST } from '../../../src/salon/parts.ts';
import { addSalonDays, salonDays, startOfDay } from '../../../src/salon/salon-time.ts';
import { appointments } from '../../appointments/projection.ts';
import { BLOCKS, blockedDates } from '../../blocked-dates/projection.ts';
import { DAY_HOURS, days as daysModel, OF_SALON, TIME_BLOCKS } from '../../days/projection.ts';
import { tableAt } from '../../engine/stored-tables.ts';
import { hours, WEEKLY_HOURS } from '../../hours/projection.ts';
import { STYLIST_OF } from '../../stylist-of.ts';
import { STYLISTS, team } from '../../team/projection.ts';
import { APPOINTMENTS_OF_PERIOD } from '../appointments-at.ts';
import { byCalendar, calendarUnit } from '../calendar-keys.ts';
import { ratio } from '../ratio.ts';
import type { Question, Report, Tools } from '../report.ts';
import { BY_STYLIST, isByStylist } from '../stylists.ts';

const BY_HOUR: readonly string[] = ['hour', 'weekday-hour'];

/** The last millisecond of a salon day. */
const endOf = (day: string, timeZone: string): string =>
  new Date(startOfDay(addSalonDays(day, 1), timeZone).getTime() - 1).toISOString();

/** A query of the days of the period, each with the position whose opening hours count: that of its end, or the asked one if earlier. */
async function daysIn(question: Question, { parameter, positionsAsOf, timeZone }: Tools): Promise<string> {
  const { from, to, today, position } = question;
  const days = salonDays(from, to);
  const ended = days.filter((day) => day < today).map((day) => endOf(day, timeZone));
  const known = ended.length > 0 ? await positionsAsOf(ended) : [];
  const positions = days.map((_, index) => known[index] ?? position);
  return `unnest(${parameter(days)}::date[], ${parameter(positions)}::text[]) as days (day, position)`;
}

/** Rows with `day`, `start_minute` and `end_minute`, cut at full hours where rows are about hours. */
const cut = (by: string, rows: string): string =>
  BY_HOUR.includes(by)
    ? `(select rows.*, greatest(start_minute, hour * 60) as starts, least(end_minute, hour * 60 + 60) as ends
        from (${rows}) rows cross join generate_series(start_minute / 60, (end_minute - 1) / 60) hour)`
    : `(select rows.*, start_minute as starts, end_minute as ends from (${rows}) rows)`;

export const utilisationReport: Report = {
  name: 'utilisation',
  title: 'Filled hours',
  meaning: 'The part of the opening hours on the days of the period that is booked.',
  by: [...byCalendar('day', 'week', 'month', 'weekday', 'hour', 'weekday-hour'), BY_STYLIST],
  models: [appointments, hours, blockedDates, daysModel, team],
  columns: [
    {
      key: 'open',
      label: 'Open',
      unit: 'minutes',
      meaning: 'The same as `open_minutes`, about which there are no appointments.',
      aggregate: 'sum(open_minutes)',
      isHidden: true,
    },
    {
      key: 'open_minutes',
      label: 'Open',
      unit: 'minutes',
      meaning:
        'The opening hours as they were at the end of each day, without blocked times; none on blocked days.',
      of: ({ open }) => open ?? 0,
    },
    {
      key: 'booked_minutes',
      label: 'Booked',
      unit: 'minutes',
      meaning: 'The part of them that appointments take, without cancelled ones.',
      adds: 'booked_minutes',
    },
    {
      key: 'share',
      label: 'Filled',
      unit: 'share',
      meaning: 'Booked time as a part of the opening hours.',
      of: ({ open, booked_minutes: booked }) => ratio(booked, open),
    },
    {
      key: 'outside_hours_minutes',
      label: 'Outside of hours',
      unit: 'minutes',
      meaning: 'The time that appointments take outside of the opening hours, without cancelled ones.',
      adds: 'outside_hours_minutes',
    },
  ],
  async facts(question, tools) {
    const { by } = question;
    const key = isByStylist(by) ? 'stylist' : calendarUnit(by)?.key('day', 'starts');
    const week = tableAt(hours, WEEKLY_HOURS, 'days.position', 'is_available');
    const blocks = tableAt(blockedDates, BLOCKS, 'days.position', 'blocked_date = days.day');
    const own = (resource: string) =>
      tableAt(daysModel, DAY_HOURS, 'days.position', `date = days.day and ${resource}`);
    const blockedTimes = tableAt(
      daysModel,
      TIME_BLOCKS,
      'days.position',
      'date = days.day and (resource is null or resource = stylist.id)',
    );
    const active = `
      select id, week from ${tableAt(team, STYLISTS, 'days.position', 'active')} recorded
      union all
      select '${FIRST}', null
      where not exists (select from ${tableAt(team, STYLISTS, 'days.position', `id = '${FIRST}'`)} first)`;
    // For each stylist: the date's own hours if it has any, else those of the weekday. Theirs are cut by the salon's, and blocked parts are
    // left out.
    const open = `
      select day, stylist.id as stylist, lower(part) as start_minute, upper(part) as end_minute
      from ${await daysIn(question, tools)}
      left join lateral ${own(OF_SALON)} own on true
      cross join lateral (
        select range_agg(int4range(start_minute, end_minute)) as ranges from (
          select start as start_minute, "end" as end_minute
            from json_to_recordset(own.windows) as windows (start integer, "end" integer)
          union all
          select week.start_minute, week.end_minute from ${week} week
            where own.windows is null and week.day_of_week = extract(dow from day)) hours) opened
      cross join lateral (${active}) stylist
      left join lateral ${own('resource = stylist.id')} of_date on true
      cross join lateral (
        select range_agg(int4range(start, "end")) as ranges from json_to_recordset(coalesce(of_date.windows, (
          select weekday->'windows' from json_array_elements(stylist.week) weekday
          where (weekday->>'dayOfWeek')::integer = extract(dow from day)))) as windows (start integer, "end" integer)) theirs
      cross join lateral (
        select case when coalesce(of_date.windows, stylist.week) is null then opened.ranges
          else opened.ranges * coalesce(theirs.ranges, '{}') end as ranges) worked
      cross join lateral (
        select range_agg(int4range(start_minute, end_minute)) as ranges from ${blockedTimes} times) closed
      cross join lateral unnest(worked.ranges - coalesce(closed.ranges, '{}')) part
      where not exists (select from ${blocks} blocked)`;
    const taken = `
      select id, ${STYLIST_OF} as stylist, appointment_date as day, part.start_minute, part.end_minute from ${APPOINTMENTS_OF_PERIOD} a
      cross join lateral (
        select a.start_minute, a.end_minute where a.parts is null
        union all
        select start, "end" from jsonb_to_recordset(a.parts) as parts (start smallint, "end" smallint)) part
      where status <> 'cancelled'`;
    return `
      with open as materialized (${open}), taken as ${cut(by, taken)},
      inside as (
        select taken.id, taken.stylist, taken.day, taken.starts,
          least(taken.ends, open.end_minute) - greatest(taken.starts, open.start_minute) as minutes
        from taken join open
          on open.day = taken.day and open.stylist = taken.stylist and open.start_minute < taken.ends and open.end_minute > taken.starts
      )
      select ${key} as key, null::uuid as id, ends - starts as open_minutes, 0 as booked_minutes, 0 as outside_hours_minutes
        from ${cut(by, 'select * from open')} open
      union all select ${key}, id, 0, 0, ends - starts from taken
      union all select ${key}, id, 0, minutes, -minutes from inside`;
  },
};

import { addSalonDays } from '../../../src/salon/salon-time.ts';
import { appointments } from '../../appointments/projection.ts';
import { customers } from '../../customers/projection.ts';
import { wasVisitOfSomebody } from '../appointments-at.ts';
import { byCalendar, calendarUnit } from '../calendar-keys.ts';
import { OWNERS, onOtherDays, visitsOn } from '../owners.ts';
import type { Report } from '../report.ts';

const DAYS = 90;

export const customersReport: Report = {
  name: 'customers',
  title: 'Customers',
  meaning:
    'The visitors: customers with a completed appointment, or with a confirmed one that is over. An appointment that belongs to no customer counts as a customer of its own; walk-ins of whom nothing is known don’t count.',
  by: byCalendar('month', 'year'),
  models: [appointments, customers],
  columns: [
    {
      key: 'visitors',
      label: 'Visitors',
      unit: 'count',
      meaning:
        'The number of customers who came. In a row, each of them counts once, no matter how often they came; the sum of all rows counts somebody once for each.',
      adds: 'is_visitor::integer',
    },
    {
      key: 'new',
      label: 'New',
      unit: 'count',
      meaning: 'Visitors who came for the first time ever.',
      adds: 'is_new::integer',
    },
    {
      key: 'returning',
      label: 'Returning',
      unit: 'count',
      meaning: 'Visitors who had been there before.',
      adds: '(is_visitor and not is_new)::integer',
    },
    {
      key: 'returned_within_90_days',
      label: `Back within ${DAYS} days`,
      unit: 'count',
      meaning: `New visitors who came again within ${DAYS} days of their first visit. Known when ${DAYS} days have passed for all.`,
      adds: '(is_new and has_returned)::integer',
      unknownIf: 'bool_or(is_recent)',
    },
    {
      key: 'visits_per_customer',
      label: 'Visits per customer',
      unit: 'average',
      meaning: 'The average number of visits of a visitor; the total is the average over the whole period.',
      // A visitor counts once in the total of all rows.
      aggregate: `count(id)::float8 / nullif(
        case when grouping(key) = 1 then sum(is_first_in_period::integer) else sum(is_visitor::integer) end, 0)`,
    },
  ],
  facts(question, tools) {
    const { by, from, to, today } = question;
    const unit = calendarUnit(by);
    const recent = addSalonDays(today, -DAYS);
    // Rows with a first visit that is less than 90 days ago.
    const recentKeys = recent > to ? [] : unit?.keys(recent > from ? recent : from, to);
    const isVisit = wasVisitOfSomebody(question, tools);
    return `
      with recursive ${OWNERS}, since as (
        select *, lag(key) over of_owner as key_before, lead(date) over of_owner as date_after
        from (
          select *, ${unit?.key('date', 'minute')} as key
          from (${visitsOn(`appointment_date between $2 and $3::date + ${DAYS}`, isVisit)}) v) v
        window of_owner as (partition by owner order by date, minute, id)
      ), earlier as (
        ${onOtherDays('select owner from since where date <= $3', 'appointment_date < $2', isVisit)}
      )
      select key, id, false as is_recent, key_before is null as is_first_in_period,
        key_before is null or key_before <> key as is_visitor,
        key_before is null and owner not in (select owner from earlier) as is_new,
        date_after <= date + ${DAYS} as has_returned
      from since where date <= $3
      union all
      select key, null, true, null, null, null, null from unnest(${tools.parameter(recentKeys)}::text[]) key`;
  },
};

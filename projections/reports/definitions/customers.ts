import { addSalonDays } from '../../../src/salon/salon-time.ts';
import { APPOINTMENTS, appointments } from '../../appointments/projection.ts';
import { customers } from '../../customers/projection.ts';
import { tableAt } from '../../engine/stored-tables.ts';
import { isVisit, OWNERS, WHOSE } from '../appointments-at.ts';
import { byCalendar, calendarPart } from '../calendar-keys.ts';
import type { Report } from '../report.ts';

/** How long after their first visit customers are waited for. */
const DAYS = 90;

/** Who came, who came for the first time, and who of these came back. */
export const customersReport: Report = {
  name: 'customers',
  title: 'Customers',
  meaning:
    'Who came: customers with a completed appointment, or with a confirmed one that is over. One that belongs to no customer counts as a customer of its own.',
  by: byCalendar('month', 'year'),
  models: [appointments, customers],
  columns: [
    {
      key: 'visitors',
      label: 'Visitors',
      unit: 'count',
      meaning: 'Customers who came, each once in a row, however often.',
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
      meaning: 'How often a visitor came on average.',
      aggregate: 'count(id)::float8 / nullif(count(distinct owner), 0)',
    },
  ],
  facts(question, tools) {
    const { by, from, to, today } = question;
    const part = calendarPart(by);
    const recent = addSalonDays(today, -DAYS);
    // Rows with a day after which not all of the days have passed.
    const recentKeys = recent > to ? [] : part?.keys(recent > from ? recent : from, to);
    return `
      with recursive ${OWNERS}, visits as (
        select a.id, a.appointment_date as date, a.start_minute as minute, ${WHOSE} as owner
        from ${tableAt(appointments, APPOINTMENTS, '$1', `appointment_date <= $3::date + ${DAYS}`)} a
        left join last_owners o on o.id = a.customer_id
        where ${isVisit(question, tools)}
      ), earlier as (
        select distinct owner from visits where date < $2
      ), since as (
        select id, owner, date, ${part?.key('date', 'minute')} as key,
          lag(date) over of_owner as date_before, lead(date) over of_owner as date_after
        from visits where date >= $2 window of_owner as (partition by owner order by date, minute, id)
      )
      select key, id, since.owner, false as is_recent,
        date_before is null or key <> ${part?.key('date_before', 'null')} as is_visitor,
        date_before is null and earlier.owner is null as is_new,
        date_after <= date + ${DAYS} as has_returned
      from since left join earlier on earlier.owner = since.owner where date <= $3
      union all
      select key, null, null, true, null, null, null from unnest(${tools.parameter(recentKeys)}::text[]) key`;
  },
};

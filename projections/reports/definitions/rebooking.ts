import { addSalonDays, startOfDay } from '../../../src/salon/salon-time.ts';
import { appointments } from '../../appointments/projection.ts';
import { customers } from '../../customers/projection.ts';
import { services } from '../../services/projection.ts';
import { appointmentsAt, OWNERS, WHOSE, wasVisit } from '../appointments-at.ts';
import { byCalendar, calendarPart } from '../calendar-keys.ts';
import type { Report } from '../report.ts';

/** How far a visit's next appointment is looked for by its day; of later ones only whose they are, and when they were requested. */
const DAYS = 60;
/** A number that no appointment up to then has. */
const AFTER_ALL = Number.MAX_SAFE_INTEGER;

/** After how many visits customers book again, and how soon they come. */
export const rebookingReport: Report = {
  name: 'rebooking',
  title: 'Rebooking',
  meaning:
    'Visits, which are completed appointments and confirmed ones that are over, and whether their customers have a later appointment that is not cancelled. By service, a visit counts for each of its services.',
  by: [...byCalendar('month'), { key: 'service', label: 'Service' }],
  models: [appointments, customers, services],
  columns: [
    { key: 'visits', label: 'Visits', unit: 'count', meaning: 'All visits.', adds: '1' },
    {
      key: 'requested_same_day',
      label: 'Booked on the day',
      unit: 'count',
      meaning: 'Those on whose day a later appointment was requested.',
      adds: 'is_requested_same_day::integer',
    },
    {
      key: 'next_within_14',
      label: 'Next within 14 days',
      unit: 'count',
      meaning: 'Those whose customer has the next appointment at most 14 days later.',
      adds: '(days_to_next <= 14)::integer',
    },
    {
      key: 'next_within_60',
      label: 'Next within 60 days',
      unit: 'count',
      meaning: 'The same for 60 days; those within 14 days are counted here too.',
      adds: `(days_to_next <= ${DAYS})::integer`,
    },
    {
      key: 'none',
      label: 'No next one',
      unit: 'count',
      meaning: 'Those whose customer has no later appointment at all.',
      adds: 'is_last::integer',
    },
  ],
  facts(question, tools) {
    const { by, from, to } = question;
    const { timeZone, parameter } = tools;
    const month = calendarPart(by)?.key('date', 'minute');
    const [begin, end] = [from, addSalonDays(to, 1)].map((day) => startOfDay(day, timeZone).toISOString());
    const requestedOn = `case when a.requested_at >= ${parameter(begin)} and a.requested_at < ${parameter(end)}
      then (a.requested_at::timestamptz at time zone ${parameter(timeZone)})::date end`;
    const last = `$3::date + ${DAYS}`;
    return `
      with recursive ${OWNERS}, kept as (
        select a.id, a.appointment_date as date, a.start_minute as minute, ${WHOSE} as owner, ${requestedOn} as requested_on,
          a.appointment_date <= $3 and ${wasVisit(question, tools)} as is_visit${month ? '' : ', case when a.appointment_date <= $3 then a.services end as services'}
        from ${appointmentsAt(`appointment_date between $2 and ${last}`)} a
        left join last_owners o on o.id = a.customer_id
        where a.status <> 'cancelled'
      ), numbered as (
        select *, row_number() over of_owner as number, lead(date) over of_owner - date as days_to_next
        from kept window of_owner as (partition by owner order by date, minute, id)
      ), further as (
        select distinct ${WHOSE} as owner, ${requestedOn} as requested_on
        from ${appointmentsAt(`appointment_date > ${last}`)} a
        left join last_owners o on o.id = a.customer_id
        where a.status <> 'cancelled'
      ), requested as (
        select owner, requested_on, max(number) as last from (
          select owner, requested_on, number from numbered union all select owner, requested_on, ${AFTER_ALL} from further) r
        where requested_on is not null group by owner, requested_on
      )
      select ${month ?? 's.id'} as key, n.id, days_to_next, requested.last > number as is_requested_same_day,
        days_to_next is null and n.owner not in (select owner from further) as is_last
      from numbered n left join requested on requested.owner = n.owner and requested.requested_on = n.date
      ${month ? '' : 'cross join jsonb_to_recordset(services) as s (id text)'}
      where is_visit`;
  },
};

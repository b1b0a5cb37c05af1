import { addSalonDays } from '../../../src/salon/salon-time.ts';
import { appointments } from '../../appointments/projection.ts';
import { customers } from '../../customers/projection.ts';
import { services } from '../../services/projection.ts';
import { STYLIST_OF } from '../../stylist-of.ts';
import { appointmentsAt, wasVisit } from '../appointments-at.ts';
import { byCalendar, calendarUnit } from '../calendar-keys.ts';
import { OWNERS, onOtherDays, WHOSE } from '../owners.ts';
import type { Report } from '../report.ts';
import { BY_STYLIST, isByStylist } from '../stylists.ts';

/**
 * A visit's next appointment is looked for by its day within so many days; later ones need only their customer and the time of the request.
 */
const DAYS = 60;

export const rebookingReport: Report = {
  name: 'rebooking',
  title: 'Rebooking',
  meaning:
    'Visits, which are completed appointments and confirmed ones that are over, and whether their customers have a later appointment that is not cancelled. By service, a visit counts for each of its services.',
  by: [...byCalendar('month'), { key: 'service', label: 'Service' }, BY_STYLIST],
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
    const isByService = by === 'service';
    const key = isByService ? 's.id' : isByStylist(by) ? 'stylist' : calendarUnit(by)?.key('date', 'minute');
    /** Only for the rows that need it, since services are wide. */
    let ofVisit = '';
    if (isByService) ofVisit = ', case when a.appointment_date <= $3 then a.services end as services';
    if (isByStylist(by)) ofVisit = `, ${STYLIST_OF} as stylist`;
    // Instants of a day begin with its date, or with that of the day before or after it. They are compared before any is converted, which
    // takes ten times as long.
    const [before, after] = [addSalonDays(from, -1), addSalonDays(to, 2)].map(parameter);
    const isInPeriod = `requested_at >= ${before} and requested_at < ${after}`;
    const last = `$3::date + ${DAYS}`;
    return `
      with recursive ${OWNERS}, kept as (
        select a.id, a.appointment_date as date, a.start_minute as minute, ${WHOSE} as owner, a.requested_at,
          a.appointment_date <= $3 and ${wasVisit(question, tools)} as is_visit${ofVisit}
        from ${appointmentsAt(`appointment_date between $2 and ${last}`)} a
        left join last_owners o on o.id = a.customer_id
        where a.status <> 'cancelled'
      ), further as (
        ${onOtherDays('select owner from kept where is_visit', `appointment_date > ${last}`, "a.status <> 'cancelled'")}
      ), requested as (
        select owner, date, minute, id, requested_at from kept where ${isInPeriod}
        union all
        select owner, 'infinity', null, null, requested_at from further where ${isInPeriod}
      ), rebooked as (
        select visit.id from kept visit join requested r on r.owner = visit.owner
        where visit.is_visit and (r.date, r.minute, r.id) > (visit.date, visit.minute, visit.id)
          and case when r.requested_at >= (visit.date - 1)::text and r.requested_at < (visit.date + 2)::text
            then (r.requested_at::timestamptz at time zone ${parameter(timeZone)})::date = visit.date end
      )
      select ${key} as key, n.id, days_to_next, n.id in (select id from rebooked) as is_requested_same_day,
        days_to_next is null and n.owner not in (select owner from further) as is_last
      from (
        select *, lead(date) over (partition by owner order by date, minute, id) - date as days_to_next from kept) n
      ${isByService ? 'cross join jsonb_to_recordset(services) as s (id text)' : ''}
      where is_visit`;
  },
};

import { appointments } from '../../appointments/projection.ts';
import { customers } from '../../customers/projection.ts';
import { services } from '../../services/projection.ts';
import { EARNED } from '../../what-counts.ts';
import { OF_PERIOD, wasVisitOfSomebody } from '../appointments-at.ts';
import { OWNERS, onOtherDays, visitsOn } from '../owners.ts';
import { ratio } from '../ratio.ts';
import type { Report } from '../report.ts';
import { serviceFacts } from '../service-facts.ts';

export const servicesReport: Report = {
  name: 'services',
  title: 'Services',
  meaning:
    'The bookings on the days of the period, by service. An appointment with several services counts for each of them, so all services together can be more than all appointments.',
  by: [
    { key: 'service', label: 'Service' },
    { key: 'category', label: 'Category' },
  ],
  models: [appointments, services, customers],
  columns: [
    {
      key: 'appointments',
      label: 'Times booked',
      unit: 'count',
      meaning: 'The number of appointments with the service, without cancelled ones.',
      adds: "(status <> 'cancelled' and is_service)::integer",
    },
    {
      key: 'minutes',
      label: 'Time',
      unit: 'minutes',
      meaning: 'The time that the service takes in them.',
      adds: "case when status <> 'cancelled' then minutes else 0 end",
    },
    {
      key: 'earned_cents',
      label: 'Earned',
      unit: 'cents',
      meaning:
        'Its part of what completed appointments brought: the price that was recorded for it, or else a share of the amount by the prices when booked, or by the time if there were no prices. Other items are what was paid for besides services, less discounts.',
      adds: EARNED,
    },
    {
      key: 'new_customers',
      label: 'In first visits',
      unit: 'count',
      meaning:
        'The number of customers who had the service on their first visit ever. One who had two services then counts for both.',
      adds: '(is_first and is_service)::integer',
    },
    {
      key: 'share',
      label: 'Share of earned',
      unit: 'share',
      meaning: 'Its part of everything that was earned in the period.',
      of: ({ earned_cents: earned }, { earned_cents: all }) => ratio(earned, all),
    },
  ],
  facts(question, tools) {
    const isVisit = wasVisitOfSomebody(question, tools);
    return `
      with recursive ${OWNERS}, visits as (
        ${visitsOn(OF_PERIOD, isVisit)}
      ), earlier as (
        ${onOtherDays('select owner from visits', 'appointment_date < $2', isVisit)}
      ), first_visits as (
        select distinct on (owner) id from visits where owner not in (select owner from earlier)
        order by owner, date, minute, id
      )
      select f.*, f.id in (select id from first_visits) as is_first from (${serviceFacts(question.by)}) f`;
  },
};
